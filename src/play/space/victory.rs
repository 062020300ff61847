//! Who has won, and when it is looked at (space.md 9, R-S32). Floor 5.

use crate::fate::Holder;
use crate::pack::encounter::{Atom, On, Who};
use crate::play::conflict::Why;
use crate::play::event::Event;
use crate::play::ids::{ActorId, Key, Seat};
use crate::play::space::Space;
use crate::play::space::state::{Berth, ShipState, Status};

/// When victory is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// After a phase: who is out, who has left, who has conceded.
    Stage,
    /// After a turn: everything.
    Turn,
}

/// Outcome tags by which a ship is in others' hands.
const IN_OTHERS_HANDS: [&str; 2] = ["surrendered", "tethered"];

/// Whether a condition waits for the end of the turn.
const fn waits(atom: &Atom) -> bool {
    matches!(atom, Atom::AspectPresent(_) | Atom::AspectOn(..) | Atom::Active(_) | Atom::ActiveOf(_) | Atom::Survive { .. })
}

impl Space {
    /// Whether a ship is in the fight and not in a hangar.
    pub fn takes_part(&self, ship: ActorId) -> bool {
        self.state.ship(ship).is_some_and(is_out_there)
    }

    /// How many ships of a side are in the fight.
    pub fn active(&self, side: Seat) -> usize {
        self.state.ships.values().filter(|ship| ship.side == side && is_out_there(ship)).count()
    }

    /// The end, if this is it. Several who would win at once share it, unless the file says who comes first.
    pub(super) fn verdict(&self, when: When) -> Option<Event> {
        let roster = &self.roster;
        let mut standing = roster.sides.keys().filter(|&side| self.active(side) > 0);
        let (one, another) = (standing.next(), standing.next());
        let lonely = another.is_none();
        let end = |winner, why| Some(Event::End { winner, why, turns: self.state.turn });
        let mut first: Option<(usize, Option<Seat>)> = None;
        let mut several = false;
        let mut draw = None;
        let mut best: Option<(usize, usize, Option<Seat>)> = None;
        for (number, victory) in roster.victories.iter().enumerate() {
            let mut late = false;
            victory.condition.names(&mut |atom| late |= waits(atom));
            if late && when == When::Stage && !lonely {
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
            _ if when == When::Turn && self.state.turn >= roster.limit => end(None, Why::Limit),
            _ => None,
        }
    }

    /// The ships a condition is about; of a side, its fighters among them.
    fn members(&self, who: &Who) -> Vec<ActorId> {
        match who {
            Who::Side(side) => {
                let own = |(id, sheet): (ActorId, &crate::play::space::roster::Sheet)| (sheet.side == Seat::of(*side)).then_some(id);
                self.roster.ships.iter().filter_map(own).collect()
            }
            Who::Actors(list) => {
                let of = |&(side, place): &(usize, usize)| self.roster.sides.row(Seat::of(side))?.members.get(place).copied();
                list.iter().filter_map(of).collect()
            }
            Who::AtLeast(_, who) => self.members(who),
        }
    }

    /// Whether something is so of all that are meant, or of as many as are asked for. A fighter that never left its hangar
    /// shares its carrier's lot.
    fn all(&self, who: &Who, test: &dyn Fn(ActorId, &ShipState) -> bool) -> bool {
        let members = self.members(who);
        let lot = |id: ActorId| match self.state.ship(id)?.berth {
            Berth::Hangar(parent) => Some(parent),
            _ => Some(id),
        };
        let holds = |id: &ActorId| lot(*id).and_then(|id| Some(test(id, self.state.ship(id)?))).unwrap_or(false);
        match who {
            Who::AtLeast(count, _) => members.iter().filter(|id| holds(id)).count() >= usize::try_from(*count).unwrap_or(usize::MAX),
            Who::Side(_) | Who::Actors(_) => !members.is_empty() && members.iter().all(holds),
        }
    }

    fn truth(&self, atom: &Atom, when: When) -> i32 {
        let over = if when == When::Turn { self.state.turn } else { self.state.turn.saturating_sub(1) };
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        // What boarders have taken is in their hands (R-S44).
        let boarded = |id: ActorId, ship: &ShipState| ship.side != self.roster.ships[id].side;
        i32::from(match atom {
            Atom::Turn => return i32::try_from(over).unwrap_or(i32::MAX),
            Atom::Active(side) => return count(self.active(Seat::of(*side))),
            Atom::ActiveOf(who) => {
                return count(self.members(who).into_iter().filter(|&id| self.takes_part(id)).count());
            }
            Atom::Out(who) => self.all(who, &|_, ship| !ship.is_active()),
            Atom::TakenOut(who) => self.all(who, &|_, ship| matches!(ship.status, Status::TakenOut { .. })),
            Atom::Captured(who) => self.all(who, &|id, ship| self.is_captured(ship) || boarded(id, ship)),
            Atom::LeftMap(who) => self.all(who, &|_, ship| self.has_left(ship)),
            Atom::Escaped(who) => self.all(who, &|id, ship| self.has_left(ship) || self.is_alone_out_there(id)),
            Atom::DrivenOff(who) => self.all(who, &|_, ship| ship.status == Status::DrivenOff),
            Atom::Tethered { who, by } => self.all(who, &|id, ship| {
                let lead = ship.tether.filter(|&lead| lead != id);
                lead.is_some_and(|lead| match by {
                    Some(side) => self.side(lead) == Seat::of(*side),
                    None => self.side(lead) != self.roster.ships[id].side,
                })
            }),
            Atom::Boarded(who) => self.all(who, &boarded),
            Atom::Survive { who, rounds } => over >= *rounds && self.all(who, &|_, ship| ship.is_active()),
            Atom::LastStanding(side) => {
                let side = Seat::of(*side);
                self.active(side) > 0 && self.roster.sides.keys().filter(|&other| other != side).all(|other| self.active(other) == 0)
            }
            Atom::Conceded(side) => *side < 32 && self.state.conceded >> side & 1 == 1,
            Atom::AspectPresent(text) => self.state.aspects.values().any(|aspect| aspect.present && aspect.text == *text),
            Atom::AspectOn(text, on) => {
                let members = if let On::Who(who) = on { self.members(who) } else { Vec::new() };
                let there = |holder: Holder| match (on, holder) {
                    (On::Who(_), Holder::Actor(who) | Holder::Gear(who, _)) => members.contains(&ActorId(who)),
                    (On::Scene, Holder::Scene | Holder::System | Holder::Campaign) => true,
                    _ => false,
                };
                self.state.aspects.values().any(|aspect| aspect.present && aspect.text == *text && there(aspect.holder))
            }
            // Of fights with zones, borders and tasks.
            Atom::Reach { .. }
            | Atom::Exited { .. }
            | Atom::Lost(_)
            | Atom::Worth(_)
            | Atom::Objectives(_)
            | Atom::Hold { .. }
            | Atom::Control { .. }
            | Atom::Open(..)
            | Atom::Closed(..)
            | Atom::Dismantled(..)
            | Atom::Done(_) => false,
        })
    }

    /// Whether a ship is off the map; if its own drives must have done it, only then (R-S32).
    fn has_left(&self, ship: &ShipState) -> bool {
        match ship.status {
            Status::Escaped => true,
            Status::DrivenOff => self.roster.settings.driven_off_counts,
            _ => false,
        }
    }

    /// Whether a ship is in the fight and no enemy is, so that nobody pursues it any more (R-S32).
    fn is_alone_out_there(&self, id: ActorId) -> bool {
        self.takes_part(id) && !self.state.ships.iter().any(|(other, ship)| is_out_there(ship) && self.are_enemies(id, other))
    }

    fn is_captured(&self, ship: &ShipState) -> bool {
        let Status::TakenOut { fate: Some(fate), .. } = ship.status else { return false };
        self.roster.outcomes.get(usize::from(fate)).is_some_and(|tag| IN_OTHERS_HANDS.contains(&tag.as_str()))
    }
}

/// Whether a ship is in the fight and not in a hangar.
const fn is_out_there(ship: &ShipState) -> bool {
    ship.is_active() && !matches!(ship.berth, Berth::Hangar(_))
}
