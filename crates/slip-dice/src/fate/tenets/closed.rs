//! Reasons why a move is not allowed, in words.

use super::Context;
use ecow::EcoString;
use std::fmt;

/// Reason why a move is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Too few or too many players, or two with the same name.
    Players,
    /// No player has this number.
    Nobody,
    /// It is another player's turn.
    Turn(EcoString),
    /// The move is not allowed at this stage; contains the moves that are.
    Stage(&'static str),
    /// More points than the player has, or none.
    Points {
        /// The player.
        who: EcoString,
        /// Points that the player has.
        has: u32,
    },
    /// A tenet without text, or one that exists already.
    Tenet,
    /// No tenet with this number, or it is not in dispute.
    NoTenet,
    /// Both tenets have one owner.
    OneOwner,
    /// Only owners in dispute may draw, once each, and only points that are in the pool.
    NoDraw,
    /// The narration has already had its point, or the pool is empty.
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
