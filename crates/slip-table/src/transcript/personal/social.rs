//! Describes events that occur only in social combat: the time track, pushes, borders that were paid down, terms for a defeated actor, and
//! stakes.

use crate::transcript::phrases::{counted, fate, in_words, listed, name, skill_title, thing, title, way, zone};
use crate::transcript::{Moving, Transcript};
use slip_play::choice::{Choice, Verb};
use slip_play::event::{BorderChange, Event, SocialEvent, SocialOp};
use slip_play::ids::{ActorId, BorderId, Id, Seat};
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::state::ActorStatus;

/// Describes the act of an actor in social combat as a phrase that follows the actor's name; `None` if the phrase is the same as in
/// personal combat.
pub(in crate::transcript) fn deed(fight: &Personal, who: ActorId) -> Option<String> {
    fight.roster.social.as_ref()?;
    let declared = &fight.state.declared;
    let skill = declared.using.and_then(Choice::skill).map(|skill| skill_title(fight, skill));
    let with = skill.map(|skill| format!(" with {skill}")).unwrap_or_default();
    let far = |to| {
        let range = fight.roster.map.range(fight.state.actors[who].zone, to);
        if range == 0 { String::new() } else { format!(" (range {range})") }
    };
    Some(match (declared.act?, declared.it) {
        (Verb::Push, Id::Actor(target)) => format!("tries to move {}{with}{}", name(fight, target), far(fight.state.actors[target].zone)),
        (Verb::Obstruct, Id::Zone(there)) => format!("puts obstacles around {}{with}{}", zone(fight, there), far(there)),
        (Verb::Move, _) => format!("moves{with}"),
        (Verb::Attack, Id::Actor(target)) => {
            let range = far(fight.state.actors[target].zone);
            let purse = declared.track.filter(|track| *track == slip_play::personal::state::HEALTH);
            let track = purse.map(|track| format!(", aiming at {}", title(fight.track(track)))).unwrap_or_default();
            match skill {
                Some(skill) => format!("attacks {} with {skill}{track}{range}", name(fight, target)),
                None => format!("attacks {}{track}{range}", name(fight, target)),
            }
        }
        _ => return None,
    })
}

impl Transcript {
    /// Writes the stakes and the available time.
    pub(super) fn stakes(&mut self, fight: &Personal) {
        let Some(social) = &fight.roster.social else { return };
        for (word, text) in [("If won", &social.wager.win), ("If lost", &social.wager.lose)] {
            if !text.is_empty() {
                self.line(&format!("{word}: {text}"));
            }
        }
        let pawns: Vec<String> = fight.roster.pawns().map(|pawn| format!("{} ({})", name(fight, pawn), place(fight, pawn))).collect();
        if !pawns.is_empty() {
            self.line(&format!("Pawns: {}", pawns.join(", ")));
        }
    }

    /// Describes the remaining boxes of time, at the start of a round.
    pub(super) fn clock(fight: &Personal) -> String {
        match &fight.roster.social {
            Some(_) => format!(" ({} of time left)", counted(i64::from(fight.time_left()), "box", "boxes")),
            None => String::new(),
        }
    }

    pub(super) fn social(&mut self, fight: &Personal, event: &SocialEvent) {
        let who = event.who.map_or("", |who| name(fight, who));
        let say = event.say.as_ref().map(|say| format!(" \"{say}\"")).unwrap_or_default();
        let tag = || event.fate.map_or("", |end| fate(fight, end));
        match event.op {
            SocialOp::Box => {
                let left = match event.left {
                    0 => "no time left".to_owned(),
                    left => format!("{} of time left", counted(i64::from(left), "box", "boxes")),
                };
                self.line(&format!("Time passes: {left}."));
            }
            SocialOp::Removed => self.line(&format!("{who} ends as just a friend and is out.")),
            SocialOp::BrokeDown => {
                let words = in_words(self.said.take().as_deref());
                self.line(&format!("{who} turns violent{words}: the time for words is over."));
            }
            SocialOp::Elapsed => {
                let took = event.say.as_ref().map_or("no time", |say| say.as_str());
                self.line("");
                self.line(&format!("It took {took} in all."));
            }
            SocialOp::Grade => self.line(&format!("Degree of success:{say}.")),
            SocialOp::Proposes => self.begin(format!("  Proposed end for {}: {}{say}.", beaten(fight), tag())),
            SocialOp::Counters => self.add(&format!("Counter-proposal for {}: {}{say}.", beaten(fight), tag())),
        }
    }

    /// Describes the result of a roll against an actor after the reduction for range.
    pub(super) fn result_of_words(&mut self, fight: &Personal, event: &Event) -> bool {
        let (Some(_), Event::Result { against, shifts, ok, .. }) = (&fight.roster.social, event) else { return false };
        let pushes = fight.state.declared.act == Some(Verb::Push);
        let walks = fight.state.declared.act == Some(Verb::Move);
        let target = against.or(fight.pushed()).filter(|_| !walks);
        let off = target.map_or(0, |target| fight.range_off(target));
        let left = shifts - off;
        let less = if off > 0 { format!("{shifts} less range {off}") } else { shifts.to_string() };
        let words = match (ok, target) {
            (true, _) if pushes || walks => {
                let from = if off > 0 { format!(" ({less})") } else { String::new() };
                format!("{} of movement{from}.", counted(i64::from(left), "point", "points"))
            }
            (false, _) if walks => "No movement.".to_owned(),
            (false, Some(target)) if pushes => format!("{less}: {} stays.", name(fight, target)),
            (true, Some(_)) if off > 0 => format!("Hit by {left} ({less})."),
            (true, Some(_)) => format!("Hit by {left}."),
            (false, Some(_)) if off > 0 => format!("{less}: no hit."),
            (false, Some(_)) if *shifts == 0 => "A draw: one shift more would hit.".to_owned(),
            (false, Some(_)) => format!("Missed by {}.", -shifts),
            (_, None) => return false,
        };
        self.add(&words);
        true
    }

    /// Describes a change of a border's value by an actor. Changes that follow one another point by point share one line.
    pub(super) fn worn_down(&mut self, fight: &Personal, border: BorderId, by: Option<ActorId>, change: BorderChange) -> bool {
        let (Some(_), Some(who)) = (&fight.roster.social, by) else { return false };
        let now = fight.border_value(border);
        match change {
            BorderChange::Easier(less) => {
                if self.moving == Moving::Pay(who, border) {
                    self.open.clear();
                }
                self.begin(format!("{} wears down {}: {} left.", name(fight, who), way(fight, border), (now - i32::from(less)).max(0)));
                self.moving = Moving::Pay(who, border);
                true
            }
            BorderChange::Harder(more) => {
                let now = now + i32::from(more);
                self.line(&format!("  {} makes {} harder to cross by {more}: now {now}.", name(fight, who), way(fight, border)));
                true
            }
            _ => false,
        }
    }

    /// Writes the zones of pawns at the end, and the stakes that are won or lost.
    pub(super) fn end_of_words(&mut self, fight: &Personal) {
        for (id, there) in fight.roster.map.zones.iter() {
            let here = fight.roster.pawns().filter(|&pawn| fight.state.actors[pawn].is_there() && fight.state.actors[pawn].zone == id);
            let here: Vec<&str> = here.map(|pawn| name(fight, pawn)).collect();
            if !here.is_empty() {
                self.line(&format!("  {}: {}.", there.title, listed(&here)));
            }
        }
    }

    /// Writes the stakes that are won or lost at the end.
    pub(super) fn stakes_at_end(&mut self, fight: &Personal, winner: Option<Seat>) {
        let Some(social) = &fight.roster.social else { return };
        // Only the first side has stakes. They are lost if any other side wins.
        let text = if winner.is_some_and(|side| side.0 == 0) { &social.wager.win } else { &social.wager.lose };
        if !text.is_empty() {
            self.line(text);
        }
    }
}

/// Returns the title of the zone that an actor is in.
fn place(fight: &Personal, who: ActorId) -> &str {
    thing(fight, Id::Zone(fight.state.actors[who].zone))
}

/// Returns the name of the defeated actor whose fate is decided.
fn beaten(fight: &Personal) -> &str {
    let waiting = fight.state.actors.iter().find(|(_, actor)| matches!(actor.status, ActorStatus::TakenOut { fate: None, .. }));
    fight.state.step.who.actor().or(waiting.map(|(who, _)| who)).map_or("the loser", |who| name(fight, who))
}
