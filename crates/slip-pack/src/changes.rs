//! What is different between two versions of a package, in words of the game: names, legality, numbers, odds, words.
//!
//! Two packs are compared, not two texts: where a line stands, how a file is laid out and why a number is what it is make no
//! difference, so that what a pack counts is compared by names; what a thing has come to through a patch or another version of the rules does. Nothing that a pack holds of its
//! package is left out: what no category is known for is a number.

mod breaking;
mod lines;
mod named;
mod renamed;
mod sections;
pub mod version;
mod walk;

use crate::Pack;
use serde::Serialize;
use version::Bump;

/// What a change is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// What others may name: things that come, go, or are called otherwise.
    Identity,
    /// What is legal, what judges that, and what is allowed in words.
    Legality,
    /// Numbers, stunts, effects, rules, ground.
    Statistics,
    /// Who wins.
    Odds,
    /// Titles, aspects, remarks.
    Text,
}

impl Category {
    /// Every category, the gravest first.
    pub const ALL: [Category; 5] = [Category::Identity, Category::Legality, Category::Statistics, Category::Odds, Category::Text];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Category::Identity => "identity",
            Category::Legality => "legality",
            Category::Statistics => "statistics",
            Category::Odds => "odds",
            Category::Text => "text",
        }
    }
}

/// One difference.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Change {
    /// What it is about.
    pub category: Category,
    /// The kind of thing: `weapon`, `map`, `stunt`.
    pub kind: String,
    /// The thing; empty for what is of the whole package.
    pub name: String,
    /// The difference: `harm 1 → 2`.
    pub what: String,
    /// The version it asks for.
    pub asks: Bump,
}

/// All differences, by category, kind and name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Changes {
    /// In order.
    pub list: Vec<Change>,
}

impl Changes {
    /// What is different in the second pack.
    ///
    /// ```
    /// use slipyard::changes::{Category, Changes};
    /// use slipyard::pack::{Item, Pack};
    ///
    /// let pack = |harm: i32| {
    ///     let item = Item { name: "flint".into(), kind: "weapon".into(), stats: [("harm".into(), harm)].into(), valid: true, ..Item::default() };
    ///     let mut pack = Pack::default();
    ///     pack.items.entry("weapon".into()).or_default().insert(".flint".into(), item);
    ///     pack
    /// };
    /// let changes = Changes::between(&pack(1), &pack(2));
    /// assert_eq!(changes.list.len(), 1);
    /// assert_eq!((changes.list[0].category, changes.list[0].what.as_str()), (Category::Statistics, "harm 1 → 2"));
    /// assert!(Changes::between(&pack(1), &pack(1)).list.is_empty());
    /// ```
    pub fn between(old: &Pack, new: &Pack) -> Changes {
        let mut changes = Changes { list: sections::compare(old, new) };
        changes.list.sort();
        changes
    }

    /// Adds what was found otherwise, such as odds.
    pub fn add(&mut self, more: impl IntoIterator<Item = Change>) {
        self.list.extend(more);
        self.list.sort();
    }

    /// Those of a category.
    pub fn of(&self, category: Category) -> impl Iterator<Item = &Change> {
        self.list.iter().filter(move |change| change.category == category)
    }

    /// The greatest step that any of them asks for.
    pub fn asks(&self) -> Bump {
        self.list.iter().map(|change| change.asks).max().unwrap_or(Bump::None)
    }
}
