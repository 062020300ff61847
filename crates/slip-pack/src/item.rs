//! One built thing: a weapon, armour, ship or person, with every number it has and why.

use super::Name;
use super::effect::Effect;
use super::patch::Patched;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Anything built by a design.
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
    /// The design it is built by: `slug_thrower`.
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
    /// Build points spent (of a modal weapon, by its dearest mode).
    pub spent: i32,
    /// Purchase Cost where the local technology equals its own; none if it is not for sale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// How much the Cost rises for each step the local technology lies below its own (0 or 1).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub price_per_tech: i32,
    /// The rating that maintenance uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upkeep: Option<i32>,
    /// Fate points at a refresh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// The skill by which it is used (weapons).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<Name>,
    /// Ranks as play sees them, effects included; what was bought is in the ledger.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stats: BTreeMap<Name, i32>,
    /// Statistics that are shown as letters (`starport B`); their place in the alphabet of the design is in `stats`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<Name, char>,
    /// What its ranks are called, `tech` among them, where the design has words for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub phrases: BTreeMap<Name, String>,
    /// Codes that say several ranks at once: `profile`, `B867564-9`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub codes: BTreeMap<Name, String>,
    /// What its design notes about it, for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Skill ranks of people and units, effects included.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<Name, i32>,
    /// The one rank it has in everything, where its design gives it every skill; `skills` has them all then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_skill: Option<i32>,
    /// What its skills bring along for free (story), in the order of their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<Brings>,
    /// What skills are about that have subjects and are taken once: the places of Culture/Tech, the tongues of Languages.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub subjects: BTreeMap<Name, Vec<String>>,
    /// Words chosen: `size large`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<Name, Name>,
    /// Other items it names: `home harrow`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refers: BTreeMap<Name, Gear>,
    /// The technologies whose weapons are familiar, lowest and highest, where it is known where the person comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub familiar: Option<(i32, i32)>,
    /// Skills it lacks for which one of its own counts: `slug_throwers` by `firearms` (R-N2).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<Name, Name>,
    /// Boxes of each stress track, effects included.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracks: BTreeMap<Name, i32>,
    /// What a mild, a moderate and a severe consequence take off a hit on a track, where a line says so.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub schedules: BTreeMap<Name, [i32; 3]>,
    /// Free boxes of each grade of consequence, by grade: `mild`, `moderate`, `severe`, as often as there are slots; empty for those who take none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Name>,
    /// Stunts bought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts: Vec<Stunt>,
    /// Aspects, written and derived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<Aspect>,
    /// What it does in play: the design's lines, then those of its stunts, parameters filled in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Arc<Effect>>,
    /// Modes of a modal weapon. `stats`, `stunts` and `effects` above are then those of the first mode.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<Mode>,
    /// Things carried, as references (see [`super::Pack::item`]).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<Gear>,
    /// Exceptions the author allowed, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// House rules that had a part in it: patches of itself, of what it is derived from, and of its design where they touch it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<Patched>,
    /// True if it is free of errors; an invalid one is in the pack for `show` but does not play.
    pub valid: bool,
    /// Every number's reasons.
    pub ledger: Ledger,
    /// Where it is declared.
    pub place: Place,
}

fn is_zero(value: &i32) -> bool {
    *value == 0
}

impl Item {
    /// Its rank in a skill, or in the one of its own that counts as it; `None` if untrained.
    pub fn rank(&self, skill: &str) -> Option<i32> {
        let own = self.skills.get(skill).or_else(|| self.skills.get(self.counts.get(skill)?));
        own.copied()
    }

    /// The name by which rules know one of its skills: that of the skill it counts as, or its own.
    pub fn known_as<'n>(&'n self, skill: &'n str) -> &'n str {
        self.counts.iter().find(|(_, own)| *own == skill).map_or(skill, |(known, _)| known)
    }

    /// Its rank in a statistic, as play sees it; 0 if it has no such statistic.
    pub fn stat(&self, stat: &str) -> i32 {
        self.stats.get(stat).copied().unwrap_or(0)
    }
}

/// A thing that a skill brings along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brings {
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
    /// How many times it was bought.
    pub count: i32,
    /// True if its design gives it, so that nobody bought it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
}

/// An aspect of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aspect {
    /// The words.
    pub text: String,
    /// The words of the rule, where the author renamed a derived aspect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<String>,
    /// True if a rule added it.
    pub derived: bool,
    /// True if it fills one of the design's slots.
    pub slot: bool,
    /// A mark the author put behind it (`crew`).
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
    /// What it does in play while the mode is in use.
    pub effects: Vec<Arc<Effect>>,
}

/// A thing carried.
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

/// `allow CODE "why"` that was needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// The slug of the diagnostic.
    pub code: String,
    /// The author's reason.
    pub reason: String,
}

/// File and line inside a package.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Path shown to people.
    pub file: Name,
    /// One-based line; 0 if it stands nowhere.
    pub line: u32,
}

/// The account of an item: every addend of every derived number, in the order in which it is reckoned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// The lines.
    pub lines: Vec<LedgerLine>,
}

/// Which account a ledger line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// What may be spent.
    Budget,
    /// What is spent.
    Spent,
    /// The purchase Cost.
    Price,
    /// The rating that maintenance uses.
    Upkeep,
    /// The length of a track.
    Track,
    /// An aspect and why it is there.
    Aspect,
    /// Fate points.
    Fate,
    /// How far a leader's orders reach, in zones.
    Command,
    /// A statistic after effects.
    Stat,
    /// A skill after effects.
    Skill,
    /// A stunt that its design gives, and why.
    Given,
}

impl Account {
    /// The account's name.
    pub const fn word(self) -> &'static str {
        match self {
            Account::Budget => "budget",
            Account::Spent => "spent",
            Account::Price => "price",
            Account::Upkeep => "upkeep",
            Account::Track => "track",
            Account::Aspect => "aspect",
            Account::Fate => "fate",
            Account::Given => "stunt",
            Account::Command => "command",
            Account::Stat => "stat",
            Account::Skill => "skill",
        }
    }
}

/// One reason of one number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerLine {
    /// Which account.
    pub account: Account,
    /// What it is: `beam 3`, `stunt civilian`, `budget 5 + 6 * tech at T2`, `Huge: trade 4 >= 2 * tech`.
    pub what: Name,
    /// How much it adds. Of an aspect, 1 if it fills a slot.
    pub points: i32,
    /// The mode it belongs to, of a modal weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Name>,
    /// The patch that the number rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<Patched>,
    /// The line that says so; line 0 of the design's file where nobody wrote it.
    pub place: Place,
}
