//! Parties of the raise-and-see conflict: operatives, their opposition, and the backgrounds that operatives are made from.

use super::Name;
use super::effect::Effect;
use super::item::{Gear, LedgerLine, Place, Waiver};
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;
use std::fmt;

keyword_enum! {
    /// A statistic of a party.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Stat {
        /// Strength and speed; at risk of wounds.
        Body = "body",
        /// Wits.
        Mind = "mind",
        /// Means that are not used against people.
        Soft = "soft",
        /// Means that are used against people.
        Hard = "hard",
    }

    /// Returns the word that authors write.
    pub const fn word(self) -> &'static str;

    /// Returns the statistic for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

impl Stat {
    /// True if a blow is one worse while this statistic is in play.
    pub const fn makes_blows_worse(self) -> bool {
        matches!(self, Stat::Body | Stat::Hard)
    }
}

keyword_enum! {
    /// Approach of a party to a conflict. It decides the two statistics to roll.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Approach {
        /// Talking, finding out, friendly differences: Mind and Soft.
        #[default]
        UnopposedNeutral = "unopposed_neutral",
        /// Arguing, lying, any trick without force: Mind and Hard.
        OpposedNeutral = "opposed_neutral",
        /// Work and flight, against no one: Body and Soft.
        UnopposedPhysical = "unopposed_physical",
        /// Force against a person: Body and Hard.
        OpposedPhysical = "opposed_physical",
    }

    /// Returns the word that authors write.
    pub const fn word(self) -> &'static str;

    /// Returns the approach for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

impl Approach {
    /// Returns the statistics to roll.
    pub const fn stats(self) -> [Stat; 2] {
        match self {
            Approach::UnopposedNeutral => [Stat::Mind, Stat::Soft],
            Approach::OpposedNeutral => [Stat::Mind, Stat::Hard],
            Approach::UnopposedPhysical => [Stat::Body, Stat::Soft],
            Approach::OpposedPhysical => [Stat::Body, Stat::Hard],
        }
    }

    /// Returns its index in [`Approach::ALL`].
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the approach with this index.
    pub fn of(number: u8) -> Option<Approach> {
        Approach::ALL.get(usize::from(number)).copied()
    }
}

keyword_enum! {
    /// Fallout track of an operative.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum FalloutTrack {
        /// Wounds, sickness, fatigue.
        Physical = "physical",
        /// Mind and spirit.
        Mental = "mental",
        /// Personal relations, reputation.
        Social = "social",
        /// Status, money, the favour of those in power.
        Societal = "societal",
    }

    /// Returns the word that authors write.
    pub const fn word(self) -> &'static str;
}

/// Name of the single track of an opposition.
pub const ONLY_TRACK: &str = "fallout";

/// Dice of one kind: `2d6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Dice {
    /// Number of dice.
    pub count: u8,
    /// Number of sides.
    pub sides: u8,
}

/// Greatest number of sides of a die.
pub const MOST_SIDES: u8 = 20;

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)
    }
}

keyword_enum! {
    /// Sort of thing that a party may bring in.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Sort {
        /// A phrase about a person.
        Trait = "trait",
        /// An object the party has.
        Object = "object",
        /// A person the party knows.
        Relationship = "relationship",
    }

    /// Returns the word that authors write.
    pub const fn word(self) -> &'static str;
}

/// Thing with its own dice that a party may bring in once per conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// Name; for a relationship, the name of the other person.
    pub name: Name,
    /// The phrase shown to people.
    pub title: String,
    /// Sort of thing.
    pub sort: Sort,
    /// Its dice.
    pub dice: Vec<Dice>,
    /// True if it makes every blow worse while it is in play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dangerous: bool,
    /// Approaches it fits; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fits: Vec<Approach>,
    /// Effects while it is in play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

impl Thing {
    /// True if it may be brought in under an approach.
    pub fn is_fit_for(&self, approach: Approach) -> bool {
        self.fits.is_empty() || self.fits.contains(&approach)
    }
}

/// Party of a conflict: an operative, or a person or thing that opposes operatives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package it belongs to.
    pub package: Name,
    /// `operative` or `opposition`.
    pub kind: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Background that gave it its dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<Gear>,
    /// Dice of Body, Mind, Soft and Hard.
    pub stats: [u8; Stat::ALL.len()],
    /// Things it may bring in, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<Thing>,
    /// Family members: each rolls a die for the other even if no relationship is listed (R-Q14).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub family: Vec<Name>,
    /// Hope: what the party wants to achieve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hope: Option<String>,
    /// Stages of its single fallout track; empty for operatives, who have four tracks (R-Q16).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<String>,
    /// Effects in play, those of its background first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Waivers, with the author's reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if it is free of errors.
    pub valid: bool,
    /// Reasons for its dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<LedgerLine>,
    /// Source position of the declaration.
    pub place: Place,
}

impl Party {
    /// Returns the dice of a statistic.
    pub fn stat(&self, stat: Stat) -> u8 {
        let [body, mind, soft, hard] = self.stats;
        match stat {
            Stat::Body => body,
            Stat::Mind => mind,
            Stat::Soft => soft,
            Stat::Hard => hard,
        }
    }

    /// True if it is an operative: it has four tracks and can die.
    pub fn is_operative(&self) -> bool {
        self.stages.is_empty()
    }
}

/// Background of an operative, and the dice it gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Background {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package it belongs to.
    pub package: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Dice to divide among the four statistics.
    pub stat_dice: u32,
    /// Dice to divide among traits.
    pub trait_dice: u32,
    /// Effects on operatives with this background.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Source position of the declaration.
    pub place: Place,
}
