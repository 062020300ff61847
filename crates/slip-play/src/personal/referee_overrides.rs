//! Rulings of the referee that only conflicts of people have: about places, borders, gear and turns.
//!
//! The rulings of every conflict are in [`crate::referee_overrides`].

use crate::choice::{Choice, Verb};
use crate::event::{BorderChange, Counter, Event, Phase, SocialEvent, SocialOp, Step, TrackId};
use crate::ids::{ActorId, Id};
use crate::names::Names;
use crate::personal::Personal;
use crate::personal::settings::Gravity;
use crate::personal::state::ActorStatus;
use crate::referee_overrides::{self, OverrideRules};
use slip_dice::fate::{Holder, Slots};

/// Checks the events of a ruling one after another; each is checked in the state that the earlier ones leave. If the current actor is then
/// out of the fight, the end of its turn is added.
///
/// # Errors
/// A message for the first event that the rules do not allow.
pub fn judged(fight: &Personal, mut events: Vec<Event>) -> Result<Vec<Event>, String> {
    let then = referee_overrides::judged(fight, &events)?;
    let state = &then.state;
    let violent = |event: &Event| match event {
        Event::Social(said) if said.op == SocialOp::BrokeDown => Some(said.who),
        _ => None,
    };
    if let Some(by) = events.iter().find_map(violent).filter(|_| state.outcome.is_none()) {
        then.finish(then.broken_down(by), &mut events);
        return Ok(events);
    }
    let out = state.actor.filter(|&who| !state.actors[who].is_active());
    if let Some(who) = out.filter(|_| state.outcome.is_none() && state.step.phase == Phase::Declare) {
        events.push(Event::Phase(Step::of(Phase::End, Id::Actor(who)).n(state.turn)));
    }
    Ok(events)
}

impl OverrideRules for Personal {
    fn known(&self, who: ActorId) -> Result<&str, String> {
        match self.roster.actors.row(who) {
            Some(sheet) => Ok(&sheet.name),
            None => Err(format!("there is no actor with the number {}", who.0)),
        }
    }

    fn holder_known(&self, holder: Holder) -> Result<(), String> {
        match holder {
            Holder::Actor(who) => self.known(ActorId(who)).map(drop),
            Holder::Gear(who, thing) => {
                let name = self.known(ActorId(who))?;
                let choice = Choice::of(Verb::Use).with(u16::from(thing));
                let armour = thing == super::begin::ARMOUR && self.roster.actors[ActorId(who)].armour.is_some();
                if armour || self.weapon(ActorId(who), choice).is_some() {
                    Ok(())
                } else {
                    Err(format!("{name} carries no item with the number {thing}"))
                }
            }
            Holder::Zone(zone) if self.roster.map.zones.row(crate::ids::ZoneId(zone)).is_none() => Err(format!("there is no zone {zone}")),
            Holder::Zone(_) | Holder::Scene | Holder::System | Holder::Campaign => Ok(()),
        }
    }

    fn spin_held(&self, who: ActorId) -> Result<(&str, i32), String> {
        let name = self.known(who)?;
        Ok((name, slip_dice::fate::fate_points::spin_of(&self.state.spin, self.roster.side(who).0)))
    }

    fn slots_left(&self, who: ActorId) -> Result<(&str, Slots), String> {
        let name = self.known(who)?;
        Ok((name, self.state.actors[who].slots))
    }

    fn track_length(&self, who: ActorId, track: TrackId) -> Result<u8, String> {
        let name = self.known(who)?;
        if !self.roster.tracks.has(track) {
            return Err(format!("{name} has no track {}", track.0));
        }
        Ok(self.state.actors[who].track(track).length())
    }

    fn points_that_stay(&self) -> Option<u32> {
        self.roster.settings.zero_sum.then(|| self.points_in_all())
    }

    fn own_lawful(&self, event: &Event) -> Result<(), String> {
        let no = |why: String| Err(why);
        match event {
            Event::Out { who, by, track, fate, .. } => {
                by.map_or(Ok(""), |by| self.known(by))?;
                if !self.roster.tracks.has(*track) {
                    return no(format!("there is no track {}", track.0));
                }
                if fate.is_none_or(|fate| usize::from(fate) >= self.roster.outcomes.len()) {
                    return no(format!("name an outcome: {}", self.roster.outcomes.join(", ")));
                }
                self.may_leave(*who)
            }
            Event::Move { who, from, to, border, .. } => {
                let name = self.known(*who)?;
                let here = self.state.actors[*who].zone;
                let map = &self.roster.map;
                match () {
                    () if *from != here => no(format!("{name} is in {}, not in {}", self.zone(here), self.zone(*from))),
                    () if map.zones.row(*to).is_none() => no(format!("there is no zone {}", to.0)),
                    () if border.is_some_and(|border| map.borders.row(border).is_none()) => no("there is no such border".to_owned()),
                    () => Ok(()),
                }
            }
            Event::Border { border, by, change, .. } => {
                by.map_or(Ok(""), |by| self.known(by))?;
                let Some(state) = self.state.board.borders.row(*border) else { return no("there is no such border".to_owned()) };
                let stateful = matches!(state.value, slip_pack::map::BorderValue::Stateful { .. });
                match change {
                    BorderChange::Opened | BorderChange::Closed | BorderChange::Progress(_) if !stateful => {
                        no(format!("{} cannot be opened or closed", self.border(*border)))
                    }
                    BorderChange::Progress(value)
                    | BorderChange::Harder(value)
                    | BorderChange::Easier(value)
                    | BorderChange::Crossing(value)
                        if *value < 0 =>
                    {
                        no("the numbers of a border cannot be below 0".to_owned())
                    }
                    BorderChange::Crossing(_) if by.is_none() => no("name the actor who crosses".to_owned()),
                    _ => Ok(()),
                }
            }
            Event::Counter { who, what, now, .. } => self.lawful_counter(*who, *what, *now),
            Event::Hold { hold, .. } => match usize::from(*hold) < self.state.holds.len() {
                true => Ok(()),
                false => no(format!("there is no `hold` condition {hold} here")),
            },
            Event::Phase(step) => {
                let turns = matches!(self.state.step.phase, Phase::Declare | Phase::Turn | Phase::End);
                match step.phase {
                    Phase::End if turns && step.who.actor().is_some() && step.who.actor() == self.state.actor => Ok(()),
                    _ => no("the only ruling about turns is to end the turn of the actor who is about to act".to_owned()),
                }
            }
            Event::End { winner, turns, .. } => match winner {
                Some(side) if self.roster.sides.row(*side).is_none() => no(format!("there is no side {}", side.0)),
                _ if *turns != self.state.round => no(format!("this is round {}, not {turns}", self.state.round)),
                _ => Ok(()),
            },
            Event::Social(event) => self.lawful_word(event),
            other => no(format!(
                "`{}` is a step of the game and cannot be a ruling: write its result as the ruling instead",
                crate::log::class(other)
            )),
        }
    }
}

impl Personal {
    fn lawful_counter(&self, who: ActorId, what: Counter, now: i32) -> Result<(), String> {
        let name = self.known(who)?;
        let weapon = |number: u8| match self.roster.actors[who].weapons.get(usize::from(number)) {
            Some(weapon) => Ok(weapon),
            None => Err(format!("{name} carries no weapon {number}")),
        };
        match what {
            Counter::Back if self.roster.pawns().any(|pawn| pawn == who) => {
                Err(format!("{name} is a pawn, and only people can be brought back into the fight"))
            }
            Counter::Escaped => self.may_leave(who),
            Counter::Mode(number) => {
                let modes = weapon(number)?.modes.len();
                let fits = usize::try_from(now).is_ok_and(|mode| mode < modes);
                if fits { Ok(()) } else { Err(format!("that weapon has no mode {now}")) }
            }
            Counter::Gravity if self.roster.social.is_some() => Err("gravity matters only in fights".to_owned()),
            Counter::Gravity if Gravity::from_number(now).is_none() => Err(format!("there is no gravity {now}")),
            Counter::Shots(number) => weapon(number).map(drop),
            Counter::Dropped(_, zone) | Counter::Starts(zone) if self.roster.map.zones.row(zone).is_none() => {
                Err(format!("there is no zone {}", zone.0))
            }
            Counter::Dropped(number, _) => weapon(number).map(drop),
            Counter::Task(number) if self.task(u16::from(number)).is_none() => Err(format!("there is no task {number}")),
            Counter::Terms if usize::try_from(now).is_ok_and(|tag| tag > self.roster.outcomes.len()) => {
                Err(format!("name an outcome: {}", self.roster.outcomes.join(", ")))
            }
            Counter::Used(skill) | Counter::Defends(Some(skill)) if self.roster.skills.row(skill).is_none() => {
                Err(format!("there is no skill {}", skill.0))
            }
            Counter::Line(number) | Counter::Granted(number) | Counter::MadeGood(number) if self.roster.lines.get(number).is_none() => {
                Err(format!("there is no effect {number}"))
            }
            _ if now < 0 => Err("a count cannot be below 0".to_owned()),
            _ => Ok(()),
        }
    }

    /// Checks a ruling of a social conflict: time left, an actor removed as by a friend zone, or a conflict that turns violent.
    fn lawful_word(&self, event: &SocialEvent) -> Result<(), String> {
        let Some(social) = &self.roster.social else { return Err("this is not a social conflict".to_owned()) };
        let who = || event.who.ok_or_else(|| "name the actor".to_owned());
        match event.op {
            SocialOp::Box if event.left <= social.time_boxes => Ok(()),
            SocialOp::Box => Err(format!("at most {} boxes of time can be left, not {}", social.time_boxes, event.left)),
            SocialOp::Removed => {
                let name = self.known(who()?)?;
                match self.state.actors[who()?].status {
                    ActorStatus::Pawn => Ok(()),
                    ActorStatus::Active => self.may_leave(who()?),
                    _ => Err(format!("{name} is already out of the conflict")),
                }
            }
            SocialOp::BrokeDown => self.known(who()?).map(drop),
            _ => Err("this event cannot be a ruling: write its result as the ruling instead".to_owned()),
        }
    }

    /// Checks that a ruling may put an actor out of the fight now: the actor is in the fight, and no action is under way.
    fn may_leave(&self, who: ActorId) -> Result<(), String> {
        let name = self.known(who)?;
        let state = &self.state;
        let begun = state.round > 0;
        let between = matches!(state.step.phase, Phase::Round | Phase::Turn | Phase::Declare | Phase::End | Phase::RoundEnd);
        match () {
            () if !state.actors[who].is_active() => Err(format!("{name} is already out of the fight")),
            () if !between && !begun => Err(format!("{name} can leave the fight only after the first round has begun")),
            () if !between || !state.asides.is_empty() => {
                Err(format!("{name} cannot leave the fight during an action: finish the action or undo it first"))
            }
            () => Ok(()),
        }
    }
}
