//! Recognises the author's intention from a few words around the mistake. Examples are the parts of an item's first line in another order,
//! a title without its quotes, and a technology or range as other texts write it.
//!
//! These functions only examine the text. If none of them recognises the mistake, `diagnose` reports what the grammar expected.

use super::diagnose::{DECLARING, UnparsedSlice, is_word, open_bracket};
use super::errors as plainly;
use super::expected_tokens::SyntaxContext;
use super::names_in_entries::is_naming;
use super::parse::Builder;
use super::prescan::offset;
use super::recognised_mistake_errors as errors;
use super::tree::{ExprKind, Value};
use super::{head_errors, number_errors, stat_block};
use slip_source::Span;
use slip_source::diagnostic::{Confidence, Diagnostic};

/// Reports a name of several words that begins with a capital: `weapon Long Rifle "Long rifle"`, `: Slug Thrower`, `3 Slug Throwers`,
/// `stunts Point Defense`.
pub(super) fn name_of_words(slice: &UnparsedSlice<'_>, start: usize) -> Option<Diagnostic> {
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
pub(super) fn call_without_brackets(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
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
pub(super) fn text_first(slice: &UnparsedSlice<'_>) -> Option<Diagnostic> {
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

/// Words of an entry before which a title without quotes ends.
const ENDS_TITLE: &[&str] = &["when", "else", "once", "any", "per", "as", "from", "at", "with", "by"];

/// Maximum number of lines that are searched backwards for the head of an item.
const LOOKED_BACK: usize = 200;

/// Number of bytes from the beginning of an entry in which a dash is recognised as a minus, a range or a symbol.
const NEAR: usize = 200;

/// True if the text is a valid technology: `T2`, `T-1`.
pub(super) fn is_technology(written: &str) -> bool {
    let rank = written.strip_prefix('T').map(|rank| rank.strip_prefix('-').unwrap_or(rank));
    rank.is_some_and(|rank| !rank.is_empty() && rank.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Reports a malformed technology, whose letters begin at `start`: `T 1`, `T+1`, `TL1`.
pub(super) fn technology(slice: &UnparsedSlice<'_>, start: usize) -> Option<Diagnostic> {
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
    // An entry cannot begin with a technology: in `TL 1`, `TL` stands for the word of the entry.
    let entry = if slice.before(start).trim().is_empty() { "tech " } else { "" };
    let right = format!("{entry}T{sign}{rating}");
    Some(errors::technology(slice.words.get(start..end)?, &right, slice.at(start, end)))
}

/// Reports a letter in place of a digit at `start`, or a technology without its number: `v_shift O`, `tech T`.
pub(super) fn letter_for_digit(slice: &UnparsedSlice<'_>, word: &str, start: usize) -> Option<Diagnostic> {
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

/// Reports a title without quotes that begins at `start`: in a head after the name, or in an entry where a text is expected. `found` is the
/// message about the first word of the title, which is not a valid name.
pub(super) fn title(slice: &UnparsedSlice<'_>, start: usize, found: &Diagnostic) -> Option<Diagnostic> {
    let before = slice.before(start);
    let title = title_at(slice.after(start));
    let several = title.contains(' ');
    let first_value = before.trim_end().ends_with(',') || before.split_whitespace().count() == 1;
    let texts = match slice.place {
        SyntaxContext::Item => false,
        SyntaxContext::Head => before.split_whitespace().count() == 2 && !before.contains('"'),
        SyntaxContext::Entry => {
            let last = before.split_whitespace().next_back().unwrap_or_default();
            let gives_texts = GIVES_TEXTS.contains(&last);
            let in_sentence = before.starts_with("effect");
            gives_texts
                || asks_for_text(before)
                || first_value && is_code(title)
                || !in_sentence && first_value && (several || slice.words.contains('"') || before.starts_with("aspects"))
        }
    };
    let ranked = before.starts_with(|first: char| first.is_ascii_digit());
    let fits = texts && !before.is_empty() && !title.is_empty() && !ranked;
    fits.then(|| errors::unquoted(found, title, slice.at(start, start + title.len())))
}

/// Words that may be followed by a text: keys of entries, and others.
const GIVES_TEXTS: &[&str] = &["aspect", "aspects", "place", "table", "free_tag"];

/// Functions whose last argument is a text.
const ASK_FOR_TEXT: &[&str] = &["has_aspect"];

/// True if the value after the text `before` is an argument of a call that requires a text in quotes.
fn asks_for_text(before: &str) -> bool {
    let Some(open) = open_bracket(before, before.len()) else { return false };
    let (front, arguments) = before.split_at(open);
    let function = front.rsplit(|letter: char| !is_word(letter)).next().unwrap_or_default();
    ASK_FOR_TEXT.contains(&function) && arguments.contains(',')
}

/// True if the word is a code such as `B867564-9`, which must be written in quotes.
fn is_code(title: &str) -> bool {
    let signs = |part: &str| !part.is_empty() && part.chars().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit());
    title.split_once('-').is_some_and(|(front, back)| signs(front) && signs(back))
}

/// Returns the words at the beginning of a text that form a title.
pub(super) fn title_at(rest: &str) -> &str {
    let stop = |letter: char| ",;:{}()[]\"=<>\n".contains(letter);
    let rest = rest.get(..rest.find(stop).unwrap_or(rest.len())).unwrap_or_default();
    let mut end = 0;
    for word in rest.split_inclusive([' ', '\t']) {
        let bare = word.trim();
        let counts = bare.strip_prefix('x').unwrap_or(bare).starts_with(|first: char| first.is_ascii_digit());
        if ENDS_TITLE.contains(&bare) || counts || bare.starts_with("--") || bare.starts_with("->") {
            break;
        }
        end += word.len();
    }
    rest.get(..end).unwrap_or_default().trim_end()
}

/// Returns the end of an unclosed text in the head of an item: before the colon.
pub(super) fn title_end(slice: &UnparsedSlice<'_>, line: &str) -> Option<usize> {
    let before = |mark: &str| line.rfind(mark).map(|at| line.get(..at).unwrap_or_default().trim_end().len());
    (slice.place != SyntaxContext::Entry).then(|| before(" :").or_else(|| before(" from ")))?
}

/// Returns the ASCII symbol that a typographic dash stands for: `..` in a range of numbers, `--` between the names of a border or a
/// slipstream, and `-` everywhere else.
pub(super) fn dash(slice: &UnparsedSlice<'_>, at: usize, mark: char) -> &'static str {
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

/// Reports entries in the wrong kind of brackets: `skills [ 2 pilot; 1 stamina ]`.
pub(super) fn square(builder: &Builder<'_>, slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let open = open_bracket(slice.words, at)?;
    let key = slice.before(open).trim_end();
    let inside = slice.after(open + 1).trim_start();
    let square = slice.after(open).starts_with('[');
    let is_key = !key.is_empty() && key.chars().all(is_word) && key.starts_with(|first: char| first.is_ascii_lowercase());
    let is_entry = match square {
        true => holds_entries(inside),
        false => key.len() < slice.before(open).len() && inside.starts_with(|first: char| first.is_ascii_digit()),
    };
    if slice.place != SyntaxContext::Entry || !is_key || !is_entry {
        return None;
    }
    let opening = slice.at(open, open + 1);
    let closing = if square { ']' } else { ')' };
    let from = usize::try_from(opening.end).ok()?;
    let rest = builder.text.get(from..)?;
    let end = rest.find(['[', ']', '(', ')', '{', '}']).filter(|end| rest.get(*end..).is_some_and(|rest| rest.starts_with(closing)));
    let closing = end.map(|end| offset(from + end)).map(|start| Span { start, end: start.saturating_add(1), ..opening });
    Some(errors::square(key, opening, closing))
}

/// True if the text after `[` begins with an entry (`2 pilot`, `frame 4`). Then the author wrote a block in square brackets; the values of
/// a list are separated by commas.
fn holds_entries(inside: &str) -> bool {
    let end = inside.find([';', ']', '}', '\n']).unwrap_or(inside.len());
    let first = inside.get(..end).unwrap_or_default();
    let mut words = first.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let (begins, next) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = |word: &str| word.starts_with(|letter: char| letter.is_ascii_lowercase()) && word.chars().all(is_word);
    let lists = first.get(..first.find(next).unwrap_or(0)).is_some_and(|front| front.contains(','));
    !lists && (is_number(begins) && is_name(next) || is_name(begins) && !next.is_empty() && !first.contains(','))
}

/// Reports two values in square brackets without a comma: `cost [-1, 0 2, 4]`.
pub(super) fn in_square_brackets(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let open = open_bracket(slice.words, at).filter(|open| slice.place == SyntaxContext::Entry && slice.after(*open).starts_with('['))?;
    let rest = slice.after(at);
    let length = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
    let next = rest.get(..length).filter(|next| !next.is_empty())?;
    let front = slice.before(at).trim_end();
    let value = front.get(open + 1..)?.rsplit([',', '[', ' ', '\t', '\n']).next().unwrap_or_default();
    let stands = front.len() < at && front.ends_with(|letter: char| is_word(letter) || letter == '%' || letter == ')');
    let reserved = |word: &str| matches!(word, "and" | "or" | "not" | "if" | "then" | "else" | "when" | "is" | "has" | "of" | "in");
    if !stands || reserved(value) || reserved(next) {
        return None;
    }
    let first = slice.at(front.len() - value.len(), front.len());
    Some(errors::missing_comma((value, next), first, slice.at(at, at + length)))
}

/// Reports a word after the end of a condition that begins another entry or another condition: `limit` in `victory reds when out(blues)
/// limit 8 turns`.
pub(super) fn behind_a_condition(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
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

/// Reports a call where an entry begins: `wins(row, reds) in 5%..95%`.
pub(super) fn bare_call(builder: &Builder<'_>, slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let name = slice.before(at);
    let is_call = slice.place == SyntaxContext::Entry && slice.after(at).starts_with('(') && !name.is_empty() && name.chars().all(is_word);
    let head = || {
        let before = builder.text.get(..usize::try_from(slice.span.start).ok()?)?;
        before.lines().rev().take(LOOKED_BACK).find(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
    };
    is_call.then(|| errors::bare_call(name, slice.at(0, at), head().is_some_and(|head| head.starts_with("test "))))
}

/// Reports parts of a head in the wrong order.
pub(super) fn head(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let (before, rest) = (slice.before(at), slice.after(at));
    if slice.place != SyntaxContext::Head {
        return None;
    }
    if let Some(behind) = rest.strip_prefix(':') {
        let from = before.rfind(" from ")?;
        let base = before.get(from..)?.trim();
        let design = behind.trim_start();
        let length = design.find(|letter: char| !is_word(letter) && letter != '.').unwrap_or(design.len());
        let end = slice.words.len().checked_sub(design.len())? + length;
        let right = format!(": {} {base}", design.get(..length).filter(|design| !design.is_empty())?);
        return Some(errors::base_before_design(&right, slice.at(at, at + 1), slice.at(from + 1, end)));
    }
    let text = text_at(rest)?;
    if before.contains('"') {
        return None;
    }
    let name = second_word_end(before)?;
    let gone = slice.at(before.trim_end().len(), at + text.len());
    Some(errors::late_title(text, slice.at(at, at + text.len()), slice.at(name, name), gone))
}

/// Reports a title before the name: `weapon "Brine gun" brine_gun`.
pub(super) fn title_first(slice: &UnparsedSlice<'_>, kind: usize) -> Option<Diagnostic> {
    let behind = slice.after(kind);
    let start = kind + (behind.len() - behind.trim_start().len());
    let text = text_at(slice.after(start))?;
    let rest = slice.after(start + text.len());
    let name_at = start + text.len() + (rest.len() - rest.trim_start().len());
    let name = rest.trim_start();
    let name = name.get(..name.find(|letter: char| !is_word(letter)).unwrap_or(name.len()))?;
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase()) && name != "from";
    is_name.then(|| {
        let whole = slice.at(start, name_at + name.len());
        errors::title_first(&format!("{name} {text}"), slice.at(start, start + text.len()), whole)
    })
}

/// Reports mistakes in the heads of `test` and `patch`, which differ from other heads: `test: "a fair fight" {`, `test "a fair fight"`,
/// `patch std.slug_thrower`.
pub(super) fn kind_of_its_own(slice: &UnparsedSlice<'_>, kind: &str) -> Option<Diagnostic> {
    let behind = slice.after(kind.len());
    let blanks = behind.len() - behind.trim_start().len();
    let about = behind.trim_start();
    if let Some(text) = about.strip_prefix([':', '=']) {
        let at = kind.len() + blanks;
        let gap = slice.at(kind.len(), slice.words.len() - text.trim_start().len());
        let is_text = kind == "test" && text_at(text.trim_start()).is_some();
        return is_text.then(|| head_errors::mark_behind_test(slice.at(at, at + 1), gap));
    }
    let length = match kind {
        "test" => text_at(about)?.len(),
        _ => about.find(|letter: char| !is_word(letter) && letter != '.').unwrap_or(about.len()),
    };
    let end = kind.len() + blanks + length;
    let is_whole = length > 0 && !about.starts_with('.') && slice.after(end).trim().is_empty();
    is_whole.then(|| head_errors::no_block(kind, slice.at(0, end), slice.at(end, end)))
}

/// Reports a colon between a kind and its name: `cluster: line "The line"`.
pub(super) fn colon(slice: &UnparsedSlice<'_>, kind: &str) -> Option<Diagnostic> {
    let behind = slice.after(kind.len());
    let at = kind.len() + (behind.len() - behind.trim_start_matches([' ', '\t']).len());
    let name = slice.after(at).strip_prefix(':')?.trim_start_matches([' ', '\t']);
    let gap = slice.at(kind.len(), slice.words.len() - name.len());
    let second = name.get(..name.find(|letter: char| !is_word(letter)).unwrap_or(name.len()))?;
    if KINDS.contains(&second) && !KINDS.contains(&kind) {
        let end = slice.words.len() - name.len() + second.len();
        return Some(head_errors::name_before_colon(kind, second, slice.at(at, at + 1), slice.at(0, end)));
    }
    if let Some((right, length)) = design_first(kind, second, name) {
        let end = slice.words.len() - name.len() + length;
        return Some(head_errors::design_before_name(&right, slice.at(at, at + 1), slice.at(0, end)));
    }
    name.starts_with(|first: char| first.is_ascii_lowercase()).then(|| head_errors::colon_behind_kind(kind, slice.at(at, at + 1), gap))
}

/// Repairs the first line of an item in which the design is written before the name, as in `slug_thrower harpoon "Harpoon"`. Returns the
/// correct first line, and the length of the wrong text.
fn design_first(kind: &str, design: &str, text: &str) -> Option<(String, usize)> {
    let rest = text.strip_prefix(design)?;
    let from = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let named = rest.get(from..).filter(|named| from > 0 && named.starts_with(|first: char| first.is_ascii_lowercase()))?;
    let name = named.get(..named.find(|letter: char| !is_word(letter)).unwrap_or(named.len())).filter(|name| *name != "from")?;
    let behind = named.get(name.len()..)?;
    let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
    let title = behind.get(blanks..).and_then(text_at).filter(|title| !title.is_empty());
    let length = design.len() + from + name.len() + title.map_or(0, |title| blanks + title.len());
    let title = title.map_or_else(String::new, |title| format!(" {title}"));
    Some((format!("{kind} {name}{title} : {design}"), length))
}

/// Kinds that exist in the language or the standard library. If a head does not parse, these words are taken for kinds and not for names.
/// Packages may declare other kinds.
pub(crate) const KINDS: &[&str] = &[
    "animal",
    "armour",
    "background",
    "character",
    "cluster",
    "crew",
    "design",
    "doctrine",
    "encounter",
    "goods",
    "idea",
    "map",
    "mark",
    "mook",
    "npc",
    "operative",
    "opposition",
    "platoon",
    "ruleset",
    "scenario",
    "ship",
    "skill",
    "station",
    "stunt",
    "system",
    "table",
    "template",
    "unit",
    "vehicle",
    "weapon",
    "world",
];

/// Reports a title without a name before it: `weapon "Rifle" : slug_thrower`. `kind` is the length of the kind.
pub(super) fn no_name_before_title(slice: &UnparsedSlice<'_>, kind: usize) -> Option<Diagnostic> {
    let behind = slice.after(kind);
    let start = kind + (behind.len() - behind.trim_start_matches([' ', '\t']).len());
    let text = text_at(slice.after(start))?;
    let name = stat_block::snake(text.trim_matches('"'))?;
    Some(plainly::title_without_name(slice.before(kind), &name, text, slice.at(kind, kind), slice.at(kind, start)))
}

/// Reports a misspelt `test`: `teat "a fair fight"`. It is recognised by the text directly after the kind, which only a test has.
pub(super) fn test(slice: &UnparsedSlice<'_>, kind: &str) -> Option<Diagnostic> {
    let is_text = slice.after(kind.len()).trim_start().starts_with('"');
    (is_text && is_nearly(kind, "test")).then(|| head_errors::no_kind(kind, "test", slice.at(0, kind.len())))
}

/// True if a word differs from another word by one extra, missing or wrong letter, or by two swapped letters.
fn is_nearly(word: &str, right: &str) -> bool {
    let same = word.bytes().zip(right.bytes()).take_while(|(one, other)| one == other).count();
    let (word, right) = (word.as_bytes().get(same..).unwrap_or_default(), right.as_bytes().get(same..).unwrap_or_default());
    let tail = word.iter().rev().zip(right.iter().rev()).take_while(|(one, other)| one == other).count();
    let left = |bytes: &[u8]| bytes.len() - tail;
    match (left(word), left(right)) {
        (0 | 1, 0 | 1) => true,
        (2, 2) => word.first() == right.get(1) && word.get(1) == right.first(),
        _ => false,
    }
}

/// True if the text after an expectation of a test is a number of runs: `in 200 runs`.
pub(super) fn runs(behind: &str) -> bool {
    let mut words = behind.split_whitespace();
    let number = words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_'));
    number && words.next() == Some("runs")
}

/// Reports quotes inside a text that are not escaped: `"Says "hi" a lot"`. `at` is after the first of them.
pub(super) fn inner_quotes(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let start = text_before(slice.words, at)?;
    let mut inner = Vec::new();
    let mut opening = at.checked_sub(1)?;
    let end = loop {
        // The quotes of a quoted word inside a text touch the word. A blank or the start of the text comes before the opening quote.
        let begins = slice.before(opening).ends_with([' ', '\t', '(']) || opening == start + 1;
        let quoted = slice.after(opening + 1);
        let closing =
            opening + 1 + quoted.find(['"', '\n']).filter(|length| quoted.get(*length..).is_some_and(|rest| rest.starts_with('"')))?;
        if !begins || slice.before(closing).ends_with([' ', '\t', ',']) {
            return None;
        }
        inner.extend([opening, closing]);
        let rest = slice.after(closing + 1);
        opening = closing + 1 + rest.find(['"', '\n']).filter(|length| rest.get(*length..).is_some_and(|rest| rest.starts_with('"')))?;
        if !slice.after(opening + 1).starts_with(is_word) {
            break opening + 1;
        }
    };
    let whole = slice.words.get(start..end).filter(|whole| !whole.contains('\\'))?;
    let right: String = whole
        .char_indices()
        .map(|(index, letter)| if inner.contains(&(start + index)) { format!("\\{letter}") } else { letter.to_string() })
        .collect();
    Some(errors::inner_quotes(&right, slice.at(at - 1, at), slice.at(start, end)))
}

/// Returns the start of the text literal that ends at `end`.
fn text_before(words: &str, end: usize) -> Option<usize> {
    let mut start = None;
    let mut escaped = false;
    for (index, letter) in words.char_indices().take_while(|(index, _)| *index < end) {
        match (start, letter) {
            (None, '"') => start = Some(index),
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(from), '"') if index + 1 == end => return Some(from),
            (Some(_), '"') => start = None,
            _ => {}
        }
    }
    None
}

/// Returns the text literal at the beginning of `text`, with its quotes.
pub(super) fn text_at(rest: &str) -> Option<&str> {
    let inside = rest.strip_prefix('"').filter(|_| !rest.starts_with("\"\"\""))?;
    let line = inside.lines().next()?;
    if line.contains('\\') {
        return None;
    }
    rest.get(..line.find('"')?.checked_add(2)?)
}

/// Returns the end of the second word of a head, which is the name without its parameters.
fn second_word_end(head: &str) -> Option<usize> {
    let first = head.find([' ', '\t'])?;
    let behind = head.get(first..)?;
    let start = first + (behind.len() - behind.trim_start().len());
    let word = head.get(start..)?;
    Some(start + word.find(|letter: char| !is_word(letter)).unwrap_or(word.len()))
}

/// Entries in which a symbol joins two names.
pub(super) const JOINING: &[&str] = &["border", "sight", "slipstream"];

/// Reports an arrow of another language between two names: `border weir => mill`, `border weir <-> mill`.
pub(super) fn arrow(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
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
pub(super) fn slash_below(builder: &Builder<'_>, values: &[Value]) -> Option<Diagnostic> {
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
pub(super) fn decimal(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
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
pub(super) fn dots(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let from = at.checked_sub(2).filter(|_| slice.before(at).ends_with("..") && slice.after(at).starts_with('.'))?;
    let dots = slice.after(at).bytes().take_while(|byte| *byte == b'.').count();
    let written = slice.words.get(from..at + dots)?;
    Some(plainly::other_mark(written, "..", Confidence::Safe, slice.at(from, at + dots)))
}
