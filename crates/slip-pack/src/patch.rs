//! House rules in force: which package changed what of another, and where.
//!
//! A pack holds things as they are with all patches laid over them; this says whose doing it is.

use super::item::Place;
use super::{Name, Pack};
use serde::{Deserialize, Serialize};

/// A patch, from its first to its last line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    /// The kind of what it changes.
    pub kind: Name,
    /// What it changes.
    pub patched: Patched,
    /// One-based last line.
    pub last_line: u32,
}

/// A patch that had a part in something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Patched {
    /// The package that wrote it.
    pub by: Name,
    /// What it changes: `std.slug_thrower`.
    pub target: Name,
    /// Where it is written.
    pub place: Place,
}

impl Patched {
    /// Whose it is, in words: files that belong to no package have no name to be called by.
    pub fn whose(&self) -> &str {
        if self.by.is_empty() { "this package" } else { &self.by }
    }
}

impl Pack {
    /// The patch whose text a place is in.
    pub fn patch_at(&self, place: &Place) -> Option<&Patched> {
        let inside = |patch: &&Patch| {
            let first = &patch.patched.place;
            first.file == place.file && (first.line..=patch.last_line).contains(&place.line)
        };
        self.patches.iter().find(inside).map(|patch| &patch.patched)
    }
}
