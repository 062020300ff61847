//! Who sits at a seat of a session: a person, or a player of the engine's that can be made anew.

use crate::run::Player;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::ask::Points;
use slip_play::fight::Fight;
use slip_play::ids::{Key, Seat};
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::search::SearchSeat;
use slip_policy::{Policy, Random, Standing};

/// Makes a player as it is before its first question.
pub type Maker = Box<dyn Fn() -> Player>;

/// Who sits at a seat.
pub enum Chair {
    /// Somebody at the table, asked at these points.
    Human(Points),
    /// A player of the engine's. It is made anew when steps are taken back.
    Played(Maker),
}

impl Chair {
    /// Somebody at the table who is asked everything.
    pub const fn human() -> Chair {
        Chair::Human(Points::ALL)
    }

    /// A player that can be copied.
    pub fn played(player: impl Policy<Fight> + Clone + 'static) -> Chair {
        Chair::Played(Box::new(move || Box::new(player.clone())))
    }

    /// A random player with the stream that belongs to the seat.
    pub fn random(seed: u64, seat: Seat) -> Chair {
        Chair::played(Random::new(seed, stream(seat)))
    }

    /// The doctrine of a side of the encounter, looking ahead if that says so, or the standard one.
    pub fn of_side(pack: &Pack, encounter: &Encounter, seat: Seat, seed: u64) -> Chair {
        if let Some(player) = SearchSeat::of_side(pack, encounter, seat.place(), seed) {
            return Chair::played(player);
        }
        let side = encounter.sides.get(seat.place());
        match side.and_then(|side| DoctrineSeat::of_side(pack, encounter.play, side, seed, stream(seat))) {
            Some(player) => Chair::played(player),
            None => Chair::played(Standing),
        }
    }

    /// The player, if it is one of the engine's.
    pub(super) fn player(&self) -> Option<Player> {
        match self {
            Chair::Human(_) => None,
            Chair::Played(make) => Some(make()),
        }
    }
}

/// The stream of a seat's own chance; 0 is that of the dice on the table.
fn stream(seat: Seat) -> u64 {
    u64::from(seat.0) + 1
}
