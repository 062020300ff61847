//! Recovers from text that could not be parsed: finds what was expected, and keeps as much of the text as possible.
//!
//! The grammar accepts a broken slice of text as such, and loses the tokens that it expected. The slice is therefore parsed again by
//! itself. One message is reported for each mistake, and none for its consequences.

mod bracket_errors;
mod doubled_braces;
mod early_close;

pub(super) use doubled_braces::{Doubled, single};
pub(super) use early_close::rest_of_item;

use super::RESERVED;
use super::diagnose::{self, UnparsedSlice, diagnose, leading};
use super::errors;
use super::expected_tokens::SyntaxContext;
use super::grammar::{Grammar, Rule};
use super::parse::{Builder, ending};
use super::prescan::skip_trivia;
use super::prescan::{next_item, offset};
use super::tree::{Block, Declaration, Entry, Key, NamePath, SpannedName, Text};
use super::{extra_head_words, head_errors, html_entities, json_and_yaml_entries, literal, stat_block};
use ecow::EcoString;
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use slip_source::Span;
use slip_source::diagnostic::Edit;

/// Offset where parsing of a slice fails, and the rules that were expected there.
pub(super) struct ParseFailure {
    pub(super) at: usize,
    pub(super) expected: Vec<Rule>,
}

/// Parses a slice by a rule of the grammar, only to find the offset where parsing fails.
fn failure(rule: Rule, slice: &str) -> ParseFailure {
    match Grammar::parse(rule, slice) {
        Ok(pairs) => ParseFailure { at: pairs.last().map_or(0, |pair| pair.as_span().end()), expected: Vec::new() },
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) => at,
                InputLocation::Span((at, _)) => at,
            };
            let expected = match error.variant {
                ErrorVariant::ParsingError { positives, .. } => positives,
                ErrorVariant::CustomError { .. } => Vec::new(),
            };
            ParseFailure { at, expected }
        }
    }
}

/// Returns the text of a `bad_entry`, without its block.
pub(super) fn bad_text<'t>(pair: &Pair<'t, Rule>) -> &'t str {
    let text = pair.clone().into_inner().next().filter(|part| part.as_rule() == Rule::bad_text);
    text.map_or("", |text| text.as_str().trim_end())
}

/// Reports a `bad_entry` together with those in `rest`, if they are lines of a printed stat block. Returns true if they are.
pub(super) fn stat_block<'t>(builder: &mut Builder<'_>, first: &Pair<'t, Rule>, rest: impl Iterator<Item = Pair<'t, Rule>>) -> bool {
    if !stat_block::is_line(bad_text(first)) {
        return false;
    }
    let others = rest.filter(|part| part.as_rule() == Rule::bad_entry && stat_block::is_line(bad_text(part)));
    let lines: Vec<(Span, &str)> = std::iter::once(first.clone())
        .chain(others)
        .map(|part| {
            let (span, words) = (builder.span(&part), bad_text(&part));
            (Span { end: span.start.saturating_add(offset(words.len())), ..span }, words)
        })
        .collect();
    let text = builder.text;
    let ends_its_line = |span: Span| {
        let end = usize::try_from(span.end).unwrap_or(usize::MAX);
        text.get(end..).is_none_or(|rest| matches!(rest.trim_start_matches([' ', '\t', '\r']).chars().next(), None | Some('\n')))
    };
    let Some(found) = stat_block::inside(&lines, ends_its_line).filter(|_| lines.len() > 1) else { return false };
    builder.report(found);
    true
}

/// True if text that did not parse continues a list of texts after a missing comma: `"C"` on the line after `aspects "A", "B"`. The missing
/// comma is reported, and the texts are added to the list.
pub(super) fn rest_of_list(builder: &mut Builder<'_>, pair: &Pair<'_, Rule>, between: &str, list: Option<&mut Entry>) -> bool {
    let words = pair.as_str().trim_end();
    let ends_in_text = |entry: &&mut Entry| entry.values.last().is_some_and(|last| last.expr.text().is_some());
    let is_open = |entry: &&mut Entry| !entry.broken && entry.block().is_none() && entry.condition().is_none();
    let Some(list) = list.filter(ends_in_text).filter(is_open).filter(|_| words.starts_with('"') && between.contains('\n')) else {
        return false;
    };
    // The texts parse as an entry only after a key, so a key and a blank are added before them. They replace the two preceding bytes, so
    // that the spans stay correct.
    let (entry, start) = (format!("a {words}"), builder.span(pair).start);
    let parsed = Grammar::parse(Rule::entry, &entry).ok().and_then(|mut pairs| pairs.next());
    let Some(parsed) = parsed.filter(|parsed| parsed.as_str().trim_end().len() == entry.len()) else { return false };
    let Some(rest) = builder.within(start.saturating_sub(2), |builder| builder.entry(parsed)) else { return false };
    let end = list.values_span().at_end();
    builder.report_missing_comma(list.word(), end, rest.values_span());
    let mut values = rest.values;
    if let Some(first) = values.first_mut() {
        first.comma = true;
    }
    list.values.extend(values);
    list.span.end = rest.span.end;
    true
}

/// Reports a `bad_entry`, and returns an entry with as much of it as possible.
pub(super) fn bad_entry(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Entry {
    let span = builder.span(&pair);
    let mut parts = pair.into_inner().peekable();
    let text = parts.next_if(|pair| pair.as_rule() == Rule::bad_text);
    let slice = text.as_ref().map_or("", |pair| pair.as_str().trim_end());
    let place = Span { end: span.start.saturating_add(offset(slice.len())), ..span };
    let failure = failure(Rule::entry, slice);
    let (opened, closed) = unmatched(slice);
    let is_reported = std::mem::take(&mut builder.is_reported) || span.start < builder.reported_until;
    let silent = builder.inside_bracket && closed || is_reported;
    builder.inside_bracket = opened;
    builder.swallowed = slice.matches("\"\"\"").count() % 2 == 1;
    let is_doubled = text.is_none() && parts.peek().is_some_and(|block| doubled_braces::note(builder, block));
    let whole = UnparsedSlice { words: slice, span: place, place: SyntaxContext::Entry };
    let record = json_and_yaml_entries::record(&whole).filter(|_| !silent && !is_doubled);
    let has_record = record.is_some();
    match record {
        Some(found) => builder.report(found),
        None if !silent && !is_doubled => report(builder, &whole, &failure),
        None => {}
    }
    let partial = (!has_record && !is_reported).then(|| Grammar::parse(Rule::partial_entry, slice).ok().and_then(|mut pairs| pairs.next()));
    let mut entry = partial.flatten().and_then(|pair| builder.within(span.start, |builder| builder.entry(pair)));
    entry = entry.or_else(|| misspelt_key(slice, place));
    // An entry without a key is kept. Otherwise the block would be empty, and its missing entry would be reported.
    let no_key = || Key::Word(SpannedName { text: EcoString::new(), span: span.at_start() });
    let mut entry = entry.unwrap_or_else(|| Entry { span, key: no_key(), values: Vec::new(), rest: None, broken: true, follows: false });
    if let Some(pair) = parts.next() {
        let head = if entry.word().is_empty() && !place.is_empty() { place } else { entry.key.span() };
        entry.rest.get_or_insert_default().block = Some(builder.block(pair, head));
    }
    entry.span = ending(span, entry.block());
    entry.broken = true;
    entry
}

/// Reports why a slice could not be parsed.
fn report(builder: &mut Builder<'_>, slice: &UnparsedSlice<'_>, failure: &ParseFailure) {
    if let Some((found, end)) = html_entities::report(builder.text, slice, failure.at) {
        builder.reported_until = end;
        builder.report(found);
        return;
    }
    let diagnostic = diagnose(builder, slice, failure);
    builder.report(diagnostic);
}

/// Repairs an entry whose key was misspelt, such as `Tech T1`. Returns it under its right key, so that `tech` is not reported as missing.
fn misspelt_key(slice: &str, place: Span) -> Option<Entry> {
    let length = slice.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(slice.len());
    let word = slice.get(..length).filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic()))?;
    let span = Span { end: place.start.saturating_add(offset(length)), ..place };
    let key = Key::Word(SpannedName { text: errors::snake_case(word)?.into(), span });
    Some(Entry { span: place, key, values: Vec::new(), rest: None, broken: true, follows: false })
}

/// Returns two flags. The first is true if a round or square bracket is still open at the end of the slice. The second is true if the slice
/// closes a bracket that it did not open.
fn unmatched(slice: &str) -> (bool, bool) {
    let mut depth = 0usize;
    let mut closed = false;
    for byte in slice.bytes() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => closed = true,
            b')' | b']' => depth -= 1,
            _ => {}
        }
    }
    (depth > 0, closed)
}

/// Reports two entries on one line without a `;` between them.
pub(super) fn crowded(builder: &mut Builder<'_>, between: &str, place: Span, last: Option<&Entry>) {
    let Some(last) = last.filter(|last| !last.broken) else { return };
    if !between.contains([';', '\n']) {
        builder.report(errors::crowded(place, last.span.at_end()));
    }
}

/// Reports an unmatched `}`. If `silent` is true, reports nothing, because the text before it was already in error.
pub(super) fn stray_close(builder: &mut Builder<'_>, span: Span, silent: bool) {
    if !silent {
        builder.report(errors::stray_close(span));
    }
}

/// Reports text that is not an item.
pub(super) fn bad_item(builder: &mut Builder<'_>, pair: Pair<'_, Rule>, silent: bool) {
    let span = builder.span(&pair);
    let mut silent = silent;
    let mut parts = pair.into_inner().peekable();
    while let Some(part) = parts.next() {
        match part.as_rule() {
            Rule::bad_head => {
                let slice = part.as_str().trim_end();
                let place = Span { end: span.start.saturating_add(offset(slice.len())), ..span };
                let names =
                    parts.peek().and_then(|names| extra_head_words::list_of_names(slice, names.as_str(), place, builder.span(names)));
                if let Some(found) = names {
                    builder.report(found);
                    return;
                }
                if let Some(mark) = ["/*", "#"].into_iter().find(|mark| slice.starts_with(mark)) {
                    if !silent {
                        builder.report(errors::other_comment(mark, Span { end: place.start + offset(mark.len()), ..place }));
                    }
                } else if !is_at_margin(builder.text, span.start) && head_rule(slice) != Rule::use_item {
                    if !silent {
                        let word = leading(slice);
                        builder.report(errors::outside(word, Span { end: place.start + offset(word.len()), ..place }));
                    }
                } else {
                    let failure = failure(head_rule(slice), slice);
                    let diagnostic = diagnose(builder, &UnparsedSlice { words: slice, span: place, place: SyntaxContext::Item }, &failure);
                    builder.report(diagnostic);
                }
                silent = true;
            }
            // The entries of this block are discarded. They are parsed only so that mistakes in them are reported.
            _ => {
                if !silent {
                    builder.report(errors::no_item("{", Span { end: span.start + 1, ..span }));
                }
                drop(builder.block(part, span.at_start()));
            }
        }
    }
}

fn head_rule(slice: &str) -> Rule {
    match slice.split([' ', '\t']).next() {
        Some("use") => Rule::use_item,
        Some("alias") => Rule::alias_item,
        Some("patch") => Rule::patch_item,
        Some("test") => Rule::test_item,
        _ => Rule::strict_head,
    }
}

pub(super) fn is_at_margin(text: &str, start: u32) -> bool {
    let start = usize::try_from(start).unwrap_or(usize::MAX);
    start == 0 || text.as_bytes().get(start.saturating_sub(1)) == Some(&b'\n')
}

/// Reports the part of a head that could not be parsed.
pub(super) fn bad_head(builder: &mut Builder<'_>, pair: &Pair<'_, Rule>, item: &mut Declaration) {
    let span = builder.span(pair);
    extra_head_words::lengthen(&mut item.name, pair.as_str(), span);
    extra_head_words::keep(item, pair.as_str(), span);
    // The design in the head is kept, so that the block is checked by the right rules.
    for (mark, part) in [(":", &mut item.design), ("from ", &mut item.base)] {
        if part.is_none() {
            *part = named_after(mark, pair.as_str(), span);
        }
    }
    let start = item.span.start;
    let head = builder.slice(Span { start, ..span }).trim_end();
    let failure = failure(Rule::strict_head, head);
    let place = Span { start, end: start.saturating_add(offset(head.len())), ..span };
    report(builder, &UnparsedSlice { words: head, span: place, place: SyntaxContext::Head }, &failure);
}

/// Returns the name after a symbol in the part of a head that could not be parsed.
fn named_after(mark: &str, rest: &str, span: Span) -> Option<NamePath> {
    let (before, after) = rest.rsplit_once(mark)?;
    let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
    let word = after.trim_start_matches([' ', '\t']);
    let word = word.get(..word.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(word.len()))?;
    let name = if word.starts_with(|first: char| first.is_ascii_lowercase()) { word.to_owned() } else { errors::snake_case(word)? };
    let start = span.start.saturating_add(offset(before.len() + mark.len() + blanks));
    let span = Span { start, end: start.saturating_add(offset(word.len())), ..span };
    Some(NamePath { kind: None, package: None, name: SpannedName { text: name.into(), span } })
}

/// Reports an entry that is correct except for an assignment symbol after its key: `beam = 3`, `beam: 3`.
pub(super) fn assigned(builder: &mut Builder<'_>, entry: &Entry, assign: Span) {
    let key = builder.slice(entry.key.span());
    let mark = Span { start: assign.end.saturating_sub(1), ..assign };
    let after = builder.slice(Span { start: assign.end, end: entry.span.end, ..assign });
    let gap = Span { end: assign.end + offset(after.len() - after.trim_start_matches([' ', '\t']).len()), ..assign };
    let values = builder.slice(Span { start: gap.end, ..entry.values_span() });
    let value = if entry.values.is_empty() { "{ … }" } else { values };
    let found = match builder.slice(mark) {
        ":" => errors::colon(key, value, gap, mark),
        _ => errors::equals_after_key(key, value, gap, mark),
    };
    builder.report(found);
}

/// True if the name of an item is invalid; the name is then reported.
pub(super) fn item_name(builder: &mut Builder<'_>, name: &SpannedName) -> bool {
    // A name that is followed directly by characters that names may not have is reported elsewhere, together with these characters.
    let behind = usize::try_from(name.span.end).ok().and_then(|end| builder.text.get(end..));
    if behind.is_some_and(|rest| rest.starts_with(diagnose::is_word)) {
        return true;
    }
    if !name.text.starts_with(|first: char| first.is_ascii_lowercase()) {
        // A name of several words is reported elsewhere as one name.
        if behind.is_some_and(|rest| extra_head_words::has_more_words(rest) || is_hyphened(rest)) {
            return true;
        }
        builder.report(head_errors::bad_name(&name.text, name.span));
        return true;
    }
    // The name is kept although it is reported. Otherwise every reference to it would be reported too.
    if name.text.contains(|letter: char| letter.is_ascii_uppercase()) && !behind.is_some_and(is_hyphened) {
        builder.report(head_errors::bad_name(&name.text, name.span));
    }
    is_reserved(builder, name)
}

/// True if a hyphen continues a name: `-Gun` after `Harpoon`.
fn is_hyphened(rest: &str) -> bool {
    rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(diagnose::is_word))
}

/// Returns a title in one line. A title of several lines is reported.
pub(super) fn one_line(builder: &mut Builder<'_>, mut title: Text) -> Text {
    if literal::has_line_end(builder.slice(title.span)) {
        builder.report(head_errors::broken_title(&title));
        title.value = errors::in_a_line(&title.value).into();
    }
    title
}

/// True if a name is a reserved word; the name is then reported.
pub(super) fn is_reserved(builder: &mut Builder<'_>, name: &SpannedName) -> bool {
    let reserved = RESERVED.contains(&name.text.as_str()) || literal::count(&name.text).is_some();
    if reserved {
        builder.report(head_errors::reserved_name(&name.text, name.span));
    }
    reserved
}

/// True if the lines after an item without a block are indented like entries: then only the `{` is missing.
pub(super) fn lacks_opening(text: &str, item: &Declaration, end: usize) -> bool {
    if item.broken || item.block.is_some() {
        return false;
    }
    let next = skip_trivia(text.as_bytes(), end);
    let margin = |at: u32| indent(text, at);
    let deeper = margin(offset(next)).zip(margin(item.span.start)).is_some_and(|(entry, head)| entry > head);
    deeper && text.get(next..).is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphanumeric()))
}

/// Parses a block without its `{`, and reports the missing bracket. If its `}` is missing as well, reports this, too. Returns the end of
/// the block.
pub(super) fn unopened_block(builder: &mut Builder<'_>, item: &mut Declaration, end: usize, until: usize) -> usize {
    let head = builder.slice(Span { end: offset(end), ..item.span });
    let behind = item.span.start.saturating_add(offset(head.trim_end().len()));
    let behind = Span { start: behind, end: behind, ..item.span };
    item.broken = true;
    let last = next_item(builder.text.as_bytes(), end).min(until).max(end);
    // The added `{` takes the place of the byte before the block. The offsets of the entries stay correct.
    let words = format!("{{{}", builder.text.get(end..last).unwrap_or_default());
    let Some(pair) = Grammar::parse(Rule::block, &words).ok().and_then(|mut pairs| pairs.next()) else {
        builder.report(errors::unopened_block(&item.name, behind, None));
        return last;
    };
    let read = end.saturating_sub(1).saturating_add(pair.as_span().end());
    builder.unopened = true;
    let block = builder.within(offset(end.saturating_sub(1)), |builder| builder.block(pair, item.name.span));
    let closing = block.unclosed.then(|| {
        let indent = line_indent(builder.text, item.span.start);
        Edit { span: block.span.at_end(), replacement: closing_line(builder.text, indent) }
    });
    builder.report(errors::unopened_block(&item.name, behind, closing));
    item.span.end = block.span.end.max(item.span.end);
    item.block = Some(block);
    read
}

/// Returns the text of a `}` on a line of its own, with the kind of line end that the first line has. Only the first line is examined, so
/// that many mistakes can be reported fast.
fn closing_line(text: &str, indent: usize) -> String {
    let first = text.split('\n').next().unwrap_or_default();
    let feed = if first.ends_with('\r') { "\r\n" } else { "\n" };
    format!("{feed}{}}}", " ".repeat(indent))
}

/// Finds and reports the block whose `}` is missing.
pub(super) fn unclosed_block(builder: &mut Builder<'_>, block: &Block, head: Span) {
    let opening = |block: Span| Span { end: block.start + 1, ..block };
    let words = builder.slice(head);
    let found = match misclosed(builder, block, head) {
        Some((inner, inner_head, outer)) => {
            let taken = Span { start: inner.end.saturating_sub(1), ..inner };
            errors::misclosed_block(builder.slice(inner_head), opening(inner), taken, builder.slice(outer))
        }
        None => {
            let indent = line_indent(builder.text, head.start);
            let closing = closing_line(builder.text, indent);
            errors::unclosed_block(words, opening(block.span), block.span.at_end(), closing)
        }
    };
    builder.report(found);
}

/// Finds an inner block whose `}` is missing: the `}` that closes the inner block has the indentation of the block around it. Returns the
/// inner block with its head, and the head of the block around it.
fn misclosed(builder: &Builder<'_>, block: &Block, head: Span) -> Option<(Span, Span, Span)> {
    for entry in block.entries.iter().rev() {
        let Some(inner) = entry.block().filter(|inner| !inner.unclosed) else { continue };
        let closing = indent(builder.text, inner.span.end.saturating_sub(1));
        if closing.is_some_and(|closing| closing < line_indent(builder.text, entry.span.start)) {
            let key = entry.key.span();
            return misclosed(builder, inner, key).or(Some((inner.span, key, head)));
        }
    }
    None
}

/// Returns the indentation of `at` if only blanks precede it on its line. The search goes back only to the first other character, because a
/// line may be long and contain many items.
fn indent(text: &str, at: u32) -> Option<usize> {
    let before = text.get(..usize::try_from(at).ok()?)?;
    let line = before.trim_end_matches([' ', '\t']);
    (line.is_empty() || line.ends_with('\n')).then(|| before.len() - line.len())
}

/// Returns the indentation of the line of `at`.
fn line_indent(text: &str, at: u32) -> usize {
    let before = usize::try_from(at).ok().and_then(|at| text.get(..at)).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.len() - line.trim_start().len()
}
