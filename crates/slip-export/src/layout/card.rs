//! Layout of one card as rows; no row is split between columns.

use crate::card_content::{Card, CardLine, CardNumber, CardPart, CardSheet, CardTable, CardTrack, Rows};
use crate::drawing::{DrawingMark, DrawnText, Face, Fill, LineStyle, Rectangle};
use crate::text_widths::{StyledText, flow, width};

pub(super) const SMALL: i32 = 60;
pub(super) const PADDING: i32 = 80;
const TITLE: i32 = 125;
const TEXT: i32 = 85;
const NOTE: i32 = 75;
const HEAD: i32 = 68;
/// Space between lines of text.
const LEADING: i32 = 24;
/// Size of a checkbox, and the space beside it.
const BOX: i32 = 90;
const BESIDE: i32 = 30;
/// Height of an empty line to write on.
const RULED: i32 = 190;
/// Width of the labels of tracks.
const LABEL: i32 = 780;

/// One row of a card: its height and its marks. Positions of marks are relative to the left inner edge of the card and to the upper edge of
/// the row.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkRow {
    pub(super) height: i32,
    pub(super) marks: Vec<DrawingMark>,
    /// True if the row is a heading, which stays with the next row.
    pub(super) heads: bool,
}

/// Returns the rows of a card of the given width.
pub(super) fn rows(card: &Card, sheet: &CardSheet, width: i32) -> Vec<MarkRow> {
    let inside = width - 2 * PADDING;
    let mut rows = texts(&[StyledText::of(Face::Bold, TITLE, &card.title)], inside, 0);
    rows.extend(texts(&[StyledText::of(Face::Plain, TEXT, &card.what)], inside, 0));
    let rule = DrawingMark::Line(vec![(0, 0), (inside, 0)], false, LineStyle::of(10), Fill::Empty);
    rows.push(MarkRow { height: 20, marks: vec![rule], heads: true });
    rows.iter_mut().for_each(|row| row.heads = true);
    for paragraph in &card.doc {
        rows.extend(texts(&[StyledText::of(Face::Slanted, TEXT, paragraph)], inside, 0));
    }
    for part in &card.parts {
        rows.extend(self::part(part, inside));
    }
    let foot = card.foot(sheet);
    if !foot.is_empty() {
        let rule = DrawingMark::Line(vec![(0, 30), (inside, 30)], false, LineStyle::of(4), Fill::Empty);
        rows.push(MarkRow { height: 45, marks: vec![rule], heads: true });
        rows.extend(texts(&[StyledText::of(Face::Plain, SMALL, &foot)], inside, 0));
    }
    rows
}

/// Returns the rows of a card, one below the other in a frame.
pub(super) fn frame(rows: Vec<MarkRow>, width: i32) -> Vec<DrawingMark> {
    let mut marks = Vec::new();
    let mut y = PADDING;
    for row in rows {
        marks.extend(row.marks.into_iter().map(|mark| mark.moved((PADDING, y))));
        y += row.height;
    }
    let around = Rectangle { x: 0, y: 0, width, height: y + PADDING };
    marks.insert(0, DrawingMark::Box(around, 30, LineStyle::of(10), Fill::Paper));
    marks
}

/// Breaks text into lines of the given width, and returns one row for each.
fn texts(spans: &[StyledText], inside: i32, indent: i32) -> Vec<MarkRow> {
    let lines = flow(spans, inside - indent);
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let size = line.iter().map(|(_, span)| span.size).max().unwrap_or(TEXT);
            let words = |(x, span): (i32, StyledText)| {
                let StyledText { face, size: own, text } = span;
                DrawingMark::Words(DrawnText { x: indent + x, y: size, size: own, face, middle: false, text })
            };
            MarkRow { height: size + LEADING, marks: line.into_iter().map(words).collect(), heads: false }
        })
        .collect()
}

fn part(part: &CardPart, inside: i32) -> Vec<MarkRow> {
    let mut rows = Vec::new();
    if part.title.is_empty() {
        rows.push(MarkRow { height: 20, ..MarkRow::default() });
    } else {
        rows.push(MarkRow { height: 45, heads: true, ..MarkRow::default() });
        rows.extend(texts(&[StyledText::of(Face::Bold, HEAD, &part.title.to_uppercase())], inside, 0));
        let rule = DrawingMark::Line(vec![(0, -10), (inside, -10)], false, LineStyle::of(4), Fill::Empty);
        rows.push(MarkRow { height: 10, marks: vec![rule], heads: true });
        rows.iter_mut().for_each(|row| row.heads = true);
    }
    match &part.rows {
        Rows::Figures(figures) => rows.extend(self::figures(figures, inside)),
        Rows::Tracks(tracks) => tracks.iter().for_each(|track| rows.extend(self::track(track, inside))),
        Rows::Lines(lines) => lines.iter().for_each(|line| rows.extend(self::line(line, inside))),
        Rows::Table(table) => rows.extend(self::table(table, inside)),
    }
    rows
}

/// Returns the rows of a card's figures. Several figures share a line as long as they fit; a figure with a note has a line of its own.
fn figures(figures: &[CardNumber], inside: i32) -> Vec<MarkRow> {
    let mut rows: Vec<MarkRow> = Vec::new();
    for figure in figures.iter().filter(|figure| figure.wide) {
        rows.push(ruled(texts(&[StyledText::of(Face::Plain, TEXT, &figure.label)], inside, 0).pop(), 0, inside));
    }
    let mut x = inside;
    for figure in figures.iter().filter(|figure| figure.note.is_empty() && !figure.wide) {
        let label = StyledText::of(Face::Plain, TEXT, &figure.label);
        let value = StyledText::of(Face::Bold, TEXT, &figure.value);
        let (first, second) = (width(&label.text, label.face, TEXT), width(&value.text, value.face, TEXT));
        let wide = if figure.value.is_empty() { first + 40 + 300 } else { first + 40 + second };
        let height = if figure.value.is_empty() { RULED } else { TEXT + LEADING };
        if wide > inside {
            rows.extend(texts(&[label, value], inside, 0));
            x = inside;
            continue;
        }
        if x + wide > inside {
            rows.push(MarkRow { height, ..MarkRow::default() });
            x = 0;
        }
        let Some(row) = rows.last_mut() else { continue };
        row.height = row.height.max(height);
        let y = row.height - LEADING;
        let words = |x, face, text: String| DrawingMark::Words(DrawnText { x, y, size: TEXT, face, middle: false, text });
        row.marks.push(words(x, Face::Plain, label.text));
        if figure.value.is_empty() {
            row.marks.push(DrawingMark::Line(vec![(x + first + 40, y + 8), (x + wide, y + 8)], false, LineStyle::of(6), Fill::Empty));
        } else {
            row.marks.push(words(x + first + 40, Face::Bold, value.text));
        }
        x += wide + 110;
    }
    for figure in figures.iter().filter(|figure| !figure.note.is_empty()) {
        let parts = [(Face::Plain, &figure.label), (Face::Bold, &figure.value), (Face::Plain, &figure.note)];
        let spans: Vec<StyledText> = parts.into_iter().map(|(face, text)| StyledText::of(face, TEXT, text)).collect();
        rows.extend(texts(&spans, inside, 0));
    }
    rows
}

/// Returns the rows of a track: a label, as many rows of boxes as needed, space for writing, and a note.
fn track(track: &CardTrack, inside: i32) -> Vec<MarkRow> {
    let mut rows = Vec::new();
    let label = StyledText::of(Face::Plain, TEXT, &track.label);
    let wide = width(&label.text, Face::Plain, TEXT) + 60;
    let start = wide.max(LABEL).min(inside / 2);
    let mut heads = texts(std::slice::from_ref(&label), start, 0);
    let mut row = heads.pop().unwrap_or_default();
    rows.append(&mut heads);
    row.height = row.height.max(BOX + BESIDE);
    let mut x = start;
    for number in 0..track.boxes {
        if x + BOX > inside {
            rows.push(std::mem::replace(&mut row, MarkRow { height: BOX + BESIDE, ..MarkRow::default() }));
            x = start;
        }
        let frame = Rectangle { x, y: 12, width: BOX, height: BOX };
        let pen = LineStyle::of(9);
        row.marks.push(if track.round {
            DrawingMark::Circle(frame.middle(), BOX / 2, pen, Fill::Paper)
        } else {
            DrawingMark::Box(frame, 8, pen, Fill::Paper)
        });
        x += BOX + if track.has_gap(number) { 2 * BESIDE } else { BESIDE };
    }
    if track.written {
        row.marks.push(DrawingMark::Line(vec![(x + BESIDE, BOX + 12), (inside, BOX + 12)], false, LineStyle::of(5), Fill::Empty));
        row.height = RULED.max(row.height);
    }
    rows.push(row);
    if !track.note.is_empty() {
        rows.extend(texts(&[StyledText::of(Face::Slanted, NOTE, &track.note)], inside, start));
    }
    rows
}

/// Returns the rows of a line of text: its checkbox, the text, and empty lines to write on.
fn line(line: &CardLine, inside: i32) -> Vec<MarkRow> {
    let indent = if line.tick { BOX + 2 * BESIDE } else { 0 };
    let parts = [(Face::Bold, TEXT, &line.lead), (Face::Plain, TEXT, &line.text), (Face::Slanted, NOTE, &line.note)];
    let spans: Vec<StyledText> =
        parts.into_iter().filter(|(_, _, text)| !text.is_empty()).map(|(face, size, text)| StyledText::of(face, size, text)).collect();
    let mut rows = texts(&spans, inside, indent);
    if line.blank > 0 {
        let last = rows.pop();
        rows.push(ruled(last, indent, inside));
        rows.extend((1..line.blank).map(|_| ruled(None, 0, inside)));
    }
    let tall = rows.first().is_some_and(|row| row.height == RULED);
    if let Some(first) = rows.first_mut().filter(|_| line.tick) {
        first.height = first.height.max(BOX + BESIDE);
        let y = if tall { RULED - 30 - BOX } else { 8 };
        first.marks.push(DrawingMark::Box(Rectangle { x: 0, y, width: BOX, height: BOX }, 8, LineStyle::of(9), Fill::Paper));
    }
    rows
}

/// Returns a row with a ruled line after its content, on which players can write.
fn ruled(row: Option<MarkRow>, indent: i32, inside: i32) -> MarkRow {
    let row = row.unwrap_or_default();
    let from = row.marks.iter().map(|mark| mark.frame()).map(|frame| frame.x + frame.width + 40).max().unwrap_or(indent);
    let down = RULED - 30 - TEXT;
    let mut marks: Vec<DrawingMark> = row.marks.into_iter().map(|mark| mark.moved((0, down))).collect();
    marks.push(DrawingMark::Line(vec![(from.min(inside - 200), RULED - 20), (inside, RULED - 20)], false, LineStyle::of(5), Fill::Empty));
    MarkRow { height: RULED, marks, heads: false }
}

/// Returns the rows of a table with columns as wide as needed; the widest columns are narrowed if there is too little room.
fn table(table: &CardTable, inside: i32) -> Vec<MarkRow> {
    let cell = |text: &str, face: Face| width(&StyledText::of(face, TEXT, text).text, face, TEXT) + 80;
    let columns = table.rows.iter().chain([&table.heads]).map(Vec::len).max().unwrap_or(0);
    let natural = |column: usize| {
        let bodies = table.rows.iter().filter_map(|row| row.get(column)).map(|text| cell(text, face(column)));
        let heads = table.heads.get(column).map(|text| cell(text, Face::Plain));
        bodies.chain(heads).max().unwrap_or(0)
    };
    let mut widths: Vec<i32> = (0..columns).map(natural).collect();
    while widths.iter().sum::<i32>() > inside {
        let most = widths.iter().copied().max().unwrap_or(0);
        if most <= 200 {
            break;
        }
        let over = widths.iter().sum::<i32>() - inside;
        if let Some(widest) = widths.iter_mut().find(|width| **width == most) {
            *widest -= over.clamp(1, most / 4);
        }
    }
    let mut rows = Vec::new();
    if table.heads.iter().any(|head| !head.is_empty()) {
        let mut head = table_row(&table.heads, &widths, NOTE, |_| Face::Slanted);
        head.heads = true;
        rows.push(head);
    }
    rows.extend(table.rows.iter().map(|row| table_row(row, &widths, TEXT, face)));
    rows
}

const fn face(column: usize) -> Face {
    if column == 0 { Face::Bold } else { Face::Plain }
}

fn table_row(cells: &[String], widths: &[i32], size: i32, face: impl Fn(usize) -> Face) -> MarkRow {
    let mut row = MarkRow { height: size + LEADING, ..MarkRow::default() };
    let mut x = 0;
    for (column, (text, wide)) in cells.iter().zip(widths).enumerate() {
        let mut y = 0;
        for line in texts(&[StyledText::of(face(column), size, text)], (wide - 60).max(60), 0) {
            row.marks.extend(line.marks.into_iter().map(|mark| mark.moved((x, y))));
            y += line.height;
        }
        row.height = row.height.max(y);
        x += wide;
    }
    row
}
