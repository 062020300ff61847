//! Checks `+` and `-` that are followed by a space in designs and stunts. `plays + space` extends a list, but `cost - 2` is an error.
//!
//! Refuses a sign after a word that has no list. Also refuses `-` in a list, because an entry of a design or stunt cannot remove members.

use super::design_reader::DesignReader;
use crate::check::errors;
use slip_syntax::tree::{Entry, Sign};

/// Words of entries with a list that `+` can extend.
const LISTS: &[&str] =
    &["advise", "aspect", "excludes", "for", "note", "once", "optional", "plays", "require", "requires", "skill_rank", "suspect", "usual"];

impl DesignReader<'_, '_, '_> {
    /// Reports a `+` or `-` that this entry cannot have.
    pub(super) fn unsigned(&mut self, entry: &Entry) {
        // Only the signs of other entries are checked here. Signs in effects are checked by the parser of effects.
        let Some((sign, span)) = entry.sign().filter(|_| entry.word() != "effect") else { return };
        match (LISTS.contains(&entry.word()), sign) {
            (true, Sign::Plus) => {}
            (true, Sign::Minus) => self.out.push(errors::never_shrunk(entry, span)),
            (false, _) => self.out.push(errors::no_sign(entry, span)),
        }
    }
}
