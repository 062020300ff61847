//! What ends a fight, and when it is looked at (personal.md 4, 5.5). Floor 5.

use crate::fate::Holder;
use crate::pack::encounter::{Atom, On, Who};
use crate::play::board::BorderState;
use crate::play::conflict::Why;
use crate::play::event::{Event, Events};
use crate::play::ids::{ActorId, BorderId, Key, Seat, ZoneId};
use crate::play::personal::Personal;
use crate::play::personal::roster::Roster;
use crate::play::personal::state::{ActorState, Status};

/// When victory is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// After a turn: eliminations, arrivals, concessions (R-P42).
    Turn,
    /// After a round: everything.
    Round,
}

/// The outcome tag of captives.
const CAPTURED: &str = "captured";

/// Whether a condition waits for the end of the round (5.5).
fn waits(atom: &Atom) -> bool {
    matches!(
        atom,
        Atom::Hold { .. }
            | Atom::Control { .. }
            | Atom::AspectPresent(_)
            | Atom::AspectOn(..)
            | Atom::Open(..)
            | Atom::Closed(..)
            | Atom::Dismantled(..)
            | Atom::Active(_)
            | Atom::ActiveOf(_)
            | Atom::Survive { .. }
    )
}

impl Personal {
    /// The end, if this is it. Several who would win at once share it, unless the file says who comes first (5.5).
    pub(super) fn verdict(&self, when: When) -> Option<Event> {
        let roster = &self.roster;
        let state = &self.state;
        let mut standing = roster.sides.keys().filter(|&side| self.active(side) > 0);
        let (one, another) = (standing.next(), standing.next());
        let lonely = another.is_none();
        let end = |winner, why| Some(Event::End { winner, why, turns: state.round });
        let mut first: Option<(usize, Option<Seat>)> = None;
        let mut several = false;
        let mut draw = None;
        let mut best: Option<(usize, usize, Option<Seat>)> = None;
        for (number, victory) in roster.victories.iter().enumerate() {
            let mut late = false;
            victory.condition.names(&mut |atom| late |= waits(atom));
            if late && when == When::Turn && !lonely {
                continue;
            }
            let held = victory.condition.eval(&mut |atom| Ok(i64::from(self.truth(atom, when))));
            if held.is_ok_and(|value| value != 0) {
                let winner = victory.side.map(Seat::of);
                let (_, before) = *first.get_or_insert((number, winner));
                several |= before != winner;
                draw = draw.or(winner.is_none().then_some(number));
                if let Some(place) = roster.priority.iter().position(|listed| *listed == winner)
                    && best.is_none_or(|(least, ..)| place < least)
                {
                    best = Some((place, number, winner));
                }
            }
        }
        let by_line = |number: usize| Why::Victory(u16::try_from(number).unwrap_or(u16::MAX));
        match (first, several, best) {
            (Some(_), true, Some((_, number, winner))) => return end(winner, by_line(number)),
            (Some(_), true, None) => return end(None, draw.map_or(Why::AtOnce, by_line)),
            (Some((number, winner)), ..) => return end(winner, by_line(number)),
            (None, ..) => {}
        }
        match one {
            None => end(None, Why::NobodyLeft),
            Some(side) if lonely => end(Some(side), Why::LastStanding),
            _ if when == When::Round && state.round >= roster.limit => end(None, Why::Limit),
            _ => None,
        }
    }

    /// How many of a side are in the fight.
    pub(super) fn active(&self, side: Seat) -> usize {
        self.roster.sides.row(side).map_or(0, |side| self.actors(&side.members).filter(|a| a.is_active()).count())
    }

    fn actors<'a>(&'a self, who: &'a [ActorId]) -> impl Iterator<Item = &'a ActorState> {
        who.iter().map(|&who| &self.state.actors[who])
    }

    fn members(&self, who: &Who) -> Vec<ActorId> {
        members_of(&self.roster, who)
    }

    fn truth(&self, atom: &Atom, when: When) -> i32 {
        let all = |who: &Who, test: &dyn Fn(&ActorState) -> bool| {
            let members = self.members(who);
            match who {
                Who::AtLeast(count, _) => i32::from(self.actors(&members).filter(|actor| test(actor)).count() >= at_least(*count)),
                Who::Side(_) | Who::Actors(_) => i32::from(!members.is_empty() && self.actors(&members).all(test)),
            }
        };
        let captured = tag(&self.roster.outcomes);
        match atom {
            // During a round the rounds that are over count.
            Atom::Turn => i32::try_from(state_rounds(self.state.round, when)).unwrap_or(i32::MAX),
            Atom::Reach { who, zones, at_least } => {
                let members = self.members(who);
                let playing: Vec<&ActorState> = self.actors(&members).filter(|actor| actor.is_active()).collect();
                let there = |actor: &&&ActorState| zones.contains(&usize::from(actor.zone.0));
                let count = playing.iter().filter(there).count();
                let wanted = at_least.map_or(playing.len().max(1), |n| usize::try_from(n).unwrap_or(usize::MAX));
                i32::from(count >= wanted)
            }
            Atom::Out(who) => all(who, &|actor| !actor.is_active()),
            Atom::TakenOut(who) => all(who, &|actor| matches!(actor.status, Status::TakenOut { .. })),
            Atom::Captured(who) => all(who, &|actor| match actor.status {
                Status::TakenOut { fate, .. } => fate.is_some() && fate == captured,
                Status::Conceded => actor.terms.is_some() && actor.terms == captured,
                Status::Active | Status::Escaped => false,
            }),
            Atom::LeftMap(who) => all(who, &|actor| actor.status == Status::Escaped),
            Atom::Hold { side, zone, rounds } => {
                let counter = self.hold_counters().iter().position(|held| *held == (*side, *zone));
                let held = counter.and_then(|number| self.state.holds.get(number)).copied().unwrap_or(0);
                i32::from(held >= *rounds)
            }
            Atom::Control { side, zone } => i32::from(self.controls(Seat::of(*side), ZoneId::of(*zone))),
            Atom::LastStanding(side) => {
                let side = Seat::of(*side);
                let others = self.roster.sides.keys().filter(|&other| other != side);
                i32::from(self.active(side) > 0 && others.map(|other| self.active(other)).sum::<usize>() == 0)
            }
            Atom::Conceded(side) => i32::from(*side < 32 && self.state.conceded >> side & 1 == 1),
            Atom::AspectPresent(text) => i32::from(self.state.aspects.values().any(|aspect| aspect.present && aspect.text == *text)),
            Atom::AspectOn(text, on) => {
                let members = if let On::Who(who) = on { self.members(who) } else { Vec::new() };
                let there = |holder: Holder| match (on, holder) {
                    (On::Who(_), Holder::Actor(who) | Holder::Gear(who, _)) => members.contains(&ActorId(who)),
                    (On::Zone(zone), Holder::Zone(there)) => ZoneId::of(*zone).0 == there,
                    (On::Scene, Holder::Scene | Holder::System | Holder::Campaign) => true,
                    _ => false,
                };
                i32::from(self.state.aspects.values().any(|aspect| aspect.present && aspect.text == *text && there(aspect.holder)))
            }
            Atom::Open(a, b) => self.some_border(*a, *b, &|state| state.pass().is_some()),
            Atom::Closed(a, b) => self.some_border(*a, *b, &|state| state.to_open().is_some()),
            Atom::Dismantled(a, b) => self.some_border(*a, *b, &|state| {
                state.open && matches!(state.value, crate::pack::map::BorderValue::Stateful { close: None, .. })
            }),
            Atom::Done(task) => {
                let number = u16::try_from(*task).unwrap_or(u16::MAX);
                i32::from(self.task(number).is_some_and(|task| self.successes(number) >= task.successes))
            }
            Atom::Survive { who, rounds } => {
                let over = state_rounds(self.state.round, when) >= *rounds;
                i32::from(over) * all(who, &ActorState::is_active)
            }
            Atom::ActiveOf(who) => {
                let members = self.members(who);
                i32::try_from(self.actors(&members).filter(|actor| actor.is_active()).count()).unwrap_or(i32::MAX)
            }
            Atom::Active(side) => i32::try_from(self.active(Seat::of(*side))).unwrap_or(i32::MAX),
            // Only ships and units do these.
            Atom::Escaped(_) | Atom::DrivenOff(_) | Atom::Tethered { .. } | Atom::Boarded(_) => 0,
            Atom::Exited { .. } | Atom::Lost(_) | Atom::Worth(_) | Atom::Objectives(_) => 0,
        }
    }

    /// Whether some border between two zones is so.
    fn some_border(&self, a: usize, b: usize, test: &dyn Fn(&BorderState) -> bool) -> i32 {
        let ends = [ZoneId::of(a), ZoneId::of(b)];
        let between = |border: BorderId| {
            let there = &self.roster.map.borders[border];
            [there.a, there.b] == ends || [there.b, there.a] == ends
        };
        i32::from(self.state.board.borders.iter().any(|(border, state)| between(border) && test(state)))
    }

    /// Whether a side has somebody in a zone and nobody else does.
    fn controls(&self, side: Seat, zone: ZoneId) -> bool {
        let there = |(who, actor): (ActorId, &ActorState)| (actor.is_active() && actor.zone == zone).then(|| self.roster.side(who));
        let mut sides = self.state.actors.iter().filter_map(there).peekable();
        sides.peek().is_some() && sides.all(|there| there == side)
    }

    /// Side and zone of every `hold` condition, in the order of the text: one counter each.
    fn hold_counters(&self) -> Vec<(usize, usize)> {
        let mut holds = Vec::new();
        for victory in &self.roster.victories {
            victory.condition.names(&mut |atom| {
                if let Atom::Hold { side, zone, .. } = atom {
                    holds.push((*side, *zone));
                }
            });
        }
        holds
    }

    /// Counts the rounds each `hold` condition has been true in a row.
    pub(super) fn count_holds(&self, out: &mut Events) {
        for (number, (side, zone)) in self.hold_counters().into_iter().enumerate() {
            let before = self.state.holds.get(number).copied().unwrap_or(0);
            let now = if self.controls(Seat::of(side), ZoneId::of(zone)) { before + 1 } else { 0 };
            if now != before {
                out.push(Event::Hold { hold: u8::try_from(number).unwrap_or(u8::MAX), now });
            }
        }
    }

    /// Whether somebody who ends a turn here leaves the map: an exit, and somebody wins by leaving.
    pub(super) fn leaves_map(&self, who: ActorId) -> bool {
        let actor = &self.state.actors[who];
        if !actor.is_active() || !self.roster.map.zones[actor.zone].exit {
            return false;
        }
        let mut wanted = false;
        for victory in &self.roster.victories {
            victory.condition.names(&mut |atom| {
                if let Atom::LeftMap(leavers) = atom {
                    wanted |= self.members(leavers).contains(&who);
                }
            });
        }
        wanted
    }
}

/// Rounds that are over.
const fn state_rounds(round: u32, when: When) -> u32 {
    match when {
        When::Turn => round.saturating_sub(1),
        When::Round => round,
    }
}

fn at_least(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// The outcome tag of captives.
fn tag(outcomes: &[ecow::EcoString]) -> Option<u8> {
    outcomes.iter().position(|word| word == CAPTURED).and_then(|tag| u8::try_from(tag).ok())
}

/// Whose capture somebody wins by, a bit for each actor, and the outcome tag of captives.
pub(super) fn captives(roster: &Roster) -> Option<(u8, u128)> {
    let tag = tag(&roster.outcomes)?;
    let mut whom = 0_u128;
    for victory in &roster.victories {
        victory.condition.names(&mut |atom| {
            if let Atom::Captured(who) = atom {
                let members = members_of(roster, who);
                whom |= members.into_iter().fold(0, |all, who| all | 1_u128.checked_shl(u32::from(who.0)).unwrap_or(0));
            }
        });
    }
    (whom != 0).then_some((tag, whom))
}

fn members_of(roster: &Roster, who: &Who) -> Vec<ActorId> {
    let of = |side: usize| roster.sides.row(Seat::of(side));
    match who {
        Who::Side(side) => of(*side).map(|side| side.members.clone()).unwrap_or_default(),
        Who::Actors(list) => list.iter().filter_map(|&(side, place)| of(side)?.members.get(place).copied()).collect(),
        Who::AtLeast(_, who) => members_of(roster, who),
    }
}
