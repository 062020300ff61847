//! Formats a file: spaces, indents and blank lines, never words.
//!
//! The author chooses where a line ends; the formatter decides how it begins and the spaces between its words: two spaces
//! per block, one space between words, none inside brackets, at most one blank line, and an empty line after an item of
//! several lines. Columns that an author aligned by hand stay aligned, and pictures in `"""` stay as drawn. An item that
//! does not parse is kept byte for byte, as is the text after it up to the next certain head (`formatted_parts.rs`).
//!
//! Tests check these laws for every file of the repository and for mutated ones: same tree, same findings, every comment in
//! its place, and a second pass changes nothing.

mod aligned_columns;
mod formatted_parts;
mod layout;
mod parse_fingerprint;

use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
use slip_source::{FileId, SourceFile, Span};

use formatted_parts::FilePart;
use layout::Layout;
use parse_fingerprint::TextFingerprint;
use slip_syntax::tree::{Block, File};
use slip_syntax::visit;

/// Formatted file.
#[derive(Debug)]
pub struct Formatted {
    /// Whole text of the formatted file.
    pub text: String,
    /// Items that did not parse completely, and items that may be entries of the item above. Both are kept as written.
    pub left: Vec<Span>,
    /// Diagnostics of the parser.
    pub diagnostics: Diagnostics,
}

/// Formats a file. The kind of line end of its first line is used for the whole file.
///
/// ```
/// use slip_format::format;
/// use slip_source::{Package, Sources};
///
/// let mut sources = Sources::new();
/// let package = sources.add_package(Package::default());
/// let id = sources.add_file(package, "ships.slip", "ship   ember:spacecraft{\ntech T2\n v_shift 3;beam 1+1}");
/// let formatted = format(id, sources.file(id).expect("it was added"));
/// assert_eq!(formatted.text, "ship ember : spacecraft {\n  tech T2\n  v_shift 3; beam 1 + 1\n}\n");
/// ```
pub fn format(id: FileId, file: &SourceFile) -> Formatted {
    let (tree, diagnostics) = slip_syntax::parse(id, file);
    let first = pass(file.text(), &tree, &diagnostics);
    if first.text == file.text() {
        return first;
    }
    let reading = TextFingerprint::new(file.text(), &tree, &diagnostics);
    // The parser guesses around an item that does not parse. Its guess may change once the rest is laid out, so formatting is repeated
    // until nothing changes. Text that parsed is checked again too: a picture whose last line looks like the head of an item may parse
    // differently.
    let mut last = first.text.clone();
    for _ in 0..PASSES {
        // A byte-order mark inside a kept item is now at the start of the file, where reading would drop it.
        if last.starts_with(slip_source::MARK) {
            return untouched(file, first);
        }
        let (tree, diagnostics) = slip_syntax::parse(id, &SourceFile::alone(&last));
        let again = TextFingerprint::new(&last, &tree, &diagnostics);
        let next = pass(&last, &tree, &diagnostics);
        if next.text == last {
            let same = again == reading && next.left.len() == first.left.len();
            return if same { Formatted { text: last, ..first } } else { untouched(file, first) };
        }
        last = next.text;
    }
    untouched(file, first)
}

/// Parts of a file that the parser could only guess.
#[derive(Debug)]
pub struct GuessedParts {
    /// Items that did not parse completely, each with the text after it up to the next line that is certainly the head of an item; and
    /// merge conflicts.
    pub parts: Vec<Span>,
    /// Diagnostics of the parser.
    pub diagnostics: Diagnostics,
}

/// Finds the parts of a file that formatting keeps as they are, because an item in them did not parse completely.
pub fn unsure(id: FileId, file: &SourceFile) -> GuessedParts {
    let (tree, diagnostics) = slip_syntax::parse(id, file);
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let divided = formatted_parts::divide(file.text(), &tree, &diagnostics);
    let kept = divided.parts.into_iter().filter_map(|part| match part {
        FilePart::Kept(range) => Some(Span::new(id, offset(range.start), offset(range.end))),
        FilePart::LaidOut(..) => None,
    });
    GuessedParts { parts: kept.chain(tree.unmerged.iter().copied()).collect(), diagnostics }
}

/// Maximum number of passes until the text stays the same. If it still changes after them, the file is kept as written.
const PASSES: usize = 3;

fn untouched(file: &SourceFile, formatted: Formatted) -> Formatted {
    Formatted { text: file.text().to_owned(), ..formatted }
}

fn pass(text: &str, tree: &File, diagnostics: &Diagnostics) -> Formatted {
    let mut diagnostics = diagnostics.clone();
    // The syntax tree lacks the second version of a merge conflict, so formatting would lose it. The file stays unformatted.
    if !tree.unmerged.is_empty() {
        return Formatted { text: text.to_owned(), left: tree.unmerged.clone(), diagnostics };
    }
    let divided = formatted_parts::divide(text, tree, &diagnostics);
    let line_end = LineEnd::of(text);
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    for part in &divided.parts {
        match part {
            FilePart::Kept(range) => out.push_str(text.get(range.clone()).unwrap_or_default()),
            FilePart::LaidOut(range, items) => {
                let mut layout = Layout::new(text, range.start, range.len());
                let mut starts = Vec::new();
                for item in tree.items.get(items.clone()).unwrap_or_default() {
                    starts.clear();
                    visit::block(item).into_iter().for_each(|block| entry_starts(block, &mut starts));
                    layout.item(index(item.span().start), index(item.span().end), &starts);
                }
                let (laid_out, is_apart) = layout.finish(range.end);
                out.push_str(&line_end.applied(laid_out));
                if is_apart && range.end < text.len() {
                    out.push_str(line_end.text());
                }
            }
        }
    }
    if !diagnostics.has_errors() {
        divided.left.first().into_iter().for_each(|span| diagnostics.push(indented_entry(text, *span)));
    }
    Formatted { text: out, left: divided.left, diagnostics }
}

/// Reports an indented line that parsed as an item and looks like an entry.
fn indented_entry(text: &str, item: Span) -> Diagnostic {
    let words = text.get(index(item.start)..index(item.end)).unwrap_or_default();
    let line = words.lines().next().unwrap_or_default().trim_end();
    let end = item.start.saturating_add(u32::try_from(line.len()).unwrap_or(u32::MAX));
    Diagnostic::new(Code::Syntax, Span { end, ..item }, format!("`{line}` is indented like an entry, but it is outside of any item"))
        .because("not in a block")
        .with_help("if it belongs to the item above, a `}` closes that item too early; if it is an item, start it at the left margin")
}

/// Collects the start offsets of the entries of a block, in the order of the text.
fn entry_starts(block: &Block, starts: &mut Vec<usize>) {
    for entry in &block.entries {
        starts.push(index(entry.span.start));
        entry.block().into_iter().for_each(|inner| entry_starts(inner, starts));
    }
}

/// Converts a byte offset to an index of a slice.
fn index(offset: u32) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// Kind of line end of a file: that of its first line.
#[derive(Clone, Copy)]
enum LineEnd {
    Feed,
    ReturnFeed,
}

impl LineEnd {
    fn of(text: &str) -> LineEnd {
        let windows = text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'));
        if windows { LineEnd::ReturnFeed } else { LineEnd::Feed }
    }

    fn text(self) -> &'static str {
        match self {
            LineEnd::Feed => "\n",
            LineEnd::ReturnFeed => "\r\n",
        }
    }

    /// Returns a text with this kind of line end after each line.
    fn applied(self, laid_out: String) -> String {
        let plain = if laid_out.contains('\r') { unreturned(&laid_out) } else { laid_out };
        match self {
            LineEnd::Feed => plain,
            LineEnd::ReturnFeed => plain.replace('\n', "\r\n"),
        }
    }
}

/// Returns the text without the carriage returns before line ends, however many there are.
fn unreturned(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    lines.join("\n")
}
