//! Triggered effects, executed one after the other.

use crate::ids::{ActorId, Id};

/// A triggered effect that has not yet acted on one of its subjects. Its amount was computed when it was triggered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriggeredEffect {
    /// Number of the effect.
    pub line: u16,
    /// Subject of the effect; `None` for an effect about places.
    pub who: Option<ActorId>,
    /// Amount of the effect: shifts of a hit, or strength of a hazard.
    pub amount: i32,
    /// Actor of the event that triggered the effect.
    pub actor: Option<ActorId>,
    /// Target of that event.
    pub target: Id,
}

/// Permission for an act outside the order of turns, or for an act that costs no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// Number of the effect that gives the permission; `None` for a further attack in the same turn.
    pub line: Option<u16>,
    /// Acts that are permitted, one bit for each [`crate::effects::Act`].
    pub acts: u8,
    /// The only target allowed.
    pub it: Id,
    /// True if the actor acts before its turn.
    pub out_of_turn: bool,
}
