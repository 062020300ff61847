//! Built items: a weapon, armour, ship or person, with all its numbers and the reasons for them.

use super::Name;
use super::effect::Effect;
use super::patch::Patched;
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Item built by a design.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people; the name itself if the author gave none.
    pub title: String,
    /// The package it belongs to.
    pub package: Name,
    /// `weapon`, `armour`, `ship`, `npc` …
    pub kind: Name,
    /// Design that it is built by: `slug_thrower`.
    pub design: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Technology, -4..4; none for things without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tech: Option<i32>,
    /// Build points allowed; none for a design without a budget.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<i32>,
    /// Build points spent (for a modal weapon, those of its most expensive mode).
    pub spent: i32,
    /// Purchase Cost if the local technology equals its own; none if it is not for sale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// Increase of the Cost for each step that the local technology is below its own (0 or 1).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub price_per_tech: i32,
    /// The rating that maintenance uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upkeep: Option<i32>,
    /// Fate points at a refresh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// Skill to use it with (weapons).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<Name>,
    /// Ranks as play uses them, effects included; the bought ranks are in the ledger.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stats: BTreeMap<Name, i32>,
    /// Statistics that are shown as letters (`starport B`); their position in the alphabet of the design is in `stats`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<Name, char>,
    /// Names of its ranks, `tech` among them, if the design has words for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub phrases: BTreeMap<Name, String>,
    /// Codes that combine several ranks: `profile`, `B867564-9`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub codes: BTreeMap<Name, String>,
    /// Notes of its design on it, for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Skill ranks of people and units, effects included.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<Name, i32>,
    /// Its rank in every skill, if its design gives it every skill; `skills` has all of them then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_skill: Option<i32>,
    /// Things that its skills bring for free (story), sorted by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<FreeGear>,
    /// Subjects of skills that have subjects and are bought once: the places of Culture/Tech, the tongues of Languages.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub subjects: BTreeMap<Name, Vec<String>>,
    /// Chosen words: `size large`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<Name, Name>,
    /// Other items that it refers to: `home harrow`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refers: BTreeMap<Name, Gear>,
    /// Lowest and highest technology whose weapons are familiar, if the person's origin is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub familiar: Option<(i32, i32)>,
    /// Skills that it lacks, with the skill of its own that replaces each: `slug_throwers` by `firearms` (R-N2).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<Name, Name>,
    /// Boxes of each stress track, effects included.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracks: BTreeMap<Name, i32>,
    /// Shifts that a mild, a moderate and a severe consequence take off a hit on a track, if an effect sets them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub schedules: BTreeMap<Name, [i32; 3]>,
    /// Free consequence slots by grade: `mild`, `moderate`, `severe`, repeated for each slot; empty if it takes no
    /// consequences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Name>,
    /// Stunts it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts: Vec<Stunt>,
    /// Aspects, written and derived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<Aspect>,
    /// Effects in play: those of the design, then those of its stunts, parameters filled in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Arc<Effect>>,
    /// Modes of a modal weapon. `stats`, `stunts` and `effects` above are then those of the first mode.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<Mode>,
    /// Things carried, as references (see [`super::Pack::item`]).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<Gear>,
    /// Waivers, with the author's reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// House rules that affected it: patches of the item itself, of what it is derived from, and of its design if they
    /// concern it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<Patched>,
    /// True if it is free of errors; an invalid item is in the pack for `show` but cannot be played.
    pub valid: bool,
    /// Reasons for every number.
    pub ledger: Ledger,
    /// Source position of the declaration.
    pub place: Place,
}

fn is_zero(value: &i32) -> bool {
    *value == 0
}

impl Item {
    /// Returns its rank in a skill, or in the skill of its own that replaces it; `None` if untrained.
    pub fn rank(&self, skill: &str) -> Option<i32> {
        let own = self.skills.get(skill).or_else(|| self.skills.get(self.counts.get(skill)?));
        own.copied()
    }

    /// Returns the name by which rules know one of its skills: that of the skill it replaces, or its own.
    pub fn known_as<'n>(&'n self, skill: &'n str) -> &'n str {
        self.counts.iter().find(|(_, own)| *own == skill).map_or(skill, |(known, _)| known)
    }

    /// Returns its rank in a statistic, effects included; 0 if it has no such statistic.
    pub fn stat(&self, stat: &str) -> i32 {
        self.stats.get(stat).copied().unwrap_or(0)
    }
}

/// Thing that a skill brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeGear {
    /// The thing, in words.
    pub what: String,
    /// The skill.
    pub by: Name,
}

/// A stunt as it was bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stunt {
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The arguments, as written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Number of purchases.
    pub count: i32,
    /// True if its design gives it for free.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
}

/// An aspect of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aspect {
    /// Text of the aspect.
    pub text: String,
    /// Text in the rules, if the author renamed a derived aspect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<String>,
    /// True if a rule added it.
    pub derived: bool,
    /// True if it uses one of the design's slots.
    pub slot: bool,
    /// Mark that the author put after it (`crew`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Name>,
}

/// One mode of a modal weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mode {
    /// Its name.
    pub name: Name,
    /// Build points spent in it.
    pub spent: i32,
    /// Bought ranks.
    pub stats: BTreeMap<Name, i32>,
    /// Stunts of the mode and of the whole weapon.
    pub stunts: Vec<Stunt>,
    /// Effects in play while the mode is in use.
    pub effects: Vec<Arc<Effect>>,
}

/// Reference to an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// Its kind: `weapon`, `armour`, `gear`.
    pub kind: Name,
    /// Its package.
    pub package: Name,
    /// Its name.
    pub name: Name,
}

/// Waiver: `allow CODE "why"`, if it was needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// The slug of the diagnostic.
    pub code: String,
    /// The author's reason.
    pub reason: String,
}

/// Source position: file and line.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Path shown to people.
    pub file: Name,
    /// Line, from 1; 0 if there is none.
    pub line: u32,
}

/// Ledger of an item: every addend of every derived number, in the order of computation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// Lines of the ledger.
    pub lines: Vec<LedgerLine>,
}

keyword_enum! {
    /// Account of a ledger line.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Account {
        /// Build points allowed.
        Budget = "budget",
        /// Build points spent.
        Spent = "spent",
        /// Purchase Cost.
        Price = "price",
        /// Rating that maintenance uses.
        Upkeep = "upkeep",
        /// Length of a track.
        Track = "track",
        /// An aspect, with its reason.
        Aspect = "aspect",
        /// Fate points.
        Fate = "fate",
        /// Range of a leader's orders, in zones.
        Command = "command",
        /// A statistic with effects.
        Stat = "stat",
        /// A skill with effects.
        Skill = "skill",
        /// A stunt that its design gives, with the reason.
        Given = "stunt",
    }

    /// Returns the account's name.
    pub const fn word(self) -> &'static str;
}

/// One addend of a number, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerLine {
    /// Account it belongs to.
    pub account: Account,
    /// Reason: `beam 3`, `stunt civilian`, `budget 5 + 6 * tech at T2`, `Huge: trade 4 >= 2 * tech`.
    pub what: Name,
    /// Points it adds. For an aspect, 1 if it uses a slot.
    pub points: i32,
    /// Mode of a modal weapon that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Name>,
    /// Patch that the number depends on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<Patched>,
    /// Source position of the reason; line 0 of the design's file if it is not written anywhere.
    pub place: Place,
}
