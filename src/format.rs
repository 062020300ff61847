//! The one layout of a file: spaces, indents and blank lines, and never a word. Floor 5.
//!
//! Where a line ends is the author's choice; how it begins and what stands between its words is not. Two spaces a block, one
//! space between words, none inside brackets, at most one blank line, an empty line behind an item of several lines. Columns
//! that an author has lined up by hand stay lined up, pictures in `"""` stay as they were drawn, and an item that does not
//! parse is left as it was written while the rest is laid out.
//!
//! Laws, tested over every file of the repository and over mangled ones: the same tree, every comment in its place, and a
//! second pass changes nothing.

mod columns;
mod layout;

use crate::diagnostic::{Diagnostics, Severity};
use crate::source::{self, FileId, SourceFile, Span};
use crate::syntax;
use crate::syntax::tree::{Block, File, Item};
use layout::Layout;

/// A file laid out.
#[derive(Debug)]
pub struct Formatted {
    /// The whole text.
    pub text: String,
    /// Items that do not parse, left as they were written.
    pub left: Vec<Span>,
    /// What the parser said.
    pub diagnostics: Diagnostics,
}

/// Lays a file out. The line endings of its first line hold for all of it.
///
/// ```
/// use slipyard::format::format;
/// use slipyard::source::{Package, Sources};
///
/// let mut sources = Sources::new();
/// let package = sources.add_package(Package::default());
/// let id = sources.add_file(package, "ships.slip", "ship   ember:spacecraft{\ntech T2\n v_shift 3;beam 1+1}");
/// let formatted = format(id, sources.file(id).expect("it was added"));
/// assert_eq!(formatted.text, "ship ember : spacecraft {\n  tech T2\n  v_shift 3; beam 1 + 1\n}\n");
/// ```
pub fn format(id: FileId, file: &SourceFile) -> Formatted {
    let first = pass(id, file.text(), syntax::parse(id, file));
    if first.left.is_empty() && first.text == file.text() {
        return first;
    }
    // Around what does not parse the parser guesses, and may guess otherwise once the rest is laid out: go on until it does not. What
    // parsed is read again, too, before it is handed out: a picture whose last line looks like the head of an item may be read
    // otherwise in a layout that suits everything else.
    let mut last = first.text.clone();
    for _ in 0..PASSES {
        // A mark that stood in something that does not parse would begin the file now, and be dropped where it is read.
        if last.starts_with(source::MARK) {
            return untouched(file, first);
        }
        let again = SourceFile::alone(&last);
        let next = pass(id, &last, syntax::parse(id, &again));
        if next.text == last {
            return if next.left.len() == first.left.len() { Formatted { text: last, ..first } } else { untouched(file, first) };
        }
        last = next.text;
    }
    untouched(file, first)
}

/// How often a file is laid out until a layout stays as it is; after that the file is left as it was written.
const PASSES: usize = 3;

fn untouched(file: &SourceFile, formatted: Formatted) -> Formatted {
    Formatted { text: file.text().to_owned(), ..formatted }
}

fn pass(id: FileId, text: &str, (tree, diagnostics): (File, Diagnostics)) -> Formatted {
    // Of two versions one is not in the tree, and would be lost.
    if !tree.unmerged.is_empty() {
        return Formatted { text: text.to_owned(), left: tree.unmerged, diagnostics };
    }
    if tree.items.is_empty() && diagnostics.has_errors() {
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        return Formatted { text: text.to_owned(), left: vec![Span::new(id, 0, end)], diagnostics };
    }
    let faults = faults(&diagnostics);
    let mut layout = Layout::new(text);
    let mut left = Vec::new();
    let mut starts = Vec::new();
    let mut kept: Option<(usize, usize)> = None;
    for item in &tree.items {
        let span = item.span();
        starts.clear();
        let broken = !entries_of(item, &mut starts) || touched(&faults, span);
        let (start, end) = (index(span.start), index(span.end));
        if broken {
            left.push(span);
            // What is no item may be the rest of what did not parse before it: nothing between the two is laid out.
            let rest = if matches!(item, Item::Error(_)) { kept.take() } else { None };
            kept.take().into_iter().for_each(|(start, end)| layout.leave(start, end));
            kept = Some((rest.map_or(start, |(first, _)| first), end));
        } else {
            kept.take().into_iter().for_each(|(start, end)| layout.leave(start, end));
            layout.item(start, end, &starts);
        }
    }
    kept.into_iter().for_each(|(start, end)| layout.leave(start, end));
    let text = line_endings(text, layout.finish());
    Formatted { text, left, diagnostics }
}

/// Where the parser found errors, in the order of the text.
fn faults(diagnostics: &Diagnostics) -> Vec<Span> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let mut spans: Vec<Span> = errors.map(|diagnostic| diagnostic.primary.span).collect();
    spans.sort_unstable_by_key(|span| span.start);
    spans
}

/// Whether an error was found in `item`.
fn touched(faults: &[Span], item: Span) -> bool {
    let from = faults.partition_point(|fault| fault.start < item.start);
    faults.get(from).is_some_and(|fault| fault.start <= item.end)
}

/// Collects where the entries of an item begin, in the order of the text; false if a part of it did not parse.
fn entries_of(item: &Item, starts: &mut Vec<usize>) -> bool {
    match item {
        Item::Declaration(item) => !item.broken && item.block.as_ref().is_none_or(|block| entries_in(block, starts)),
        Item::Patch(item) => entries_in(&item.block, starts),
        Item::Test(item) => entries_in(&item.block, starts),
        Item::Use(_) | Item::Alias(_) => true,
        Item::Error(_) => false,
    }
}

fn entries_in(block: &Block, starts: &mut Vec<usize>) -> bool {
    let mut sound = !block.unclosed;
    for entry in &block.entries {
        starts.push(index(entry.span.start));
        sound &= !entry.broken && entry.block().is_none_or(|inner| entries_in(inner, starts));
    }
    sound
}

/// A byte offset as slices want it.
fn index(offset: u32) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// `laid_out` with the line endings of the first line of `text`.
fn line_endings(text: &str, laid_out: String) -> String {
    let windows = text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'));
    let plain = if laid_out.contains('\r') { unreturned(&laid_out) } else { laid_out };
    if windows { plain.replace('\n', "\r\n") } else { plain }
}

/// The text without carriage returns at line ends: however many there are, they are one line's end.
fn unreturned(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    lines.join("\n")
}
