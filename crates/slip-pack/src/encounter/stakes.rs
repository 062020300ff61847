//! What is at stake in an encounter, and who takes part in a raise-and-see conflict with what (dice-pool.md 1.2, social.md 2).

use super::Name;
use crate::party::Approach;
use serde::{Deserialize, Serialize};

/// What is fixed before play: what it means to win, and to lose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wager {
    /// If the first side wins.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub win: String,
    /// If it does not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lose: String,
    /// Of a raise-and-see conflict, who begins it, by side and place in it; none leaves it to the highest dice (R-Q8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiator: Option<(usize, usize)>,
    /// Who is part of the stakes without taking part: relationships with them count (dice-pool.md 2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Name>,
}

/// How a party takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entered {
    /// With which approach; none leaves it to whoever plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approach: Option<Approach>,
    /// Things in play from the start, by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<Name>,
}
