//! Why a move is not open, in words.

use super::Context;
use ecow::EcoString;
use std::fmt;

/// Why a move is not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Too few or too many players, or two of one name.
    Players,
    /// Nobody has this number.
    Nobody,
    /// It is somebody else's turn.
    Turn(EcoString),
    /// Not at this stage; what is open instead.
    Stage(&'static str),
    /// More points than they have, or none.
    Points {
        /// Who.
        who: EcoString,
        /// What they have.
        has: u32,
    },
    /// A tenet of no words, or one that stands already.
    Tenet,
    /// No such tenet, or not one of those in dispute.
    NoTenet,
    /// Both tenets have one owner.
    OneOwner,
    /// Only owners who disagree draw, once, and only what is there.
    NoDraw,
    /// This narration has had its point, or the pool is empty.
    NoPace,
}

impl fmt::Display for Closed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Closed::Players => write!(out, "there are 2 to {} players, each of another name", Context::MOST_PLAYERS),
            Closed::Nobody => write!(out, "no player is called so"),
            Closed::Turn(who) => write!(out, "it is the turn of {who}"),
            Closed::Stage(open) => write!(out, "now is the time to {open}"),
            Closed::Points { who, has } => write!(out, "{who} has {has}, and puts at least one"),
            Closed::Tenet => write!(out, "a tenet has words, and is not one that stands already"),
            Closed::NoTenet => write!(out, "there is no such tenet here"),
            Closed::OneOwner => write!(out, "both belong to one player, who has the last word on them"),
            Closed::NoDraw => write!(out, "each of the two owners draws one point, if there is one in the pool"),
            Closed::NoPace => write!(out, "a narration has one point from the pool, if there is one"),
        }
    }
}

impl std::error::Error for Closed {}
