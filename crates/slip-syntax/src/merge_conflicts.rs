//! Parses files with merge conflicts: the first version is parsed, and declarations that touch a conflict are marked as flawed.

use super::parallel;
use super::prescan::offset;
use super::tree::{File, Item};
use super::unparsed_text_errors as errors;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::merge_conflict::{Leftover, leftovers, without};
use slip_source::{FileId, Span};
use std::ops::Range;

/// Parses a text with the first version of each conflict.
pub(super) fn parse(text: &str, id: FileId) -> (File, Diagnostics) {
    let left = leftovers(text);
    if left.is_empty() {
        return parallel::parse(text, id);
    }
    let (mut tree, found) = parallel::parse(&without(text, &left), id);
    let mut diagnostics: Diagnostics = left.iter().map(|leftover| tell(leftover, id)).collect();
    diagnostics.append(found);
    tree.unmerged = left.iter().map(|leftover| span(id, &leftover.whole())).collect();
    for item in &mut tree.items {
        let whole = item.span();
        if let Item::Declaration(declared) = item {
            declared.flawed |= tree.unmerged.iter().any(|left| left.start < whole.end && whole.start < left.end);
        }
    }
    (tree, diagnostics)
}

fn tell(leftover: &Leftover, id: FileId) -> Diagnostic {
    match leftover {
        Leftover::Conflict { marks: [first, second, end], .. } => errors::conflict(span(id, first), span(id, second), span(id, end)),
        Leftover::Mark(mark) => errors::left_mark(span(id, mark)),
    }
}

fn span(id: FileId, range: &Range<usize>) -> Span {
    Span::new(id, offset(range.start), offset(range.end))
}
