//! Signs with a space behind them: `plays + space` extends a list, and `cost - 2` is no number.
//!
//! Refuses a sign behind a word that has no list, and a list that is to be shrunk: an entry of a design or a stunt takes nothing away.

use super::read::Reader;
use crate::check::errors;
use slip_syntax::tree::{Entry, Sign};

/// Entries to which others are added.
const LISTS: &[&str] =
    &["advise", "aspect", "excludes", "for", "note", "once", "optional", "plays", "require", "requires", "skill_rank", "suspect", "usual"];

impl Reader<'_, '_, '_> {
    /// Says of a sign that it means nothing here.
    pub(super) fn unsigned(&mut self, entry: &Entry) {
        // Effect lines speak for themselves.
        let Some((sign, span)) = entry.sign().filter(|_| entry.word() != "effect") else { return };
        match (LISTS.contains(&entry.word()), sign) {
            (true, Sign::Plus) => {}
            (true, Sign::Minus) => self.out.push(errors::never_shrunk(entry, span)),
            (false, _) => self.out.push(errors::no_sign(entry, span)),
        }
    }
}
