//! Triggered effects, executed one after the other.

use crate::ids::{ActorId, Id};

/// A triggered effect for one of its subjects; its amount was computed when it was triggered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firing {
    /// The effect, by number.
    pub line: u16,
    /// Its subject; none for an effect about places.
    pub who: Option<ActorId>,
    /// Its amount: shifts of a hit, or number of a hazard.
    pub amount: i32,
    /// The acting actor.
    pub actor: Option<ActorId>,
    /// Target of the act.
    pub target: Id,
}

/// An act outside the order of turns, or one that costs no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The effect that permits it; none for a further attack in one turn.
    pub line: Option<u16>,
    /// The acts, a bit for each [`crate::effects::Act`].
    pub acts: u8,
    /// The only target allowed.
    pub it: Id,
    /// True if the actor acts before its turn.
    pub out_of_turn: bool,
}
