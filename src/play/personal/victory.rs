//! What ends a fight, and when it is looked at (personal.md 4, 5.5). Floor 5.

use crate::pack::encounter::{Atom, Who};
use crate::play::board::BorderState;
use crate::play::conflict::Why;
use crate::play::event::{Event, Events};
use crate::play::ids::{ActorId, BorderId, Key, Seat, ZoneId};
use crate::play::personal::Personal;
use crate::play::personal::state::{ActorState, Status};

/// When victory is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// After a turn: eliminations, arrivals, concessions (R-P42).
    Turn,
    /// After a round: everything.
    Round,
}

/// Whether a condition waits for the end of the round (5.5).
fn waits(atom: &Atom) -> bool {
    matches!(atom, Atom::Hold { .. } | Atom::Control { .. } | Atom::AspectPresent(_) | Atom::Open(..) | Atom::Active(_))
}

impl Personal {
    /// The end, if this is it. Of several conditions that hold, the first in the text decides.
    pub(super) fn verdict(&self, when: When) -> Option<Event> {
        let roster = &self.roster;
        let state = &self.state;
        let mut standing = roster.sides.keys().filter(|&side| self.active(side) > 0);
        let (one, another) = (standing.next(), standing.next());
        let lonely = another.is_none();
        let end = |winner, why| Some(Event::End { winner, why, turns: state.round });
        for (number, victory) in roster.victories.iter().enumerate() {
            let mut late = false;
            victory.condition.names(&mut |atom| late |= waits(atom));
            if late && when == When::Turn && !lonely {
                continue;
            }
            let held = victory.condition.eval(&mut |atom| Ok(i64::from(self.truth(atom, when))));
            if held.is_ok_and(|value| value != 0) {
                let winner = victory.side.map(Seat::of);
                return end(winner, Why::Victory(u16::try_from(number).unwrap_or(u16::MAX)));
            }
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
        match who {
            Who::Side(side) => self.roster.sides.row(Seat::of(*side)).map(|s| s.members.clone()).unwrap_or_default(),
            Who::Actors(list) => {
                list.iter().filter_map(|&(side, place)| self.roster.sides.row(Seat::of(side))?.members.get(place).copied()).collect()
            }
        }
    }

    fn truth(&self, atom: &Atom, when: When) -> i32 {
        let all = |who: &Who, test: &dyn Fn(&ActorState) -> bool| {
            let members = self.members(who);
            i32::from(!members.is_empty() && self.actors(&members).all(test))
        };
        let captured = self.roster.outcomes.iter().position(|word| word == "captured");
        match atom {
            // During a round the rounds that are over count.
            Atom::Turn => i32::try_from(self.state.round).unwrap_or(i32::MAX) - i32::from(when == When::Turn),
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
            Atom::Captured(who) => {
                all(who, &|actor| matches!(actor.status, Status::TakenOut { fate: Some(fate), .. } if Some(usize::from(fate)) == captured))
            }
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
            Atom::Open(a, b) => {
                let ends = [ZoneId::of(*a), ZoneId::of(*b)];
                let between = |border: BorderId| {
                    let there = &self.roster.map.borders[border];
                    [there.a, there.b] == ends || [there.b, there.a] == ends
                };
                let open = |(border, state): (BorderId, &BorderState)| between(border) && state.pass().is_some();
                i32::from(self.state.board.borders.iter().any(open))
            }
            Atom::Active(side) => i32::try_from(self.active(Seat::of(*side))).unwrap_or(i32::MAX),
        }
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
