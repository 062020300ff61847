//! Reports texts with typographic or single quotes, with only one quote, or without quotes. Also reports other characters that word
//! processors insert.
//!
//! A fix is safe only if every text of the slice is complete after the fix, so that no fix cuts a text in two.

use super::{UnparsedSlice, closes, count_word, is_word};
use crate::expected_tokens::SyntaxContext;
use crate::{errors, recognise_mistake, recognised_mistake_errors};
use slip_source::Span;
use slip_source::diagnostic::{Confidence, Diagnostic};

/// Number of characters within which the closing quote of a text in typographic quotes is searched.
const NEAR: usize = 200;

/// Reports typographic quotes, dashes and blanks, if one of them is at `at` or directly before it. One message covers all of them in the
/// slice.
pub(super) fn typographic(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    // In a technology with a typographic minus, as in `T−1`, parsing fails at the letter before the minus.
    let behind_letter = slice.after(at).strip_prefix('T').filter(|rest| rest.starts_with(|mark| plain_mark(mark) == Some("-")));
    let here = behind_letter.unwrap_or(slice.after(at)).chars().next()?;
    let opened = here == '"' && !closes(slice.after(at)) && slice.after(at).contains(['\u{201d}', '\u{201c}']);
    let joins_sight = plain_mark(here) == Some("-") && slice.words.starts_with("sight ");
    if plain_mark(here).is_none() && !opened || joins_sight {
        return None;
    }
    let mut marks: Vec<(Span, char, &'static str)> = Vec::new();
    let mut mended = String::with_capacity(slice.words.len());
    let mut sure = true;
    let mut open = None;
    for (index, letter) in slice.words.char_indices() {
        let plain = match open {
            Some(opening) => {
                let ends = ends_text(slice, opening, index, letter);
                open = open.filter(|_| !ends);
                ends.then_some("\"")
            }
            None if letter == '"' => {
                let curly = !closes(slice.after(index));
                open = Some(if curly { '\u{201c}' } else { '"' });
                Some("\"")
            }
            None => match plain_mark(letter) {
                Some("\"") if matches!(letter, '\u{2018}' | '\u{2019}') && slice.before(index).ends_with(is_word) => None,
                Some("\"") => {
                    open = Some(letter);
                    Some("\"")
                }
                Some("-") => {
                    let right = recognise_mistake::dash(slice, index, letter);
                    sure &= right != "-" || !parts_words(slice, index, letter);
                    Some(right)
                }
                // Dots after a number are a range; dots after a word are the end of a sentence.
                Some("..") => {
                    sure &= slice.before(index).ends_with(|before: char| before.is_ascii_digit());
                    Some("..")
                }
                Some(_) if is_unseen(letter) => {
                    let (right, certain) = unseen(slice, index, letter);
                    sure &= certain;
                    Some(right)
                }
                plain => plain,
            },
        };
        match plain {
            Some(plain) if letter != '"' => {
                marks.push((slice.at(index, index + letter.len_utf8()), letter, plain));
                mended.push_str(plain);
            }
            _ => mended.push(letter),
        }
    }
    let confidence = if sure && is_sound(&mended) { Confidence::Safe } else { Confidence::Unsafe };
    (!marks.is_empty()).then(|| errors::typographic_mark(&marks, confidence))
}

/// True if the quote at `index` closes a text that the quote `opening` began.
fn ends_text(slice: &UnparsedSlice<'_>, opening: char, index: usize, letter: char) -> bool {
    let behind = || slice.after(index + letter.len_utf8());
    match (opening, letter) {
        ('"', '"') => !slice.before(index).ends_with('\\'),
        ('\u{ab}', '\u{bb}') | ('\u{bb}', '\u{ab}') => true,
        ('\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}', '\u{201c}' | '\u{201d}') => true,
        // A `"` ends a text that begins with a typographic quote. It does not if quoted words inside the text are still open.
        ('\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}', '"') => {
            let next = behind().chars().take(NEAR).find(|mark| ('\u{201c}'..='\u{201f}').contains(mark));
            next != Some('\u{201d}') || behind().starts_with([',', ' ']) && behind().trim_start_matches([',', ' ']).starts_with('"')
        }
        // The closing single quote and the apostrophe are the same character; directly before a letter it is an apostrophe.
        ('\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}', '\u{2018}' | '\u{2019}') => !behind().starts_with(is_word),
        _ => false,
    }
}

/// True if every text in the slice is complete and separated from other words, and typographic quotes occur only inside of texts. Texts in
/// single quotes are accepted, because another message reports them.
fn is_sound(words: &str) -> bool {
    let (mut inside, mut escaped, mut before, mut at) = (false, false, ' ', 0);
    while let Some(letter) = words.get(at..).and_then(|rest| rest.chars().next()) {
        at += letter.len_utf8();
        let behind = words.get(at..).unwrap_or_default();
        match letter {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' if inside && behind.starts_with(|next: char| is_word(next) || next == '"') => return false,
            '"' if !inside && (is_word(before) || before == '"') => return false,
            '"' => inside = !inside,
            '\'' if !inside => match single_text(behind.lines().next().unwrap_or_default()) {
                Some(text) if !is_word(before) && is_plain(text) => at += text.len() + 1,
                _ => return false,
            },
            mark if !inside && plain_mark(mark) == Some("\"") => return false,
            _ => {}
        }
        before = letter;
    }
    !inside
}

/// Returns the ASCII symbol for a typographic one.
pub(super) const fn plain_mark(mark: char) -> Option<&'static str> {
    Some(match mark {
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2018}' | '\u{2019}' | '\u{201a}' => "\"",
        '\u{2013}' | '\u{2014}' | '\u{2212}' | '\u{2010}' | '\u{2011}' => "-",
        '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{2009}' | '\u{3000}' | '\u{feff}' | '\u{200b}' | '\u{2060}' => " ",
        '\u{d7}' => "x",
        '\u{2026}' => "..",
        '\u{2264}' => "<=",
        '\u{2265}' => ">=",
        '\u{2260}' => "!=",
        '\u{2192}' => "->",
        _ => return None,
    })
}

/// True if the character is invisible because it has no width.
const fn is_unseen(mark: char) -> bool {
    matches!(mark, '\u{feff}' | '\u{200b}' | '\u{2060}')
}

/// True if a dash is between two words with a blank on both sides, as in a sentence. A minus sign does not count.
fn parts_words(slice: &UnparsedSlice<'_>, at: usize, mark: char) -> bool {
    let (before, behind) = (slice.before(at), slice.after(at + mark.len_utf8()));
    let apart = before.ends_with([' ', '\t']) && behind.starts_with([' ', '\t']) && mark != '\u{2212}';
    apart && before.trim_end().ends_with(char::is_alphabetic) && behind.trim_start().starts_with(char::is_alphabetic)
}

/// Returns the replacement of a character without width; the flag is true if the replacement is certain.
///
/// The character is removed next to a blank and inside a word, and replaced by a blank elsewhere. Only U+200B inside a word is not certain:
/// it may separate two words, as in `zone` and `shed`. It is replaced by a blank, unless the word is a key with a number or technology
/// after it.
fn unseen(slice: &UnparsedSlice<'_>, at: usize, mark: char) -> (&'static str, bool) {
    let behind = slice.after(at + mark.len_utf8());
    let (before, after) = (slice.before(at).chars().next_back(), behind.chars().next());
    let stands = |letter: Option<char>| letter.is_some_and(|letter| !letter.is_whitespace());
    if !stands(before) || !stands(after) {
        return ("", true);
    }
    let within = before.is_some_and(is_word) && after.is_some_and(|after| after.is_ascii_lowercase() || after == '_');
    if !within {
        return (" ", true);
    }
    let is_key = slice.before(at).chars().all(is_word);
    let value = behind.trim_start_matches(is_word).trim_start_matches([' ', '\t']);
    match mark {
        '\u{200b}' if !is_key || !value.starts_with(|first: char| first.is_ascii_digit() || first == 'T') => (" ", false),
        _ => ("", true),
    }
}

/// Reports a text in single quotes: `'text'`
pub(super) fn single(slice: &UnparsedSlice<'_>, at: usize) -> Diagnostic {
    let rest = slice.after(at + 1);
    let is_apostrophe = slice.before(at).ends_with(is_word);
    let Some(words) = single_text(rest.lines().next().unwrap_or_default()).filter(|_| !is_apostrophe) else {
        return errors::stray_character('\'', slice.at(at, at + 1));
    };
    let behind = rest.get(words.len() + 1..).unwrap_or_default();
    let right = if words.contains('\\') { words.replace("\\'", "'") } else { words.replace('"', "\\\"") };
    let whole = format!("{}\"{right}\"{behind}", slice.before(at));
    let sure = is_plain(words) && is_sound(&whole);
    let confidence = if sure { Confidence::Safe } else { Confidence::Unsafe };
    errors::single_quotes(words, &right, confidence, slice.at(at, at + words.len() + 2))
}

/// True if a text in single quotes contains no quotes other than apostrophes, so that its end is certain.
fn is_plain(words: &str) -> bool {
    let within = |(at, _): (usize, &str)| {
        let (before, behind) = (words.get(..at).unwrap_or_default(), words.get(at + 1..).unwrap_or_default());
        before.ends_with(is_word) && behind.starts_with(is_word)
    };
    !words.trim().is_empty() && !words.contains(['"', '\\']) && words.match_indices('\'').all(within)
}

/// Returns the content of a text in single quotes; `line` begins after its first quote. The content ends at the first quote after which no
/// text can continue, or else at the first quote that is not an apostrophe.
fn single_text(line: &str) -> Option<&str> {
    let may_end = |(at, _): &(usize, &str)| {
        let before = line.get(..*at).unwrap_or_default();
        let touched = line.get(at + 1..).is_some_and(|behind| behind.starts_with(is_word));
        !touched && !before.ends_with(['\\', ' ', '\t', ','])
    };
    let ends = || line.match_indices('\'').filter(may_end).map(|(at, _)| at);
    let surely = |at: &usize| {
        let behind = line.get(at + 1..).unwrap_or_default().trim_start_matches([' ', '\t', '\r']);
        behind.is_empty() || behind.starts_with([',', ';', ':', ')', ']', '{', '}', '"', '\'', '/'])
    };
    line.get(..ends().find(surely).or_else(|| ends().next())?)
}

/// Keys of entries that declare a name, with a title after the name.
pub(crate) const DECLARING: &[&str] = &[
    "column",
    "composite",
    "first",
    "flag",
    "last",
    "maneuver",
    "object",
    "pawn",
    "pawns",
    "phase",
    "relationship",
    "side",
    "stat",
    "stunt",
    "track",
    "trait",
    "zone",
];

/// Words after which a text is written.
const IN_FRONT_OF_TEXTS: &[&str] = &["aspect", "aspects", "else", "free_tag", "place", "table"];

/// Reports a text without its first quote: `unit levy Drum levy" : infantry`, `aspects "Late", counts the bales"`.
pub(super) fn unopened(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let (lone, from) = lone_quote(slice).filter(|(lone, _)| *lone >= at)?;
    let words = slice.before(lone);
    let touching = from > 0 && !slice.after(from).starts_with([' ', '\t', ',', '(', '[']);
    if slice.place == SyntaxContext::Item || touching {
        return None;
    }
    let from = from.max(words.rfind('\n').map_or(0, |end| end + 1));
    let least = from.max(named_end(slice, from, lone)?);
    let outside = words.get(least..)?;
    let mark = outside.rfind([',', '(', '[', ':']).map_or(least, |mark| least + mark + 1);
    let word = slice.before(at).trim_end_matches(is_word).len();
    let key = slice.words.split([' ', '\t']).next().unwrap_or_default();
    let texts = IN_FRONT_OF_TEXTS.contains(&key);
    let start = match slice.after(word).chars().next() {
        // A word that begins with a capital is not a name, so the missing text begins with this word. If there is no such word, the text
        // begins after the last separator before its quote.
        Some(first) if first.is_uppercase() && word >= least && (word < mark || !texts) => word,
        _ => mark,
    };
    let text = words.get(start..)?;
    let start = start + (text.len() - text.trim_start().len());
    let text = words.get(start..).filter(|text| text.contains(char::is_alphabetic) && !text.contains('\\'))?;
    Some(recognised_mistake_errors::unopened_text(text, slice.at(start, lone + 1)))
}

/// Finds a closing quote that has no opening quote. Returns its offset, and the end of the last text before it.
fn lone_quote(slice: &UnparsedSlice<'_>) -> Option<(usize, usize)> {
    let (mut inside, mut last) = (false, 0);
    if slice.words.contains("\"\"\"") {
        return None;
    }
    for (index, _) in slice.words.match_indices('"') {
        if inside {
            if !slice.before(index).ends_with('\\') {
                (inside, last) = (false, index + 1);
            }
            continue;
        }
        let touches = slice.before(index).ends_with(|letter: char| is_word(letter) || ".!?)'\u{2019}\u{2026}".contains(letter));
        let behind = slice.after(index + 1);
        if touches && !behind.starts_with(|next: char| is_word(next) || next == '"') {
            return Some((index, last));
        }
        inside = true;
    }
    None
}

/// Returns the end of the last word between `from` and `until` that cannot be part of a text. Such words are: a kind and a name, a key and
/// the name that it declares, a number, a word before a text, or a symbol that joins two names, with the second name.
fn named_end(slice: &UnparsedSlice<'_>, from: usize, until: usize) -> Option<usize> {
    let words = slice.words.get(from..until)?;
    let fresh = slice.before(from).trim().is_empty();
    let key = words.split_whitespace().next().unwrap_or_default();
    let count = words.split_whitespace().count();
    let declares = slice.place == SyntaxContext::Head || DECLARING.contains(&key);
    // `zone g gate`: the letter in the picture, and the name.
    let drawn = key == "zone" && count > 3 && words.split_whitespace().nth(1).is_some_and(|letter| letter.len() == 1);
    let named = if !fresh {
        0
    } else if drawn {
        3
    } else {
        1 + usize::from(declares)
    };
    let (mut end, mut at, mut joined, mut index) = (from, from, false, 0);
    for word in words.split_inclusive([' ', '\t']) {
        at += word.len();
        let bare = word.trim();
        if bare.is_empty() {
            continue;
        }
        let is_text = bare.contains(char::is_alphabetic) && !joined && !bare.starts_with(|first: char| first.is_ascii_digit());
        if index < named || !is_text || IN_FRONT_OF_TEXTS.contains(&bare) {
            end = at;
        }
        joined = matches!(bare, "--" | "->");
        index += 1;
    }
    Some(end)
}

/// Reports text for readers without its quotes: `aspects "Late", no more!`. `found` is the message about the symbol or word at `at`.
pub(super) fn sentence(slice: &UnparsedSlice<'_>, at: usize, found: &Diagnostic) -> Option<Diagnostic> {
    let lead = if slice.words.starts_with("+ ") { 2 } else { 0 };
    let key = slice.after(lead).split([' ', '\t']).next()?;
    let key_end = lead + key.len();
    let first = slice.after(at).chars().next()?;
    let other = "\",;()[]{}#*=/".contains(first) || plain_mark(first) == Some(" ");
    if slice.place != SyntaxContext::Entry || !matches!(key, "aspect" | "aspects") || at <= key_end || other {
        return None;
    }
    let start = key_end + slice.before(at).get(key_end..)?.rfind([',', '"', '\n']).map_or(0, |mark| mark + 1);
    let start = start + (slice.after(start).len() - slice.after(start).trim_start().len());
    // A condition cannot be a text, and a symbol at the beginning of a list member may be a quote of another kind.
    let conditions = ["when", "else"].iter().any(|word| count_word(slice.words.get(start..at).unwrap_or_default(), word) > 0);
    if start > at || start == at && !first.is_uppercase() || conditions {
        return None;
    }
    let rest = slice.after(start);
    let mut end = rest.find([',', '"', '\n', '{', '}', '\\']).unwrap_or(rest.len());
    for word in [" when ", " else "] {
        end = rest.get(..end)?.find(word).unwrap_or(end);
    }
    let text = rest.get(..end)?.trim_end();
    let cut = rest.get(end..).is_some_and(|behind| behind.starts_with(['"', '\\']));
    (!cut && start + text.len() > at).then(|| recognised_mistake_errors::unquoted(found, text, slice.at(start, start + text.len())))
}
