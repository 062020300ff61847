//! Finds entries of maps and encounters that continue into the next entry because the `;` between the two is missing.
//!
//! Only entries with errors are examined, because a zone or actor may have the same name as a key.

use super::errors;
use super::partly_parsed_items;
use crate::block_schema::BlockSchema;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use slip_source::{Sources, Span};
use slip_syntax::tree::{Entry, ExprKind, Value};

/// Replaces the errors in an entry by a single error, if a missing `;` is their cause: the next entry begins inside this one. `levels` are
/// the block of the entries, the block in each of them, and so on.
pub(super) fn told(sources: &Sources, (item, entries): (Span, &[Entry]), levels: &[&BlockSchema], out: &mut Diagnostics) {
    let Some((known, inner)) = levels.split_first() else { return };
    for entry in entries.iter().filter(|entry| !entry.broken) {
        let refused = |one: &Diagnostic| one.severity == Severity::Error && covers(entry.span, one.primary.span);
        if !out.iter().any(refused) {
            continue;
        }
        let Some(at) = another(entry, known) else {
            told(sources, (item, entry.block().map_or(&[], |block| &block.entries)), inner, out);
            continue;
        };
        let (Some(next), Some(before)) = (entry.values.get(at), at.checked_sub(1).and_then(|before| entry.values.get(before))) else {
            continue;
        };
        // The second entry was not read as an entry of its own, so errors elsewhere about the name that it declares are dropped too.
        let lost = entry.values.get(at.saturating_add(1)).and_then(|value| value.expr.name());
        let follows =
            |one: &Diagnostic| covers(item, one.primary.span) && lost.is_some_and(|lost| *lost == sources.slice(one.primary.span));
        out.retain(|one| !refused(one) && !follows(one));
        partly_parsed_items::silence(&[item], out);
        out.push(errors::runs_into(entry.word(), sources.slice(next.expr.span), before.expr.span, next.expr.span));
    }
}

/// Returns the index of the value at which another entry begins.
fn another(entry: &Entry, known: &BlockSchema) -> Option<usize> {
    entry.values.iter().enumerate().skip(1).find_map(|(at, value)| {
        // A second `zone` among the zones of a map is excluded here: the reader of maps splits several zones on one line itself.
        let word = value.expr.name().filter(|word| !value.comma && **word != entry.word())?;
        let goes_on = match entry.values.get(at.saturating_add(1)) {
            Some(next) => !next.comma && !belongs_to_names(next),
            None => entry.block().is_some() || entry.condition().is_some(),
        };
        (goes_on && known.entry(word).is_some()).then_some(at)
    })
}

/// True if a value continues the names before it in the same entry: a count, a border dash, or a word such as `at` or `with`. The word
/// before the value is then a name, not a key.
fn belongs_to_names(value: &Value) -> bool {
    let joins = value.expr.name().is_some_and(|word| matches!(word.as_str(), "at" | "by" | "carrying" | "with"));
    joins || matches!(value.expr.kind, ExprKind::Count(_) | ExprKind::BothWays | ExprKind::OneWay)
}

fn covers(whole: Span, part: Span) -> bool {
    whole.file == part.file && whole.start <= part.start && part.end <= whole.end
}
