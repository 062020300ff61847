//! Names of what could not be read: they stand in broken heads, or would come out of packages that could not be used. Nobody
//! calls them unknown. Floor 3.

use super::program::Program;
use crate::source::{PackageId, Sources, Span};
use ecow::EcoString;
use std::collections::BTreeSet;

/// How many words of a head are looked at.
const WORDS: usize = 6;

/// How much of a head is looked at, in bytes.
const LENGTH: usize = 120;

/// Notes every name that may have been meant in the head that begins at a place: one of its words, or several joined.
pub(super) fn note(sources: &Sources, head: Span, names: &mut BTreeSet<EcoString>) {
    let text = sources.slice(head);
    let text = text.get(..text.find(['{', '\n']).unwrap_or(text.len())).unwrap_or_default();
    let near: String = text.chars().take(LENGTH).flat_map(char::to_lowercase).collect();
    let words: Vec<&str> = near.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty()).collect();
    let words = words.get(..words.len().min(WORDS)).unwrap_or_default();
    for from in 0..words.len() {
        for to in from..words.len() {
            names.extend(words.get(from..=to).map(|run| EcoString::from(run.join("_"))));
        }
    }
}

impl Program<'_> {
    /// Whether a name would come out of a package that could not be used, which was reported.
    pub fn is_awaited(&self, from: PackageId, name: &str) -> bool {
        self.awaited.contains(&(from, None)) || self.awaited.contains(&(from, Some(name.into())))
    }

    /// Whether a name, perhaps with its package, stands in a head that could not be read, which was reported.
    pub fn is_lost(&self, path: &str) -> bool {
        self.lost.contains(path.rsplit('.').next().unwrap_or(path))
    }
}
