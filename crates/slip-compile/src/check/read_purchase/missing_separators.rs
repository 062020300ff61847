//! Splits entries that continue into the next one: after a comma at the end of a line, in `skills` without braces, and with numbers before
//! their words.

use super::read_entries::PurchaseReader;
use crate::check::design::{Design, ItemKey};
use crate::check::errors;
use slip_source::Span;
use slip_syntax::tree::{Entry, ExprKind, Key, Value};

impl PurchaseReader<'_, '_, '_> {
    /// Reports an entry that begins inside this one, and returns the index of the value where it begins.
    pub(super) fn overrun(&mut self, key: ItemKey, entry: &Entry) -> Option<usize> {
        self.run_on(key, entry).or_else(|| self.in_a_list(key, entry)).or_else(|| self.behind_comma(entry))
    }

    /// Recognises an entry that was written on the line of a list, by its block: `stunts modal mode talk { … }`.
    fn in_a_list(&mut self, key: ItemKey, entry: &Entry) -> Option<usize> {
        entry.block().filter(|_| matches!(key, ItemKey::Stunts | ItemKey::Aspects))?;
        let last = entry.values.iter().rposition(|value| value.comma).unwrap_or(0);
        let begins = |value: &Value| value.expr.name().is_some_and(|word| self.design.keys.contains_key(word));
        let at = entry.values.iter().enumerate().skip(last.saturating_add(1)).find(|(_, value)| begins(value)).map(|(at, _)| at)?;
        let (before, next) = (entry.values.get(at.checked_sub(1)?)?, entry.values.get(at)?);
        let word = self.context.program.sources.slice(next.expr.span);
        self.out.push(errors::runs_into(entry.word(), word, before.expr.span, next.expr.span));
        Some(at)
    }

    /// Recognises an entry that follows a single value without a `;`: `cap 3 skills { … }`.
    fn run_on(&mut self, key: ItemKey, entry: &Entry) -> Option<usize> {
        let [first, next, ..] = entry.values.as_slice() else { return None };
        let takes_one = matches!(key, ItemKey::Stat(_) | ItemKey::Tech | ItemKey::Range(_) | ItemKey::Flag(_) | ItemKey::Choice(_));
        let word = next.expr.name().filter(|word| takes_one && !next.comma && self.design.keys.contains_key(*word))?;
        let goes_on = entry.values.get(2).map_or_else(|| entry.block().is_some(), |behind| !behind.comma);
        if !goes_on {
            return None;
        }
        self.out.push(errors::run_on(entry.word(), word, first.expr.span, next.expr.span));
        Some(1)
    }

    /// Recognises an entry that follows a comma at the end of a line.
    fn behind_comma(&mut self, entry: &Entry) -> Option<usize> {
        let sources = self.context.program.sources;
        let mut before = entry.key.span();
        for (at, value) in entry.values.iter().enumerate() {
            let gap = Span { start: before.end, end: value.expr.span.start.max(before.end), ..before };
            before = value.expr.span;
            let Some(word) = value.expr.name().filter(|word| value.comma && self.design.keys.contains_key(*word)) else { continue };
            let between = sources.slice(gap);
            if !between.contains('\n') || !begins_entry(entry, at) {
                continue;
            }
            let start = gap.start.saturating_add(between.find(',').and_then(|at| u32::try_from(at).ok())?);
            let comma = Span { start, end: start.saturating_add(1), ..gap };
            self.out.push(errors::comma_too_many(comma, word, value.expr.span));
            return Some(at);
        }
        None
    }

    /// Reports an entry that begins with a number. A word is required there.
    pub(super) fn stray_number(&mut self, entry: &Entry) {
        // Ranks that follow `skills` without braces were already reported.
        if self.bare_skills || self.number_in_front(entry, |design, word| design.keys.contains_key(word)) {
            return;
        }
        let has_skills = self.design.keys.contains_key("skills");
        self.out.push(if has_skills {
            errors::rank_without_skills(entry)
        } else {
            errors::number_first(entry.key.span(), &errors::a_thing(&self.design.title))
        });
    }

    /// Reports an entry that begins with a number, as in `1 harm`. Returns true if it did so.
    pub(super) fn number_in_front(&mut self, entry: &Entry, known: impl Fn(&Design, &str) -> bool) -> bool {
        let (Key::Rank(number, _), Some(word)) = (&entry.key, entry.only().and_then(|value| value.name())) else { return false };
        let is_known = known(self.design, word);
        if is_known {
            self.out.push(errors::number_in_front(entry, *number, word));
        }
        is_known
    }
}

/// True if the word at this index begins an entry, because values or a block follow it. Otherwise it is a list member.
fn begins_entry(entry: &Entry, at: usize) -> bool {
    match entry.values.get(at.saturating_add(1)) {
        None => entry.block().is_some(),
        Some(Value { expr, comma: false }) => !matches!(expr.kind, ExprKind::Count(_)),
        Some(_) => false,
    }
}

/// Returns the entry without the values from an index on.
pub(super) fn shortened(entry: &Entry, at: usize) -> Entry {
    let values = entry.values.get(..at).unwrap_or_default().to_vec();
    let end = values.last().map_or(entry.key.span().end, |last| last.expr.span.end);
    let mut rest = entry.rest.clone();
    if let Some(rest) = &mut rest {
        rest.block = None;
    }
    Entry { span: Span { end, ..entry.span }, key: entry.key.clone(), values, rest, broken: entry.broken, follows: entry.follows }
}

/// Returns the positions of the two missing braces around the ranks after `skills`; `None` if there are no such ranks.
pub(super) fn ranks_behind(entry: &Entry, entries: &[Entry]) -> Option<(Span, Span)> {
    let place = entries.iter().position(|other| other.span == entry.span)?;
    let behind = entries.get(place.saturating_add(1)..)?;
    let ranks = behind.iter().take_while(|other| matches!(other.key, Key::Rank(..)) && other.span.file == entry.span.file);
    let last = ranks.last().map_or(entry.span, |last| last.span);
    let written = !entry.values.is_empty() || last != entry.span;
    written.then(|| (entry.key.span().at_end(), last.at_end()))
}
