//! Names in the conditions and formulas of effects.

use super::vocabulary::{Role, State};
use super::{EffectText, MarkOperation};
use crate::Name;
use crate::formula::Formula;
use crate::ruleset::Setting;
use serde::{Deserialize, Serialize};

/// Number in an effect; a truth value is 0 or 1.
pub type EffectNumber = Formula<Term>;

/// Name in a condition or number of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// A skill rank, statistic or flag of a role: `agility`, `camouflage of target`.
    Stat(Name, Role),
    /// Unmarked boxes of a track.
    Boxes(Name, Role),
    /// Number of times the carrier bought a stunt.
    Stunt(Name),
    /// Choice made at declaration, such as `throw` or `area`; 1 if it was made.
    Choice(Name),
    /// A state that play can observe.
    State(State),
    /// True if self is of a kind or design: `animal`.
    Kind(Name),
    /// `ROLE is MARK`; a [`State`] word may stand for the mark.
    Is(Role, MarkOperation),
    /// `ROLE is KIND`: true if the role is of a kind or design: `target is animal`.
    IsA(Role, Name),
    /// `ROLE has "Aspect"`: true if the role has the aspect.
    Has(Role, EffectText),
    /// `rules SETTING [VALUE]`; without a value, true if the setting is on.
    Rules(Name, Option<Setting>),
    /// `table "question"`: people answer the question; a simulation uses a setting.
    Table(EffectText),
    /// `trained SKILL`: true if self is trained in the skill.
    Trained(Name),
    /// `military SKILL`: true if self has military training in the skill.
    Military(Name),
    /// Place or person that is compared with another: `target_zone == own_zone`.
    Role(Role),
    /// Word that is compared with a parameter. Built items contain no such words.
    Word(Name),
    /// Parameter of a stunt. Built items contain no parameters.
    Parameter(Name),
}

impl Term {
    /// Returns the person, thing or place that the term asks about; `None` if the term names none.
    pub const fn role(&self) -> Option<Role> {
        match self {
            Term::Stat(_, role) | Term::Boxes(_, role) | Term::Is(role, _) | Term::IsA(role, _) | Term::Has(role, _) | Term::Role(role) => {
                Some(*role)
            }
            _ => None,
        }
    }
}
