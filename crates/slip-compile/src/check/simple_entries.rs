//! Reads the keys and simple values of blocks for which no design exists: maps, encounters, rulesets, skills.
//!
//! Refuses unknown keys, keys that are written twice, and parts (`when`, `else`, a block, a sign) that an entry cannot have. Reports
//! nothing about entries that did not parse.

use super::aspects::folded;
use super::errors as check_errors;
use super::simple_entry_errors as errors;
use crate::block_schema::{BlockSchema, EntrySchema};
use ecow::EcoString;
use slip_source::diagnostic::{Diagnostic, Diagnostics};

use slip_source::Span;
use slip_syntax::tree::{Entry, Expr, ExprKind, Key, NamePath, SpannedName, Text, Value};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Checks the entries of a block.
pub(super) fn check(entries: &[Entry], block: &BlockSchema, out: &mut Diagnostics) {
    check_titled(entries, block, block.title, out);
}

/// Like [`check`], with `title` as the name of the block in messages.
pub(super) fn check_titled(entries: &[Entry], block: &BlockSchema, title: &str, out: &mut Diagnostics) {
    let unknown = |key: &SpannedName| errors::unknown_key(key, title, block.words());
    check_all(entries, block.entries, (title, false), &unknown, out);
}

/// Like [`check`], for a block that may have entries that begin with a number. The function that reads the block checks these entries.
pub(super) fn check_words(entries: &[Entry], block: &BlockSchema, out: &mut Diagnostics) {
    let unknown = |key: &SpannedName| errors::unknown_key(key, block.title, block.words());
    check_all(entries, block.entries, (block.title, true), &unknown, out);
}

/// Like [`check`], for a block with inner blocks. An entry that belongs into an inner block gets a message that says so. `inner` is the
/// word before each inner block, such as `side`, with the schema of these blocks.
pub(super) fn check_around(entries: &[Entry], block: &BlockSchema, (word, inner): (&str, &BlockSchema), out: &mut Diagnostics) {
    let unknown = |key: &SpannedName| match inner.entry(&key.text) {
        Some(_) => errors::too_far_out(key, block.title, word),
        None => errors::unknown_key(key, block.title, block.words()),
    };
    check_all(entries, block.entries, (block.title, false), &unknown, out);
}

fn check_all(
    entries: &[Entry],
    known: &[EntrySchema],
    (what, numbers): (&str, bool),
    unknown: &dyn Fn(&SpannedName) -> Diagnostic,
    out: &mut Diagnostics,
) {
    for (place, entry) in entries.iter().enumerate() {
        let Key::Word(key) = &entry.key else {
            if !entry.broken && !numbers {
                out.push(errors::rank_here(entry.key.span(), what));
            }
            continue;
        };
        let Some(found) = known.iter().find(|known| known.word == key.text) else {
            if !entry.broken {
                let is_near = || slip_suggest::nearest(&key.text, known.iter().map(|known| known.word)).is_some();
                out.push(match ended_list(entries, entry).filter(|_| !is_near()) {
                    Some(list) => errors::list_ended(unknown(key), key, list),
                    None if is_item(entry) => errors::item_inside(key, what),
                    None => unknown(key),
                });
            }
            continue;
        };
        let extends = found.sign && entry.sign().is_some();
        if !found.many && !extends {
            let first = entries.iter().take(place).find(|other| other.word() == found.word && other.sign().is_none());
            if let Some(first) = first {
                out.push(errors::written_twice(key, first.key.span()));
            }
        }
        if !entry.broken {
            check_parts(entry, *found, out);
        }
    }
}

/// True if an entry has the form of an item, such as `npc guard "Guard" { … }`: the block before it was probably not closed.
pub(super) fn is_item(entry: &Entry) -> bool {
    let is_named = entry.values.first().is_some_and(|name| name.expr.name().is_some());
    slip_syntax::is_kind(entry.word())
        && is_named
        && (entry.block().is_some() || entry.values.iter().any(|value| value.expr.text().is_some()))
}

/// Like [`check`], with `unknown` as the message about an unknown key.
pub(super) fn check_with(entries: &[Entry], block: &BlockSchema, unknown: &dyn Fn(&SpannedName) -> Diagnostic, out: &mut Diagnostics) {
    check_all(entries, block.entries, (block.title, false), unknown, out);
}

/// Keys with lists in which authors often write `;` instead of `,`.
const LISTS: [&str; 11] =
    ["actors", "aircraft", "aspects", "characters", "exits", "gear", "off_map", "stunts", "systems", "units", "zones"];

/// Returns the list before `entry` that an author ended too early with `;` instead of a comma: `units rifles x2; scouts`.
pub(super) fn ended_list<'e>(entries: &'e [Entry], entry: &Entry) -> Option<&'e Entry> {
    let place = entries.iter().position(|other| std::ptr::eq(other, entry)).filter(|_| entry.follows)?;
    let before = entries.get(place.checked_sub(1)?)?;
    // The previous entry may come from a base or patch. It must therefore also be in the same file and before this entry.
    let is_in_front = before.span.file == entry.span.file && before.span.end <= entry.span.start;
    let is_list = LISTS.contains(&before.word()) && before.block().is_none();
    (is_in_front && is_list && could_be_member(before.word(), entry)).then_some(before)
}

/// True if an entry could be a member of a list: a name alone, with a count, with arguments, or with the place where it starts. `price 3`
/// and `skill brawling` are entries of their own, and an aspect is a text.
fn could_be_member(list: &str, entry: &Entry) -> bool {
    match entry.values.first().map(|value| &value.expr.kind) {
        _ if list == "aspects" => false,
        None => true,
        Some(ExprKind::Count(_) | ExprKind::Group(_)) => true,
        Some(ExprKind::Name(word)) => word == "at" || list == "gear" && entry.values.len() == 1,
        Some(_) => entry.values.first().is_some_and(|value| value.comma),
    }
}

/// Reports a condition, `else`, block or sign in an entry that allows none of these parts.
pub(super) fn check_parts_none(entry: &Entry, out: &mut Diagnostics) {
    check_parts(entry, EntrySchema::BARE, out);
}

/// True if every key is known. If a key is unknown, it may be a misspelling of a key that seems to be missing.
pub(super) fn knows_all(entries: &[Entry], block: &BlockSchema) -> bool {
    entries.iter().all(|entry| block.entry(entry.word()).is_some())
}

/// True if no entry has this key. The result is false if an unknown entry may be a misspelling of the key.
pub(super) fn lacks(entries: &[Entry], block: &BlockSchema, word: &str) -> bool {
    let unknown = |entry: &Entry| block.entry(entry.word()).is_none();
    let meant = |entry: &Entry| unknown(entry) && slip_suggest::nearest(entry.word(), std::iter::once(word)).is_some();
    !entries.iter().any(|entry| entry.word() == word || meant(entry))
}

fn check_parts(entry: &Entry, known: EntrySchema, out: &mut Diagnostics) {
    if let (Some(condition), false) = (entry.condition(), known.when) {
        out.push(errors::no_part(condition.span, entry.word(), "a condition"));
    }
    if let Some(text) = entry.otherwise() {
        out.push(errors::no_part(text.span, entry.word(), "an `else`"));
    }
    if let (Some(block), false) = (entry.block(), known.block) {
        out.push(errors::no_part(block.span, entry.word(), "a block"));
    }
    if let (Some((_, span)), false) = (entry.sign(), known.sign) {
        out.push(errors::no_part(span, entry.word(), "a sign"));
    }
}

/// Reads the only value of an entry as a whole number in `range`.
pub(super) fn int(entry: &Entry, range: RangeInclusive<i64>, out: &mut Diagnostics) -> Option<i64> {
    if entry.broken {
        return None;
    }
    match entry.only().and_then(Expr::int) {
        Some(value) if range.contains(&value) => Some(value),
        _ => {
            let wanted = match (*range.start(), *range.end()) {
                (low, i64::MAX) => format!("a whole number of at least {low}"),
                (low, high) => format!("a whole number from {low} to {high}"),
            };
            let found = errors::decimal_comma(entry);
            out.push(found.unwrap_or_else(|| errors::wrong_value(entry.values_span(), entry.word(), &wanted)));
            None
        }
    }
}

/// Reads the value of a flag: no value, `yes` or `no`.
pub(super) fn flag(entry: &Entry, out: &mut Diagnostics) -> bool {
    if entry.broken || entry.values.is_empty() {
        return !entry.broken;
    }
    match entry.only().and_then(Expr::name).map(|word| word.as_str()) {
        Some("yes") => true,
        Some("no") => false,
        _ => {
            out.push(errors::wrong_value(entry.values_span(), entry.word(), "nothing, `yes` or `no`"));
            false
        }
    }
}

/// Reads a list of texts, none of them empty.
pub(super) fn texts<'e>(entry: &'e Entry, out: &mut Diagnostics) -> Vec<&'e Text> {
    let mut texts = Vec::new();
    for member in entry.members() {
        match member {
            [value] if value.expr.text().is_some_and(|text| !text.value.trim().is_empty()) => texts.extend(value.expr.text()),
            _ if entry.broken => {}
            // An empty text is reported elsewhere, with all other empty texts.
            [value] if value.expr.text().is_some() => {}
            _ => match without_commas(member, |value| value.expr.text().map(|text| format!("\"{}\"", text.value))) {
                Some(found) => {
                    out.push(found);
                    texts.extend(member.iter().filter_map(|value| value.expr.text()));
                }
                None => out.push(errors::wrong_value(member_span(member, entry), entry.word(), "a text in quotes")),
            },
        }
    }
    if texts.is_empty() && entry.values.is_empty() && !entry.broken {
        out.push(errors::wrong_value(entry.values_span(), entry.word(), "a text in quotes"));
    }
    let mut seen: BTreeMap<EcoString, Span> = BTreeMap::new();
    for text in &texts {
        if let Some(first) = seen.insert(folded(&text.value), text.span) {
            out.push(errors::text_twice(text.span, &text.value, first));
        }
    }
    texts
}

/// Reads a list of names. `wanted` describes what they refer to: `a skill`.
pub(super) fn paths(entry: &Entry, wanted: &str, out: &mut Diagnostics) -> Vec<NamePath> {
    let mut paths = Vec::new();
    for member in entry.members() {
        let path = match member {
            [value] => value.expr.path(),
            _ => None,
        };
        match path {
            Some(path) => paths.push(path),
            None if entry.broken => {}
            None => match without_commas(member, |value| Some(value.expr.name()?.to_string())) {
                Some(mut found) => {
                    found.doubt();
                    out.push(found);
                    paths.extend(member.iter().filter_map(|value| value.expr.path()));
                }
                None => out.push(not_a_path(member_span(member, entry), member, entry, wanted)),
            },
        }
    }
    if entry.values.is_empty() && !entry.broken {
        out.push(errors::wrong_value(entry.values_span(), entry.word(), wanted));
    }
    paths
}

/// Reports members of a list that have no commas between them. Returns `None` if one of the values cannot be a member.
fn without_commas(member: &[Value], shown: impl Fn(&Value) -> Option<String>) -> Option<Diagnostic> {
    let words: Vec<String> = member.iter().map(shown).collect::<Option<_>>()?;
    let spans: Vec<Span> = member.iter().map(|value| value.expr.span).collect();
    let ([first, next, ..], [_, second, ..]) = (words.as_slice(), spans.as_slice()) else { return None };
    let gaps = spans.get(..spans.len().saturating_sub(1))?;
    Some(check_errors::missing_comma(gaps, *second, (first, next)))
}

/// Reports a value that is not a name, such as `sick-bay`.
fn not_a_path(span: Span, values: &[Value], entry: &Entry, wanted: &str) -> Diagnostic {
    let found = errors::wrong_value(span, entry.word(), wanted);
    match values {
        [only] => hyphened(std::iter::once(&only.expr), found),
        _ => found,
    }
}

/// Reads the only value of an entry as a name. `wanted` describes the thing that the name must refer to.
pub(super) fn path(entry: &Entry, wanted: &str, out: &mut Diagnostics) -> Option<NamePath> {
    let path = entry.only().and_then(Expr::path);
    if path.is_none() && !entry.broken {
        out.push(not_a_path(entry.values_span(), &entry.values, entry, wanted));
    }
    path
}

/// Adds the fix for a hyphenated name (`sick_bay` for `sick-bay`) to a diagnostic, if one of the values is a hyphenated name.
pub(super) fn hyphened<'e>(mut values: impl Iterator<Item = &'e Expr>, found: Diagnostic) -> Diagnostic {
    match values.find_map(|value| Some((value.span, code(value)?))) {
        Some((span, code)) => errors::hyphened(found, span, code),
        None => found,
    }
}

/// Returns the text of a hyphenated word.
fn code(value: &Expr) -> Option<&str> {
    match &value.kind {
        ExprKind::Code(code) => Some(code),
        _ => None,
    }
}

/// True if a value is exactly this word.
pub(super) fn is_word(value: &slip_syntax::tree::Value, word: &str) -> bool {
    value.expr.name().is_some_and(|name| name == word)
}

/// Returns the span of a list member.
pub(super) fn member_span(member: &[slip_syntax::tree::Value], entry: &Entry) -> Span {
    match (member.first(), member.last()) {
        (Some(first), Some(last)) => first.expr.span.to(last.expr.span),
        _ => entry.values_span(),
    }
}
