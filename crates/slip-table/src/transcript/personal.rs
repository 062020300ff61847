//! Transcript of a personal combat.

mod rolls;
pub(super) mod social;
mod state_changes;

use super::phrases::{bearer, consequences, counted, fate, handed_over, name, played_by, side as side_of, sum, title, way, zone};
use super::{Moving, Transcript};
use crate::victory_sentence::end_reason;
use slip_play::choice::Verb;
use slip_play::event::{CompelDemand, CompelReply, Event, Phase};
use slip_play::fight::FightRef;
use slip_play::ids::ActorId;
use slip_play::log::first_record::SeatLine;
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::state::ActorStatus;

impl Transcript {
    pub(super) fn of_people(fight: &Personal, seats: &[SeatLine]) -> Transcript {
        let mut account = Transcript::default();
        account.line(&fight.roster.title);
        for (_, side) in fight.roster.sides.iter() {
            let members: Vec<String> =
                side.members.iter().map(|&who| format!("{} ({})", name(fight, who), zone(fight, fight.state.actors[who].zone))).collect();
            let seat = seats.iter().find(|seat| seat.side == side.name);
            let by = seat.map_or(String::new(), |seat| played_by(&seat.player));
            account.line(&format!("{}{by}: {}", title(&side.name.as_str().replace('_', " ")), members.join(", ")));
        }
        account.stakes(fight);
        account
    }

    pub(super) fn tell_of_people(&mut self, fight: &Personal, event: &Event) {
        match event {
            Event::Answer { pick, say, .. } => self.said = say.clone().filter(|_| pick.verb == Verb::BreakOff),
            Event::Hold { .. } | Event::Consequence { .. } | Event::Recovered { .. } => {}
            Event::Phase(step) => {
                if step.phase == Phase::Action && fight.state.declared.act == Some(Verb::Pass) {
                    self.waits(fight);
                }
                if step.phase == Phase::End && fight.state.step.phase == Phase::Action {
                    self.lost_action(fight);
                }
                if step.phase == Phase::End && matches!(fight.state.step.phase, Phase::Answer | Phase::Haggle) {
                    // True if a compel made the actor leave its zone, and the actor can enter no other zone.
                    let stuck = matches!(fight.state.declared.offer, Some(offer) if offer.demand == CompelDemand::Leave);
                    self.add(if stuck { "No zone can be entered: the turn is lost." } else { "The turn is lost." });
                }
            }
            Event::Round { round, order } => {
                let order: Vec<&str> =
                    order.iter().filter(|&&who| fight.state.actors[who].is_active()).map(|&who| name(fight, who)).collect();
                self.line("");
                self.line(&format!("Round {round}{}: {}", Transcript::clock(fight), order.join(", ")));
            }
            Event::Declare { me, act, access, .. } => {
                if act.is_none() && *access == Some(false) {
                    self.line(&format!("{} does not pay to use it.", name(fight, *me)));
                }
            }
            Event::Offer { .. } => self.offer(fight, event),
            Event::Reply { who, answer, points } => self.reply(fight, *who, *answer, *points),
            Event::Roll { .. } => self.roll(fight, event),
            Event::Adjust { .. } => self.adjust(fight, event),
            Event::Result { .. } => self.result(fight, event),
            Event::Due { .. } => {}
            Event::Fate { who, change, left, from } => {
                // Fate points paid for a compel are described with the answer to the compel. Fate points that an actor gains are described
                // with the payment that they come from.
                let told = matches!(fight.state.step.phase, Phase::Answer | Phase::Haggle) || *change > 0;
                if (from.is_none() && *change < 0) || !told {
                    let who = name(fight, *who);
                    let to = from.map(|payee| format!(" to {}", name(fight, payee))).unwrap_or_default();
                    let spent = counted(i64::from(-*change), "fate point", "fate points");
                    // If the line begins with the name of the payer, the name is not repeated.
                    let payer = if self.open.trim_start().starts_with(who) { String::new() } else { format!("{who}: ") };
                    self.add(&format!("({payer}{spent}{to}, {left} left.)"));
                }
            }
            Event::Spin { who, change, lapsed } => {
                if *change > 0 {
                    self.add(&format!("{} gains {change} spin.", name(fight, *who)));
                } else if *lapsed {
                    self.line(&format!("  The spin of {} lapses ({} unspent).", name(fight, *who), -change));
                }
            }
            Event::AspectAdd { aspect, .. } => self.aspect(fight, aspect),
            Event::AspectFree { id, free, by } => self.tag(fight, *id, free.is_some(), *by),
            Event::AspectDrop { id } => {
                self.line(&format!("  \"{}\" on {} is gone.", fight.aspect(*id), bearer(fight, *id)));
            }
            Event::Hit { .. } => self.hit(fight, event),
            Event::Mark { who, track, up_to } => self.mark(fight, *who, *track, *up_to),
            Event::Out { .. } => self.out(fight, event),
            Event::Fact { .. } => self.fact(fight, event),
            Event::Veto { .. } => self.veto(fight, event),
            Event::Move { who, from, to, border, paid, forced_by } => {
                let over = border.filter(|_| *paid > 1).map(|there| format!(" over {} ({paid} points)", way(fight, there)));
                let pushed = fight.pushed() == Some(*who);
                let forced = forced_by.filter(|_| !pushed).map(|_| ", as compelled").unwrap_or_default();
                let (from, to) = (zone(fight, *from), zone(fight, *to));
                let step = format!("to {to}{}{forced}.", over.unwrap_or_default());
                let moving = if pushed { Moving::Pushed(*who) } else { Moving::Walk(*who) };
                if self.moving == moving && self.open.ends_with('.') {
                    self.open.pop();
                    self.open.push_str(&format!(", then {step}"));
                } else {
                    let goes = if pushed { "is moved" } else { "goes" };
                    self.begin(format!("{} {goes} from {from} {step}", name(fight, *who)));
                    self.moving = moving;
                }
            }
            Event::Border { border, by, change, .. } => self.border(fight, *border, *by, *change),
            Event::Counter { who, what, now, .. } => self.counter(fight, *who, *what, *now),
            Event::Concession { by, to, terms, answer } => {
                let offered = fight.state.actors[*by].terms;
                let beast = fight.is_beast(*by);
                let by = name(fight, *by);
                match (to, answer) {
                    (None, None) => {
                        let terms = terms.as_ref().map(|terms| format!(": \"{terms}\"")).unwrap_or_default();
                        let how = offered.map(|tag| format!(", {}", fate(fight, tag)));
                        let does = if beast { "offers to break off the fight" } else { "offers to concede" };
                        self.begin(format!("{by} {does}{}{terms}.", how.unwrap_or_default()));
                    }
                    (Some(side), Some(yes)) => {
                        self.add(&format!("{} by {}.", if *yes { "Accepted" } else { "Rejected" }, side_of(fight, *side)));
                    }
                    _ if beast => self.add(&format!("{by} is let go.")),
                    _ => self.add(&format!("{by} leaves the fight on these terms.")),
                }
            }
            // These events occur in other kinds of conflict only.
            Event::PassValue { .. } | Event::Stage(_) | Event::Group { .. } | Event::Post { .. } | Event::Stakes(_) => {}
            Event::Social(event) => self.social(fight, event),
            Event::Boxes { who, track, boxes } => self.boxes(fight, *who, *track, *boxes),
            Event::Fires { .. } | Event::Settled | Event::Resume | Event::Coin { .. } => {}
            Event::Effect { line, who, amount, only } => {
                let on = who.map_or(String::new(), |who| format!(", on {}", name(fight, who)));
                let by = if *amount == 0 { String::new() } else { format!(": {amount:+}") };
                let against = only.map_or(String::new(), |only| format!(" against {}", name(fight, only)));
                let text = fight.sentence(*line);
                self.line(&format!("  {}{on}{by}{against} ({text}).", fight.line(*line)));
            }
            Event::Faces { line, who, danger, strength, faces, parts, shifts, .. } => {
                let own = faces.total() + parts.total();
                let attack = match danger {
                    Some(danger) => format!("dice {danger} plus {strength} = {}", danger.total() + strength),
                    None => format!("a difficulty of {strength}"),
                };
                let face = format!("  {} faces {}: {attack}", name(fight, *who), fight.line(*line));
                self.begin(format!("{face}, against {}: {own}.", sum(fight, *who, faces, parts)));
                self.add(if *shifts > 0 { "It hits." } else { "It has no effect." });
            }
            Event::Blow { who, besides, shifts, .. } if !besides.is_empty() => {
                self.line(&format!("  There is no air: {} is hit for {shifts} on both tracks.", name(fight, *who)));
            }
            Event::Blow { who, shifts, .. } => self.add(&format!("{} is hit for {shifts}.", name(fight, *who))),
            Event::Aside { who, leave } => {
                let why = leave.line.map_or("another attack", |line| fight.line(line));
                let how = if leave.out_of_turn { " out of turn" } else { "" };
                self.line(&format!("  {} acts{how}: {why}.", name(fight, *who)));
            }
            Event::Seat { seat, player, .. } => {
                self.line(&handed_over(fight, *seat, player));
            }
            Event::Override { by, why, events } => self.override_by(fight, by, why.as_deref(), events),
            Event::End { winner, why, turns } => {
                let who = winner.map_or("A draw".to_owned(), |side| format!("Victory for {}", side_of(fight, side)));
                let rounds = counted(i64::from(*turns), "round", "rounds");
                self.line("");
                self.line(&format!("{who} after {rounds}: {}.", end_reason(FightRef::Personal(fight), *why)));
                self.stakes_at_end(fight, *winner);
                self.standing(fight);
                self.end_of_words(fight);
            }
        }
    }

    /// Writes the state of all actors at the end of the fight.
    fn standing(&mut self, fight: &Personal) {
        for who in fight.roster.people() {
            let (sheet, actor) = (&fight.roster.actors[who], &fight.state.actors[who]);
            let talks = fight.roster.social.is_some();
            let mut words = vec![match actor.status {
                ActorStatus::Active | ActorStatus::Pawn if talks => format!("in {}", zone(fight, actor.zone)),
                ActorStatus::Active | ActorStatus::Pawn => "in the fight".to_owned(),
                ActorStatus::Removed => "removed as just a friend".to_owned(),
                ActorStatus::TakenOut { fate: end, .. } => {
                    format!("taken out, {}", end.map_or("", |end| fate(fight, end)))
                }
                ActorStatus::Conceded => "conceded".to_owned(),
                ActorStatus::Escaped => "escaped".to_owned(),
            }];
            for (id, track) in fight.tracks_shown(who) {
                let of = format!("{} {} of {} marked", title(fight.track(id)), track.marked(), track.length());
                words.push(of);
            }
            words.extend(consequences(fight.state.aspects.values(), who));
            if sheet.fate > 0 || actor.fate.points() > 0 {
                words.push(counted(i64::from(actor.fate.points()), "fate point", "fate points"));
            }
            self.line(&format!("  {}: {}.", sheet.title, words.join(", ")));
        }
    }

    fn waits(&mut self, fight: &Personal) {
        if let Some(who) = fight.state.actor {
            self.line(&format!("{} waits.", name(fight, who)));
        }
    }

    fn offer(&mut self, fight: &Personal, event: &Event) {
        let Event::Offer { by, on, aspect, demand, points, free, with, say } = event else { return };
        let words = aspect.map_or("", |id| fight.aspect(id));
        let end = match demand {
            CompelDemand::Stop => "to do nothing".to_owned(),
            CompelDemand::Leave => "to leave the zone".to_owned(),
            CompelDemand::Less => format!("to take {} off the roll", fight.roster.settings.late_compel),
        };
        let story = say.as_ref().map(|say| format!(" (\"{say}\")")).unwrap_or_default();
        let price = match (free, points) {
            (true, _) => "by its free tag".to_owned(),
            (false, 1) => "for a fate point".to_owned(),
            (false, points) => format!("for {points} fate points"),
        };
        let (by, on) = (name(fight, *by), name(fight, *on));
        self.begin(match with {
            Some(with) => format!("{by} offers {} {end} by \"{words}\"{story}, {price}.", name(fight, *with)),
            None => format!("{by} compels {on} by \"{words}\" {end}{story}, {price}."),
        });
    }

    fn reply(&mut self, fight: &Personal, who: ActorId, answer: CompelReply, points: u16) {
        let person = name(fight, who);
        let points = counted(i64::from(points), "fate point", "fate points");
        let haggles = fight.state.step.phase == Phase::Haggle;
        let offer = fight.state.declared.offer;
        let own = offer.and_then(|offer| offer.with);
        let pays = offer.map_or("", |offer| name(fight, own.unwrap_or(offer.by)));
        self.add(&match (answer, haggles) {
            (CompelReply::Accept, _) if points.starts_with('0') => format!("{person} accepts."),
            (CompelReply::Accept, false) if own.is_none() => format!("{person} accepts and takes {points}."),
            (CompelReply::Accept, _) => format!("{person} accepts: {pays} pays {points}."),
            (CompelReply::Refuse, true) => format!("{person} does not raise the offer of {points}."),
            (CompelReply::Refuse, false) if own.is_some() => {
                format!("{person} refuses, and {} pays {points}.", offer.map_or("", |offer| name(fight, offer.by)))
            }
            (CompelReply::Refuse, false) => format!("{person} refuses and pays {points}."),
            (CompelReply::Counter, true) => format!("{person} offers {points}."),
            (CompelReply::Counter, false) if own.is_some() => format!("{person} offers {points}."),
            (CompelReply::Counter, false) => format!("{person} asks for {points}."),
        });
    }
}
