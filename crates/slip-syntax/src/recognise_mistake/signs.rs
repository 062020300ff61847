//! Dashes, arrows, slashes, decimal points and dots that other notations use.

use crate::diagnose::{UnparsedSlice, is_word};
use crate::errors as plainly;
use crate::expected_tokens::SyntaxContext;
use crate::parse::Builder;
use crate::prescan::offset;
use crate::recognised_mistake_errors as errors;
use crate::tree::{ExprKind, Value};
use slip_source::Span;
use slip_source::diagnostic::{Confidence, Diagnostic};

/// Number of bytes from the beginning of an entry in which a dash is recognised as a minus, a range or a symbol.
const NEAR: usize = 200;

/// Returns the ASCII symbol that a typographic dash stands for: `..` in a range of numbers, `--` between the names of a border or a
/// slipstream, and `-` everywhere else.
pub(crate) fn dash(slice: &UnparsedSlice<'_>, at: usize, mark: char) -> &'static str {
    let (before, after) = (slice.before(at), slice.after(at + mark.len_utf8()));
    let is_digit = |letter: char| letter.is_ascii_digit();
    // U+2212 is always a minus sign. A dash between a larger and a smaller number cannot be a range.
    if mark == '\u{2212}' || goes_down(before, after) {
        return "-";
    }
    let touches = before.ends_with(is_digit) && after.strip_prefix('T').unwrap_or(after).starts_with(is_digit);
    if touches {
        return "..";
    }
    if at > NEAR {
        return "-";
    }
    let alone = before.trim_end().ends_with(is_digit) && before.split_whitespace().count() == 2;
    if alone && after.trim().bytes().all(|digit| digit.is_ascii_digit()) {
        return "..";
    }
    let joins = matches!(before.split_whitespace().next(), Some("border" | "slipstream")) && before.split_whitespace().count() == 2;
    if joins && !after.starts_with('>') { "--" } else { "-" }
}

/// True if the number before a position is larger than the number after it.
fn goes_down(before: &str, after: &str) -> bool {
    let last = before.trim_end().rsplit(|letter: char| !letter.is_ascii_digit()).next().and_then(|digits| digits.parse::<u64>().ok());
    let first = after.trim_start().split(|letter: char| !letter.is_ascii_digit()).next().and_then(|digits| digits.parse::<u64>().ok());
    last.zip(first).is_some_and(|(low, high)| low > high)
}

/// True if the text after an expectation of a test is a number of runs: `in 200 runs`.
pub(crate) fn runs(behind: &str) -> bool {
    let mut words = behind.split_whitespace();
    let number = words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_'));
    number && words.next() == Some("runs")
}

/// Entries in which a symbol joins two names.
pub(crate) const JOINING: &[&str] = &["border", "sight", "slipstream"];

/// Reports an arrow of another language between two names: `border weir => mill`, `border weir <-> mill`.
pub(crate) fn arrow(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let is_mark = |letter: char| "<>=-~\u{2013}\u{2014}".contains(letter);
    let before = slice.before(at).trim_end_matches(is_mark);
    let rest = slice.after(before.len());
    let mark = rest.get(..rest.find(|letter: char| !is_mark(letter)).unwrap_or(rest.len()))?;
    let mut words = before.split_whitespace();
    let key = words.next().filter(|key| slice.place == SyntaxContext::Entry && JOINING.contains(key))?;
    let right = match mark {
        "<->" | "<=>" | "<-->" | "<==>" | "<~>" | "---" | "==" | "=" | "~" | "~~" => "--",
        "\u{2013}" | "\u{2014}" if key == "sight" => "--",
        "=>" | "==>" | "-->" | "~>" | ">" | ">>" => "->",
        _ => return None,
    };
    // `sight` has no symbol between its zones, and a slipstream always goes both ways.
    let right = match key {
        "sight" => "",
        "slipstream" => "--",
        _ => right,
    };
    let front = before.trim_end().len();
    let behind = rest.get(mark.len()..)?;
    let end = slice.words.len().checked_sub(behind.trim_start_matches([' ', '\t']).len())?;
    let sign = slice.at(before.len(), before.len() + mark.len());
    (words.next().is_some() && words.next().is_none()).then(|| errors::arrow(mark, right, sign, slice.at(front, end)))
}

/// Reports a comment with a single slash that was parsed as a division: `price 4`, and below it `/ half that for friends`. If a value
/// follows the divisor without a comma, the line must be a comment.
pub(crate) fn slash_below(builder: &Builder<'_>, values: &[Value]) -> Option<Diagnostic> {
    let (value, next) = values.iter().zip(values.get(1..)?).find_map(|(value, next)| {
        let divides = matches!(value.expr.kind, ExprKind::Binary(..)) && !next.comma;
        (divides && builder.slice(value.expr.span).contains('\n')).then_some((value.expr.span, next.expr.span))
    })?;
    let words = builder.slice(value);
    let line = words.rfind('\n')? + 1;
    let blanks = words.get(line..)?.len() - words.get(line..)?.trim_start().len();
    let is_slash = words.get(line + blanks..)?.strip_prefix('/')?.starts_with([' ', '\t']);
    let between = builder.slice(Span { start: value.end, end: next.start, ..value });
    let start = value.start.saturating_add(offset(line + blanks));
    let slash = Span { start, end: start.saturating_add(1), ..value };
    (is_slash && !between.contains('\n')).then(|| plainly::other_comment("/", slash))
}

/// Reports a decimal number in a form that the grammar does not accept as a number: `T1.5`, `.5`.
pub(crate) fn decimal(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let part = slice.after(at).strip_prefix('.')?;
    let length = part.find(|letter: char| !is_digit(letter)).unwrap_or(part.len());
    let behind = part.get(length..)?;
    let whole = slice.before(at).trim_end_matches(is_digit);
    let front = whole.strip_suffix('-').unwrap_or(whole);
    let start = if front.ends_with('T') { front.len() - 1 } else { whole.len() };
    let bare = slice.before(start).ends_with([' ', '\t', ',', '(', '[', '-', '+']);
    if length == 0 || behind.starts_with(|letter: char| is_word(letter) || letter == '.') || !bare || slice.place != SyntaxContext::Entry {
        return None;
    }
    let end = at + 1 + length;
    Some(errors::decimal(slice.words.get(start..end)?, slice.words.get(start..at)?, slice.at(start, end)))
}

/// Reports a range with too many dots: `0...2`.
pub(crate) fn dots(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let from = at.checked_sub(2).filter(|_| slice.before(at).ends_with("..") && slice.after(at).starts_with('.'))?;
    let dots = slice.after(at).bytes().take_while(|byte| *byte == b'.').count();
    let written = slice.words.get(from..at + dots)?;
    Some(plainly::other_mark(written, "..", Confidence::Safe, slice.at(from, at + dots)))
}
