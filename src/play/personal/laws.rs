//! What the referee may rule, and what not even the referee may: boxes and slots that are not there, points below
//! nothing, places and people that do not exist. Floor 5.

use crate::fate::{Holder, Slots};
use crate::play::choice::{Choice, Verb};
use crate::play::conflict::Conflict;
use crate::play::event::{BorderChange, Counter, Event, Phase, Step, TrackId};
use crate::play::ids::{ActorId, AspectId, Id, Key};
use crate::play::names::Names;
use crate::play::personal::Personal;
use crate::play::personal::state::{COMPOSURE, HEALTH};
use std::fmt;

/// Why something cannot be ruled, in the words of the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlawful(String);

impl fmt::Display for Unlawful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unlawful {}

/// The events of a ruling, each judged as things stand when it comes. If whoever has the turn is out of the fight
/// afterwards, the end of that turn is added.
///
/// # Errors
/// [`Unlawful`] for the first that the laws of the fight do not allow.
pub fn judged(fight: &Personal, mut events: Vec<Event>) -> Result<Vec<Event>, Unlawful> {
    if events.is_empty() {
        return Err(Unlawful("nothing is ruled".to_owned()));
    }
    let mut then = fight.clone();
    for event in &events {
        if then.state.outcome.is_some() {
            return Err(Unlawful("it is over".to_owned()));
        }
        then.lawful(event)?;
        then.apply(event);
    }
    if fight.roster.settings.zero_sum && fight.points_in_all() != then.points_in_all() {
        return Err(Unlawful("fate points only change hands here: what one gets another gives".to_owned()));
    }
    let state = &then.state;
    let out = state.actor.filter(|&who| !state.actors[who].is_active());
    if let Some(who) = out.filter(|_| state.outcome.is_none() && state.step.phase == Phase::Declare) {
        events.push(Event::Phase(Step::of(Phase::End, Id::Actor(who)).n(state.turn)));
    }
    Ok(events)
}

impl Personal {
    /// Whether an event may be ruled as things stand.
    fn lawful(&self, event: &Event) -> Result<(), Unlawful> {
        let no = |why: String| Err(Unlawful(why));
        match event {
            Event::Fate { who, change, left, from } => {
                let (name, have) = (self.known(*who)?, i64::from(self.state.actors[*who].fate.points()));
                if let Some(from) = from {
                    self.known(*from)?;
                }
                let after = have + i64::from(*change);
                match () {
                    () if after < 0 => no(format!("{name} has {have} fate points and cannot lose {}", -i64::from(*change))),
                    () if after != i64::from(*left) => no(format!("{name} would have {after} fate points left, not {left}")),
                    () => Ok(()),
                }
            }
            Event::Spin { who, change, lapsed } => {
                let name = self.known(*who)?;
                let side = self.roster.side(*who);
                let have = crate::fate::purse::spin_of(&self.state.spin, side.0);
                match change {
                    0 if !lapsed => no("no spin changes".to_owned()),
                    less if -less > have => no(format!("the side of {name} has {have} spin and cannot lose {}", -less)),
                    _ => Ok(()),
                }
            }
            Event::AspectAdd { id, aspect } => {
                let next = self.state.aspects.len();
                self.holder_known(aspect.holder)?;
                if let Some(placer) = aspect.placer {
                    self.known(ActorId(placer))?;
                }
                match () {
                    () if id.place() != next => no(format!("a new aspect has the number {next}, not {}", id.0)),
                    () if aspect.text.is_empty() => no("an aspect has words".to_owned()),
                    () if !aspect.present => no("a new aspect is there".to_owned()),
                    () => Ok(()),
                }
            }
            Event::AspectFree { id, by, .. } => {
                by.map_or(Ok(""), |by| self.known(by))?;
                self.aspect_present(*id)
            }
            Event::AspectDrop { id } => self.aspect_present(*id),
            Event::Mark { who, track, up_to } => {
                let length = self.track_length(*who, *track)?;
                self.boxes_there(*who, *track, length, *up_to)
            }
            Event::Boxes { who, track, boxes, .. } => {
                let length = self.track_length(*who, *track)?;
                let highest = u8::try_from(u32::BITS - boxes.leading_zeros()).unwrap_or(u8::MAX);
                if highest == 0 { Ok(()) } else { self.boxes_there(*who, *track, length, highest) }
            }
            Event::Consequence { who, grade, aspect } => {
                let name = self.known(*who)?;
                self.aspect_present(*aspect)?;
                match self.state.actors[*who].slots.covers(Slots::NONE.with(*grade)) {
                    true => Ok(()),
                    false => no(format!("{name} has no {} consequence left to take", grade.word())),
                }
            }
            Event::Out { who, by, track, fate, .. } => {
                by.map_or(Ok(""), |by| self.known(by))?;
                if *track != HEALTH && *track != COMPOSURE {
                    return no(format!("there is no track {}", track.0));
                }
                if fate.is_none_or(|fate| usize::from(fate) >= self.roster.outcomes.len()) {
                    return no(format!("say what becomes of them: {}", self.roster.outcomes.join(", ")));
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
                let stateful = matches!(state.value, crate::pack::map::BorderValue::Stateful { .. });
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
                        no("a border's numbers are not below 0".to_owned())
                    }
                    BorderChange::Crossing(_) if by.is_none() => no("say who crosses".to_owned()),
                    _ => Ok(()),
                }
            }
            Event::Counter { who, what, now, .. } => self.lawful_counter(*who, *what, *now),
            Event::Hold { hold, .. } => match usize::from(*hold) < self.state.holds.len() {
                true => Ok(()),
                false => no(format!("there are {} `hold` conditions here", self.state.holds.len())),
            },
            Event::Phase(step) => {
                let turns = matches!(self.state.step.phase, Phase::Declare | Phase::Turn | Phase::End);
                match step.phase {
                    Phase::End if turns && step.who.actor().is_some() && step.who.actor() == self.state.actor => Ok(()),
                    _ => no("all the referee may say of the course is that the turn of whoever is about to act ends".to_owned()),
                }
            }
            Event::End { winner, turns, .. } => match winner {
                Some(side) if self.roster.sides.row(*side).is_none() => no(format!("there is no side {}", side.0)),
                _ if *turns != self.state.round => no(format!("this is round {}, not {turns}", self.state.round)),
                _ => Ok(()),
            },
            other => no(format!("`{}` is a step of a procedure; rule what comes of it", crate::play::log::class(other))),
        }
    }

    fn lawful_counter(&self, who: ActorId, what: Counter, now: i32) -> Result<(), Unlawful> {
        let name = self.known(who)?;
        let weapon = |number: u8| match self.roster.actors[who].weapons.get(usize::from(number)) {
            Some(weapon) => Ok(weapon),
            None => Err(Unlawful(format!("{name} carries no weapon {number}"))),
        };
        match what {
            Counter::Escaped => self.may_leave(who),
            Counter::Mode(number) => {
                let modes = weapon(number)?.modes.len();
                let fits = usize::try_from(now).is_ok_and(|mode| mode < modes);
                if fits { Ok(()) } else { Err(Unlawful(format!("that weapon has {modes} modes"))) }
            }
            Counter::Shots(number) => weapon(number).map(drop),
            Counter::Dropped(_, zone) | Counter::Starts(zone) if self.roster.map.zones.row(zone).is_none() => {
                Err(Unlawful(format!("there is no zone {}", zone.0)))
            }
            Counter::Dropped(number, _) => weapon(number).map(drop),
            Counter::Task(number) if self.task(u16::from(number)).is_none() => Err(Unlawful(format!("there is no task {number}"))),
            Counter::Terms if usize::try_from(now).is_ok_and(|tag| tag > self.roster.outcomes.len()) => {
                Err(Unlawful(format!("say what becomes of them: {}", self.roster.outcomes.join(", "))))
            }
            Counter::Used(skill) | Counter::Defends(Some(skill)) if self.roster.skills.row(skill).is_none() => {
                Err(Unlawful(format!("there is no skill {}", skill.0)))
            }
            Counter::Line(number) | Counter::Granted(number) | Counter::MadeGood(number) if self.roster.lines.get(number).is_none() => {
                Err(Unlawful(format!("there is no line {number}")))
            }
            _ if now < 0 => Err(Unlawful("a count is not below 0".to_owned())),
            _ => Ok(()),
        }
    }

    fn known(&self, who: ActorId) -> Result<&str, Unlawful> {
        match self.roster.actors.row(who) {
            Some(sheet) => Ok(&sheet.name),
            None => Err(Unlawful(format!("there is nobody with the number {}", who.0))),
        }
    }

    fn holder_known(&self, holder: Holder) -> Result<(), Unlawful> {
        match holder {
            Holder::Actor(who) => self.known(ActorId(who)).map(drop),
            Holder::Gear(who, thing) => {
                let name = self.known(ActorId(who))?;
                let choice = Choice::of(Verb::Use).with(u16::from(thing));
                let armour = thing == super::begin::ARMOUR && self.roster.actors[ActorId(who)].armour.is_some();
                if armour || self.weapon(ActorId(who), choice).is_some() {
                    Ok(())
                } else {
                    Err(Unlawful(format!("{name} carries nothing with the number {thing}")))
                }
            }
            Holder::Zone(zone) if self.roster.map.zones.row(crate::play::ids::ZoneId(zone)).is_none() => {
                Err(Unlawful(format!("there is no zone {zone}")))
            }
            Holder::Zone(_) | Holder::Scene | Holder::System | Holder::Campaign => Ok(()),
        }
    }

    fn aspect_present(&self, id: AspectId) -> Result<(), Unlawful> {
        match self.state.aspects.row(id) {
            Some(aspect) if aspect.present => Ok(()),
            Some(aspect) => Err(Unlawful(format!("the aspect \"{}\" is gone", aspect.text))),
            None => Err(Unlawful(format!("there is no aspect {}", id.0))),
        }
    }

    fn track_length(&self, who: ActorId, track: TrackId) -> Result<u8, Unlawful> {
        let name = self.known(who)?;
        if track != HEALTH && track != COMPOSURE {
            return Err(Unlawful(format!("{name} has no track {}", track.0)));
        }
        Ok(self.state.actors[who].track(track).length())
    }

    fn boxes_there(&self, who: ActorId, track: TrackId, length: u8, highest: u8) -> Result<(), Unlawful> {
        if (1..=length).contains(&highest) {
            return Ok(());
        }
        let (track, name) = (self.track(track), self.known(who)?);
        Err(Unlawful(match length {
            0 => format!("{name} has no boxes of {track}"),
            _ => format!("{name} has boxes 1 to {length} of {track}, and no box {highest}"),
        }))
    }

    /// Whether somebody may be ruled out of the fight now: they are in it, and no action is under way.
    fn may_leave(&self, who: ActorId) -> Result<(), Unlawful> {
        let name = self.known(who)?;
        let state = &self.state;
        let between = matches!(state.step.phase, Phase::Round | Phase::Turn | Phase::Declare | Phase::End | Phase::RoundEnd);
        match () {
            () if !state.actors[who].is_active() => Err(Unlawful(format!("{name} is out of the fight already"))),
            () if !between || !state.asides.is_empty() => {
                Err(Unlawful(format!("an action is under way: let it end, or take it back, before {name} leaves the fight")))
            }
            () => Ok(()),
        }
    }
}
