//! What a pack holds as flat records for other programs: the form of `slipyard export`, and no more of the pack than that.
//!
//! The pack's own JSON is for programs that know the language. A record says of a thing what stands on its card, in plain names and
//! numbers, and has an id that stays the same from export to export.

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

/// Everything that was exported together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// Version of this form, 1.
    pub format: u32,
    /// The packages that the things were compiled with.
    pub packages: Vec<Source>,
    /// The things: built things by kind and name, then parties, backgrounds, platoons and clusters.
    pub things: Vec<Record>,
}

/// A package that things were taken from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence; empty if it names none.
    pub licence: String,
    /// The hash of the pack that was compiled of it, in hexadecimal.
    pub hash: String,
}

/// One thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// 16 letters and digits made from package, kind and name: the same in every export.
    pub id: String,
    /// `ship`, `weapon`, `npc`, `platoon`, `cluster` …
    pub kind: String,
    /// The package that declares it.
    pub package: String,
    /// Its name in its package.
    pub name: String,
    /// The name shown to people.
    pub title: String,
    /// The design it is built by.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub design: String,
    /// What its author says of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// True if it is free of errors.
    pub valid: bool,
    /// Technology, -4..4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tech: Option<i32>,
    /// Build points allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<i32>,
    /// Build points spent (of a modal weapon, by its dearest mode).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<i32>,
    /// Purchase Cost where the local technology equals its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// The rating that maintenance uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upkeep: Option<i32>,
    /// Fate points at a refresh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// The skill by which it is used.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub skill: String,
    /// Ranks of statistics, effects included; of a modal weapon those of its first mode.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stats: BTreeMap<String, i32>,
    /// Statistics that are shown as letters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<String, String>,
    /// Codes that say several ranks at once.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub codes: BTreeMap<String, String>,
    /// Words chosen: `size` is `large`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
    /// Other things that it names, as `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refers: BTreeMap<String, String>,
    /// Ranks of skills, effects included.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<String, i32>,
    /// Boxes of tracks, effects included.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracks: BTreeMap<String, i32>,
    /// Slots of consequences, by their grade.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<String>,
    /// Stunts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts: Vec<Stunt>,
    /// Aspects, written and derived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// What it does in play, as effect lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<String>,
    /// Modes of a modal weapon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<Mode>,
    /// Things carried, as `package.name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<String>,
    /// What it is made of: units of a platoon, systems of a cluster, what a party may bring in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// What else there is to know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Exceptions that its author allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// The packages whose house rules had a part in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<String>,
}

/// A stunt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stunt {
    /// Its name.
    pub name: String,
    /// The name shown to people.
    pub title: String,
    /// Its arguments, as written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// How many times it was bought.
    pub count: i32,
}

/// A mode of a modal weapon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// Its name.
    pub name: String,
    /// Build points spent in it.
    pub spent: i32,
    /// Its ranks.
    pub stats: BTreeMap<String, i32>,
    /// Its stunts and those of the whole weapon.
    pub stunts: Vec<Stunt>,
}

/// A part of a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is there: `leader`, `unit`, `aircraft`, `character`, `system`, `trait`, `object`, `relationship`.
    pub role: String,
    /// `package.name`, or the name alone of what is not declared for itself.
    pub name: String,
    /// The name shown to people.
    pub title: String,
    /// How many of them.
    pub count: u32,
    /// What it brings: dice, a rank, a technology.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub brings: String,
}

/// An exception that was allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// The code of the diagnostic.
    pub code: String,
    /// The reason its author gives.
    pub reason: String,
}
