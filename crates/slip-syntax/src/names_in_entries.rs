//! Recognises names in the form of titles in entries that take names and no texts: `border Main Hall -- dock`, `border Dock and Hall`,
//! `victory Left Team when …`, `zone Main Hall`.

use super::diagnose::{DECLARING, UnparsedSlice, leading};
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

/// Words and symbols that a name follows.
const BEFORE_NAMES: &[&str] = &["--", "->", "all", "and", "any", "at", "not", "or", "to", "when", "with"];

/// True if the key of an entry is followed by names.
pub(super) fn is_naming(key: &str) -> bool {
    NAMING.contains(&key)
}

/// True if all values of the entry are names. Gear without numbers is a text.
pub(super) fn takes_names_only(slice: &UnparsedSlice<'_>) -> bool {
    let key = leading(slice.words);
    slice.place == SyntaxContext::Entry && is_naming(key) && key != "gear"
}

/// Reports a name of several words. `start` is the offset of its first word, which begins with a capital.
pub(super) fn title_for_name(slice: &UnparsedSlice<'_>, start: usize) -> Option<Diagnostic> {
    let written = title_at(slice.after(start));
    let (key, place) = (leading(slice.words), slice.at(start, start + written.len()));
    let is_first = slice.before(start).trim() == key;
    if slice.place != SyntaxContext::Entry || !written.contains(' ') {
        return None;
    }
    if is_first && DECLARING.contains(&key) {
        let name = stat_block::snake(written)?;
        let has_title = slice.after(start + written.len()).trim_start().starts_with('"');
        let right = if has_title { name } else { format!("{name} \"{written}\"") };
        return Some(head_errors::name_of_words(written, &right, place));
    }
    // After another name, the words may be a text without its quotes: `leader levy with genius Has the drum`.
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

/// Reports two titles in place of the names that a symbol joins: `border Dock and Hall`.
fn two_titles(written: &str, right: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadName, span, format!("`{written}` are not valid names: a name is one word in small letters")).with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        span,
        right,
    )
}
