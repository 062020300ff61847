//! Lines of effects that fire at a moment, one after the other.

use crate::ids::{ActorId, Id};

/// A line that fires, for one of those it is about; its number was reckoned when the moment came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firing {
    /// The line, by number.
    pub line: u16,
    /// Whom it is about; none for a line about places.
    pub who: Option<ActorId>,
    /// Its number: shifts of a hit, strength of a danger.
    pub amount: i32,
    /// Who acted.
    pub actor: Option<ActorId>,
    /// Whom or what they acted on.
    pub target: Id,
}

/// An act outside the order of turns, or one that costs no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The line that gives leave; none for a further attack in one turn.
    pub line: Option<u16>,
    /// The acts, a bit for each [`crate::effects::Act`].
    pub acts: u8,
    /// At this and nothing else.
    pub it: Id,
    /// True if it is somebody's turn who would have had to wait for it.
    pub out_of_turn: bool,
}
