//! Content of a pack as flat records for other programs: the format of `slipyard export`.
//!
//! The JSON of the pack itself is for programs that know the language. A record has the content of a thing's card as plain names and
//! numbers, and an id that is the same in every export.

mod id;
mod read;
mod read_groups;

pub(super) use id::id;
pub use read::{all, item};
pub use read_groups::{background, cluster, party, platoon};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the exported JSON.
pub const FORMAT: u32 = 1;

/// Exported data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// Version of this format, 1.
    pub format: u32,
    /// Packages from which the things were compiled.
    pub packages: Vec<Source>,
    /// Things: items by kind and name, then parties, backgrounds, platoons and clusters.
    pub things: Vec<Record>,
}

/// Source package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Name of the package.
    pub name: String,
    /// Version of the package.
    pub version: String,
    /// Licence of the package; empty if none is given.
    pub licence: String,
    /// Hash of the compiled pack, in hexadecimal.
    pub hash: String,
}

/// One thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Id of 16 letters and digits derived from package, kind and name; the same in every export.
    pub id: String,
    /// Kind: `ship`, `weapon`, `npc`, `platoon`, `cluster` …
    pub kind: String,
    /// Package that declares the thing.
    pub package: String,
    /// Name within its package.
    pub name: String,
    /// Display name.
    pub title: String,
    /// Design that it is built by.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub design: String,
    /// Doc comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// True if the thing has no errors.
    pub valid: bool,
    /// Technology level, -4 to 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tech: Option<i32>,
    /// Build points allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<i32>,
    /// Build points spent (for a modal weapon, in its most expensive mode).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<i32>,
    /// Purchase Cost at a place with the same technology.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// Upkeep rating, used for maintenance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upkeep: Option<i32>,
    /// Fate points at a refresh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// Skill used with it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub skill: String,
    /// Ranks of statistics, including effects; for a modal weapon those of its first mode.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stats: BTreeMap<String, i32>,
    /// Statistics that are written as letters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<String, String>,
    /// Codes that combine several ranks.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub codes: BTreeMap<String, String>,
    /// Choices, such as `size`: `large`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
    /// Other things that it refers to, as `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refers: BTreeMap<String, String>,
    /// Ranks of skills, including effects.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<String, i32>,
    /// Boxes of tracks, including effects.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracks: BTreeMap<String, i32>,
    /// Consequence slots, by grade.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<String>,
    /// Stunts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts: Vec<Stunt>,
    /// Aspects, both written and derived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Effects in play, as effect lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<String>,
    /// Modes of a modal weapon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<Mode>,
    /// Things carried, as `package.name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<String>,
    /// Parts: units of a platoon, systems of a cluster, things that a party may bring in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Further notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Waivers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// Packages whose house rules changed the thing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<String>,
}

/// Stunt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stunt {
    /// Name.
    pub name: String,
    /// Display name.
    pub title: String,
    /// Arguments in source form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Number of purchases.
    pub count: i32,
}

/// Mode of a modal weapon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// Name.
    pub name: String,
    /// Build points spent in the mode.
    pub spent: i32,
    /// Ranks.
    pub stats: BTreeMap<String, i32>,
    /// Stunts of the mode and of the whole weapon.
    pub stunts: Vec<Stunt>,
}

/// Part of a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Role: `leader`, `unit`, `aircraft`, `character`, `system`, `trait`, `object` or `relationship`.
    pub role: String,
    /// Key as `package.name`, or only the name if the part has no declaration of its own.
    pub name: String,
    /// Display name.
    pub title: String,
    /// Number of these parts.
    pub count: u32,
    /// Contribution: dice, a rank or a technology level.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub brings: String,
}

/// Waiver.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// Code of the diagnostic.
    pub code: String,
    /// Reason given by the author.
    pub reason: String,
}
