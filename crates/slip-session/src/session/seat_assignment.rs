//! Player of a seat in a session: a person, or an engine player that can be created again.

use crate::run::Player;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::fight::Fight;
use slip_play::ids::{Seat, TableKey};
use slip_play::question::Points;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::search::SearchSeat;
use slip_policy::{DefaultPolicy, Policy, Random};

/// Function that creates a player in its state before the first question.
pub type PlayerMaker = Box<dyn Fn() -> Player>;

/// Player of a seat.
pub enum SeatAssignment {
    /// A person at the table, with the decision points at which the person is asked.
    Human(Points),
    /// A player of the engine. It is created anew when steps are undone.
    Played(PlayerMaker),
}

impl SeatAssignment {
    /// Returns the assignment of a seat to a person who is asked at every decision point.
    pub const fn human() -> SeatAssignment {
        SeatAssignment::Human(Points::ALL)
    }

    /// Returns the assignment of a seat to a player that can be cloned.
    pub fn played(player: impl Policy<Fight> + Clone + 'static) -> SeatAssignment {
        SeatAssignment::Played(Box::new(move || Box::new(player.clone())))
    }

    /// Returns the assignment of a seat to a random player with the seat's own random stream.
    pub fn random(seed: u64, seat: Seat) -> SeatAssignment {
        SeatAssignment::played(Random::new(seed, stream(seat)))
    }

    /// Returns the assignment of a seat to the side's doctrine, with look-ahead if the encounter sets it, or to the default policy if there
    /// is none.
    pub fn of_side(pack: &Pack, encounter: &Encounter, seat: Seat, seed: u64) -> SeatAssignment {
        if let Some(player) = SearchSeat::of_side(pack, encounter, seat.place(), seed) {
            return SeatAssignment::played(player);
        }
        let side = encounter.sides.get(seat.place());
        match side.and_then(|side| DoctrineSeat::of_side(pack, encounter.play, side, seed, stream(seat))) {
            Some(player) => SeatAssignment::played(player),
            None => SeatAssignment::played(DefaultPolicy),
        }
    }

    /// Creates the player of the seat; `None` if a person plays it.
    pub(super) fn player(&self) -> Option<Player> {
        match self {
            SeatAssignment::Human(_) => None,
            SeatAssignment::Played(make) => Some(make()),
        }
    }
}

/// Returns the random stream of a seat; stream 0 is that of the dice.
fn stream(seat: Seat) -> u64 {
    u64::from(seat.0) + 1
}
