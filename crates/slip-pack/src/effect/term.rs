//! Names in the conditions and formulas of effects.

use super::words::{Role, State};
use super::{Mark, Text};
use crate::Name;
use crate::formula::Formula;
use crate::ruleset::Setting;
use serde::{Deserialize, Serialize};

/// A number, or a truth value as 0 and 1.
pub type Number = Formula<Term>;

/// A name in a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// A skill rank, statistic or flag of a role: `agility`, `camouflage of target`.
    Stat(Name, Role),
    /// Unmarked boxes of a track.
    Boxes(Name, Role),
    /// Number of times the carrier bought a stunt.
    Stunt(Name),
    /// A choice made at declaration: `throw`, `area`; 1 if it was made.
    Choice(Name),
    /// A state that play can observe.
    State(State),
    /// True if self is of a kind or design: `animal`.
    Kind(Name),
    /// `ROLE is MARK`; a [`State`] word may stand for the mark.
    Is(Role, Mark),
    /// `ROLE has "Aspect"`
    Has(Role, Text),
    /// `rules SETTING [VALUE]`; without a value, true if the setting is on.
    Rules(Name, Option<Setting>),
    /// `table "question"`: the caller is asked; a simulation uses a setting.
    Table(Text),
    /// `trained SKILL`
    Trained(Name),
    /// `military SKILL`
    Military(Name),
    /// A place or person that is compared with another: `target_zone == own_zone`.
    Role(Role),
    /// A word that is compared with a parameter; none in a built item.
    Word(Name),
    /// A parameter; none in a built item.
    Parameter(Name),
}
