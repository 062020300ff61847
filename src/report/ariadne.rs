//! The ledger picture: every line that takes part, of all files, in one frame. Floor 5.
//!
//! Ariadne 0.6 takes bytes as well as characters, but in its byte mode it reads the place of every file after the first
//! as if it were counted in characters: a wrong column, or a panic, behind the first non-ASCII letter. Pages are small,
//! so characters are counted here. It also forgets its own line offset in the margin, so a page is set behind as many empty
//! lines as stand before it in the file.

use super::page::{self, Mark, Page, TAB};
use super::{Picture, help_text, note_lines};
use crate::diagnostic::{Diagnostic, Severity};
use ariadne::{Cache, Color, Config, IndexType, Label, Report, ReportKind, Source};
use std::fmt::{self, Display};
use std::io;
use std::ops::Range;

/// Number of a page, and characters of its text.
type Place = (usize, Range<usize>);

/// Appends the picture of one diagnostic.
///
/// # Errors
/// Only those of writing to memory, which do not happen.
pub(super) fn draw(diagnostic: &Diagnostic, pages: &[Page<'_>], picture: Picture, out: &mut Vec<u8>) -> io::Result<()> {
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
        .with_message(page::clean(&diagnostic.message));
    for (number, page) in pages.iter().enumerate() {
        // The marks of a page are in source order; out of order, ariadne draws the file twice.
        for mark in &page.marks {
            let label = Label::new((number, characters(page, mark))).with_color(if mark.primary { colour } else { Color::Cyan });
            // In a compact picture a label without words is not drawn at all.
            report = report.with_label(label.with_message(if mark.text.is_empty() { "here" } else { &mark.text }));
        }
    }
    report.with_helps(help_text(diagnostic));
    report.with_notes(note_lines(diagnostic));
    let mut drawn = Vec::new();
    report.finish().write(Shelf::new(pages), &mut drawn)?;
    let drawn = place_of_cut_line(pages, drawn);
    if picture.colour {
        out.extend(drawn);
    } else {
        // The word of a kind of our own is coloured whatever the configuration says.
        out.extend(anstream::adapter::strip_bytes(&drawn).into_vec());
    }
    out.push(b'\n');
    Ok(())
}

/// A mark in characters of its page, the empty lines before it counted.
fn characters(page: &Page<'_>, mark: &Mark) -> Range<usize> {
    let start = page.text.get(..mark.range.start).unwrap_or_default().chars().count().saturating_add(page.first_line);
    let length = page.text.get(mark.range.clone()).unwrap_or_default().chars().count();
    start..start.saturating_add(length)
}

/// Puts the column of the file where ariadne wrote that of the page; they differ in a line that was cut.
fn place_of_cut_line(pages: &[Page<'_>], drawn: Vec<u8>) -> Vec<u8> {
    let Some((page, mark)) = pages.first().and_then(|page| Some((page, page.first_mark()?))) else { return drawn };
    let start = page.line_starts.iter().rev().find(|start| **start <= mark.range.start).copied().unwrap_or(0);
    let shown = page.text.get(start..mark.range.start).unwrap_or_default().chars().count().saturating_add(1);
    if shown == mark.column {
        return drawn;
    }
    let (name, line) = (page.name, mark.line);
    match String::from_utf8(drawn) {
        Ok(text) => text.replacen(&format!("{name}:{line}:{shown}"), &format!("{name}:{line}:{}", mark.column), 1).into_bytes(),
        Err(bytes) => bytes.into_bytes(),
    }
}

/// The pages as ariadne wants to look them up.
struct Shelf<'a> {
    sources: Vec<Source<String>>,
    names: Vec<&'a str>,
}

impl<'a> Shelf<'a> {
    fn new(pages: &'a [Page<'_>]) -> Self {
        let sources = pages.iter().map(|page| Source::from("\n".repeat(page.first_line) + &page.text));
        Shelf { sources: sources.collect(), names: pages.iter().map(|page| page.name).collect() }
    }
}

/// A page that is not on the shelf.
#[derive(Debug)]
struct Missing;

impl Display for Missing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("no such page")
    }
}

impl Cache<usize> for Shelf<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &usize) -> Result<&Source<String>, impl fmt::Debug> {
        self.sources.get(*id).ok_or(Missing)
    }

    fn display<'b>(&self, id: &'b usize) -> Option<impl Display + 'b> {
        self.names.get(*id).map(|name| (*name).to_owned())
    }
}
