//! Things by what people call them, for authors who write a title where a name belongs.
//!
//! Finds nothing for anybody else: a title is never a name, it only shows which name was meant.

use super::program::{Kinds, Program};
use ecow::EcoString;
use slip_source::PackageId;
use slip_suggest::same_words;

/// How many things of a kind are looked at: a package of a million names is not searched for every mistake.
const LOOKED_AT: usize = 20_000;

impl Program<'_> {
    /// The name of what is called so, by its title or with other marks between the words of its name.
    pub fn titled(&self, from: PackageId, kinds: Kinds<'_>, words: &str) -> Option<EcoString> {
        self.list(kinds).iter().find_map(|kind| {
            let called =
                self.near(from, kind).take(LOOKED_AT).filter(|thing| same_words(thing.title(), words) || same_words(thing.name(), words));
            called.filter(|thing| self.peek(from, kind, thing.name()) == Some(thing.id)).map(|thing| thing.name().clone()).next()
        })
    }
}
