//! Compares two versions of a package and lists the differences by category: names, legality, numbers, odds, text.
//!
//! Packs are compared, not texts. Line positions, file layout and the reasons for a number are ignored, and references by index are
//! compared by name. Effects of patches and of another version of the rules are included. Every part of the package is compared; a
//! difference without a category of its own is listed under numbers.

mod aliases;
mod breaking;
mod compare_fields;
mod compare_things;
mod declaration_lines;
mod names_for_indices;
pub mod version_step;

use crate::Pack;
use serde::Serialize;
use slip_keyword::keyword_enum;
use version_step::Bump;

keyword_enum! {
    /// Subject of a change, the gravest first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Category {
        /// Names that other packages may use: new, removed or renamed things.
        Identity = "identity",
        /// Legality of things, and the rules that decide it.
        Legality = "legality",
        /// Limits set by a manifest or by the policy of the repository: caps, bans, lint levels, the standard library.
        Policy = "policy",
        /// Waivers: findings that the text allows, with the reason.
        Waivers = "waivers",
        /// Patches of things of other packages, the standard library included.
        Patches = "patches",
        /// Numbers, stunts, effects, rules and terrain.
        Statistics = "statistics",
        /// Chances of winning.
        Odds = "odds",
        /// Texts for readers: titles, aspects and comments.
        Text = "text",
    }

    /// Returns the category as a word.
    pub const fn word(self) -> &'static str;
}

/// One difference between two versions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct PackageChange {
    /// Category of the difference.
    pub category: Category,
    /// Kind of the thing that has changed: `weapon`, `map`, `stunt`.
    pub kind: String,
    /// Name of the thing that has changed; empty if the change concerns the whole package.
    pub name: String,
    /// Description of the difference: `harm 1 → 2`.
    pub what: String,
    /// Version step that the change requires.
    pub asks: Bump,
}

/// Differences between two versions of a package, sorted by category, kind and name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PackageChanges {
    /// The differences, in order.
    pub list: Vec<PackageChange>,
}

impl PackageChanges {
    /// Compares two packs and returns the differences from the old one to the new one.
    ///
    /// ```
    /// use slip_pack::changes::{Category, PackageChanges};
    /// use slip_pack::{BuiltItem, Pack};
    ///
    /// let pack = |harm: i32| {
    ///     let item = BuiltItem { name: "flint".into(), kind: "weapon".into(), stats: [("harm".into(), harm)].into(), valid: true, ..BuiltItem::default() };
    ///     let mut pack = Pack::default();
    ///     pack.items.entry("weapon".into()).or_default().insert(".flint".into(), item);
    ///     pack
    /// };
    /// let changes = PackageChanges::between(&pack(1), &pack(2));
    /// assert_eq!(changes.list.len(), 1);
    /// assert_eq!((changes.list[0].category, changes.list[0].what.as_str()), (Category::Statistics, "harm 1 → 2"));
    /// assert!(PackageChanges::between(&pack(1), &pack(1)).list.is_empty());
    /// ```
    pub fn between(old: &Pack, new: &Pack) -> PackageChanges {
        let mut changes = PackageChanges { list: compare_things::compare(old, new) };
        changes.list.sort();
        changes
    }

    /// Returns the waivers and patches of a new package, as changes.
    pub fn exceptions_of_new(new: &Pack) -> Vec<PackageChange> {
        compare_things::exceptions_of_new(new)
    }

    /// Adds differences found by other means, such as odds.
    pub fn add(&mut self, more: impl IntoIterator<Item = PackageChange>) {
        self.list.extend(more);
        self.list.sort();
    }

    /// Returns the differences of a category.
    pub fn of(&self, category: Category) -> impl Iterator<Item = &PackageChange> {
        self.list.iter().filter(move |change| change.category == category)
    }

    /// Returns the number of waivers in the things of a package itself.
    pub fn waivers_of(pack: &Pack) -> usize {
        compare_things::waivers_of(pack).len()
    }

    /// Returns the greatest version step that any of the differences requires.
    pub fn asks(&self) -> Bump {
        self.list.iter().map(|change| change.asks).max().unwrap_or(Bump::None)
    }
}
