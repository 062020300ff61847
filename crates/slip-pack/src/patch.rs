//! House rules in force: the patches of each package to things of other packages, with their source positions.
//!
//! A pack contains things with all patches applied; this module lists those patches.

use super::item::SourcePosition;
use super::{Name, Pack};
use serde::{Deserialize, Serialize};

/// Patch of a thing, from its first to its last line in the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatchText {
    /// Kind of the thing that the patch changes.
    pub kind: Name,
    /// Patch and its target.
    pub patched: EffectivePatch,
    /// Last line of the patch, counted from 1.
    pub last_line: u32,
}

/// Patch that affected an item or a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EffectivePatch {
    /// Package that contains the patch.
    pub by: Name,
    /// Key of the thing that the patch changes: `std.slug_thrower`.
    pub target: Name,
    /// Source position of the patch.
    pub place: SourcePosition,
}

impl EffectivePatch {
    /// Returns the package of the patch in words: files outside of any package have no package name.
    pub fn whose(&self) -> &str {
        if self.by.is_empty() { "this package" } else { &self.by }
    }
}

impl Pack {
    /// Returns the patch that contains a source position.
    pub fn patch_at(&self, place: &SourcePosition) -> Option<&EffectivePatch> {
        let inside = |patch: &&PatchText| {
            let first = &patch.patched.place;
            first.file == place.file && (first.line..=patch.last_line).contains(&place.line)
        };
        self.patches.iter().find(inside).map(|patch| &patch.patched)
    }
}
