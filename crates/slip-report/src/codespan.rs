//! Draws plain and short reports for logs, problem matchers and snapshots with codespan-reporting.
//!
//! Short reports are drawn from the sources, whose line index is built once per file. Plain reports are drawn from pages, which are cleaned
//! sections of files.

use super::source_excerpt::{self, ExcerptPage, TAB};
use super::{help_text, note_lines};
use codespan_reporting::diagnostic::{self as theirs, LabelStyle};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::termcolor::{Ansi, NoColor, WriteColor};
use codespan_reporting::term::{Config, DisplayStyle, emit_to_write_style};
use slip_source::diagnostic::{Diagnostic, Severity};
use slip_source::{FileId, Sources};
use std::io;
use std::ops::Range;

fn severity(severity: Severity) -> theirs::Severity {
    match severity {
        Severity::Error => theirs::Severity::Error,
        Severity::Warning => theirs::Severity::Warning,
        Severity::Note => theirs::Severity::Note,
    }
}

fn config(style: DisplayStyle) -> Config {
    Config { display_style: style, tab_width: TAB, ..Config::default() }
}

fn emit<'a, F: Files<'a>>(
    out: &mut Vec<u8>,
    colour: bool,
    config: &Config,
    files: &'a F,
    report: &theirs::Diagnostic<F::FileId>,
) -> io::Result<()> {
    let mut coloured;
    let mut bare;
    let writer: &mut dyn WriteColor = if colour {
        coloured = Ansi::new(out);
        &mut coloured
    } else {
        bare = NoColor::new(out);
        &mut bare
    };
    emit_to_write_style(writer, config, files, report).map_err(|error| io::Error::other(error.to_string()))
}

/// Appends the plain report of one diagnostic, with its source lines.
///
/// # Errors
/// None in practice: writing to memory does not fail.
pub(super) fn plain(diagnostic: &Diagnostic, pages: &[ExcerptPage<'_>], colour: bool, out: &mut Vec<u8>) -> io::Result<()> {
    let mut report = theirs::Diagnostic::new(severity(diagnostic.severity))
        .with_code(diagnostic.code.slug())
        .with_message(source_excerpt::clean(&diagnostic.message));
    for (number, page) in pages.iter().enumerate() {
        for mark in &page.marks {
            let style = if mark.primary { LabelStyle::Primary } else { LabelStyle::Secondary };
            report.labels.push(theirs::Label::new(style, number, mark.range.clone()).with_message(mark.text.clone()));
        }
    }
    report.notes.extend(note_lines(diagnostic).map(|note| format!("note: {note}")));
    report.notes.extend(help_text(diagnostic).map(|help| format!("help: {}", help.replace('\n', "\n      "))));
    emit(out, colour, &config(DisplayStyle::Rich), &PageFiles(pages), &report)
}

/// Appends the short report of one diagnostic, one line: `file:line:column: error[code]: message`.
///
/// # Errors
/// None in practice: writing to memory does not fail.
pub(super) fn short(diagnostic: &Diagnostic, sources: &Sources, colour: bool, out: &mut Vec<u8>) -> io::Result<()> {
    let mut report = theirs::Diagnostic::new(severity(diagnostic.severity))
        .with_code(diagnostic.code.slug())
        .with_message(source_excerpt::clean(&diagnostic.message).replace('\n', " "));
    let span = diagnostic.primary.span;
    if sources.file(span.file).is_some() {
        let at = usize::try_from(span.start).unwrap_or(usize::MAX);
        report.labels.push(theirs::Label::primary(span.file, at..at));
    }
    emit(out, colour, &config(DisplayStyle::Short), &SourceFiles(sources), &report)
}

/// Pages by number, in the form in which codespan reads files.
struct PageFiles<'a>(&'a [ExcerptPage<'a>]);

impl<'a> PageFiles<'a> {
    fn page(&self, id: usize) -> Result<&'a ExcerptPage<'a>, Error> {
        self.0.get(id).ok_or(Error::FileMissing)
    }
}

impl<'a> Files<'a> for PageFiles<'a> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        Ok(self.page(id)?.name)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        Ok(&self.page(id)?.text)
    }

    fn line_index(&'a self, id: usize, byte: usize) -> Result<usize, Error> {
        Ok(self.page(id)?.line_starts.partition_point(|start| *start <= byte).saturating_sub(1))
    }

    fn line_number(&'a self, id: usize, line: usize) -> Result<usize, Error> {
        Ok(self.page(id)?.first_line.saturating_add(line).saturating_add(1))
    }

    fn column_number(&'a self, id: usize, line: usize, byte: usize) -> Result<usize, Error> {
        let page = self.page(id)?;
        if let Some(mark) = page.marks.iter().find(|mark| mark.range.start == byte) {
            return Ok(mark.column);
        }
        let start = page.line_starts.get(line).copied().unwrap_or(byte);
        Ok(page.text.get(start..byte).unwrap_or_default().chars().count().saturating_add(1))
    }

    fn line_range(&'a self, id: usize, line: usize) -> Result<Range<usize>, Error> {
        let page = self.page(id)?;
        let start = page.line_starts.get(line).copied().unwrap_or(page.text.len());
        let end = page.line_starts.get(line.saturating_add(1)).copied().unwrap_or(page.text.len());
        Ok(start..end)
    }
}

/// Sources in the form in which codespan reads files, for positions only.
struct SourceFiles<'a>(&'a Sources);

impl<'a> Files<'a> for SourceFiles<'a> {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.0.file(id).ok_or(Error::FileMissing)?.shown())
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.0.file(id).ok_or(Error::FileMissing)?.text())
    }

    fn line_index(&'a self, id: FileId, byte: usize) -> Result<usize, Error> {
        let file = self.0.file(id).ok_or(Error::FileMissing)?;
        let line = file.line(u32::try_from(byte).unwrap_or(u32::MAX));
        Ok(usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX))
    }

    /// Returns the column of a byte. The default method counts characters from the start of the line, which is slow if a line is long and
    /// has many findings.
    fn column_number(&'a self, id: FileId, _line: usize, byte: usize) -> Result<usize, Error> {
        let file = self.0.file(id).ok_or(Error::FileMissing)?;
        let column = file.line_column(u32::try_from(byte).unwrap_or(u32::MAX)).column;
        Ok(usize::try_from(column).unwrap_or(usize::MAX))
    }

    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, Error> {
        let file = self.0.file(id).ok_or(Error::FileMissing)?;
        let line = u32::try_from(line).unwrap_or(u32::MAX).saturating_add(1);
        let start = usize::try_from(file.line_start(line)).unwrap_or(usize::MAX);
        let end = usize::try_from(file.line_start(line.saturating_add(1))).unwrap_or(usize::MAX);
        Ok(start..end)
    }
}
