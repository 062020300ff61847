//! Reasons, in words, why a move is not allowed in a game with tenets.

use super::TenetsState;
use ecow::EcoString;
use std::fmt;

/// Reason why a move is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// There are too few or too many players, or two players have the same name.
    Players,
    /// No player has this number.
    Nobody,
    /// It is another player's turn.
    Turn(EcoString),
    /// The move is not allowed at this stage of the game. The text names the moves that are allowed.
    Stage(&'static str),
    /// The move needs more points than the player has, or names no points.
    Points {
        /// Name of the player.
        who: EcoString,
        /// Points that the player has.
        has: u32,
    },
    /// The tenet has no text, or exists already.
    Tenet,
    /// There is no tenet with this number, or the tenet is not in dispute.
    NoTenet,
    /// The same player owns both tenets.
    OneOwner,
    /// Only owners in dispute may draw, once each, and only points that are in the pool.
    NoDraw,
    /// The point for this narration has already been paid, or the context pool is empty.
    NoPace,
}

impl fmt::Display for Closed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Closed::Players => write!(out, "there are 2 to {} players, each of another name", TenetsState::MOST_PLAYERS),
            Closed::Nobody => write!(out, "no player is called so"),
            Closed::Turn(who) => write!(out, "it is the turn of {who}"),
            Closed::Stage(open) => write!(out, "now is the time to {open}"),
            Closed::Points { who, has } => write!(out, "{who} has {has}, and must put at least one"),
            Closed::Tenet => write!(out, "a tenet needs words, and cannot repeat another tenet"),
            Closed::NoTenet => write!(out, "there is no such tenet here"),
            Closed::OneOwner => write!(out, "both belong to one player, who has the last word on them"),
            Closed::NoDraw => write!(out, "each of the two owners draws one point, if there is one in the pool"),
            Closed::NoPace => write!(out, "a narration has one point from the pool, if there is one"),
        }
    }
}

impl std::error::Error for Closed {}
