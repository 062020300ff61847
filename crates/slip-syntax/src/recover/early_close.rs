//! Recovers from an extra `}` that closes an item too early: the entries after that bracket are parsed as entries of the item.
//!
//! If a `}` is extra, or its `{` is missing, one `}` is left over at the end of the item. In this case the lines in between are taken for
//! the rest of the item. Otherwise they may be further items, since items may be indented too.

use super::bracket_errors as errors;
use super::{is_at_margin, leading};
use crate::grammar::{Grammar, Rule};
use crate::parse::Builder;
use crate::prescan::skip_trivia;
use crate::prescan::{line_end, next_item, offset};
use crate::tree::{Block, Entry, Item};
use crate::visit;
use pest::Parser;
use slip_source::Span;

/// Maximum number of early closing brackets that are reported in one item. Text after the last of them is outside of the item.
const MOST: usize = 8;

/// Parses the rest of an item that was closed too early by a `}`. Returns the end of the item.
pub(crate) fn rest_of_item(builder: &mut Builder<'_>, item: &mut Item, mut end: usize, until: usize) -> usize {
    for _ in 0..MOST {
        let Some(block) = visit::block(item).filter(|block| !block.unclosed) else { break };
        if !goes_on(builder.text, item, end, until) {
            break;
        }
        let last = next_item(builder.text.as_bytes(), end).min(until).max(end);
        // The added `{` replaces the `}` before the rest. The offsets of the entries thus stay correct.
        let words = format!("{{{}", builder.text.get(end..last).unwrap_or_default());
        let Some(pair) = Grammar::parse(Rule::block, &words).ok().and_then(|mut pairs| pairs.next()) else { break };
        if pair.clone().into_inner().any(|part| part.as_rule() == Rule::missing_close) {
            break;
        }
        let start = end.saturating_sub(1);
        let closing = Span { start: offset(start), end: offset(end), ..block.span };
        if !is_explained(builder.text, block, start) {
            let next = skip_trivia(builder.text.as_bytes(), end);
            let word = leading(builder.text.get(next..).unwrap_or_default());
            let word = Span { start: offset(next), end: offset(next + word.len()), ..closing };
            let head = builder.slice(head(item));
            builder.report(errors::closed_early(head, closing, word, lacks_opening(builder.text, start)));
        }
        end = start.saturating_add(pair.as_span().end());
        let rest = builder.within(closing.start, |builder| builder.block(pair, closing));
        lengthen(item, rest, offset(end));
    }
    end
}

/// True if the text after an item may be one of its entries. It must be neither at the left margin nor an item of the same kind.
fn goes_on(text: &str, item: &Item, end: usize, until: usize) -> bool {
    let next = skip_trivia(text.as_bytes(), end);
    let closed = end.checked_sub(1).and_then(|at| text.as_bytes().get(at)) == Some(&b'}');
    if !closed || next >= until || is_at_margin(text, offset(next)) || !is_at_margin(text, item.span().start) {
        return false;
    }
    let rest = text.get(next..).unwrap_or_default();
    let word = leading(rest);
    let is_item = [kind(item), "use", "alias", "patch", "test"].contains(&word);
    !is_item && rest.starts_with(|first: char| first.is_ascii_alphanumeric() || first == ';')
}

fn kind(item: &Item) -> &str {
    match item {
        Item::Declaration(item) => &item.kind.text,
        _ => "",
    }
}

/// Returns the span of an item's name.
fn head(item: &Item) -> Span {
    match item {
        Item::Declaration(item) => item.name.span,
        Item::Patch(item) => item.target.span(),
        Item::Test(item) => item.title.span,
        item => item.span().at_start(),
    }
}

/// True if the `{` for a `}` only seems to be missing, because it is in an entry on the same line that could not be parsed.
fn is_explained(text: &str, block: &Block, closing: usize) -> bool {
    let (start, end) = line(text, closing);
    let words = text.get(start..end).unwrap_or_default();
    let took = words.matches('"').count() % 2 == 1 || lacks_opening(text, closing);
    took && is_broken(&block.entries, (offset(start), offset(end)))
}

fn is_broken(entries: &[Entry], (start, end): (u32, u32)) -> bool {
    let here = entries.iter().filter(|entry| entry.span.start < end && entry.span.end > start);
    here.into_iter().any(|entry| entry.broken || entry.block().is_some_and(|block| is_broken(&block.entries, (start, end))))
}

/// True if a line with a `}` has other words before it and no `{`. Then the `{` is probably missing.
fn lacks_opening(text: &str, closing: usize) -> bool {
    let before = text.get(line(text, closing).0..closing).unwrap_or_default();
    !before.contains('{') && !before.trim_matches(|letter: char| letter == '}' || letter.is_whitespace()).is_empty()
}

/// Returns the range of the line that contains a byte.
fn line(text: &str, at: usize) -> (usize, usize) {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |feed| feed + 1);
    (start, line_end(text.as_bytes(), at))
}

fn lengthen(item: &mut Item, rest: Block, end: u32) {
    let (block, span) = match item {
        Item::Declaration(item) => {
            item.flawed = true;
            let Some(block) = &mut item.block else { return };
            (block, &mut item.span)
        }
        Item::Patch(item) => (&mut item.block, &mut item.span),
        Item::Test(item) => (&mut item.block, &mut item.span),
        Item::Use(_) | Item::Alias(_) | Item::Error(_) => return,
    };
    block.entries.extend(rest.entries);
    (block.span.end, span.end) = (end, end);
}
