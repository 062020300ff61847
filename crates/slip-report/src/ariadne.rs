//! Draws reports in the ledger style with ariadne: all involved lines, of all files, in one frame.
//!
//! Ariadne 0.6 accepts positions in bytes as well as in characters. In its byte mode, however, it treats positions in every file after the
//! first as characters. After the first non-ASCII character the column is then wrong, or ariadne panics. Pages are small, so this module
//! converts positions to characters. Ariadne also ignores its own line offset in the margin, so the line numbers are corrected afterwards.

use super::source_excerpt::{self, ExcerptPage, PageLabel, TAB};
use super::{DrawOptions, help_text, note_lines};
use ariadne::{Cache, Color, Config, IndexType, Label, Report, ReportKind, Source};
use slip_source::diagnostic::{Diagnostic, Severity};
use std::fmt::{self, Display};
use std::io;
use std::ops::Range;

/// Number of a page, and a range of characters of its text.
type Place = (usize, Range<usize>);

/// Appends the picture of one diagnostic.
///
/// # Errors
/// None in practice: writing to memory does not fail.
pub(super) fn draw(diagnostic: &Diagnostic, pages: &[ExcerptPage<'_>], picture: DrawOptions, out: &mut Vec<u8>) -> io::Result<()> {
    let colour = match diagnostic.severity {
        Severity::Error => Color::Red,
        Severity::Warning => Color::Yellow,
        Severity::Note => Color::Blue,
    };
    let kind = format!("{}[{}]", diagnostic.severity.word(), diagnostic.code);
    let config = Config::new().with_compact(true).with_color(picture.colour).with_index_type(IndexType::Char).with_tab_width(TAB);
    let at = pages.first().and_then(|page| Some(characters(page, page.first_mark()?))).unwrap_or(0..0);
    let mut report = Report::<Place>::build(ReportKind::Custom(&kind, colour), (0, at))
        .with_config(config)
        .with_message(source_excerpt::clean(&diagnostic.message));
    for (number, page) in pages.iter().enumerate() {
        // The marks of a page are in source order; otherwise ariadne draws the file twice.
        for mark in &page.marks {
            let label = Label::new((number, characters(page, mark))).with_color(if mark.primary { colour } else { Color::Cyan });
            // In a compact picture a label without text is not drawn at all.
            report = report.with_label(label.with_message(if mark.text.is_empty() { "here" } else { &mark.text }));
        }
    }
    report.with_helps(help_text(diagnostic));
    report.with_notes(note_lines(diagnostic));
    let mut drawn = Vec::new();
    report.finish().write(AriadnePages::new(pages), &mut drawn)?;
    let drawn = renumber(&place_of_cut_line(pages, drawn), pages);
    if picture.colour {
        out.extend(drawn.into_bytes());
    } else {
        // Ariadne always colours the word of a custom report kind, whatever the configuration says.
        out.extend(anstream::adapter::strip_str(&drawn).to_string().into_bytes());
    }
    out.push(b'\n');
    Ok(())
}

/// Converts the range of a mark from bytes to characters of its page.
fn characters(page: &ExcerptPage<'_>, mark: &PageLabel) -> Range<usize> {
    let start = page.text.get(..mark.range.start).unwrap_or_default().chars().count();
    let length = page.text.get(mark.range.clone()).unwrap_or_default().chars().count();
    start..start.saturating_add(length)
}

/// Corrects the column number in an excerpt to the column number in the file. The two differ if the line was cut.
fn place_of_cut_line(pages: &[ExcerptPage<'_>], drawn: Vec<u8>) -> String {
    let drawn = String::from_utf8(drawn).unwrap_or_default();
    let Some((page, mark)) = pages.first().and_then(|page| Some((page, page.first_mark()?))) else { return drawn };
    let start = page.line_starts.iter().rev().find(|start| **start <= mark.range.start).copied().unwrap_or(0);
    let shown = page.text.get(start..mark.range.start).unwrap_or_default().chars().count().saturating_add(1);
    if shown == mark.column {
        return drawn;
    }
    let (name, line) = (page.name, mark.line);
    drawn.replacen(&format!("{name}:{line}:{shown}"), &format!("{name}:{line}:{}", mark.column), 1)
}

/// Replaces the line numbers of the page by those of the file. Widens the margin if they need more room.
fn renumber(drawn: &str, pages: &[ExcerptPage<'_>]) -> String {
    let width = pages.iter().filter_map(|page| page.marks.last()).map(|mark| mark.line.to_string().len()).max().unwrap_or(1);
    let narrow = drawn.lines().find_map(|line| Margin::of(line).number.map(|_| Margin::of(line).width.saturating_sub(1)));
    let Some(narrow) = narrow else { return drawn.to_owned() };
    let pad = " ".repeat(width.saturating_sub(narrow));
    let mut renumbered = String::with_capacity(drawn.len());
    let mut below = pages.iter();
    let mut first_line = 0;
    for (line, number) in drawn.lines().zip(0usize..) {
        let margin = Margin::of(line);
        if margin.opens
            && let Some(page) = below.next()
        {
            first_line = page.first_line;
        }
        match margin.number {
            Some(shown) => {
                let real = shown.saturating_add(first_line);
                let real = real.to_string();
                let blanks = pad.len().saturating_add(margin.width).saturating_sub(real.len());
                renumbered.extend(std::iter::repeat_n(' ', blanks));
                renumbered.push_str(&margin.escapes);
                renumbered.push_str(&real);
                renumbered.push_str(margin.rest);
            }
            // Text before the first margin is the message, which is not indented.
            None if number == 0 => renumbered.push_str(line),
            None => {
                renumbered.push_str(&pad);
                renumbered.push_str(line);
            }
        }
        renumbered.push('\n');
    }
    renumbered
}

/// Beginning of a drawn line: blanks and colours, and a line number if the line shows source text.
struct Margin<'l> {
    /// Escape sequences for colours.
    escapes: String,
    /// Line number, if the line shows source text.
    number: Option<usize>,
    /// Number of columns up to the end of the line number.
    width: usize,
    /// Text after the line number.
    rest: &'l str,
    /// True if the line names the file from which the following lines are shown.
    opens: bool,
}

impl<'l> Margin<'l> {
    fn of(line: &'l str) -> Margin<'l> {
        let mut inner = line;
        let mut escapes = String::new();
        let mut blanks = 0usize;
        loop {
            if let Some(behind) = inner.strip_prefix(' ') {
                blanks = blanks.saturating_add(1);
                inner = behind;
            } else if let Some((code, behind)) = inner.strip_prefix('\u{1b}').and_then(|code| code.split_once('m')) {
                escapes.push_str(&format!("\u{1b}{code}m"));
                inner = behind;
            } else {
                break;
            }
        }
        let rest = inner.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let digits = inner.strip_suffix(rest).unwrap_or_default();
        let number = if rest.starts_with(" │") { digits.parse().ok() } else { None };
        Margin { escapes, number, width: blanks.saturating_add(digits.len()), rest, opens: inner.starts_with(['╭', '├']) }
    }
}

/// Pages of a report, in the form in which ariadne looks them up.
struct AriadnePages<'a> {
    sources: Vec<Source<&'a str>>,
    names: Vec<&'a str>,
}

impl<'a> AriadnePages<'a> {
    fn new(pages: &'a [ExcerptPage<'_>]) -> Self {
        let sources = pages.iter().map(|page| Source::from(page.text.as_str()).with_display_line_offset(page.first_line));
        AriadnePages { sources: sources.collect(), names: pages.iter().map(|page| page.name).collect() }
    }
}

/// Error for a page number that does not exist.
#[derive(Debug)]
struct MissingPage;

impl Display for MissingPage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("no such page")
    }
}

impl<'a> Cache<usize> for AriadnePages<'a> {
    type Storage = &'a str;

    fn fetch(&mut self, id: &usize) -> Result<&Source<&'a str>, impl fmt::Debug> {
        self.sources.get(*id).ok_or(MissingPage)
    }

    fn display<'b>(&self, id: &'b usize) -> Option<impl Display + 'b> {
        self.names.get(*id).map(|name| (*name).to_owned())
    }
}
