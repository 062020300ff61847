//! Extracts the section of a file that a picture of one diagnostic needs (a page): involved lines, cleaned and cut to a readable width.
//!
//! The three renderers disagree about lone carriage returns, exotic line separators, empty spans and very long lines. A [`ExcerptPage`]
//! contains only text on which they all agree: control and hidden characters are replaced by visible ones, long lines are cut around the
//! marks, and every mark is non-empty and on one line. The cost depends on the lines that a diagnostic touches, not on the size of the
//! file.

use slip_source::diagnostic::{Diagnostic, Label};

use slip_source::{FileId, SourceFile, Sources};
use std::borrow::Cow;
use std::ops::Range;

/// Length in bytes above which lines are cut around their marks.
const LONGEST_LINE: usize = 200;
/// Number of bytes kept on each side of a mark in a line that is cut.
const AROUND_MARK: usize = 40;
/// Number of bytes of one mark kept in a line that is cut.
const LONGEST_MARK: usize = 100;
/// Columns between tab stops, for all renderers.
pub(super) const TAB: usize = 4;
/// Number of lines shown around a marked line; lines further away are left empty, because they are not shown.
const CONTEXT: u32 = 2;
/// Greatest number of secondary labels that are drawn: a frame with thousands of labels is useless, and renderers compare them in pairs.
const MOST_LABELS: usize = 24;
/// Greatest number of lines between two marks on one page; if there are more, the marks get separate pages.
const LONGEST_PAGE: u32 = 2000;

/// Label of a diagnostic in the coordinates of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageLabel {
    /// Byte range in the page's text, never empty.
    pub(super) range: Range<usize>,
    /// Text of the label.
    pub(super) text: String,
    /// True if it is the primary label.
    pub(super) primary: bool,
    /// Line in the file, counted from 1.
    pub(super) line: usize,
    /// Column in the file, in characters, counted from 1.
    pub(super) column: usize,
}

/// Page: section of a file, ready to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExcerptPage<'a> {
    /// Path of the file, as it is shown to people.
    pub(super) name: &'a str,
    /// Number of the page's first line in the file, counted from 0.
    pub(super) first_line: usize,
    /// Cleaned text of the page.
    pub(super) text: String,
    /// Offset at which each line of the page's text starts.
    pub(super) line_starts: Vec<usize>,
    /// Marks on the page in source order.
    pub(super) marks: Vec<PageLabel>,
}

/// Label of a diagnostic, cut to its first line.
struct ExcerptLabel<'a> {
    line: u32,
    /// Byte range of the label in its line.
    range: Range<usize>,
    text: Cow<'a, str>,
    primary: bool,
}

impl ExcerptPage<'_> {
    /// Returns the mark on the page that a reader should look at first.
    pub(super) fn first_mark(&self) -> Option<&PageLabel> {
        self.marks.iter().find(|mark| mark.primary).or(self.marks.first())
    }
}

/// Returns the pages of a diagnostic, the one with the primary label first. Empty if the spans of the diagnostic are in no known file.
pub(super) fn pages<'a>(diagnostic: &Diagnostic, sources: &'a Sources) -> Vec<ExcerptPage<'a>> {
    let mut files: Vec<(FileId, Vec<&Label>)> = Vec::new();
    let drawn = diagnostic.secondary.iter().take(MOST_LABELS);
    let left_out = diagnostic.secondary.len().saturating_sub(MOST_LABELS);
    for label in std::iter::once(&diagnostic.primary).chain(drawn) {
        match files.iter_mut().find(|(file, _)| *file == label.span.file) {
            Some((_, labels)) => labels.push(label),
            None => files.push((label.span.file, vec![label])),
        }
    }
    let mut pages = Vec::new();
    for (id, labels) in files {
        let Some(file) = sources.file(id) else { continue };
        let mut pieces: Vec<ExcerptLabel<'_>> =
            labels.iter().map(|label| piece(file, label, std::ptr::eq(*label, &raw const diagnostic.primary))).collect();
        if let Some(first) = pieces.iter_mut().find(|piece| piece.primary && left_out > 0) {
            first.text = Cow::Owned(with_count(&first.text, left_out));
        }
        let groups = group(pieces);
        pages.extend(groups.iter().map(|pieces| page(file, pieces)));
    }
    // The sort is stable: the page of the primary label comes first, the other pages in the order in which their files are named.
    pages.sort_by_key(|page| !page.marks.iter().any(|mark| mark.primary));
    pages
}

/// Returns the text of the primary label with a note: how many places the excerpt leaves out.
fn with_count(text: &str, left_out: usize) -> String {
    let gap = if text.is_empty() { "" } else { "; " };
    format!("{text}{gap}{left_out} more places are not shown")
}

fn index(offset: u32) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

fn piece<'a>(file: &SourceFile, label: &'a Label, primary: bool) -> ExcerptLabel<'a> {
    let line = file.line(label.span.start.min(file.end()));
    let line_start = index(file.line_start(line));
    let length = file.line_text(line).len();
    let start = index(label.span.start).saturating_sub(line_start).min(length);
    let end = index(label.span.end).saturating_sub(line_start).clamp(start, length);
    ExcerptLabel { line, range: start..end, text: Cow::Borrowed(&label.text), primary }
}

/// Groups the cut labels by page. Sorts them, and starts a new group where two labels are too far apart for one page.
fn group(mut pieces: Vec<ExcerptLabel<'_>>) -> Vec<Vec<ExcerptLabel<'_>>> {
    pieces.sort_by_key(|piece| (piece.line, piece.range.start, piece.range.end, !piece.primary));
    let mut groups: Vec<Vec<ExcerptLabel<'_>>> = Vec::new();
    for piece in pieces {
        let near = |last: &Vec<ExcerptLabel<'_>>| last.last().is_some_and(|before| piece.line.saturating_sub(before.line) <= LONGEST_PAGE);
        match groups.last_mut() {
            Some(last) if near(last) => last.push(piece),
            _ => groups.push(vec![piece]),
        }
    }
    groups
}

fn page<'a>(file: &'a SourceFile, pieces: &[ExcerptLabel<'_>]) -> ExcerptPage<'a> {
    let first = pieces.first().map_or(1, |piece| piece.line).saturating_sub(CONTEXT).max(1);
    let mut lines = u32::try_from(file.line_count()).unwrap_or(u32::MAX);
    if lines > 1 && file.line_text(lines).is_empty() {
        // The empty text after the last line break is not a line.
        lines = lines.saturating_sub(1);
    }
    let touched = pieces.last().map_or(1, |piece| piece.line);
    let last = touched.saturating_add(CONTEXT).min(lines).max(touched);
    let mut page = ExcerptPage {
        name: file.shown(),
        first_line: index(first.saturating_sub(1)),
        text: String::new(),
        line_starts: Vec::new(),
        marks: Vec::new(),
    };
    let mut rest = pieces;
    let mut shown_until = first.saturating_add(CONTEXT);
    for line in first..=last {
        let here = rest.iter().take_while(|piece| piece.line == line).count();
        let (now, later) = rest.split_at(here);
        rest = later;
        if here > 0 {
            shown_until = line.saturating_add(CONTEXT);
        }
        let soon = rest.first().is_some_and(|next| next.line.saturating_sub(line) <= CONTEXT);
        let text = if here > 0 || soon || line <= shown_until { file.line_text(line) } else { "" };
        page.line_starts.push(page.text.len());
        add_line(&mut page, file, line, text, now);
        page.text.push('\n');
    }
    page
}

/// Appends one line of the file and its marks to a page. The time taken depends on the parts of the line that are shown, not on its length.
fn add_line(page: &mut ExcerptPage<'_>, file: &SourceFile, number: u32, line: &str, pieces: &[ExcerptLabel<'_>]) {
    let line_start = page.text.len();
    let mut stretches: Vec<LinePart> = Vec::new();
    let mut written = 0;
    for keep in kept(line, pieces) {
        if keep.start > written {
            page.text.push('…');
        }
        stretches.push(LinePart::write(line, keep.clone(), &mut page.text));
        written = keep.end;
    }
    if written < line.len() {
        page.text.push('…');
    }
    let line_end = page.text.len();
    for piece in pieces {
        let place = |offset: usize| place(&stretches, offset).unwrap_or(line_end);
        let start = place(piece.range.start).clamp(line_start, line_end);
        let mut end = place(piece.range.end).clamp(start, line_end);
        if start == end {
            // If the label is empty, the character after it is marked. At the end of a line, a space is added and marked.
            match page.text.get(start..).and_then(|rest| rest.chars().next()) {
                Some(character) => end = start.saturating_add(character.len_utf8()),
                None => {
                    page.text.push(' ');
                    end = page.text.len();
                }
            }
        }
        let offset = file.line_start(number).saturating_add(u32::try_from(piece.range.start).unwrap_or(u32::MAX));
        let column = index(file.line_column(offset).column);
        page.marks.push(PageLabel { range: start..end, text: clean(&piece.text), primary: piece.primary, line: index(piece.line), column });
    }
}

/// Part of a source line that is shown on the page.
struct LinePart {
    /// Byte range of the part in the line.
    range: Range<usize>,
    /// For each byte of the part, its offset in the text of the page, and the offset of the end of the part.
    places: Vec<usize>,
}

impl LinePart {
    /// Appends the visible form of a part of a line to the text of the page.
    fn write(line: &str, range: Range<usize>, text: &mut String) -> LinePart {
        let mut places = Vec::with_capacity(range.len().saturating_add(1));
        for (offset, character) in line.get(range.clone()).unwrap_or_default().char_indices() {
            places.extend(std::iter::repeat_n(text.len(), character.len_utf8()));
            // The rule is the same as for messages, so that frames and messages show a character in the same way.
            if character == '\t' || !slip_printable::hides(line, range.start.saturating_add(offset), character) {
                text.push(character);
            } else {
                slip_printable::push_escape(character, text);
            }
        }
        places.push(text.len());
        LinePart { range, places }
    }
}

/// Converts the byte offset of a character in the line to an offset in the text of the excerpt. If the byte was cut off, the result is the
/// end of the omission mark. `None` after the last part.
fn place(stretches: &[LinePart], offset: usize) -> Option<usize> {
    let stretch = stretches.get(stretches.partition_point(|stretch| stretch.range.end < offset))?;
    stretch.places.get(offset.saturating_sub(stretch.range.start)).copied()
}

/// Returns the byte ranges of a line that are kept, in order and disjoint. If the line is not long, it is kept as a whole.
fn kept(line: &str, pieces: &[ExcerptLabel<'_>]) -> Vec<Range<usize>> {
    if line.len() <= LONGEST_LINE {
        return std::iter::once(0..line.len()).collect();
    }
    let around = |piece: &ExcerptLabel<'_>| {
        let end = piece.range.end.min(piece.range.start.saturating_add(LONGEST_MARK));
        piece.range.start.saturating_sub(AROUND_MARK)..end.saturating_add(AROUND_MARK)
    };
    let mut wanted: Vec<Range<usize>> = pieces.iter().map(around).collect();
    if wanted.is_empty() {
        wanted.push(0..LONGEST_LINE);
    }
    let mut kept: Vec<Range<usize>> = Vec::new();
    for range in wanted {
        let range = next_boundary(line, range.start)..next_boundary(line, range.end);
        match kept.last_mut() {
            // Marks are sorted by their start, so their ends may be out of order.
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => kept.push(range),
        }
    }
    kept
}

/// Returns the first character boundary at or after an offset in a line.
fn next_boundary(line: &str, offset: usize) -> usize {
    (offset..line.len()).find(|offset| line.is_char_boundary(*offset)).unwrap_or(line.len())
}

/// Returns a message with control and hidden characters escaped; line breaks are kept.
pub(super) fn clean(text: &str) -> String {
    slip_printable::text(text).into_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use slip_source::diagnostic::Code;
    use slip_source::{Package, Span};

    fn drawn(text: &str, start: u32, end: u32) -> (String, String) {
        let mut sources = Sources::new();
        let package = sources.add_package(Package::default());
        let file = sources.add_file(package, "a.slip", text);
        let diagnostic = Diagnostic::new(Code::UnknownKey, Span::new(file, start, end), "m");
        let pages = pages(&diagnostic, &sources);
        let page = &pages[0];
        (page.text.clone(), page.text[page.marks[0].range.clone()].to_owned())
    }

    #[test]
    fn an_empty_span_points_at_the_character_behind_it() {
        assert_eq!(drawn("ab\ncd", 1, 1).1, "b");
    }

    #[test]
    fn an_empty_span_at_a_line_end_gets_a_space() {
        assert_eq!(drawn("ab\r\ncd", 2, 2), ("ab \ncd\n".into(), " ".into()));
        assert_eq!(drawn("", 0, 0), (" \n".into(), " ".into()));
    }

    #[test]
    fn a_span_of_many_lines_is_cut_to_its_first() {
        assert_eq!(drawn("ship a {\n  beam 1\n}\n", 0, 20).1, "ship a {");
    }

    #[test]
    fn tabs_stay() {
        assert_eq!(drawn("\tbeam 1", 1, 5), ("\tbeam 1\n".into(), "beam".into()));
    }

    #[test]
    fn a_long_line_keeps_what_the_marks_point_at() {
        let text = format!("{}beam{}", "x ".repeat(5000), " y".repeat(5000));
        let (page, mark) = drawn(&text, 10_000, 10_004);
        assert_eq!(mark, "beam");
        assert!(page.len() < 120, "{page}");
    }

    #[test]
    fn of_thousands_of_labels_a_few_are_drawn_and_the_others_counted() {
        let mut sources = Sources::new();
        let package = sources.add_package(Package::default());
        let file = sources.add_file(package, "a.slip", "x ".repeat(3000));
        let first = Diagnostic::new(Code::UnknownKey, Span::new(file, 0, 1), "m").because("here");
        let diagnostic = (1..1_000).fold(first, |found, at| found.with_label(Span::new(file, at * 2, at * 2 + 1), "there"));
        let pages = pages(&diagnostic, &sources);
        assert_eq!(pages[0].marks.len(), 1 + MOST_LABELS);
        assert_eq!(pages[0].marks[0].text, "here; 975 more places are not shown");
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown_instead() {
        assert_eq!(drawn("a\u{1b}[2Jb", 1, 2), ("a\\u{1B}[2Jb\n".into(), "\\u{1B}".into()));
    }
}
