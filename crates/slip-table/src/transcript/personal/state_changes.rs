//! Describes changes to aspects, borders, gear and counters in personal combat.

use crate::option_words::hints::declared;
use crate::transcript::phrases::{bearer, counted, deed, holder, name, new_aspect, the, title, way, zone};
use crate::transcript::{Moving, Transcript};
use slip_dice::fate::Aspect;
use slip_play::choice::Verb;
use slip_play::event::{BorderChange, Counter, Phase};
use slip_play::ids::{ActorId, AspectId, BorderId};
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::settings::Gravity;

impl Transcript {
    pub(super) fn aspect(&mut self, fight: &Personal, aspect: &Aspect) {
        self.line(&format!("  {}", new_aspect(fight, aspect, &holder(fight, aspect.holder))));
    }

    /// Prints that the declared action is not made, because it has become impossible since it was declared.
    pub(super) fn lost_action(&mut self, fight: &Personal) {
        let Some(who) = fight.state.actor.filter(|_| fight.roster.social.is_none()) else { return };
        let actor = &fight.state.actors[who];
        let weapon = fight.state.declared.thing.and_then(|thing| 1_u32.checked_shl(u32::from(thing)));
        let is_picked_up = fight.state.declared.act == Some(Verb::PickUp) && weapon.is_some_and(|bit| actor.dropped & bit == 0);
        if fight.state.declared.act.is_none() || is_picked_up || fight.action_works_from(who, actor.zone) {
            return;
        }
        let why = if fight.is_action_forbidden(who) { "is not allowed as things are now" } else { "is no longer possible from this zone" };
        self.line(&format!("{}: {} {why}, and no dice are rolled.", name(fight, who), declared(fight, who)));
    }

    pub(super) fn tag(&mut self, fight: &Personal, id: AspectId, free: bool, by: Option<ActorId>) {
        let words = fight.aspect(id);
        if free {
            self.line(&format!("  \"{words}\" on {} has a free tag for the enemy again.", bearer(fight, id)));
        } else if fight.state.step.phase == Phase::Action {
            let who = by.map_or("", |by| name(fight, by));
            self.line(&format!("{who} removes the free tag of \"{words}\"."));
        }
    }

    pub(super) fn border(&mut self, fight: &Personal, border: BorderId, by: Option<ActorId>, change: BorderChange) {
        if self.worn_down(fight, border, by, change) {
            return;
        }
        let there = way(fight, border);
        let who = by.map_or("The referee", |by| name(fight, by));
        let state = fight.state.board.borders.row(border);
        let of = |paid: i16, all: Option<i32>| match all {
            Some(all) => format!("{paid} of {} paid", counted(i64::from(all), "point", "points")),
            None => format!("{} paid", counted(i64::from(paid), "point", "points")),
        };
        // Several payments for the same border become one line with the sum.
        let going_on = by.is_some_and(|by| self.moving == Moving::Pay(by, border));
        let mut pay = |line: String| {
            if going_on {
                self.open.clear();
            }
            self.begin(line);
            self.moving = by.map_or(Moving::No, |by| Moving::Pay(by, border));
        };
        match change {
            BorderChange::Progress(paid) => {
                let needed = state.and_then(|state| state.to_open().or(state.to_close()).map(|left| (state, left)));
                let all = needed.map(|(state, left)| left + i32::from(state.progress));
                pay(format!("{who} works at {there}: {}.", of(paid, all)));
            }
            BorderChange::Crossing(paid) => {
                let pass = state.and_then(|state| state.pass());
                let left = if pass == Some(i32::from(paid)) { "; the next step crosses it" } else { "" };
                pay(format!("{who} begins to cross {there}: {}{left}.", of(paid, pass)));
            }
            // A change without an acting actor comes from a ruling of the referee.
            BorderChange::Opened if by.is_none() => self.line(&format!("  {} is open now.", title(&there))),
            BorderChange::Closed if by.is_none() => self.line(&format!("  {} is closed now.", title(&there))),
            BorderChange::Harder(more) if by.is_none() => self.line(&format!("  {} is harder to cross by {more}.", title(&there))),
            BorderChange::Opened => self.begin(format!("{who} opens {there}.")),
            BorderChange::Closed => self.begin(format!("{who} closes {there}.")),
            BorderChange::Harder(by) => self.line(&format!("  {who} makes {there} harder to cross by {by}.")),
            BorderChange::Easier(by) => {
                let flips = state.map(|state| (state.open, state.harder_by(-i32::from(by)).open)).filter(|(was, is)| was != is);
                let flips = flips.map_or("", |(was, _)| if was { ", and now closed" } else { ", and now open" });
                self.line(&format!("  {} is easier to cross again by {by}{flips}.", title(&there)));
            }
        }
    }

    pub(super) fn counter(&mut self, fight: &Personal, who: ActorId, what: Counter, now: i32) {
        let person = name(fight, who);
        match what {
            Counter::Prone => self.line(&format!("{person} {}.", if now != 0 { "lies down" } else { "stands up" })),
            Counter::Mode(weapon) => {
                let weapon = fight.roster.actors[who].weapons.get(usize::from(weapon));
                let mode = usize::try_from(now).ok().and_then(|now| weapon?.modes.get(now));
                if let (Some(weapon), Some(mode)) = (weapon, mode) {
                    self.line(&format!("{person} switches {} to {}.", the(&weapon.title), mode.name));
                }
            }
            Counter::Line(number) => {
                if let Some(line) = fight.roster.lines.get(number) {
                    let carrier = line.carrier.person();
                    let of = if carrier.is_none_or(|carrier| carrier == who) {
                        String::new()
                    } else {
                        carrier.map_or(String::new(), |carrier| format!(" of {}", name(fight, carrier)))
                    };
                    self.line(&format!("  {person} uses {}{of}.", line.title));
                }
            }
            Counter::Full => self.line(&format!("  {person} uses the substitute skill at its full rank.")),
            Counter::Escaped => self.line(&format!("{person} escapes.")),
            Counter::Back => self.line(&format!("{person} is in the fight again.")),
            Counter::Breached => {
                let does = if now != 0 { "leaks" } else { "is airtight again" };
                self.line(&format!("  The suit of {person} {does}."));
            }
            Counter::Task(number) => {
                if let Some(task) = fight.task(u16::from(number)) {
                    let all = task.successes;
                    self.line(&format!(
                        "  {}: {now} of {all}{}.",
                        task.title,
                        if i64::from(now) >= i64::from(all) { ", done" } else { "" }
                    ));
                }
            }
            Counter::Starts(there) => self.line(&format!("{person} begins in {}.", zone(fight, there))),
            Counter::Quarry => self.line(&if now > 1 {
                format!("  {person} may take consequences; the hunters decide what happens when it is taken out.")
            } else {
                format!("  {person} takes no consequences; its player decides what happens when it is taken out.")
            }),
            Counter::Dropped(weapon, _) if now == 0 => {
                if let Some(weapon) = fight.roster.actors[who].weapons.get(usize::from(weapon)) {
                    self.line(&format!("{person} picks up {}.", the(&weapon.title)));
                }
            }
            Counter::Dropped(weapon, _) => {
                if let Some(weapon) = fight.roster.actors[who].weapons.get(usize::from(weapon)) {
                    self.line(&format!("  {} is on the ground.", title(&the(&weapon.title))));
                }
            }
            Counter::Gravity => {
                let word = Gravity::from_number(now).map_or("normal", Gravity::word);
                self.line(&format!("The gravity of the scene is now {word}."));
            }
            Counter::Forfeits if now != 0 => self.line(&format!("  {person} loses the next turn.")),
            Counter::Forfeits => self.line(&format!("{person} does nothing: the compel costs this turn.")),
            Counter::Granted(number) => self.line(&format!("{person} uses the action for {}.", fight.line(number))),
            Counter::Unrolled => {
                let deed = deed(fight, who);
                self.line(&format!("{person} {deed}: this harms no one, so it works without a roll."));
            }
            Counter::Roused(number) => self.line(&format!("  {} applies to {person} from now on.", fight.line(number))),
            Counter::MadeGood(number) => self.line(&format!("  {person} pays the price of {}.", fight.line(number))),
            Counter::Defends(_)
            | Counter::Movement
            | Counter::Fired
            | Counter::Enough
            | Counter::Attacks
            | Counter::Shots(_)
            | Counter::Acted
            | Counter::Terms
            | Counter::Used(_) => {}
            // These counters occur in other kinds of conflict only.
            _ => {}
        }
    }
}
