//! The wording of syntax messages, one function a message. Floor 2.

use super::expect::{self, Place};
use super::limits::{BRACKET_DEPTH, FILE_BYTES, OPERATORS};
use super::parse::Builder;
use super::recover::Failure;
use super::scan::offset;
use super::tree::Expr;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// An item whose brackets nest beyond the limit.
pub(super) fn nested_too_deeply(item: Span, bracket: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, bracket, format!("brackets nest more than {BRACKET_DEPTH} deep"))
        .because("this one is too deep")
        .with_label(item.at_start(), "the item is not read")
}

/// An entry with more operators than the limit.
pub(super) fn too_many_operators(at: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, at, format!("an entry has more than {OPERATORS} operators"))
        .because("the first that is too many")
        .with_help("split the formula: give a part of it a name with an `entry` or a `stat` of its own")
}

/// A file larger than offsets can say.
pub(super) fn file_too_large(file: FileId) -> Diagnostic {
    Diagnostic::new(Code::Syntax, Span::new(file, 0, 0), format!("the file is larger than {} MiB", FILE_BYTES >> 20))
        .with_help("split it into several files of the same package")
}

/// A number beyond 64 bits.
pub(super) fn number_too_large(number: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("`{number}` is too large a number"))
}

/// A number with a decimal point.
pub(super) fn decimal_number(number: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("`{number}` has a decimal point, and numbers are whole"))
}

/// `a < b < c`.
pub(super) fn chained_comparison(_builder: &Builder<'_>, left: &Expr, sign: Span, right: &Expr) -> Diagnostic {
    Diagnostic::new(Code::Syntax, sign, "one comparison follows another")
        .with_label(left.span.to(right.span), "compares three things")
        .with_help("write two comparisons with `and` between them")
}

/// `a..b..c`.
pub(super) fn chained_range(sign: Span, whole: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, sign, "a range has two ends").with_label(whole, "this has three")
}

/// `over-budget(…)`.
pub(super) fn not_callable(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "only a name can take arguments in brackets")
}

/// Two entries on a line.
pub(super) fn crowded(entry: Span, before: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, entry.at_start(), "two entries stand on one line without `;` between them")
        .with_label(before, "the first ends here")
}

/// A `}` too many.
pub(super) fn stray_close(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "this `}` closes nothing")
}

/// A name that is none.
pub(super) fn bad_name(name: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("`{name}` is not a name: names begin with a lower-case letter"))
}

/// A missing `}`.
pub(super) fn unclosed_block(builder: &Builder<'_>, opening: Span, head: Span, missed: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, opening, format!("the block of `{}` is not closed", builder.slice(head)))
        .because("opened here")
        .with_label(missed, "`}` is missing before here")
}

/// A slice that could not be read.
pub(super) fn bad_slice(_builder: &Builder<'_>, place: Span, slice: &str, failure: &Failure, _where: Place) -> Diagnostic {
    let at = place.start.saturating_add(offset(failure.at));
    let found = slice.get(failure.at..).unwrap_or_default();
    let length = found.find([' ', ',', ')', '(', '\n']).unwrap_or(found.len());
    let length = if length == 0 { found.chars().next().map_or(0, char::len_utf8) } else { length };
    let word = found.get(..length).unwrap_or_default();
    let span = Span { start: at, end: at.saturating_add(offset(length)), ..place };
    let message = match (expect::words(&failure.expected), word) {
        (Some(words), "") => format!("expected {words} at the end of the line"),
        (Some(words), word) => format!("expected {words}, found `{word}`"),
        (None, "") => "the line ends too early".to_owned(),
        (None, word) => format!("`{word}` does not belong here"),
    };
    Diagnostic::new(Code::Syntax, span, message)
}
