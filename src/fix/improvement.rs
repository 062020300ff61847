//! Decides if fixes improve the text. A fix that may change the meaning is kept only if there are fewer findings afterwards: a guess that
//! trades one error for another is no help.

use super::{Chosen, FixTrial, Known, Texts, Turn};
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use std::collections::BTreeMap;

/// Largest number of further passes that may be needed before a fix leaves fewer findings. A misspelt entry, for example, hides the
/// misspelt names inside.
const LONGEST_CHAIN: usize = 3;

impl FixTrial<'_> {
    /// True if no error or warning is new, and the findings of all fixes are gone. Fixes that keep the meaning are always accepted.
    pub(super) fn adds_no_finding(&self, turn: Turn, chosen: &[Chosen], found: &Diagnostics, after: &Diagnostics) -> bool {
        if chosen.iter().all(|chosen| chosen.is_safe) {
            return true;
        }
        let mut allowed: BTreeMap<Key<'_>, i64> = BTreeMap::new();
        for finding in found.iter() {
            let count = allowed.entry(key(finding)).or_default();
            *count = count.saturating_add(1);
        }
        for (slug, message, file, _) in chosen.iter().map(|chosen| &chosen.known) {
            let count = allowed.entry((slug, message, *file)).or_default();
            *count = count.saturating_sub(1);
        }
        for finding in after.iter().filter(|found| !self.is_for_later(turn, found)) {
            match allowed.get_mut(&key(finding)) {
                Some(count) => *count = count.saturating_sub(1),
                None if finding.severity == Severity::Note => {}
                None => return false,
            }
        }
        allowed.values().all(|count| *count >= 0)
    }

    /// True if there are fewer errors or fewer warnings than before, and not more of the others in exchange.
    pub(super) fn has_fewer(&self, turn: Turn, found: &Diagnostics, after: &Diagnostics) -> bool {
        let (errors, errors_after) = (self.errors(turn, found), self.errors(turn, after));
        let all = |errors: usize, found: &Diagnostics| errors.saturating_add(found.count(Severity::Warning));
        let (all, all_after) = (all(errors, found), all(errors_after, after));
        errors_after <= errors && all_after <= all && (errors_after, all_after) != (errors, all)
    }

    /// Applies a fix that only trades one finding for another, and then the fixes of the findings that it revealed. Returns the findings
    /// if there are fewer in the end; otherwise undoes everything.
    pub(super) fn follow(&mut self, turn: Turn, first: &Chosen, found: &Diagnostics) -> Option<Diagnostics> {
        let mut undo: Vec<Texts> = Vec::new();
        let (mut stage, mut next, mut now) = (turn, vec![first.clone()], found.clone());
        let mut made = 0_usize;
        for _ in 0..=LONGEST_CHAIN {
            match self.attempt(stage, &next, &now) {
                Ok((texts, after)) => {
                    undo.push(texts);
                    now = after;
                    made = made.saturating_add(next.len());
                }
                Err(texts) => {
                    undo.push(texts);
                    break;
                }
            }
            if self.has_fewer(turn, found, &now) {
                self.made = self.made.saturating_add(made);
                return Some(now);
            }
            (stage, next) = self.revealed(found, &now);
            if next.is_empty() {
                break;
            }
        }
        for texts in undo.into_iter().rev() {
            self.take_back(texts);
        }
        None
    }

    /// Returns the fixes of the findings that were not there before.
    fn revealed(&self, found: &Diagnostics, now: &Diagnostics) -> (Turn, Vec<Chosen>) {
        let is_new = |(slug, message, file, _): &Known| !found.iter().any(|found| key(found) == (*slug, message.as_str(), *file));
        let mut turns = Turn::ALL.into_iter().map(|turn| {
            let chosen = self.choose_of(turn, now).into_iter().filter(|chosen| is_new(&chosen.known)).collect::<Vec<_>>();
            (turn, chosen)
        });
        turns.find(|(_, chosen)| !chosen.is_empty()).unwrap_or((Turn::Cost, Vec::new()))
    }
}

/// Identity of a finding across two checks: its code, message and file.
type Key<'d> = (&'d str, &'d str, slip_source::FileId);

fn key(found: &Diagnostic) -> Key<'_> {
    (found.code.slug(), found.message.as_str(), found.primary.span.file)
}
