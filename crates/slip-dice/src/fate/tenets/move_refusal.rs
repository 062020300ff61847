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
            Closed::Players => write!(out, "there must be 2 to {} players, each with a different name", TenetsState::MOST_PLAYERS),
            Closed::Nobody => write!(out, "there is no player with that name"),
            Closed::Turn(who) => write!(out, "it is the turn of {who}"),
            Closed::Stage(open) => write!(out, "now is the time to {open}"),
            Closed::Points { who, has } => write!(out, "{who} has {has}, and must put at least one"),
            Closed::Tenet => write!(out, "a tenet needs words, and cannot repeat another tenet"),
            Closed::NoTenet => write!(out, "there is no such tenet here"),
            Closed::OneOwner => write!(out, "both tenets belong to one player, who alone decides what they mean"),
            Closed::NoDraw => {
                write!(out, "only the two owners in the dispute may draw, one point each, and only from a pool that has points")
            }
            Closed::NoPace => write!(out, "a narration gets one point from the context pool, once, and only if the pool has a point"),
        }
    }
}

impl std::error::Error for Closed {}
