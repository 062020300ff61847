//! Entries of maps and encounters that run into one another, without a `;` between them.
//!
//! Only what was refused is looked at: a zone or somebody who takes part may be called by the word of an entry.

use super::errors;
use super::incomplete;
use super::keys::Known;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use slip_source::{Sources, Span};
use slip_syntax::tree::{Entry, ExprKind, Value};

/// Says of each entry that was refused and in which another one begins that this is what is wrong with it, and no more than that.
/// `levels` are the words of these entries, of those in their blocks, and so on.
pub(super) fn told(sources: &Sources, (item, entries): (Span, &[Entry]), levels: &[&[Known]], out: &mut Diagnostics) {
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
        // What the other one declares is not known elsewhere, and what it holds is not there.
        let lost = entry.values.get(at.saturating_add(1)).and_then(|value| value.expr.name());
        let follows =
            |one: &Diagnostic| covers(item, one.primary.span) && lost.is_some_and(|lost| *lost == sources.slice(one.primary.span));
        out.retain(|one| !refused(one) && !follows(one));
        incomplete::silence(&[item], out);
        out.push(errors::runs_into(entry.word(), sources.slice(next.expr.span), before.expr.span, next.expr.span));
    }
}

/// The value at which another entry begins.
fn another(entry: &Entry, known: &[Known]) -> Option<usize> {
    entry.values.iter().enumerate().skip(1).find_map(|(at, value)| {
        // Of several zones on a line it is said at the first where it ends.
        let word = value.expr.name().filter(|word| !value.comma && **word != entry.word())?;
        let goes_on = match entry.values.get(at.saturating_add(1)) {
            Some(next) => !next.comma && !belongs_to_names(next),
            None => entry.block().is_some() || entry.condition().is_some(),
        };
        (goes_on && known.iter().any(|known| known.word == *word)).then_some(at)
    })
}

/// Whether a value tells where or how many those in front of it are: they are called by a name then.
fn belongs_to_names(value: &Value) -> bool {
    let joins = value.expr.name().is_some_and(|word| matches!(word.as_str(), "at" | "by" | "carrying" | "with"));
    joins || matches!(value.expr.kind, ExprKind::Count(_) | ExprKind::BothWays | ExprKind::OneWay)
}

fn covers(whole: Span, part: Span) -> bool {
    whole.file == part.file && whole.start <= part.start && part.end <= whole.end
}
