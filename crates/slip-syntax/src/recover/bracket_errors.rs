//! Wording of messages about extra brackets.

use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit};

/// Reports a `}` that closes an item although more of its entries follow. `lacks_opening` is true if the line of
/// this `}` seems to lack a `{`.
pub(super) fn closed_early(head: &str, closing: Span, next: Span, lacks_opening: bool) -> Diagnostic {
    let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = Diagnostic::new(Code::UnexpectedBracket, closing, format!("this `}}` closes `{head}` before its last entry"))
        .because("only the block of the item itself is open here")
        .with_label(next, "this entry would be outside the item");
    if lacks_opening {
        return found.with_help("write the missing `{` before this `}`, or remove this `}`");
    }
    found.with_fix("remove it", Confidence::Unsafe, closing, "")
}

/// Reports a doubled `{`. `close` is the `}` that matches the second `{`.
pub(super) fn doubled(open: Span, close: Option<Span>) -> Diagnostic {
    let title = if close.is_some() { "remove it and its closing bracket" } else { "remove it" };
    let edits = [open].into_iter().chain(close).map(|span| Edit { span, replacement: String::new() }).collect();
    Diagnostic::new(Code::UnexpectedBracket, open, "this `{` is written twice").because("a block opens with a single `{`").with_edits(
        title,
        Confidence::Safe,
        edits,
    )
}
