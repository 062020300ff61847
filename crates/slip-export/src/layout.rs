//! Layout of cards in columns on pages, for SVG and PDF.

mod card;

use super::card_content::CardSheet;
use super::drawing::{Drawing, DrawingMark, DrawnText, Face};
use card::{MarkRow, SMALL, frame, rows};
use slip_keyword::keyword_enum;

keyword_enum! {
    /// Size of paper for printing.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Paper {
        /// A4 paper: 210 by 297 millimetres.
        #[default]
        A4 = "A4",
        /// Letter paper: 8.5 by 11 inches.
        Letter = "letter",
    }

    /// Returns the name of the size in CSS.
    pub const fn word(self) -> &'static str;
}

impl Paper {
    /// Returns width and height of the paper in tenths of a point.
    const fn size(self) -> (i32, i32) {
        match self {
            Paper::A4 => (5953, 8419),
            Paper::Letter => (6120, 7920),
        }
    }
}

/// Page margin, and gap between columns and between cards.
const MARGIN: i32 = 280;
const GAP: i32 = 120;
/// Number of columns on a page.
const COLUMNS: i32 = 2;
/// Width of a card that is alone in a drawing.
const ALONE: i32 = 3000;

/// Returns a sheet of cards as pages of paper.
#[must_use]
pub fn pages(sheet: &CardSheet, paper: Paper) -> Vec<Drawing> {
    let (width, height) = paper.size();
    let column = (width - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS;
    let room = height - 2 * MARGIN - 2 * SMALL;
    let mut pages: Vec<Drawing> = Vec::new();
    for (number, blocks) in columns(sheet, column, Some(room)).into_iter().enumerate() {
        let place = i32::try_from(number).unwrap_or(0) % COLUMNS;
        if place == 0 {
            pages.push(Drawing { title: sheet.title.clone(), width, height, ..Drawing::default() });
        }
        if let Some(page) = pages.last_mut() {
            page.place(blocks.marks, (MARGIN + place * (column + GAP), MARGIN));
        }
    }
    let count = pages.len();
    for (page, number) in pages.iter_mut().zip(1..) {
        let foot = sheet.foot();
        let dot = if foot.is_empty() { "" } else { " · " };
        let text = format!("{foot}{dot}{number}/{count}");
        page.put(DrawingMark::Words(DrawnText { x: MARGIN, y: height - MARGIN, size: SMALL, face: Face::Plain, middle: false, text }));
    }
    pages
}

/// Returns a sheet of cards as one drawing of any height: a single card, or several in two columns.
#[must_use]
pub fn drawing(sheet: &CardSheet) -> Drawing {
    let several = sheet.cards.len() > 1;
    let stacks = columns(sheet, ALONE, None);
    let width = if several { 2 * ALONE + 3 * GAP } else { ALONE + 2 * GAP };
    let mut drawing = Drawing { title: sheet.title.clone(), width, ..Drawing::default() };
    // Without a maximum column height each card is a block of its own; the next card goes into the shorter column.
    let (mut left, mut right) = (GAP, GAP);
    for stack in stacks {
        let (x, y) = if several && right < left { (ALONE + 2 * GAP, &mut right) } else { (GAP, &mut left) };
        drawing.place(stack.marks, (x, *y));
        *y += stack.height + GAP;
    }
    let foot = left.max(right);
    drawing.height = foot;
    if several {
        for line in super::text_widths::lines(&sheet.foot(), Face::Plain, SMALL, width - 2 * GAP) {
            drawing.put(DrawingMark::Words(DrawnText {
                x: GAP,
                y: drawing.height + SMALL,
                size: SMALL,
                text: line,
                ..DrawnText::default()
            }));
            drawing.height += 2 * SMALL;
        }
    }
    drawing
}

/// Content of a column, with positions relative to its upper left corner.
struct ColumnContent {
    height: i32,
    marks: Vec<DrawingMark>,
}

/// Returns the cards in columns of a height. If no height is given, each card is a column of its own. A card is split only if it does not
/// fit into an empty column.
fn columns(sheet: &CardSheet, width: i32, room: Option<i32>) -> Vec<ColumnContent> {
    let mut stacks: Vec<ColumnContent> = Vec::new();
    for card in &sheet.cards {
        let rows = rows(card, sheet, width);
        let Some(room) = room else {
            stacks.push(ColumnContent { height: framed(&rows), marks: frame(rows, width) });
            continue;
        };
        let left = stacks.last().map_or(0, |stack| room - stack.height);
        if framed(&rows) > left {
            stacks.push(ColumnContent { height: 0, marks: Vec::new() });
        }
        let mut rest = rows.into_iter();
        while !rest.as_slice().is_empty() {
            let begun = stacks.last().map_or(0, |stack| stack.height);
            let fits = fitting(rest.as_slice(), room - begun);
            let part: Vec<MarkRow> = rest.by_ref().take(fits).collect();
            if let Some(stack) = stacks.last_mut() {
                let height = framed(&part);
                stack.marks.extend(frame(part, width).into_iter().map(|mark| mark.moved((0, begun))));
                stack.height += height + GAP;
            }
            if !rest.as_slice().is_empty() {
                stacks.push(ColumnContent { height: 0, marks: Vec::new() });
            }
        }
    }
    stacks
}

/// Returns the height of a card's rows, with the frame around them.
fn framed(rows: &[MarkRow]) -> i32 {
    rows.iter().map(|row| row.height).sum::<i32>() + 2 * card::PADDING
}

/// Returns the number of a card's rows that fit into a height: at least one, and without a heading at the end.
fn fitting(rows: &[MarkRow], room: i32) -> usize {
    let mut height = 2 * card::PADDING;
    let over = rows.iter().position(|row| {
        height += row.height;
        height > room
    });
    let Some(mut fits) = over else { return rows.len() };
    while fits > 1 && rows.get(fits - 1).is_some_and(|row| row.heads) {
        fits -= 1;
    }
    fits.max(1)
}
