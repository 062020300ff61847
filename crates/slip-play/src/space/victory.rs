//! Victory in space combat, and when it is checked (R-S32).

use crate::event::Event;
use crate::ids::{ActorId, Seat, TableKey};
use crate::space::Space;
use crate::space::damage::{SURRENDERED, TETHERED};
use crate::space::state::{ShipLocation, ShipState, ShipStatus};
use crate::victory::{self, VictoryConditions, VictoryFacts};
use slip_pack::encounter::{VictorySubject, VictoryTerm};

/// Time at which victory is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpaceVictoryTime {
    /// At the end of a phase. Only conditions about ships that are taken out, have left or have conceded are checked.
    Stage,
    /// At the end of a turn: all conditions are checked.
    Turn,
}

/// Outcome tags of a captured ship.
const IN_OTHERS_HANDS: [&str; 2] = [SURRENDERED, TETHERED];

impl Space {
    /// True if a ship is in the fight and not in a hangar.
    pub fn takes_part(&self, ship: ActorId) -> bool {
        self.state.ship(ship).is_some_and(is_out_there)
    }

    /// Returns the number of a side's ships that are in the fight and not in a hangar.
    pub fn active(&self, side: Seat) -> usize {
        self.state.ships.values().filter(|ship| ship.side == side && is_out_there(ship)).count()
    }

    /// Returns the event that ends the fight, if a condition is true.
    pub(super) fn verdict(&self, when: SpaceVictoryTime) -> Option<Event> {
        victory::verdict(self, when == SpaceVictoryTime::Turn)
    }

    /// True if a ship has left the map. Being driven off counts only if the setting says so (R-S32).
    fn has_left(&self, ship: &ShipState) -> bool {
        match ship.status {
            ShipStatus::Escaped => true,
            ShipStatus::DrivenOff => self.roster.settings.driven_off_counts,
            _ => false,
        }
    }

    /// True if a ship counts as escaped although it has not left the map: it is in the fight, and all enemies are out (R-S32).
    fn is_alone_out_there(&self, id: ActorId) -> bool {
        self.takes_part(id) && !self.state.ships.iter().any(|(other, ship)| is_out_there(ship) && self.are_enemies(id, other))
    }

    fn is_captured(&self, ship: &ShipState) -> bool {
        let ShipStatus::TakenOut { fate: Some(fate), .. } = ship.status else { return false };
        self.roster.outcomes.get(usize::from(fate)).is_some_and(|tag| IN_OTHERS_HANDS.contains(&tag.as_str()))
    }
}

impl VictoryFacts for Space {
    fn conditions(&self) -> VictoryConditions<'_> {
        let (roster, state) = (&*self.roster, &self.state);
        VictoryConditions {
            victories: &roster.victories,
            priority: &roster.priority,
            sides: roster.sides.len(),
            round: state.turn,
            limit: roster.limit,
            conceded: state.conceded,
            holds: &[],
            aspects: &state.aspects,
        }
    }

    fn number_in_play(&self, side: Seat) -> usize {
        self.active(side)
    }

    fn is_in_play(&self, who: ActorId) -> bool {
        self.takes_part(who)
    }

    // A side means all its ships, fighters included.
    fn meant(&self, who: &VictorySubject) -> Vec<ActorId> {
        let side = |side: Seat| self.roster.ships.iter().filter(|(_, sheet)| sheet.side == side).map(|(id, _)| id).collect();
        victory::members(who, side, |side, place| self.roster.sides.row(side)?.members.get(place).copied())
    }

    // Conditions about a fighter that is in its hangar are checked for its carrier instead.
    fn is_so_of(&self, who: ActorId, atom: &VictoryTerm) -> bool {
        let id = match self.state.ship(who).map(|ship| ship.berth) {
            Some(ShipLocation::Hangar(parent)) => parent,
            _ => who,
        };
        let Some(ship) = self.state.ship(id) else { return false };
        // A ship that boarders have taken is captured (R-S44).
        let boarded = || ship.side != self.roster.ships[id].side;
        match atom {
            VictoryTerm::Out(_) => !ship.is_active(),
            VictoryTerm::TakenOut(_) => matches!(ship.status, ShipStatus::TakenOut { .. }),
            VictoryTerm::Captured(_) => self.is_captured(ship) || boarded(),
            VictoryTerm::LeftMap(_) => self.has_left(ship),
            VictoryTerm::Escaped(_) => self.has_left(ship) || self.is_alone_out_there(id),
            VictoryTerm::DrivenOff(_) => ship.status == ShipStatus::DrivenOff,
            VictoryTerm::Tethered { by, .. } => ship.tether.filter(|&lead| lead != id).is_some_and(|lead| match by {
                Some(side) => self.side(lead) == Seat::of(*side),
                None => self.side(lead) != self.roster.ships[id].side,
            }),
            VictoryTerm::Boarded(_) => boarded(),
            VictoryTerm::Survive { .. } => ship.is_active(),
            _ => false,
        }
    }
}

/// True if a ship is in the fight and not in a hangar.
const fn is_out_there(ship: &ShipState) -> bool {
    ship.is_active() && !matches!(ship.berth, ShipLocation::Hangar(_))
}
