//! Diagnostics about formulas in the notation of other languages: powers, `?` in place of `if`, comparisons without a left side.

use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports a power: `rank ^ 2`, or `rank ** 2`.
pub(super) fn power(base: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::StrayCharacter, span, "a formula cannot contain a power")
        .because("this sign has no meaning")
        .with_help(format!("multiply instead: write `{0} * {0}`", in_one_line(base, "x")))
}

/// Returns the author's words for a help text; `general` in place of words of several lines, as in a text in three quotes.
fn in_one_line<'t>(words: &'t str, general: &'t str) -> &'t str {
    if words.contains(['\n', '\r']) { general } else { words }
}

/// Reports `?` and `:` of another language in place of `if`: `tech >= 2 ? 1 : 0`.
pub(super) fn question_mark(condition: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "`?` has no meaning in a formula")
        .because("a choice between two values begins with `if`")
        .with_help(format!("write `if {} then … else …`", in_one_line(condition, "CONDITION")))
}

/// Reports a comparison without its left side: `brawling >= 3 and < 5`.
pub(super) fn half_comparison(left: &str, sign: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "this comparison has nothing on its left side")
        .because("a value is missing before this")
        .with_help(format!("write `{} {sign} …`", in_one_line(left, "x")))
        .with_fix(format!("write `{} {sign} …`", in_one_line(left, "x")), Confidence::Unsafe, span, format!("{left} {sign}"))
}
