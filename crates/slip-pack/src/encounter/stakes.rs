//! Stakes of an encounter, and the details of parties in a raise-and-see conflict.

use super::Name;
use crate::stakes_party::Approach;
use serde::{Deserialize, Serialize};

/// Stakes fixed before play: the meaning of winning and of losing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wager {
    /// Result if the first side wins.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub win: String,
    /// Result if the first side does not win.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lose: String,
    /// For a raise-and-see conflict, the actor who begins it, as (index of the side, index in the side). `None` means that the highest dice
    /// decide (R-Q8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiator: Option<(usize, usize)>,
    /// People who are at stake without taking part in the conflict: relationships with them count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Name>,
}

/// Details of a party that enters a raise-and-see conflict: approach and things.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entered {
    /// Approach of the party; `None` if the player chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approach: Option<Approach>,
    /// Names of the things that the party has in play from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<Name>,
}
