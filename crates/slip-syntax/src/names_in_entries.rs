//! Recognises titles in entries that take names and no texts: `border Main Hall -- dock`, `border Dock and Hall`, `victory Left Team when
//! …`, `zone Main Hall`.

use super::diagnose::{DECLARING, UnparsedSlice, is_word, leading};
use super::expected_tokens::SyntaxContext;
use super::recognise_mistake::{JOINING, title_at};
use super::{head_errors, stat_block};
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Keys that are followed by names, not by a text.
const NAMING: &[&str] = &[
    "actors",
    "aircraft",
    "border",
    "cluster",
    "defender",
    "doctrine",
    "fighters",
    "gear",
    "initiator",
    "leader",
    "map",
    "rules",
    "ruleset",
    "side",
    "sight",
    "slipstream",
    "start",
    "stunts",
    "systems",
    "units",
    "victory",
];

/// Keys of entries that declare a name. Only a title can follow the name.
const TITLED: &[&str] = &["column", "composite", "maneuver", "pawn", "pawns", "phase", "stat", "stunt", "task", "track", "zone"];

/// Words and symbols after which a name is written.
const BEFORE_NAMES: &[&str] = &["--", "->", "all", "and", "any", "at", "not", "or", "to", "when", "with"];

/// True if the key of an entry is followed by names.
pub(super) fn is_naming(key: &str) -> bool {
    NAMING.contains(&key)
}

/// True if all values of the entry are names. Entries with the key `gear` are excluded, because their values may be texts.
pub(super) fn takes_names_only(slice: &UnparsedSlice<'_>) -> bool {
    let key = leading(slice.words);
    slice.place == SyntaxContext::Entry && is_naming(key) && key != "gear"
}

/// Reports a name of several words. `start` is the offset of its first word, which begins with a capital.
pub(super) fn title_for_name(slice: &UnparsedSlice<'_>, start: usize) -> Option<Diagnostic> {
    let written = title_at(slice.after(start));
    let (key, place) = (leading(slice.words), slice.at(start, start + written.len()));
    let is_first = slice.before(start).trim() == key;
    if slice.place != SyntaxContext::Entry {
        return None;
    }
    let is_titled = slice.after(start + written.len()).trim_start().starts_with('"');
    if !is_titled && let Some(name) = declared_before(slice.before(start)) {
        return Some(title_without_quotes(key, name, written, place));
    }
    if !written.contains(' ') {
        return None;
    }
    if is_first && DECLARING.contains(&key) {
        let name = stat_block::snake(written)?;
        let right = if is_titled { name } else { format!("{name} \"{written}\"") };
        return Some(head_errors::name_of_words(written, &right, place));
    }
    // After a name of a list, the words may be a text without its quotes: `leader levy with genius Has the drum`.
    let before = slice.before(start).trim_end();
    let begins_name =
        before.ends_with([',', '(']) || before.split_whitespace().next_back().is_some_and(|last| BEFORE_NAMES.contains(&last));
    if !takes_names_only(slice) || !is_first && !begins_name {
        return None;
    }
    let joined = [" and ", " to ", " or "].into_iter().find_map(|word| written.split_once(word));
    match joined {
        Some((one, other)) if is_first && JOINING.contains(&key) => {
            let sign = if key == "sight" { " " } else { " -- " };
            Some(two_titles(written, &format!("{}{sign}{}", stat_block::snake(one)?, stat_block::snake(other)?), place))
        }
        Some(_) => None,
        None => Some(head_errors::name_of_words(written, &stat_block::snake(written)?, place)),
    }
}

/// Returns the name that an entry declares, if only its title can follow the name: `zone main`, `zone m main`, `task cut`.
fn declared_before(before: &str) -> Option<&str> {
    let mut words = before.split_whitespace();
    let key = words.next().filter(|key| TITLED.contains(key))?;
    let names: Vec<&str> = words.collect();
    let is_letter = |word: &str| key == "zone" && word.chars().count() == 1;
    let name = match names.as_slice() {
        [name] if !is_letter(name) => *name,
        [letter, name] if is_letter(letter) => *name,
        _ => return None,
    };
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(is_word);
    is_name.then_some(name)
}

/// Reports a title without its quotes after the name of an entry: `zone main Hall`.
fn title_without_quotes(key: &str, name: &str, written: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("the title of the {key} `{name}` is not in quotes")).with_fix(
        format!("write `\"{written}\"`"),
        Confidence::Unsafe,
        span,
        format!("\"{written}\""),
    )
}

/// Reports titles written where a symbol such as `-` joins names: `border Dock and Hall`.
fn two_titles(written: &str, right: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadName, span, format!("`{written}` are titles, but names are needed here")).with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        span,
        right,
    )
}
