//! Built items: a weapon, armour, ship or person, with all its numbers and the reasons for them.

use super::Name;
use super::effect::Effect;
use super::patch::EffectivePatch;
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Item built by a design.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BuiltItem {
    /// Name of the item in its package.
    pub name: Name,
    /// Title of the item, the name shown to people; the name itself if the author gave none.
    pub title: String,
    /// Package that declares the item.
    pub package: Name,
    /// Kind of the item: `weapon`, `armour`, `ship`, `npc` …
    pub kind: Name,
    /// Design that the item is built by: `slug_thrower`.
    pub design: Name,
    /// Doc comment of the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Technology of the item, -4 to 4; `None` for things without a technology.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tech: Option<i32>,
    /// Build points allowed for the item; `None` for a design without a budget.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<i32>,
    /// Build points spent on the item (for a modal weapon, those of its most expensive mode).
    pub spent: i32,
    /// Purchase Cost at a place with the technology of the item; `None` if the item is not for sale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// Increase of the Cost for each step by which the technology of the place is below that of the item: 0 or 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub price_per_tech: i32,
    /// Rating of the item that maintenance uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upkeep: Option<i32>,
    /// Fate points that the item has after a refresh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// Skill that the item is used with (weapons).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<Name>,
    /// Ranks of the item's statistics as play uses them, changed by effects; the bought ranks are in the ledger.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stats: BTreeMap<Name, i32>,
    /// Statistics that are shown as letters, with their letters: `starport B`. The numbers that the letters stand for are in `stats`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<Name, char>,
    /// Words that describe the item's ranks (also `tech`), if the design has words for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub phrases: BTreeMap<Name, String>,
    /// Codes that combine several ranks of the item: `profile`, `B867564-9`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub codes: BTreeMap<Name, String>,
    /// Notes of the design on the item, for readers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Skill ranks of people and units, changed by effects.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<Name, i32>,
    /// Rank of the item in every skill, if its design gives it every skill; `skills` then contains all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_skill: Option<i32>,
    /// Things that the item's skills bring for free, sorted by name. They are for the story; no engine uses them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<FreeGear>,
    /// Subjects of skills that are bought once and have subjects: the places of Culture/Tech, the languages of Languages.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub subjects: BTreeMap<Name, Vec<String>>,
    /// Choices that the author made for the item, by the name of the choice: `size large`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<Name, Name>,
    /// Other items that the item refers to: `home harrow`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refers: BTreeMap<Name, Gear>,
    /// Lowest and highest technology of the weapons that the person is familiar with, if the person's origin is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub familiar: Option<(i32, i32)>,
    /// Skills that the item lacks, each with the item's own skill that replaces it: `slug_throwers` by `firearms` (R-N2).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<Name, Name>,
    /// Number of boxes of each stress track, changed by effects.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracks: BTreeMap<Name, i32>,
    /// Shifts that a mild, a moderate and a severe consequence take off a hit on a track, if an effect sets them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub schedules: BTreeMap<Name, [i32; 3]>,
    /// Free consequence slots by grade: `mild`, `moderate`, `severe`, repeated for each slot; empty if the item takes no consequences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Name>,
    /// Stunts that the item has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts: Vec<ItemStunt>,
    /// Aspects of the item, written and derived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<ItemAspect>,
    /// Effects of the item in play, with parameters filled in: those of the design, then those of its stunts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Arc<Effect>>,
    /// Modes of a modal weapon. `stats`, `stunts` and `effects` above are then those of the first mode.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<Mode>,
    /// Things that the item carries, as references (see [`super::Pack::item`]).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<Gear>,
    /// Things that the item carries, by the name of the list that its design declares with `holds`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub holds: BTreeMap<Name, Vec<HeldItem>>,
    /// Waivers, with the author's reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// House rules that affected the item: patches of the item itself, of the item or template that it is derived from, and of its design
    /// if those patches concern the item.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<EffectivePatch>,
    /// True if the item is free of errors; an invalid item is in the pack for `show` but cannot be played.
    pub valid: bool,
    /// Reasons for every number of the item.
    pub ledger: Ledger,
    /// Source position of the declaration of the item.
    pub place: SourcePosition,
}

fn is_zero(value: &i32) -> bool {
    *value == 0
}

impl BuiltItem {
    /// Returns the number of things in one of the item's `holds` lists; 0 if the item has no such list.
    pub fn held(&self, list: &str) -> i32 {
        self.holds.get(list).into_iter().flatten().fold(0, |sum, held| sum.saturating_add(held.count))
    }

    /// Returns the item's rank in a skill, or in the item's skill that replaces it; `None` if untrained.
    pub fn rank(&self, skill: &str) -> Option<i32> {
        let own = self.skills.get(skill).or_else(|| self.skills.get(self.counts.get(skill)?));
        own.copied()
    }

    /// Returns the name that the rules use for one of the item's skills: the name of the skill that it replaces, or the skill's own name.
    pub fn known_as<'n>(&'n self, skill: &'n str) -> &'n str {
        self.counts.iter().find(|(_, own)| *own == skill).map_or(skill, |(known, _)| known)
    }

    /// Returns the item's rank in a statistic, changed by effects; 0 if the item has no such statistic.
    pub fn stat(&self, stat: &str) -> i32 {
        self.stats.get(stat).copied().unwrap_or(0)
    }
}

/// Thing that a skill brings for free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeGear {
    /// Description of the thing.
    pub what: String,
    /// Skill that brings the thing.
    pub by: Name,
}

/// Stunt as it was bought for an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemStunt {
    /// Name of the stunt.
    pub name: Name,
    /// Title of the stunt, the name shown to people.
    pub title: String,
    /// Arguments of the stunt, as written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Number of purchases of the stunt.
    pub count: i32,
    /// True if the item's design gives the stunt for free.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
}

impl ItemStunt {
    /// True if an effect of the item comes from this purchase of a stunt. Packs of older versions do not record from which of several equal
    /// stunts an effect comes; then each of them has the effects of all.
    pub fn has(&self, effect: &Effect) -> bool {
        effect.origin.as_ref().is_some_and(|origin| {
            origin.carrier == "stunt" && origin.name == self.name && (origin.args.is_empty() || origin.args == self.args)
        })
    }
}

/// An aspect of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemAspect {
    /// Text of the aspect.
    pub text: String,
    /// Original text of the aspect in the rules, if the author renamed an aspect that a rule adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<String>,
    /// True if a rule added the aspect.
    pub derived: bool,
    /// True if the aspect uses one of the design's slots.
    pub slot: bool,
    /// Mark that the author wrote after the aspect, such as `crew`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Name>,
}

/// One mode of a modal weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mode {
    /// Name of the mode.
    pub name: Name,
    /// Build points spent in the mode.
    pub spent: i32,
    /// Ranks of the statistics as bought for the mode.
    pub stats: BTreeMap<Name, i32>,
    /// Stunts of the mode and of the whole weapon.
    pub stunts: Vec<ItemStunt>,
    /// Effects in play while the mode is in use.
    pub effects: Vec<Arc<Effect>>,
}

/// Thing that an item carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldItem {
    /// Thing that is carried.
    pub thing: Gear,
    /// Number of copies of the thing.
    pub count: i32,
}

/// Reference to an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// Kind of the item: `weapon`, `armour`, `gear`.
    pub kind: Name,
    /// Package of the item.
    pub package: Name,
    /// Name of the item.
    pub name: Name,
}

/// Waiver of a finding: `allow CODE "why"`, if it was needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// Code of the diagnostic that is allowed.
    pub code: String,
    /// Reason that the author gave for the waiver.
    pub reason: String,
}

/// Source position: file and line.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourcePosition {
    /// Path of the file, as it is shown to people.
    pub file: Name,
    /// Number of the line, from 1; 0 if there is none.
    pub line: u32,
}

/// Ledger of an item: every addend of every number that is derived, in the order of computation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// Lines of the ledger, one for each addend.
    pub lines: Vec<LedgerLine>,
}

keyword_enum! {
    /// Account that a ledger line belongs to: the number that the line adds to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Account {
        /// Build points allowed for the item.
        Budget = "budget",
        /// Build points spent on the item.
        Spent = "spent",
        /// Purchase Cost of the item.
        Price = "price",
        /// Rating of the item that maintenance uses.
        Upkeep = "upkeep",
        /// Length of a track of the item.
        Track = "track",
        /// Aspect of the item, with its reason.
        Aspect = "aspect",
        /// Fate points of the item.
        Fate = "fate",
        /// Range of a leader's orders, in zones.
        Command = "command",
        /// Rank of a statistic of the item, changed by effects.
        Stat = "stat",
        /// Rank of a skill of the item, changed by effects.
        Skill = "skill",
        /// Stunt that the item's design gives, with the reason.
        Given = "stunt",
    }

    /// Returns the name of the account.
    pub const fn word(self) -> &'static str;
}

/// Line of a ledger: one addend of a number, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerLine {
    /// Account that the line belongs to.
    pub account: Account,
    /// Reason for the addend: `beam 3`, `stunt civilian`, `budget 5 + 6 * tech at T2`, `Huge: trade 4 >= 2 * tech`.
    pub what: Name,
    /// Points that the line adds. For an aspect, 1 if it uses a slot.
    pub points: i32,
    /// Mode of a modal weapon that the line belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Name>,
    /// Patch that the addend depends on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<EffectivePatch>,
    /// Source position of the reason; line 0 of the design's file if it is not written anywhere.
    pub place: SourcePosition,
}
