//! Parties of the raise-and-see conflict: operatives, what opposes them, and the backgrounds they are made from
//! (dice-pool.md 1.1).

use super::Name;
use super::effect::Effect;
use super::item::{Gear, LedgerLine, Place, Waiver};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A statistic of a party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stat {
    /// Strength and speed; at risk of wounds.
    Body,
    /// Wits.
    Mind,
    /// What is not brought to bear on anybody.
    Soft,
    /// What is.
    Hard,
}

impl Stat {
    /// All, in order.
    pub const ALL: [Stat; Stat::Hard as usize + 1] = [Stat::Body, Stat::Mind, Stat::Soft, Stat::Hard];

    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            Stat::Body => "body",
            Stat::Mind => "mind",
            Stat::Soft => "soft",
            Stat::Hard => "hard",
        }
    }

    /// True if having it in play makes every blow one worse (dice-pool.md 4).
    pub const fn makes_blows_worse(self) -> bool {
        matches!(self, Stat::Body | Stat::Hard)
    }

    /// The statistic of this word.
    pub fn from_word(word: &str) -> Option<Stat> {
        Stat::ALL.into_iter().find(|stat| stat.word() == word)
    }
}

/// How a party goes about a conflict: which two statistics it rolls (dice-pool.md 1.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approach {
    /// Talking, finding out, friendly differences: Mind and Soft.
    #[default]
    UnopposedNeutral,
    /// Arguing, lying, whatever is underhand without force: Mind and Hard.
    OpposedNeutral,
    /// Work and flight, brought to bear on nobody: Body and Soft.
    UnopposedPhysical,
    /// Force against somebody: Body and Hard.
    OpposedPhysical,
}

impl Approach {
    /// All, in order.
    pub const ALL: [Approach; Approach::OpposedPhysical as usize + 1] =
        [Approach::UnopposedNeutral, Approach::OpposedNeutral, Approach::UnopposedPhysical, Approach::OpposedPhysical];

    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            Approach::UnopposedNeutral => "unopposed_neutral",
            Approach::OpposedNeutral => "opposed_neutral",
            Approach::UnopposedPhysical => "unopposed_physical",
            Approach::OpposedPhysical => "opposed_physical",
        }
    }

    /// The approach of this word.
    pub fn from_word(word: &str) -> Option<Approach> {
        Approach::ALL.into_iter().find(|approach| approach.word() == word)
    }

    /// The statistics it rolls.
    pub const fn stats(self) -> [Stat; 2] {
        match self {
            Approach::UnopposedNeutral => [Stat::Mind, Stat::Soft],
            Approach::OpposedNeutral => [Stat::Mind, Stat::Hard],
            Approach::UnopposedPhysical => [Stat::Body, Stat::Soft],
            Approach::OpposedPhysical => [Stat::Body, Stat::Hard],
        }
    }

    /// Its place in [`Approach::ALL`].
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The approach of a place.
    pub fn of(number: u8) -> Option<Approach> {
        Approach::ALL.get(usize::from(number)).copied()
    }
}

/// A track of an operative's fallout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FalloutTrack {
    /// Wounds, sickness, fatigue.
    Physical,
    /// Mind and spirit.
    Mental,
    /// Personal relations, a name.
    Social,
    /// Standing, money, the favour of those in power.
    Societal,
}

impl FalloutTrack {
    /// All, in order.
    pub const ALL: [FalloutTrack; FalloutTrack::Societal as usize + 1] =
        [FalloutTrack::Physical, FalloutTrack::Mental, FalloutTrack::Social, FalloutTrack::Societal];

    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            FalloutTrack::Physical => "physical",
            FalloutTrack::Mental => "mental",
            FalloutTrack::Social => "social",
            FalloutTrack::Societal => "societal",
        }
    }
}

/// What the one track of an opposition is called.
pub const ONLY_TRACK: &str = "fallout";

/// Some dice of one kind: `2d6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Dice {
    /// How many.
    pub count: u8,
    /// Of how many sides.
    pub sides: u8,
}

/// The most sides of a die.
pub const MOST_SIDES: u8 = 20;

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)
    }
}

/// What sort of thing somebody may bring in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// A phrase about somebody.
    Trait,
    /// A thing they have.
    Object,
    /// Somebody they know.
    Relationship,
}

impl Sort {
    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            Sort::Trait => "trait",
            Sort::Object => "object",
            Sort::Relationship => "relationship",
        }
    }
}

/// Something with dice of its own that a party may bring in once a conflict (dice-pool.md 3.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// Its name; of a relationship, whose it is with.
    pub name: Name,
    /// The phrase shown to people.
    pub title: String,
    /// What it is.
    pub sort: Sort,
    /// Its dice.
    pub dice: Vec<Dice>,
    /// True if it makes every blow worse while it is in play (dice-pool.md 4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dangerous: bool,
    /// The approaches it fits; none stands for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fits: Vec<Approach>,
    /// What it does in play while it is in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

impl Thing {
    /// True if it may be brought in under an approach.
    pub fn is_fit_for(&self, approach: Approach) -> bool {
        self.fits.is_empty() || self.fits.contains(&approach)
    }
}

/// A party: somebody who plays, somebody or something in their way.
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
    /// Its background, which gave it its dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<Gear>,
    /// Dice of Body, Mind, Soft and Hard.
    pub stats: [u8; Stat::ALL.len()],
    /// What it may bring in, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<Thing>,
    /// Whose family it is: each rolls a die for the other though no relationship is listed (R-Q14).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub family: Vec<Name>,
    /// What it hopes to bring about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hope: Option<String>,
    /// What its one track of fallout ends in, stage by stage; empty for operatives, who have four tracks (R-Q16).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<String>,
    /// What it does in play, the lines of its background first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Exceptions the author allowed, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if it is free of errors.
    pub valid: bool,
    /// The reasons of its dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<LedgerLine>,
    /// Where it is declared.
    pub place: Place,
}

impl Party {
    /// Dice of a statistic.
    pub fn stat(&self, stat: Stat) -> u8 {
        let [body, mind, soft, hard] = self.stats;
        match stat {
            Stat::Body => body,
            Stat::Mind => mind,
            Stat::Soft => soft,
            Stat::Hard => hard,
        }
    }

    /// True if it is somebody's at the table: with four tracks, and able to die.
    pub fn is_operative(&self) -> bool {
        self.stages.is_empty()
    }
}

/// Where an operative comes from, and the dice that gives.
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
    /// Dice to be divided over the four statistics.
    pub stat_dice: u32,
    /// Dice to be divided over traits.
    pub trait_dice: u32,
    /// What whoever has it does in play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Where it is declared.
    pub place: Place,
}
