//! Reads pictures of maps: the zone of each cell.
//!
//! Spaces, tabs and `.` are cells without a zone. A letter that belongs to no zone is refused, and reported once at its first cell.

use super::Placed;
use crate::check::map_errors as errors;
use crate::check::simple_entry_errors;
use crate::resolve::Program;
use slip_limits::PICTURE_CELLS;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Characters of cells without a zone.
const VOID: [char; 3] = [' ', '.', '\t'];

/// Position of a cell: column and row.
type Cell = (u16, u16);

/// Parsed picture.
pub(super) struct MapPicture {
    rows: Vec<String>,
    cells: BTreeMap<Cell, (char, Span)>,
    whole: Span,
    /// True if the picture contains tabs, so that its columns look different in an editor.
    tabs: bool,
}

/// Reads a picture: `picture """…"""`.
pub(super) fn read(program: &Program<'_>, entry: &Entry, out: &mut Diagnostics) -> Option<MapPicture> {
    let Some(text) = entry.only().and_then(|value| value.text()) else {
        if !entry.broken {
            out.push(simple_entry_errors::wrong_value(entry.values_span(), "picture", "a drawing between three quotes"));
        }
        return None;
    };
    // A picture of one line may be between single `"`. Its only line is then the text inside the quotes.
    let inner = Span { start: text.span.start.saturating_add(1), end: text.span.end.saturating_sub(1), ..text.span };
    let lines = if text.lines.is_empty() { vec![inner] } else { text.lines.clone() };
    let mut picture = MapPicture { rows: Vec::new(), cells: BTreeMap::new(), whole: text.span, tabs: false };
    for (row, line) in lines.iter().enumerate() {
        let drawn = program.sources.slice(*line).trim_end();
        if row >= PICTURE_CELLS || drawn.chars().count() > PICTURE_CELLS {
            // The remaining picture is not read, so zones are not reported as missing.
            out.push(errors::picture_too_large(*line, PICTURE_CELLS));
            return None;
        }
        picture.rows.push(drawn.to_owned());
        picture.read_row(row, drawn, *line);
    }
    if picture.cells.is_empty() {
        out.push(errors::empty_picture(text.span));
    } else if let Some(line) = tabbed(program, &lines) {
        picture.tabs = true;
        out.push(errors::tab_in_picture(line));
    } else {
        picture.report_ragged(&lines, out);
    }
    Some(picture)
}

/// Returns a tab that makes columns look different in an editor: inside a row, or in the indentation of only some rows.
fn tabbed(program: &Program<'_>, lines: &[Span]) -> Option<Span> {
    let mut margin: Option<(&str, u32)> = None;
    for line in lines {
        let drawn = program.sources.slice(*line).trim_end();
        if drawn.is_empty() {
            continue;
        }
        let file = program.sources.file(line.file)?;
        let begin = file.line_start(file.line(line.start));
        let before = file.slice(Span { start: begin, end: line.start, ..*line });
        let at = |from: u32, offset: usize| {
            let start = from.saturating_add(u32::try_from(offset).unwrap_or(0));
            Span { start, end: start.saturating_add(1), ..*line }
        };
        if let Some(offset) = drawn.find('\t') {
            return Some(at(line.start, offset));
        }
        // The first row may be on the same line as the opening quotes. Its indentation is not compared.
        if before.trim().is_empty() {
            let other = margin.replace((before, begin)).filter(|(other, _)| *other != before);
            if let Some((other, above)) = other {
                let tabs = [(other, above), (before, begin)];
                return tabs.iter().find_map(|(margin, from)| Some(at(*from, margin.find('\t')?)));
            }
        }
    }
    None
}

impl MapPicture {
    fn read_row(&mut self, row: usize, drawn: &str, line: Span) {
        for (column, (offset, letter)) in drawn.char_indices().enumerate() {
            if VOID.contains(&letter) {
                continue;
            }
            let (Ok(column), Ok(row), Ok(offset)) = (u16::try_from(column), u16::try_from(row), u32::try_from(offset)) else { continue };
            let start = line.start.saturating_add(offset);
            let width = u32::try_from(letter.len_utf8()).unwrap_or(1);
            self.cells.insert((column, row), (letter, Span { start, end: start.saturating_add(width), ..line }));
        }
    }

    /// Reports rows of different lengths. If the picture has cells without a zone, rows may differ on purpose, and nothing is reported.
    fn report_ragged(&self, lines: &[Span], out: &mut Diagnostics) {
        if self.rows.iter().any(|row| row.contains(VOID)) {
            return;
        }
        let lengths: Vec<usize> = self.rows.iter().map(|row| row.chars().count()).filter(|length| *length > 0).collect();
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        lengths.iter().for_each(|length| *counts.entry(*length).or_default() += 1);
        let Some((usual, _)) = counts.iter().max_by_key(|(length, count)| (**count, **length)) else { return };
        let odd = self.rows.iter().zip(lines).find(|(row, _)| !row.is_empty() && row.chars().count() != *usual);
        if let Some((row, line)) = odd {
            out.push(errors::ragged(*line, row.chars().count(), *usual));
        }
    }

    /// Assigns to each zone the cells that are drawn with its letter.
    pub(super) fn give_cells(&self, zones: &mut [Placed], out: &mut Diagnostics) {
        let mut unknown: BTreeSet<char> = BTreeSet::new();
        // Zones whose letter was refused. An unknown letter in the picture may belong to one of these zones.
        let mut unlettered = zones.iter().filter(|placed| placed.letter.is_some() && placed.zone.letter.is_none()).count();
        for (cell, (letter, span)) in self.in_reading_order() {
            match zones.iter_mut().find(|placed| placed.zone.letter == Some(*letter)) {
                Some(placed) => placed.zone.cells.push(*cell),
                None if !unknown.insert(*letter) => {}
                None if unlettered > 0 => unlettered = unlettered.saturating_sub(1),
                None => {
                    let known: Vec<(char, &str)> =
                        zones.iter().filter_map(|placed| Some((placed.zone.letter?, placed.zone.name.as_str()))).collect();
                    out.push(errors::letter_without_zone(*span, *letter, &known, || self.drawn_with(*letter)));
                }
            }
        }
        for placed in zones.iter() {
            let Some((letter, span)) = placed.zone.letter.zip(placed.letter) else { continue };
            // The picture contains the letter only in the wrong case (`A` for `a`). This was reported as an unknown letter.
            if placed.zone.cells.is_empty() && unknown.iter().any(|other| other.to_lowercase().eq(letter.to_lowercase())) {
                continue;
            }
            if placed.zone.cells.is_empty() {
                out.push(errors::zone_not_drawn(span, letter, &placed.zone.name, self.whole));
            } else if let Some(second) = second_piece(&placed.zone.cells).filter(|_| !self.tabs) {
                let span = self.cells.get(&second).map_or(self.whole, |(_, span)| *span);
                let first = placed.zone.cells.first().and_then(|cell| self.cells.get(cell)).map_or(self.whole, |(_, span)| *span);
                out.push(errors::zone_in_pieces(span, first, &placed.zone.name));
            }
        }
    }

    /// Returns every cell that is drawn with `letter`.
    fn drawn_with(&self, letter: char) -> Vec<Span> {
        self.cells.values().filter(|(other, _)| *other == letter).map(|(_, span)| *span).collect()
    }

    fn in_reading_order(&self) -> Vec<(&Cell, &(char, Span))> {
        let mut cells: Vec<_> = self.cells.iter().collect();
        cells.sort_by_key(|((column, row), _)| (*row, *column));
        cells
    }

    /// Returns the pairs of zones with cells that share an edge (R-XM2), lower index first.
    pub(super) fn touching(&self, zones: &[Placed]) -> Vec<(usize, usize)> {
        let mut owner: BTreeMap<Cell, usize> = BTreeMap::new();
        for (number, placed) in zones.iter().enumerate() {
            placed.zone.cells.iter().for_each(|cell| {
                owner.insert(*cell, number);
            });
        }
        let mut pairs = BTreeSet::new();
        for (cell, zone) in &owner {
            for next in [(cell.0.saturating_add(1), cell.1), (cell.0, cell.1.saturating_add(1))] {
                if let Some(other) = owner.get(&next).filter(|other| *other != zone) {
                    pairs.insert((*zone.min(other), *zone.max(other)));
                }
            }
        }
        pairs.into_iter().collect()
    }

    /// Returns the rows of the picture, without the empty rows at the end.
    pub(super) fn rows(mut self) -> Vec<String> {
        while self.rows.last().is_some_and(String::is_empty) {
            self.rows.pop();
        }
        self.rows
    }
}

/// Returns a cell of the zone that is not connected to the zone's first cell, if there is one.
fn second_piece(cells: &[Cell]) -> Option<Cell> {
    let all: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut joined = BTreeSet::new();
    let mut open: Vec<Cell> = cells.first().copied().into_iter().collect();
    while let Some(cell) = open.pop() {
        if !joined.insert(cell) {
            continue;
        }
        let (column, row) = cell;
        let around = [
            (column.saturating_add(1), row),
            (column, row.saturating_add(1)),
            (column.wrapping_sub(1), row),
            (column, row.wrapping_sub(1)),
        ];
        open.extend(around.into_iter().filter(|next| all.contains(next)));
    }
    cells.iter().find(|cell| !joined.contains(cell)).copied()
}
