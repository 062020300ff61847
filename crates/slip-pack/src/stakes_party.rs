//! Parties in raise-and-see conflicts: operatives, their opposition, and the backgrounds that operatives are made from.

use super::Name;
use super::effect::Effect;
use super::item::{Gear, LedgerLine, SourcePosition, Waiver};
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;
use std::fmt;

keyword_enum! {
    /// Statistic of a party in a raise-and-see conflict.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Stat {
        /// Body: strength and speed; at risk of wounds.
        Body = "body",
        /// Mind: wits of the party.
        Mind = "mind",
        /// Soft: means that are not used against people.
        Soft = "soft",
        /// Hard: means that are used against people.
        Hard = "hard",
    }

    /// Returns the word that authors write for this statistic.
    pub const fn word(self) -> &'static str;

    /// Returns the statistic for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

impl Stat {
    /// True if every blow is worse by 1 while the statistic is in play.
    pub const fn makes_blows_worse(self) -> bool {
        matches!(self, Stat::Body | Stat::Hard)
    }
}

keyword_enum! {
    /// Approach of a party to a raise-and-see conflict. It decides the two statistics to roll.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Approach {
        /// Talking, finding out, friendly differences: rolls Mind and Soft.
        #[default]
        UnopposedNeutral = "unopposed_neutral",
        /// Arguing, lying, any other act against someone or something without force: rolls Mind and Hard.
        OpposedNeutral = "opposed_neutral",
        /// Work and flight, against no one: rolls Body and Soft.
        UnopposedPhysical = "unopposed_physical",
        /// Force against a person: rolls Body and Hard.
        OpposedPhysical = "opposed_physical",
    }

    /// Returns the word that authors write for this approach.
    pub const fn word(self) -> &'static str;

    /// Returns the approach for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

impl Approach {
    /// Returns the two statistics that are rolled for the approach.
    pub const fn stats(self) -> [Stat; 2] {
        match self {
            Approach::UnopposedNeutral => [Stat::Mind, Stat::Soft],
            Approach::OpposedNeutral => [Stat::Mind, Stat::Hard],
            Approach::UnopposedPhysical => [Stat::Body, Stat::Soft],
            Approach::OpposedPhysical => [Stat::Body, Stat::Hard],
        }
    }

    /// Returns the index of the approach in [`Approach::ALL`].
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the approach with this index.
    pub fn of(number: u8) -> Option<Approach> {
        Approach::ALL.get(usize::from(number)).copied()
    }
}

keyword_enum! {
    /// Track for the fallout of an operative in raise-and-see conflicts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum FalloutTrack {
        /// Physical fallout: wounds, sickness, fatigue.
        Physical = "physical",
        /// Mental fallout: mind and spirit.
        Mental = "mental",
        /// Social fallout: personal relations, reputation.
        Social = "social",
        /// Societal fallout: status, money, the favour of those in power.
        Societal = "societal",
    }

    /// Returns the word that authors write for this fallout track.
    pub const fn word(self) -> &'static str;
}

/// Name of the only fallout track of an opposition.
pub const ONLY_TRACK: &str = "fallout";

/// Dice of one size: `2d6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PartyDice {
    /// Number of dice of this size.
    pub count: u8,
    /// Number of sides of each die.
    pub sides: u8,
}

/// Greatest number of sides of a die.
pub const MOST_SIDES: u8 = 20;

impl fmt::Display for PartyDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)
    }
}

keyword_enum! {
    /// Sort of a thing that a party may bring into a conflict.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum PartyThingKind {
        /// A phrase about a person.
        Trait = "trait",
        /// An object that the party has.
        Object = "object",
        /// A person whom the party knows.
        Relationship = "relationship",
    }

    /// Returns the word that authors write for this sort.
    pub const fn word(self) -> &'static str;
}

/// Thing with its own dice that a party may bring in once per conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyThing {
    /// Name of the thing; for a relationship, the name of the other person.
    pub name: Name,
    /// Phrase for the thing, as shown to people.
    pub title: String,
    /// Sort of the thing.
    pub sort: PartyThingKind,
    /// Dice of the thing.
    pub dice: Vec<PartyDice>,
    /// True if the thing makes every blow worse while it is in play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dangerous: bool,
    /// Approaches that the thing fits; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fits: Vec<Approach>,
    /// Effects of the thing while it is in play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

impl PartyThing {
    /// True if the thing may be brought in under an approach.
    pub fn is_fit_for(&self, approach: Approach) -> bool {
        self.fits.is_empty() || self.fits.contains(&approach)
    }
}

/// Party of a conflict: an operative, or a person or thing that opposes operatives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// Name of the party in its package.
    pub name: Name,
    /// Title of the party, the name shown to people.
    pub title: String,
    /// Package that declares the party.
    pub package: Name,
    /// Kind of party: `operative` or `opposition`.
    pub kind: Name,
    /// Doc comment of the party.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Background that gave the party its dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<Gear>,
    /// Number of dice of Body, Mind, Soft and Hard.
    pub stats: [u8; Stat::ALL.len()],
    /// Things that the party may bring in, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<PartyThing>,
    /// Family members of the party: a relationship with a family member has a die even if it is not listed (R-Q14).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub family: Vec<Name>,
    /// Hope: what the party wants to achieve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hope: Option<String>,
    /// Stages of the party's single fallout track; empty for operatives, who have four tracks (R-Q16).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<String>,
    /// Effects of the party in play, those of its background first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Waivers of the party: findings that the author allows, with the reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if the party is free of errors.
    pub valid: bool,
    /// Reasons for the party's dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<LedgerLine>,
    /// Source position of the declaration of the party.
    pub place: SourcePosition,
}

impl Party {
    /// Returns the number of dice of a statistic.
    pub fn stat(&self, stat: Stat) -> u8 {
        let [body, mind, soft, hard] = self.stats;
        match stat {
            Stat::Body => body,
            Stat::Mind => mind,
            Stat::Soft => soft,
            Stat::Hard => hard,
        }
    }

    /// True if the party is an operative: it has four tracks and can die.
    pub fn is_operative(&self) -> bool {
        self.stages.is_empty()
    }
}

/// Background of operatives, with the dice that it gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Background {
    /// Name of the background in its package.
    pub name: Name,
    /// Title of the background, the name shown to people.
    pub title: String,
    /// Package that declares the background.
    pub package: Name,
    /// Doc comment of the background.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Number of dice to divide among the four statistics.
    pub stat_dice: u32,
    /// Number of dice to divide among traits.
    pub trait_dice: u32,
    /// Effects on operatives with this background.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Source position of the declaration of the background.
    pub place: SourcePosition,
}
