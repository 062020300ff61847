//! Finds items by their titles, in case an author wrote a title in place of a name.
//!
//! The result is used only for suggestions: a title is never accepted as a name.

use super::program::{Kinds, Program};
use ecow::EcoString;
use slip_source::PackageId;
use slip_suggest::same_words;

/// Maximum number of items of a kind that are searched, so that huge packages do not become slow.
const LOOKED_AT: usize = 20_000;

impl Program<'_> {
    /// Returns the name of the item with this title, or of the item whose name has the same words: `brine_gun` for `Brine gun`.
    pub fn titled(&self, from: PackageId, kinds: Kinds<'_>, words: &str) -> Option<EcoString> {
        self.list(kinds).iter().find_map(|kind| {
            let called =
                self.near(from, kind).take(LOOKED_AT).filter(|thing| same_words(thing.title(), words) || same_words(thing.name(), words));
            called.filter(|thing| self.peek(from, kind, thing.name()) == Some(thing.id)).map(|thing| thing.name().clone()).next()
        })
    }
}
