//! Fighters: launching and docking (R-S31, R-S45).

use crate::choice::{Choice, Options, Verb};
use crate::effects::Act;
use crate::event::{Counter, Event, Events, Grouping, SpacePhase};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::state::{Drives, ShipLocation};

/// Value of [`Counter::Drives`] if a ship launches fighters in the position phase.
const LAUNCHES: i32 = 5;

impl Space {
    /// Returns the fighters that a ship may launch now: the ship is on the map and has not acted in this phase (R-S45).
    pub fn launches(&self, ship: ActorId) -> Vec<ActorId> {
        let Some(there) = self.state.ship(ship) else { return Vec::new() };
        let acted = there.attacked > 0 || there.acted != 0 || !there.repaired.is_empty();
        let idle = there.launched || (!acted && there.drives == Drives::Unsaid);
        if !there.is_active() || there.fails.is_some() || there.band().is_none() || !idle || !self.may_do(ship, Act::Launch, None) {
            return Vec::new();
        }
        let inside = |(id, craft): (ActorId, &crate::space::state::ShipState)| {
            (craft.berth == ShipLocation::Hangar(ship) && craft.is_active()).then_some(id)
        };
        self.state.ships.iter().filter_map(inside).collect()
    }

    /// True if a ship may attack in this phase: it does not fail to act, has launched no fighter and was not launched itself.
    pub fn may_declare(&self, ship: ActorId) -> bool {
        self.state.ship(ship).is_some_and(|there| there.is_active() && there.fails.is_none() && !there.launched)
    }

    /// Adds the answers about the hangar in the position phase: launching a fighter, or docking with a carrier in the same band.
    pub(super) fn legal_hangar(&self, ship: ActorId, out: &mut Options) {
        let docks = self.roster.ships.row(ship).and_then(|sheet| sheet.parent).filter(|&parent| {
            let (own, carrier) = (self.state.ship(ship), self.state.ship(parent));
            let band = carrier.filter(|carrier| carrier.is_active()).and_then(|carrier| carrier.band());
            band.is_some() && own.and_then(|own| own.band()) == band && !self.are_enemies(ship, parent)
        });
        if let Some(parent) = docks {
            out.push(Choice::of(Verb::Dock).on(Id::Actor(parent)));
        }
        for fighter in self.launches(ship) {
            out.push(Choice::of(Verb::Launch).on(Id::Actor(fighter)));
        }
    }

    /// Launches a fighter onto the band of its carrier. Neither of the two rolls in the position phase (R-S45). The fighter can act from
    /// the next phase on (R-VA3).
    pub(super) fn launch(&self, ship: ActorId, fighter: ActorId, out: &mut Events) {
        if self.state.stage == SpacePhase::Position {
            for who in [ship, fighter] {
                out.push(Event::Counter { who, what: Counter::Drives, change: LAUNCHES, now: LAUNCHES });
            }
        }
        out.push(Event::Group { what: Grouping::Launch, who: vec![fighter], lead: Some(ship) });
    }
}
