//! Content of a pack as flat records for other programs: the format of `slipyard export`.
//!
//! The JSON of the pack itself is for programs that know the language. A record has the content of a thing's card as plain names and
//! numbers, and an id that is the same in every export.

mod group_records;
mod id;
mod item_records;

pub use group_records::{background, cluster, party, platoon};
pub(super) use id::id;
pub use item_records::{all, item};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the exported JSON.
pub const FORMAT: u32 = 1;

/// Exported data: source packages and things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedData {
    /// Version of the format of the export: 1.
    pub format: u32,
    /// Packages from which the things were compiled.
    pub packages: Vec<ExportedPackage>,
    /// Things that are exported: items by kind and name, then parties, backgrounds, platoons and clusters.
    pub things: Vec<ExportedThing>,
}

/// Package from which exported things were compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedPackage {
    /// Name of the package.
    pub name: String,
    /// Version of the package.
    pub version: String,
    /// Licence of the package; empty if none is given.
    pub licence: String,
    /// Hash of the compiled pack, in hexadecimal.
    pub hash: String,
}

/// Exported thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedThing {
    /// Id of the thing: 16 letters and digits derived from package, kind and name; the same in every export.
    pub id: String,
    /// Kind of the thing: `ship`, `weapon`, `npc`, `platoon`, `cluster` …
    pub kind: String,
    /// Package that declares the thing.
    pub package: String,
    /// Name of the thing in its package.
    pub name: String,
    /// Title of the thing, the name shown to people.
    pub title: String,
    /// Design that the thing is built by.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub design: String,
    /// Doc comment of the thing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// True if the thing has no errors.
    pub valid: bool,
    /// Technology level of the thing, -4 to 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tech: Option<i32>,
    /// Build points allowed for the thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<i32>,
    /// Build points spent on the thing (for a modal weapon, in its most expensive mode).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<i32>,
    /// Purchase Cost of the thing, if it is bought in a place of the same technology level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// Rating of the thing on which its maintenance depends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upkeep: Option<i32>,
    /// Fate points that the thing has at a refresh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// Skill that the thing is used with.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub skill: String,
    /// Ranks of the thing's statistics, including effects; for a modal weapon those of its first mode.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stats: BTreeMap<String, i32>,
    /// Letters of the statistics that are written as letters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<String, String>,
    /// Codes that combine several ranks of the thing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub codes: BTreeMap<String, String>,
    /// Choices made for the thing, such as `size`: `large`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
    /// Other things that the thing refers to, as `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refers: BTreeMap<String, String>,
    /// Ranks of the thing's skills, including effects.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<String, i32>,
    /// Numbers of boxes of the thing's tracks, including effects.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracks: BTreeMap<String, i32>,
    /// Consequence slots of the thing, by grade.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<String>,
    /// Stunts of the thing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts: Vec<ExportedStunt>,
    /// Aspects of the thing, both written and derived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Effects of the thing in play, as sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<String>,
    /// Modes of the thing, if it is a modal weapon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<ExportedMode>,
    /// Things that the thing carries, and those that its stunts give it, as `package.name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<String>,
    /// Parts of the thing: units of a platoon, systems of a cluster, things that a party may bring in, fighters that a ship holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<ExportedPart>,
    /// Further notes on the thing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Waivers of the thing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<ExportedWaiver>,
    /// Packages whose house rules changed the thing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<String>,
}

/// Stunt of an exported thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedStunt {
    /// Name of the stunt.
    pub name: String,
    /// Title of the stunt, the name shown to people.
    pub title: String,
    /// Arguments of the stunt in source form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Number of purchases of the stunt.
    pub count: i32,
}

/// Mode of an exported modal weapon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedMode {
    /// Name of the mode.
    pub name: String,
    /// Build points spent in the mode.
    pub spent: i32,
    /// Ranks of the statistics in the mode.
    pub stats: BTreeMap<String, i32>,
    /// Stunts of the mode and of the whole weapon.
    pub stunts: Vec<ExportedStunt>,
}

/// Part of an exported thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedPart {
    /// Role of the part: `leader`, `unit`, `aircraft`, `character`, `system`, `trait`, `object` or `relationship`; for a thing that is
    /// held, the name of the list in its design (`fighters`).
    pub role: String,
    /// Key of the part as `package.name`, or only its name if the part has no declaration of its own.
    pub name: String,
    /// Title of the part, the name shown to people.
    pub title: String,
    /// Number of copies of this part that the thing has.
    pub count: u32,
    /// Contribution of the part: dice, a rank or a technology level.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub brings: String,
}

/// Waiver of an exported thing: a finding that the author allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedWaiver {
    /// Code of the diagnostic that is allowed.
    pub code: String,
    /// Reason that the author gave.
    pub reason: String,
}
