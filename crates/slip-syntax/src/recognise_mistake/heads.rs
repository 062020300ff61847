//! The parts of an item's first line in another order.

use super::titles::text_at;
use crate::diagnose::{UnparsedSlice, is_word};
use crate::errors as plainly;
use crate::expected_tokens::SyntaxContext;
use crate::recognised_mistake_errors as errors;
use crate::{head_errors, stat_block};
use slip_source::diagnostic::Diagnostic;

/// Maximum number of lines that are searched backwards for the head of an item.
pub(super) const LOOKED_BACK: usize = 200;

/// Reports parts of a head in the wrong order.
pub(crate) fn head(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
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
pub(crate) fn title_first(slice: &UnparsedSlice<'_>, kind: usize) -> Option<Diagnostic> {
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
pub(crate) fn kind_of_its_own(slice: &UnparsedSlice<'_>, kind: &str) -> Option<Diagnostic> {
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
pub(crate) fn colon(slice: &UnparsedSlice<'_>, kind: &str) -> Option<Diagnostic> {
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
pub(crate) fn no_name_before_title(slice: &UnparsedSlice<'_>, kind: usize) -> Option<Diagnostic> {
    let behind = slice.after(kind);
    let start = kind + (behind.len() - behind.trim_start_matches([' ', '\t']).len());
    let text = text_at(slice.after(start))?;
    let name = stat_block::snake(text.trim_matches('"'))?;
    Some(plainly::title_without_name(slice.before(kind), &name, text, slice.at(kind, kind), slice.at(kind, start)))
}

/// Reports a misspelt `test`: `teat "a fair fight"`. It is recognised by the text directly after the kind, which only a test has.
pub(crate) fn test(slice: &UnparsedSlice<'_>, kind: &str) -> Option<Diagnostic> {
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

/// Returns the end of the second word of a head, which is the name without its parameters.
fn second_word_end(head: &str) -> Option<usize> {
    let first = head.find([' ', '\t'])?;
    let behind = head.get(first..)?;
    let start = first + (behind.len() - behind.trim_start().len());
    let word = head.get(start..)?;
    Some(start + word.find(|letter: char| !is_word(letter)).unwrap_or(word.len()))
}
