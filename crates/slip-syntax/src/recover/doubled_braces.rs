//! Recovers from `{{` in place of `{`: parses the item again and skips the second `{`.

use super::bracket_errors as errors;
use crate::grammar::Rule;
use crate::parse::Builder;
use crate::prescan::offset;
use pest::iterators::Pair;
use slip_source::Span;

/// The second `{` of a `{{`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubled {
    open: Span,
    /// The `}` that closes the second of two doubled `{`, if there is one.
    close: Option<Span>,
    /// True if another `}` follows directly after `close`. The closing bracket is then doubled, too.
    both: bool,
}

/// Records the `{` of a block that directly follows another `{`. Returns false if `block` does not.
pub(super) fn note(builder: &mut Builder<'_>, block: &Pair<'_, Rule>) -> bool {
    let span = builder.span(block);
    let (start, end) = (usize::try_from(span.start), usize::try_from(span.end));
    let (Ok(start), Ok(end)) = (start, end) else { return false };
    let before = builder.text.get(..start).unwrap_or_default().trim_end_matches([' ', '\t']);
    let after = builder.text.get(end..).unwrap_or_default().trim_start_matches([' ', '\t', '\r']);
    let ends = after.is_empty() || after.starts_with(['\n', '}', ';']) || after.starts_with("//");
    if !before.ends_with('{') || !ends {
        return false;
    }
    let closed = !block.clone().into_inner().any(|part| part.as_rule() == Rule::missing_close);
    let open = Span { start: offset(before.len()), end: span.start.saturating_add(1), ..span };
    let close = closed.then(|| Span { start: span.end.saturating_sub(1), ..span });
    builder.doubled.push(Doubled { open, close, both: after.starts_with('}') });
    true
}

/// Reports the doubled brackets of an item. Returns the text of the item with blanks in their places. The matching `}` is removed too,
/// unless the item lacks a closing bracket anyway (`unclosed`).
pub(crate) fn single(builder: &mut Builder<'_>, doubled: Vec<Doubled>, words: &str, start: u32, unclosed: bool) -> String {
    let mut words = words.to_owned();
    for Doubled { open, close, both } in doubled {
        let close = close.filter(|_| both || !unclosed);
        for gone in close.into_iter().chain([open]) {
            let at = usize::try_from(gone.end.saturating_sub(start)).ok().and_then(|end| end.checked_sub(1));
            if let Some(at) = at.filter(|at| words.get(*at..at + 1).is_some()) {
                words.replace_range(at..at + 1, " ");
            }
        }
        builder.report(errors::doubled(open, close));
    }
    words
}
