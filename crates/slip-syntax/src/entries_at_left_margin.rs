//! Decides which lines at the left margin are entries of an open block.
//!
//! If the brackets of an item match, its blocks end only at their `}` and indentation decides nothing. If they do not match, the next item
//! at the margin ends every open block. A missing `}` is then reported at the item that lacks it.

use super::prescan::{is_margin, is_word, line_end, skip, skip_trivia, text_end};
use slip_limits::BRACKET_DEPTH;
use std::collections::HashMap;

/// Item that has entries at the left margin. Its blocks end only at their `}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FlatItem {
    /// Earliest possible start of the item.
    pub(super) start: usize,
    /// Offset of the `{` of the item.
    pub(super) open: usize,
    /// Offset of the `}` of the item.
    pub(super) close: usize,
}

/// Matching brackets of a part of a text, found without regard to indentation.
#[derive(Debug, Default)]
pub(super) struct Braces<'t> {
    /// For each pair of brackets: the offset of `{`, the offset of `}`, and the depth of nested brackets inside. Sorted by the first
    /// offset.
    pairs: Vec<(usize, usize, usize)>,
    /// Lines inside brackets that can only be the first line of an item.
    heads: Vec<usize>,
    /// Other lines at the left margin inside brackets, by their first word: lines that are not in `heads`.
    lines: HashMap<&'t [u8], Vec<usize>>,
}

impl<'t> Braces<'t> {
    /// Matches the brackets of a text from `from`, which is between two items.
    pub(super) fn new(bytes: &'t [u8], from: usize) -> Self {
        let mut braces = Braces::default();
        // Open brackets: the offset of each `{`, or `None` for `(` and `[`, and the number of levels inside it so far.
        let mut open: Vec<(Option<usize>, usize)> = Vec::new();
        let mut at = from;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    at = text_end(bytes, at, &mut false);
                    continue;
                }
                b'/' if bytes.get(at + 1) == Some(&b'/') => {
                    at = line_end(bytes, at);
                    continue;
                }
                b'(' | b'[' => open.push((None, 0)),
                b'{' => open.push((Some(at), 0)),
                b')' | b']' if open.last().is_some_and(|(brace, _)| brace.is_none()) => braces.close(&mut open, at),
                b';' => braces.drop_round(&mut open, at),
                b'}' => {
                    braces.drop_round(&mut open, at);
                    braces.close(&mut open, at);
                }
                b'\n' if !open.is_empty() && is_margin(bytes, at + 1) => braces.line(bytes, at + 1),
                _ => {}
            }
            at += 1;
        }
        braces.pairs.sort_unstable();
        braces
    }

    fn drop_round(&mut self, open: &mut Vec<(Option<usize>, usize)>, at: usize) {
        while open.last().is_some_and(|(brace, _)| brace.is_none()) {
            self.close(open, at);
        }
    }

    fn close(&mut self, open: &mut Vec<(Option<usize>, usize)>, at: usize) {
        let Some((brace, height)) = open.pop() else { return };
        if let Some((_, outer)) = open.last_mut() {
            *outer = (*outer).max(height + 1);
        }
        if let Some(brace) = brace {
            self.pairs.push((brace, at, height));
        }
    }

    fn line(&mut self, bytes: &'t [u8], at: usize) {
        if is_certain_head(bytes, at) {
            self.heads.push(at);
        } else {
            self.lines.entry(first_word(bytes, at)).or_default().push(at);
        }
    }

    /// Returns the item whose block begins with the `{` at `open`. `None` if its brackets do not match, or if another item seems to begin
    /// inside. `start` is the earliest possible start of the item.
    pub(super) fn flat_item(&self, bytes: &[u8], start: usize, open: usize) -> Option<FlatItem> {
        let (_, close, height) = *self.pairs.get(self.pairs.binary_search_by_key(&open, |pair| pair.0).ok()?)?;
        let inside = |lines: &[usize]| {
            let next = lines.partition_point(|line| *line < open);
            lines.get(next).is_some_and(|line| *line < close)
        };
        // No entry of an item has the item's own kind as its key. A line that begins with the kind is therefore another item.
        let kind = first_word(bytes, skip_trivia(bytes, start));
        let is_swallowed = inside(&self.heads) || self.lines.get(kind).is_some_and(|lines| inside(lines));
        (!is_swallowed && height < BRACKET_DEPTH).then_some(FlatItem { start, open, close })
    }
}

/// Returns the word at `at`.
fn first_word(bytes: &[u8], at: usize) -> &[u8] {
    bytes.get(at..skip(bytes, at, is_word)).unwrap_or_default()
}

/// True if the line at `at` can only be the head of an item: `use`, `alias`, `patch` and `test`, and a head that names a design or a base.
fn is_certain_head(bytes: &[u8], at: usize) -> bool {
    if [&b"use"[..], b"alias", b"patch", b"test"].contains(&first_word(bytes, at)) {
        return true;
    }
    let blank = |at| skip(bytes, at, |byte| byte == b' ' || byte == b'\t');
    let name = blank(skip(bytes, at, is_word));
    let mut next = blank(skip(bytes, name, is_word));
    if bytes.get(next) == Some(&b'"') {
        next = blank(text_end(bytes, next, &mut false));
    }
    let rest = bytes.get(next..).unwrap_or_default();
    name < next && (rest.starts_with(b":") || rest.starts_with(b"from "))
}
