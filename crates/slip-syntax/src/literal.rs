//! Computes the values of literal tokens.
//!
//! The grammar has already checked the form of a token; only its size can still be wrong.

use super::prescan::offset;
use super::tree::{BorderLiteral, ExprKind, Text};

use ecow::EcoString;
use slip_source::Span;
use std::borrow::Cow;

/// Selection of the numbers that may be written as decimal fractions. The fraction stands for a percentage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fractions {
    /// No number is a fraction: all are whole.
    None,
    /// No fraction is allowed; the token is one end of a range, and the other end is a whole number.
    Ends,
    /// Probabilities may be fractions, as in tests.
    Chances,
    /// Every number may be a fraction, as in doctrines.
    Any,
}

/// Reason for which a number token has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadNumber {
    /// The number does not fit into 64 bits.
    TooLarge,
    /// The number has a decimal point.
    Decimal,
}

/// Parses a whole number. The digits may contain underscores.
pub(super) fn int(digits: &str) -> Result<i64, BadNumber> {
    let mut value: i64 = 0;
    for digit in digits.bytes().filter(u8::is_ascii_digit) {
        let next = value.checked_mul(10).and_then(|value| value.checked_add(i64::from(digit - b'0')));
        value = next.ok_or(BadNumber::TooLarge)?;
    }
    Ok(value)
}

/// Parses a `number` token.
pub(super) fn number(token: &str) -> Result<ExprKind, BadNumber> {
    let Some(mark) = token.find(['%', 'd', '/', '.']) else {
        return Ok(ExprKind::Int(int(token)?));
    };
    let (front, rest) = token.split_at(mark);
    let value = int(front)?;
    if rest == "%" {
        return Ok(ExprKind::Percent(value));
    }
    if let Some(sides) = rest.strip_prefix('d') {
        return Ok(ExprKind::Dice(value, if sides == "F" { 0 } else { int(sides)? }));
    }
    if let Some((pass, close)) = rest.strip_prefix('/').and_then(|rest| rest.split_once('/')) {
        let close = if close == "x" { None } else { Some(int(close)?) };
        return Ok(ExprKind::Border(Box::new(BorderLiteral { open: value, pass: int(pass)?, close })));
    }
    Err(BadNumber::Decimal)
}

/// Parses a technology: `T2`, `T-1`.
pub(super) fn tech(token: &str) -> Result<ExprKind, BadNumber> {
    let rank = token.strip_prefix('T').unwrap_or(token);
    Ok(ExprKind::Tech(match rank.strip_prefix('-') {
        Some(rank) => -int(rank)?,
        None => int(rank)?,
    }))
}

/// Parses a count such as `x3`; `None` if the word is a name.
pub(super) fn count(word: &str) -> Option<Result<i64, BadNumber>> {
    let digits = word.strip_prefix('x')?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| int(digits))
}

/// Parses a `text` token with its quotes.
pub(super) fn text(token: &str, span: Span) -> Text {
    match token.strip_prefix("\"\"\"").and_then(|inside| inside.strip_suffix("\"\"\"")) {
        Some(inside) => long_text(inside, span),
        None => Text { value: printed(short_text(token)), span, lines: Vec::new() },
    }
}

/// True if the content of a text token has more than one line.
pub(super) fn has_line_end(token: &str) -> bool {
    match token.strip_prefix("\"\"\"").and_then(|inside| inside.strip_suffix("\"\"\"")) {
        Some(inside) => long_text(inside, Span::default()).lines.len() > 1,
        None => short_text(token).contains('\n'),
    }
}

/// Returns a text in which hidden characters are escapes, so that it is safe to print it anywhere.
fn printed(words: EcoString) -> EcoString {
    match slip_printable::in_line(&words) {
        Cow::Borrowed(_) => words,
        Cow::Owned(printed) => printed.into(),
    }
}

fn short_text(token: &str) -> EcoString {
    let inside = token.strip_prefix('"').unwrap_or(token);
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    if !inside.contains('\\') {
        return EcoString::from(inside);
    }
    let mut value = EcoString::with_capacity(inside.len());
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            value.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => value.push('\n'),
            Some(other) => value.push(other),
            None => {}
        }
    }
    value
}

/// Removes an empty first line, a last line with only the closing quotes, and the common indentation of a text in triple quotes.
fn long_text(inside: &str, span: Span) -> Text {
    let mut lines: Vec<(u32, &str)> = Vec::new();
    let mut start = span.start.saturating_add(3);
    for line in inside.split('\n') {
        lines.push((start, line.strip_suffix('\r').unwrap_or(line)));
        start = start.saturating_add(offset(line.len()).saturating_add(1));
    }
    let is_blank = |line: Option<&(u32, &str)>| line.is_some_and(|(_, line)| line.trim().is_empty());
    let from = usize::from(lines.len() > 1 && is_blank(lines.first()));
    let to = if lines.len() > from + 1 && is_blank(lines.last()) { lines.len() - 1 } else { lines.len() };
    let lines = lines.get(from..to).unwrap_or_default();
    let blanks = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let written = lines.iter().filter(|(_, line)| !line.trim().is_empty());
    // If the first line follows the opening quotes directly, it has no indentation of its own.
    let indent = written.filter(|(start, _)| from == 1 || *start != span.start.saturating_add(3));
    let indent = indent.map(|(_, line)| blanks(line)).min().unwrap_or(0);
    let mut value = EcoString::new();
    let mut spans = Vec::with_capacity(lines.len());
    for (index, (start, line)) in lines.iter().enumerate() {
        let opening = from == 0 && index == 0;
        let cut = if opening { 0 } else { indent.min(blanks(line)) };
        let rest = line.get(cut..).unwrap_or_default().trim_end();
        let start = start.saturating_add(offset(cut));
        if index > 0 {
            value.push('\n');
        }
        value.push_str(rest);
        spans.push(Span::new(span.file, start, start.saturating_add(offset(rest.len()))));
    }
    Text { value: printed(value), span, lines: spans }
}
