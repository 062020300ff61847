//! Finds the superfluous word in the first line of an item, and its probable meaning.

use super::diagnose::{UnparsedSlice, is_word, leading};
use super::foreign_notation;
use super::head_errors as errors;
use super::prescan::offset;
use super::tree::{Declaration, NamePath, SpannedName};
use super::use_mistakes;
use slip_source::Span;
use slip_source::diagnostic::Diagnostic;

/// Key of the entry in a stunt's block that names the kinds and designs that may buy the stunt.
const SOLD: &str = "for";

/// Words of other languages that mean `from`.
const DERIVES: &[&str] = &["extends", "inherits", "derives"];

/// Reports the word at `at`, which is not allowed in the first line of its item: `weapon dock carbine`, `weapon a "A" slug_thrower`,
/// `weapon a : slug thrower`.
pub(super) fn second_word(slice: &UnparsedSlice<'_>, at: usize) -> Diagnostic {
    let found = leading(slice.after(at));
    let place = slice.at(at, at + found.len());
    let before = slice.before(at).trim_end();
    let front = before.trim_end_matches(|letter: char| is_word(letter) || letter == '.');
    let last = before.get(front.len()..).unwrap_or_default();
    let run = words(slice.after(at));
    let split = |what: &str| {
        let right = format!("{last}_{}", joined(run));
        errors::split_name(what, (last, found), &right, place, slice.at(front.len(), at + run.len()))
    };
    let mark = front.trim_end();
    if let Some(open) =
        before.rfind('(').or_else(|| slice.after(at).starts_with('(').then_some(at)).filter(|_| slice.words.starts_with("stunt "))
    {
        let inside = slice.words.get(open + 1..).unwrap_or_default();
        let inside = inside.get(..inside.find([')', '{', '\n']).unwrap_or(inside.len())).unwrap_or_default();
        return errors::untyped_parameter(inside.trim(), place);
    }
    if DERIVES.contains(&found) && !before.contains(" from ") && before.contains([' ', '\t']) {
        return errors::derives(found, place);
    }
    if mark.ends_with(':') {
        return split("a design");
    }
    if mark.ends_with(" from") {
        return split("a base");
    }
    let is_name = found.starts_with(|first: char| first.is_ascii_lowercase()) && found != SOLD;
    if before.ends_with('"') && is_name {
        return errors::missing_colon(found, place);
    }
    // If a title or a design follows, as in `weapon dock carbine : slug_thrower`, the words before it are certainly one name.
    let behind = slice.after(at + run.len()).trim_start();
    let is_certain = is_name && before.split_whitespace().count() == 2 && behind.starts_with([':', '"']);
    let whole = is_certain.then(|| (format!("{last}_{}", joined(run)), slice.at(front.len(), at + run.len())));
    errors::second_word(slice.words, found, place, whole)
}

/// True if an unquoted name continues with a second word: `Long Rifle "Long rifle"`. `behind` is the text after the first word.
pub(super) fn has_more_words(behind: &str) -> bool {
    let line = behind.lines().next().unwrap_or_default();
    let word = line.trim_start_matches([' ', '\t']);
    word.len() < line.len() && word.starts_with(|first: char| first.is_ascii_alphabetic()) && leading(word) != "from"
}

/// Extends a name by the invalid characters directly after it, so that messages show `größe`, not `gr`.
pub(super) fn lengthen(name: &mut SpannedName, rest: &str, span: Span) {
    let letters = rest.get(..rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len())).unwrap_or_default();
    if !name.text.is_empty() && name.span.end == span.start && !letters.is_empty() {
        name.text.push_str(letters);
        name.span.end = span.start.saturating_add(offset(letters.len()));
    }
}

/// Records the probable design or base of a head that could not be parsed, so that no follow-up errors are reported for the item: a name of
/// several words, or a design without its colon. `rest` is the part that could not be parsed.
pub(super) fn keep(item: &mut Declaration, rest: &str, span: Span) {
    let run = words(rest);
    if run.is_empty() || leading(run) == SOLD {
        return;
    }
    if foreign_notation::is_command(&item.kind.text) {
        let end = span.start.saturating_add(offset(leading(run).len()));
        item.kind = std::mem::replace(&mut item.name, SpannedName { text: leading(run).into(), span: Span { end, ..span } });
        return;
    }
    if DERIVES.contains(&leading(run)) && item.base.is_none() {
        let (front, base) = run.split_at(leading(run).len());
        let start = span.start.saturating_add(offset(front.len() + (base.len() - base.trim_start().len())));
        let base = leading(base.trim_start());
        if !base.is_empty() {
            let name = SpannedName { text: base.into(), span: Span { start, end: start.saturating_add(offset(base.len())), ..span } };
            item.base = Some(NamePath { kind: None, package: None, name });
        }
        return;
    }
    let path = match (&mut item.base, &mut item.design) {
        (Some(path), _) | (None, Some(path)) => path,
        // If the text that did not parse contains a colon, the words before the colon are not the design.
        (None, None) if rest.contains(':') => return,
        (None, None) => {
            let end = span.start.saturating_add(offset(run.len()));
            let name = SpannedName { text: joined(run).into(), span: Span { end, ..span } };
            item.design = Some(NamePath { kind: None, package: None, name });
            return;
        }
    };
    path.name.text = format!("{}_{}", path.name.text, joined(run)).into();
    path.name.span.end = span.start.saturating_add(offset(run.len()));
}

/// Returns the words at the beginning of a text, up to the first symbol or the word `from`.
fn words(rest: &str) -> &str {
    let line = rest.get(..rest.find(|letter: char| !is_word(letter) && !" \t".contains(letter)).unwrap_or(rest.len()));
    let mut end = 0;
    let mut at = 0;
    for word in line.unwrap_or_default().split_inclusive([' ', '\t']) {
        let bare = word.trim_end();
        if bare == "from" || !bare.is_empty() && !bare.starts_with(|first: char| first.is_ascii_lowercase()) {
            break;
        }
        if !bare.is_empty() {
            end = at + bare.len();
        }
        at += word.len();
    }
    rest.get(..end).unwrap_or_default()
}

fn joined(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join("_")
}

/// Reports a mistake in the list of names of a `use`: a missing `}`, as in `use std.{a, b`, or other signs than commas between names.
/// `block` is the text after the head.
pub(super) fn list_of_names(head: &str, block: &str, place: Span, span: Span) -> Option<Diagnostic> {
    let is_use = head.starts_with("use ") && head.ends_with('.');
    let line = block.lines().next().filter(|_| is_use)?;
    match line.find('}') {
        Some(close) => {
            use_mistakes::mistaken_list(head, line.get(1..close)?, Span { end: span.start.saturating_add(offset(close + 1)), ..place })
        }
        None => open_names(block, span),
    }
}

fn open_names(block: &str, span: Span) -> Option<Diagnostic> {
    let names = block.strip_prefix('{')?;
    let stop = names.find(|letter: char| !is_word(letter) && letter != ',' && !letter.is_whitespace()).unwrap_or(names.len());
    let closed = names.get(stop..).is_some_and(|rest| rest.starts_with('}'));
    let listed = names.get(..stop)?.trim_end();
    let is_list = listed.starts_with(|first: char| first.is_whitespace() || is_word(first)) && !listed.trim().is_empty();
    if closed || !is_list {
        return None;
    }
    let end = span.start.saturating_add(offset(1 + listed.len()));
    Some(errors::open_names(Span { end: span.start.saturating_add(1), ..span }, Span { start: end, end, ..span }))
}
