//! Recognises the notation of other languages: bulleted lists, keys in quotes, commands in front of an item, comparisons without a sign.

use super::diagnose::{UnparsedSlice, is_word, leading};
use super::expected_tokens::SyntaxContext;
use super::json_and_yaml_entries::is_whole;
use super::recognise_mistake::{is_technology, text_at};
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Words that other languages write before a declaration.
const COMMANDS: &[&str] = &["add", "create", "declare", "def", "define", "item", "let", "make", "new"];

/// Words after which a condition begins.
const CONDITIONS: &[&str] = &["when", "if", "and", "or", "not", "require", "advise", "expect"];

/// True if the word is a command of another language and not the kind of an item.
pub(super) fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word)
}

/// Reports a command before the kind of an item: `new weapon flint`. `at` is the third word of the item's first line.
pub(super) fn command(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let mut words = slice.before(at).split_whitespace();
    let (first, kind) = (words.next().filter(|first| is_command(first))?, words.next()?);
    let name = leading(slice.after(at));
    if words.next().is_some() || !is_name(kind) || !is_name(name) {
        return None;
    }
    let kind_starts = slice.words.get(first.len()..)?.find(kind)? + first.len();
    let found = Diagnostic::new(Code::Syntax, slice.at(0, first.len()), format!("`{first}` is not a kind of thing"));
    let found = found.because("an item begins with its kind directly");
    Some(found.with_fix(format!("write `{kind} {name}`"), Confidence::Unsafe, slice.at(0, kind_starts), ""))
}

/// Reports a line of a bulleted list: `- "One"`.
pub(super) fn bullet(slice: &UnparsedSlice<'_>, place: Span) -> Option<Diagnostic> {
    let value = slice.words.strip_prefix(['-', '*', '\u{2022}'])?;
    let text = value.trim_start_matches([' ', '\t']);
    if text.len() == value.len() || text.is_empty() || slice.place != SyntaxContext::Entry {
        return None;
    }
    Some(
        Diagnostic::new(Code::Syntax, place, "an entry cannot begin with a bullet")
            .because("an entry begins with a word")
            .with_help("write the word for the list once, and commas between the values: `aspects \"One\", \"Two\"`"),
    )
}

/// Reports entries whose keys are in quotes: `"tech": "T2", "harm": 2`.
pub(super) fn quoted_keys(slice: &UnparsedSlice<'_>) -> Option<Diagnostic> {
    let mut entries = Vec::new();
    let mut rest = slice.words.trim_end();
    while !rest.is_empty() {
        let key = text_at(rest)?;
        let value = rest.get(key.len()..)?.trim_start().strip_prefix([':', '='])?.trim_start();
        let length = match text_at(value) {
            Some(text) => text.len(),
            None => value.find([',', ';', '\n', '}']).unwrap_or(value.len()),
        };
        entries.push(format!("{} {}", key.trim_matches('"'), plain(value.get(..length)?.trim_end())));
        let behind = value.get(length..)?.trim_start();
        rest = behind.strip_prefix([',', ';']).unwrap_or(behind).trim_start();
    }
    let right = entries.join("; ");
    let place = slice.at(0, text_at(slice.words)?.len());
    let whole = slice.at(0, slice.words.trim_end().len());
    let found = Diagnostic::new(Code::Syntax, place, "the first word of this entry is in quotes");
    (!entries.is_empty() && is_whole(&right)).then(|| found.with_fix(format!("write `{right}`"), Confidence::Unsafe, whole, right))
}

/// Returns a value without its quotes, if it is a number, a technology or a name.
fn plain(value: &str) -> &str {
    let inside = value.strip_prefix('"').and_then(|inside| inside.strip_suffix('"')).unwrap_or(value);
    let is_number = !inside.is_empty() && inside.bytes().all(|digit| digit.is_ascii_digit());
    if is_number || is_technology(inside) || is_name(inside) { inside } else { value }
}

/// Reports a condition in which the sign of a comparison is missing: `when turn 3`. `at` is the offset of the number.
pub(super) fn comparison(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let number = leading(slice.after(at));
    let before = slice.before(at).trim_end();
    let start = before.trim_end_matches(is_word).len();
    let (front, value) = (slice.before(start).trim_end(), before.get(start..)?);
    let word = front.rsplit(|letter: char| !is_word(letter)).next().unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    if slice.place != SyntaxContext::Entry || !is_number || !is_name(value) || !CONDITIONS.contains(&word) {
        return None;
    }
    Some(
        Diagnostic::new(Code::Syntax, slice.at(at, at + number.len()), format!("a sign is missing between `{value}` and `{number}`"))
            .because("a condition compares two values")
            .with_help(format!("write `{value} == {number}`, or `>=`, `>`, `<=`, `<` in place of `==`")),
    )
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase()) && word.chars().all(|letter| is_word(letter) && !letter.is_uppercase())
}
