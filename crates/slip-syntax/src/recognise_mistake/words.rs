//! Names, technologies and calls that are written as other texts write them.

use super::heads::LOOKED_BACK;
use super::titles::{GIVES_TEXTS, asks_for_text, text_at, title_at};
use crate::diagnose::{DECLARING, UnparsedSlice, is_word, open_bracket};
use crate::expected_tokens::SyntaxContext;
use crate::names_in_entries::is_naming;
use crate::parse::Builder;
use crate::recognised_mistake_errors as errors;
use crate::{head_errors, number_errors, stat_block};
use slip_source::diagnostic::Diagnostic;

/// Reports a name of several words that begins with a capital: `weapon Long Rifle "Long rifle"`, `: Slug Thrower`, `3 Slug Throwers`,
/// `stunts Point Defense`.
pub(crate) fn name_of_words(slice: &UnparsedSlice<'_>, start: usize) -> Option<Diagnostic> {
    let before = slice.before(start);
    let written = title_at(slice.after(start));
    let behind = slice.after(start + written.len()).trim_start();
    let fits = match slice.place {
        SyntaxContext::Item => false,
        SyntaxContext::Head => {
            let ends = behind.is_empty() || behind.starts_with(['"', ':', '{', '(']) || behind.starts_with("from ");
            let is_name = before.split_whitespace().count() == 1 || before.trim_end().ends_with(':') || before.ends_with("from ");
            ends && is_name
        }
        SyntaxContext::Entry => {
            let in_front = before.trim_end();
            let is_ranked = before.starts_with(|first: char| first.is_ascii_digit());
            let is_stunt = in_front == "stunts" || before.starts_with("stunts ") && in_front.ends_with(',');
            is_stunt || is_ranked && in_front.ends_with(|last: char| last.is_ascii_digit() || last == ',')
        }
    };
    if !fits || !written.contains([' ', '-']) {
        return None;
    }
    let right = stat_block::snake(written)?;
    Some(head_errors::name_of_words(written, &right, slice.at(start, start + written.len())))
}

/// Reports a call without its brackets in a condition: `victory reds when reach mira lock`. `at` is the offset of the first word that is
/// not allowed there.
pub(crate) fn call_without_brackets(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let before = slice.before(at).trim_end();
    let called = before.rsplit(|letter: char| !is_word(letter)).next().filter(|called| !called.is_empty())?;
    let front = before.get(..before.len() - called.len())?.trim_end();
    let last = front.rsplit([' ', '\t', '\n']).next()?;
    let begins = matches!(last, "when" | "and" | "or" | "not" | "if" | "require" | "advise" | "expect") || front.ends_with('(');
    let is_reserved = |word: &str| matches!(word, "and" | "or" | "not" | "if" | "then" | "else" | "when" | "is" | "has" | "of" | "in");
    let is_name =
        |word: &str| word.starts_with(|first: char| first.is_ascii_lowercase()) && word.chars().all(is_word) && !is_reserved(word);
    if slice.place != SyntaxContext::Entry || slice.words.starts_with("effect") || !begins || !is_name(called) {
        return None;
    }
    let rest = slice.after(at);
    let (mut end, mut arguments) = (0, Vec::new());
    while let Some(word) = rest.get(end..).map(str::trim_start).and_then(|rest| rest.split(|letter: char| !is_word(letter)).next()) {
        if !is_name(word) {
            break;
        }
        arguments.push(word);
        end = rest.get(end..).and_then(|rest| rest.find(word))? + end + word.len();
    }
    let behind = rest.get(end..)?.trim_start_matches([' ', '\t', '\r']);
    let next = behind.split(|letter: char| !is_word(letter)).next().unwrap_or_default();
    let ends = behind.is_empty() || behind.starts_with(['\n', ')', '}', ';', '/']) || matches!(next, "and" | "or" | "else");
    if arguments.is_empty() || !ends {
        return None;
    }
    let start = before.len() - called.len();
    let whole = slice.at(start, at + end);
    match subject_first(called, &arguments).filter(|_| slice.words.starts_with("victory")) {
        Some((predicate, subject)) => Some(errors::subject_before_predicate(predicate, subject, whole)),
        None => Some(errors::call_without_brackets(called, &arguments.join(", "), whole)),
    }
}

/// Predicates of victory conditions that have one argument, such as `out`.
const OF_ONE: &[&str] =
    &["out", "taken_out", "captured", "left_map", "escaped", "driven_off", "boarded", "last_standing", "conceded", "tethered"];

/// Returns the predicate and its argument for a condition in the word order of English: `blues out`, `blues are out`, `all blues are dead`.
fn subject_first<'w>(first: &'w str, rest: &[&'w str]) -> Option<(&'w str, &'w str)> {
    let (subject, rest) = match rest {
        [subject, rest @ ..] if matches!(first, "all" | "every") => (*subject, rest),
        rest => (first, rest),
    };
    let state = match rest {
        ["are" | "is", "all", state] | ["are" | "is", state] | [state] => *state,
        _ => return None,
    };
    match state {
        "dead" | "killed" | "defeated" | "gone" | "eliminated" | "destroyed" => Some(("out", subject)),
        state if OF_ONE.contains(&state) && !OF_ONE.contains(&subject) => Some((state, subject)),
        _ => None,
    }
}

/// Reports a title before the kind of an item: `"Brine gun" weapon brine_gun`.
pub(crate) fn text_first(slice: &UnparsedSlice<'_>) -> Option<Diagnostic> {
    let text = text_at(slice.words)?;
    let rest = slice.after(text.len());
    let mut words = rest.split_whitespace();
    let kind = words.next()?;
    let is_name = |word: &str| word.starts_with(|first: char| first.is_ascii_lowercase()) && word.chars().all(is_word);
    if !is_name(kind) {
        return None;
    }
    let (name, last) = match words.next() {
        Some(name) if is_name(name) => (name.to_owned(), name),
        _ => (stat_block::snake(text.trim_matches('"'))?, kind),
    };
    let end = text.len() + rest.find(last)? + last.len();
    let right = format!("{kind} {name} {text}");
    Some(errors::text_first(&right, slice.at(0, text.len()), slice.at(0, end)))
}

/// True if the text is a valid technology: `T2`, `T-1`.
pub(crate) fn is_technology(written: &str) -> bool {
    let rank = written.strip_prefix('T').map(|rank| rank.strip_prefix('-').unwrap_or(rank));
    rank.is_some_and(|rank| !rank.is_empty() && rank.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Reports a malformed technology, whose letters begin at `start`: `T 1`, `T+1`, `TL1`.
pub(crate) fn technology(slice: &UnparsedSlice<'_>, start: usize) -> Option<Diagnostic> {
    let rest = slice.after(start);
    let letters = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
    let word = rest.get(..letters)?.to_ascii_lowercase();
    if slice.place != SyntaxContext::Entry || !["t", "tl", "tech"].contains(&word.as_str()) {
        return None;
    }
    let number = rest.get(letters..)?.trim_start_matches([' ', '\t']);
    let whole = rest.get(..rest.find(|letter: char| !is_word(letter) && letter != '-').unwrap_or(rest.len()))?;
    if slice.before(start).trim().is_empty() && is_technology(whole) {
        return Some(errors::bare_technology(whole, slice.at(start, start + whole.len())));
    }
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number.strip_prefix('+').unwrap_or(number)),
    };
    let length = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    let rating: u8 = digits.get(..length)?.parse().ok().filter(|rating| *rating <= 4)?;
    let behind = digits.get(length..)?;
    if behind.starts_with(is_word) {
        return None;
    }
    let end = slice.words.len().checked_sub(behind.len())?;
    // An entry cannot begin with a technology: at its beginning, `TL 1` is corrected to `tech T1`, elsewhere to `T1`.
    let entry = if slice.before(start).trim().is_empty() { "tech " } else { "" };
    let right = format!("{entry}T{sign}{rating}");
    Some(errors::technology(slice.words.get(start..end)?, &right, slice.at(start, end)))
}

/// Reports a letter in place of a digit at `start`, or a technology without its number: `v_shift O`, `tech T`.
pub(crate) fn letter_for_digit(slice: &UnparsedSlice<'_>, word: &str, start: usize) -> Option<Diagnostic> {
    let before = slice.before(start);
    let last = before.split_whitespace().next_back()?;
    let key = before.split_whitespace().next()?;
    let place = slice.at(start, start + word.len());
    let for_texts = GIVES_TEXTS.contains(&last) || asks_for_text(before) || key.starts_with("aspect");
    if slice.place != SyntaxContext::Entry || for_texts || is_naming(key) || DECLARING.contains(&last) {
        return None;
    }
    // `I` and `T` may also begin a title without quotes. Only alone are they mistakes for `1` and for a technology.
    let alone = title_at(slice.after(start)) == word;
    match word {
        "O" => Some(number_errors::letter_for_digit(word, "0", place)),
        "I" if alone => Some(number_errors::letter_for_digit(word, "1", place)),
        "T" if alone => Some(number_errors::bare_technology(place)),
        _ => None,
    }
}

/// Reports a call where an entry begins: `wins(row, reds) in 5%..95%`.
pub(crate) fn bare_call(builder: &Builder<'_>, slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let name = slice.before(at);
    let is_call = slice.place == SyntaxContext::Entry && slice.after(at).starts_with('(') && !name.is_empty() && name.chars().all(is_word);
    let head = || {
        let before = builder.text.get(..usize::try_from(slice.span.start).ok()?)?;
        before.lines().rev().take(LOOKED_BACK).find(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
    };
    is_call.then(|| errors::bare_call(name, slice.at(0, at), head().is_some_and(|head| head.starts_with("test "))))
}

/// Reports a word after the end of a condition that begins another entry or another condition: `limit` in `victory reds when out(blues)
/// limit 8 turns`.
pub(crate) fn behind_a_condition(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let (before, rest) = (slice.before(at).trim_end(), slice.after(at));
    let asks = before.split(|letter: char| !is_word(letter)).any(|word| word == "when");
    let word = rest.get(..rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len()))?;
    let begins = word.starts_with(|first: char| first.is_ascii_lowercase()) && before.len() < at && !before.ends_with(',');
    // In `out reds or turn > 6` the word after the condition is an argument without its brackets. It therefore belongs to the condition.
    let behind = rest.get(word.len()..)?.trim_start_matches([' ', '\t']);
    let goes_on = behind.starts_with(|next: char| !next.is_whitespace() && next != '}' && next != ';');
    let is_part = ["and", "or"].contains(&behind.split(|letter: char| !is_word(letter)).next().unwrap_or_default());
    if slice.place != SyntaxContext::Entry || !asks || !begins || !goes_on || is_part || open_bracket(slice.words, at).is_some() {
        return None;
    }
    // A word before a bracket or a comparison belongs to a condition, because no entry begins this way.
    let is_asked = behind.starts_with(['(', '<', '>', '=', '!', '+', '-', '*', '/']);
    let gap = slice.at(before.len(), before.len());
    Some(errors::entry_behind_condition(word, slice.at(at, at + word.len()), (!is_asked).then_some(gap)))
}
