//! Wording of messages about decimal numbers and counts before names.

use super::literal::Fractions;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports a number with a decimal point: `1.5`. The fix never rounds; it offers the number in percent, where percentages are allowed.
pub(super) fn decimal_number(number: &str, fractions: Fractions, span: Span) -> Diagnostic {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let found = Diagnostic::new(Code::DecimalNumber, span, format!("`{number}` has a decimal point, but numbers must be whole"));
    let write = |found: Diagnostic, right: &str, confidence| found.with_fix(format!("write `{right}`"), confidence, span, right);
    let in_percent = match fractions {
        Fractions::None | Fractions::Ends => false,
        Fractions::Chances => whole.bytes().all(|digit| digit == b'0') || number == "1.0",
        Fractions::Any => true,
    };
    let whole_one = part.bytes().all(|digit| digit == b'0');
    match percent(whole, part).filter(|_| in_percent) {
        Some(percent) if whole_one => found.with_help(format!("write `{whole}`, or `{percent}%` if it is a chance")),
        Some(percent) => {
            let found = found.with_help(format!("write a fraction in percent: `{percent}%`"));
            write(found, &format!("{percent}%"), Confidence::Unsafe)
        }
        None if in_percent => found.with_help("write a fraction in whole percent, as in `12%`"),
        None if whole_one => write(found, whole, Confidence::Safe),
        None if fractions == Fractions::Ends => found.with_help(neighbours(whole)),
        None => found.with_help(format!("{}; a range is written `{whole}..{part}`", neighbours(whole))),
    }
}

/// Returns the help that names the whole numbers below and above a decimal number. `whole` is the text before the decimal point.
fn neighbours(whole: &str) -> String {
    match whole.parse::<u32>() {
        Ok(below) => format!("write `{below}` or `{}`", u64::from(below) + 1),
        Err(_) => "write the whole number below or above it".to_owned(),
    }
}

/// Converts a decimal number to hundredths; `None` if it has more than two decimals.
fn percent(whole: &str, part: &str) -> Option<u64> {
    let part = part.trim_end_matches('0');
    let number = format!("{whole}{part:0<2}").replace('_', "");
    (part.len() <= 2).then(|| number.parse().ok())?
}

/// Reports a number that is followed by letters: `2x`.
pub(super) fn number_with_letters(word: &str, span: Span) -> Diagnostic {
    let found = Diagnostic::new(Code::BadName, span, format!("`{word}` is neither a number nor a name"));
    match count_of(word) {
        Some(digits) => found.because("a count is written with the `x` first").with_fix(
            format!("write `x{digits}`"),
            Confidence::Safe,
            span,
            format!("x{digits}"),
        ),
        None => {
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let found = found.because("names begin with a letter");
            match word.split_at_checked(digits).filter(|(_, name)| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')) {
                Some((number, name)) => found.with_help(format!("to multiply, write `{number} * {name}`")),
                None => found.with_help("write a number, or a name that begins with a letter"),
            }
        }
    }
}

/// Reports a count before the name: `2x kelper`. `what` is the name, `whole` the span of count and name.
pub(super) fn count_in_front(word: &str, digits: &str, what: &str, span: Span, whole: Span) -> Diagnostic {
    let right = format!("{what} x{digits}");
    Diagnostic::new(Code::BadName, span, format!("`{word}` is neither a number nor a name"))
        .because("a count is written after the name, with the `x` first")
        .with_fix(format!("write `{right}`"), Confidence::Safe, whole, right)
}

/// Returns the digits of a word such as `2x`.
pub(super) fn count_of(word: &str) -> Option<&str> {
    word.strip_suffix(['x', 'X']).filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reports a letter in place of a digit: `O` for `0`, `I` for `1`.
pub(super) fn letter_for_digit(letter: &str, digit: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadName, span, format!("`{letter}` is a letter, not a number or a name")).with_fix(
        format!("write `{digit}`"),
        Confidence::Unsafe,
        span,
        digit,
    )
}

/// Reports a technology without its number: `tech T`.
pub(super) fn bare_technology(span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadName, span, "`T` has no number after it")
        .because("technologies go from `T-4` to `T4`")
        .with_help("write the technology, as in `T1`")
}
