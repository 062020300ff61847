//! Divides a file into parts that are formatted and parts that are kept byte for byte, because a bracket or a quote in them may be wrong.
//!
//! If an item did not parse completely, the text after it may belong to it. Moving this text would change the item once the author writes
//! the missing bracket. A part that is kept therefore ends only before the next certain head.

use super::index;
use slip_compile::resolve::PLAIN_KINDS;
use slip_compile::stdlib;
use slip_source::Span;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_syntax::tree::{Block, Declaration, Entry, File, Item};
use slip_syntax::visit;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// Kinds that the designs of the standard library build: `weapon`, `npc`.
static BUILT_KINDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let heads = stdlib::FILES.iter().flat_map(|(_, text)| text.lines()).filter(|line| line.starts_with("design "));
    heads.filter_map(|head| head.rsplit_once(" : ")?.1.split([' ', '{']).next()).collect()
});

/// Part of a file: text to format, or text to keep as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum FilePart {
    /// Text to format, and the indices of its items.
    LaidOut(Range<usize>, Range<usize>),
    /// Text to keep as it is.
    Kept(Range<usize>),
}

/// Result of dividing a file into parts.
#[derive(Debug)]
pub(super) struct FileParts {
    /// Parts in the order of the text, without gaps.
    pub(super) parts: Vec<FilePart>,
    /// Items that did not parse completely, and items that may be entries of the item above.
    pub(super) left: Vec<Span>,
}

/// Divides a text into parts that are formatted and parts that are kept, by the result of the parser.
pub(super) fn divide(text: &str, tree: &File, diagnostics: &Diagnostics) -> FileParts {
    let mut marker = Marker::new(text, tree, diagnostics);
    let mut kept: Vec<bool> = Vec::with_capacity(tree.items.len());
    for (at, item) in tree.items.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|above| tree.items.get(above)).map_or(0, |above| index(above.span().end));
        let mark = marker.mark(item, before);
        if mark == Mark::KeptWithItemAbove {
            kept.last_mut().into_iter().for_each(|above| *above = true);
        }
        kept.push(mark != Mark::LaidOut);
    }
    keep_whole_lines(text, &tree.items, &mut kept);
    if marker.is_broken && !kept.contains(&true) {
        // The error is not inside an item, so the whole file is kept as it is.
        return FileParts { parts: vec![FilePart::Kept(0..text.len())], left: vec![Span::new(tree.id, 0, end_of(text))] };
    }
    FileParts { parts: cut(text, &tree.items, &kept), left: marker.left }
}

/// Returns the length of a text as a span offset.
fn end_of(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// Marks items to be kept if they share a line with the beginning of a kept item.
fn keep_whole_lines(text: &str, items: &[Item], kept: &mut [bool]) {
    let shares = |above: &Item, below: &Item| !between(text, above, below).contains('\n');
    for (at, pair) in items.windows(2).enumerate().rev() {
        let [above, below] = pair else { continue };
        if let Some([upper, lower]) = kept.get_mut(at..at + 2)
            && *lower
            && !*upper
        {
            *upper = shares(above, below);
        }
    }
}

/// Returns the text between two items.
fn between<'t>(text: &'t str, above: &Item, below: &Item) -> &'t str {
    text.get(index(above.span().end)..index(below.span().start)).unwrap_or_default()
}

/// Cuts a text into parts, with a cut between items to format and items to keep.
fn cut(text: &str, items: &[Item], kept: &[bool]) -> Vec<FilePart> {
    let mut parts = Vec::new();
    let (mut from, mut first) = (0, 0);
    for group in kept.chunk_by(|one, next| one == next) {
        let next = first + group.len();
        let is_kept = group.first() == Some(&true);
        if is_kept
            && first == 0
            && let Some(item) = items.first()
        {
            let start = start_with_comments(text, 0, index(item.span().start), true);
            if from < start {
                parts.push(FilePart::LaidOut(from..start, 0..0));
                from = start;
            }
        }
        let end = match (items.get(next.saturating_sub(1)), items.get(next)) {
            (Some(last), Some(item)) => start_with_comments(text, index(last.span().end), index(item.span().start), !is_kept),
            _ => text.len(),
        };
        parts.push(if is_kept { FilePart::Kept(from..end) } else { FilePart::LaidOut(from..end, first..next) });
        (from, first) = (end, next);
    }
    if parts.is_empty() {
        parts.push(FilePart::LaidOut(0..text.len(), 0..0));
    }
    parts
}

/// Returns the start of the line at which an item begins or, if comment lines are directly above the item, the start of the first of them.
/// `before` is the end of the item above. Indented comments count only if `indented` is true.
fn start_with_comments(text: &str, before: usize, start: usize, indented: bool) -> usize {
    let gap = text.get(before..start).unwrap_or_default();
    let Some(mut line) = gap.rfind('\n').map(|feed| feed + 1).or_else(|| (before == 0).then_some(0)) else { return start };
    while let Some(above) = gap.get(..line.saturating_sub(1)).filter(|_| line > 0) {
        let from = match above.rfind('\n') {
            Some(feed) => feed + 1,
            None if before == 0 => 0,
            None => break,
        };
        let words = above.get(from..).unwrap_or_default();
        let words = if indented { words.trim_start_matches([' ', '\t']) } else { words };
        if !words.starts_with("//") {
            break;
        }
        line = from;
    }
    before + line
}

/// Decision about an item: formatted or kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    LaidOut,
    Kept,
    KeptWithItemAbove,
}

/// Decides for each item, from the first to the last, if it is formatted or kept.
struct Marker<'t> {
    text: &'t str,
    /// Spans of syntax errors, in the order of the text.
    faults: Vec<Span>,
    /// True if the parser found an error anywhere.
    is_broken: bool,
    /// True if the number of `"""` in the file is odd. A line that looks like the head of an item may then be part of a long text.
    has_odd_text: bool,
    /// True after an item that is kept as it is, until the next line that is certainly the head of an item.
    is_open: bool,
    /// True after a block with an entry at the left margin: lines that look like heads of items may then be entries of this block.
    is_flat: bool,
    /// Indentation of the item above, if that item begins its line.
    indent: Option<usize>,
    /// Kinds that the designs of this file build.
    own_kinds: BTreeSet<&'t str>,
    left: Vec<Span>,
}

impl<'t> Marker<'t> {
    fn new(text: &'t str, tree: &'t File, diagnostics: &Diagnostics) -> Self {
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let mut faults: Vec<Span> = errors.map(|diagnostic| diagnostic.primary.span).collect();
        faults.sort_unstable_by_key(|span| span.start);
        let is_broken = !faults.is_empty();
        let has_odd_text = is_broken && text.matches("\"\"\"").count() % 2 == 1;
        let built = |item: &'t Item| match item {
            Item::Declaration(item) if item.kind.text == "design" => Some(item.design.as_ref()?.name.text.as_str()),
            _ => None,
        };
        let own_kinds = tree.items.iter().filter_map(built).collect();
        Marker { text, faults, is_broken, has_odd_text, is_open: false, is_flat: false, indent: None, own_kinds, left: Vec::new() }
    }

    /// Decides if an item is formatted or kept as it is. `before` is the end of the item above.
    fn mark(&mut self, item: &Item, before: usize) -> Mark {
        let is_whole = is_whole(item) && !self.has_fault(item.span());
        let is_deeper = self.goes_deeper(item, before);
        let is_loose = self.is_loose(item, is_whole, is_deeper);
        if is_whole && !is_loose && !self.is_flat {
            if self.is_broken && visit::block(item).is_some_and(|block| self.has_entry_at_margin(block)) {
                self.is_flat = true;
            } else if !self.is_open || self.is_certain_head(item) {
                self.is_open = false;
                return Mark::LaidOut;
            }
        }
        self.is_open = true;
        if !is_whole || is_loose || self.is_flat {
            self.left.push(item.span());
        }
        if is_loose { Mark::KeptWithItemAbove } else { Mark::Kept }
    }

    /// True if an error is inside `item`.
    fn has_fault(&self, item: Span) -> bool {
        let from = self.faults.partition_point(|fault| fault.start < item.start);
        self.faults.get(from).is_some_and(|fault| fault.start <= item.end)
    }

    /// True if the line of `item` has a deeper indentation than the line of the item above.
    fn goes_deeper(&mut self, item: &Item, before: usize) -> bool {
        let gap = self.text.get(before..index(item.span().start)).unwrap_or_default();
        let Some((_, blanks)) = gap.rsplit_once('\n').or((before == 0).then_some(("", gap))) else { return false };
        let above = self.indent.replace(blanks.len());
        above.is_some_and(|above| blanks.len() > above)
    }

    /// True if `item` may be a part of the item above: a stray bracket, or an indented item. In a file with errors every indented item
    /// counts. In a file without errors, it counts if it does not have the form of an item. It also counts if it is indented deeper than
    /// the item above and names no design: `stunt lamp "Lamp" { cost 1 }` may be an item or an entry of a design.
    fn is_loose(&self, item: &Item, is_whole: bool, is_deeper: bool) -> bool {
        let start = index(item.span().start);
        if !self.is_at_margin(start) {
            let has_no_design = matches!(item, Item::Declaration(item) if item.design.is_none());
            return self.is_broken || !is_whole || !self.has_certain_shape(item) || is_deeper && has_no_design;
        }
        let starts_with_word = || self.text.get(start..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        matches!(item, Item::Error(_)) && !starts_with_word()
    }

    /// True if `item` is certainly an item, whatever is wrong above it. It parsed completely, it begins at the left margin, and no entry
    /// looks like its head.
    fn is_certain_head(&self, item: &Item) -> bool {
        let start = index(item.span().start);
        // The grammar ends an unclosed long text only at a line that opens a block.
        let opens_block = || {
            let line = self.text.get(start..).and_then(|rest| rest.split('\n').next());
            line.is_some_and(|line| line.trim_ascii_end().ends_with('{'))
        };
        self.is_at_margin(start) && self.has_certain_shape(item) && (!self.has_odd_text || opens_block())
    }

    /// True if the item has a form that an entry cannot have, such as `use` or a declaration that names a design.
    fn has_certain_shape(&self, item: &Item) -> bool {
        match item {
            Item::Use(_) | Item::Alias(_) | Item::Patch(_) | Item::Test(_) => true,
            Item::Declaration(item) => self.has_certain_words(item),
            Item::Error(_) => false,
        }
    }

    /// True if the words of a head can only be those of an item. The head names a design (`: spacecraft`), or it has a base (`from pike`)
    /// or a known kind, and a title or a block. A kind and a name alone may be an entry with its value: `gear rifle`.
    fn has_certain_words(&self, item: &Declaration) -> bool {
        let kind = item.kind.text.as_str();
        let is_known = || PLAIN_KINDS.contains(&kind) || BUILT_KINDS.contains(kind) || self.own_kinds.contains(kind);
        item.design.is_some() || (item.title.is_some() || item.block.is_some()) && (item.base.is_some() || is_known())
    }

    fn is_at_margin(&self, start: usize) -> bool {
        start.checked_sub(1).is_none_or(|before| self.text.as_bytes().get(before) == Some(&b'\n'))
    }

    /// True if an entry of the block is at the left margin, or an entry of a block inside it. The end of the block is then found only by
    /// its `}`.
    fn has_entry_at_margin(&self, block: &Block) -> bool {
        let is_there = |entry: &Entry| self.is_at_margin(index(entry.span.start));
        block.entries.iter().any(|entry| is_there(entry) || entry.block().is_some_and(|inner| self.has_entry_at_margin(inner)))
    }
}

/// True if the whole item parsed.
fn is_whole(item: &Item) -> bool {
    let is_head_whole = match item {
        Item::Declaration(item) => !item.broken,
        Item::Error(_) => false,
        _ => true,
    };
    is_head_whole && visit::block(item).is_none_or(visit::is_whole)
}
