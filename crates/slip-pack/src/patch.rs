//! House rules in force: the patches of each package to things of other packages, with their source positions.
//!
//! A pack contains things with all patches applied; this module records which patches they are.

use super::item::Place;
use super::{Name, Pack};
use serde::{Deserialize, Serialize};

/// Patch, from its first to its last line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    /// Kind of thing that it changes.
    pub kind: Name,
    /// The patch and its target.
    pub patched: Patched,
    /// Last line, counted from 1.
    pub last_line: u32,
}

/// Patch that affected something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Patched {
    /// Package that contains it.
    pub by: Name,
    /// Thing that it changes: `std.slug_thrower`.
    pub target: Name,
    /// Source position.
    pub place: Place,
}

impl Patched {
    /// Returns its package in words: files outside of any package have no package name.
    pub fn whose(&self) -> &str {
        if self.by.is_empty() { "this package" } else { &self.by }
    }
}

impl Pack {
    /// Returns the patch that contains a source position.
    pub fn patch_at(&self, place: &Place) -> Option<&Patched> {
        let inside = |patch: &&Patch| {
            let first = &patch.patched.place;
            first.file == place.file && (first.line..=patch.last_line).contains(&place.line)
        };
        self.patches.iter().find(inside).map(|patch| &patch.patched)
    }
}
