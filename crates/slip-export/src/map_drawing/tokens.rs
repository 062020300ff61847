//! Places tokens on a chart: inside their zone, clear of its name and of numbers, as large as possible.

use super::{Chart, Plot};
use crate::drawing::{Face, Rectangle};
use crate::text_widths;

/// Half the height of a token if there is enough room for it.
const HALF: i32 = 120;
/// Smallest half height of a token at which its letters are readable.
pub(super) const READABLE: i32 = 50;
/// Smallest half height of a token.
const LEAST: i32 = 14;
/// Space between tokens and text, or between tokens and the edge of the zone.
const EDGE: i32 = 16;
/// Room for tokens in boxes: half height of a token, tokens per row, number of rows.
const ROOMY: i32 = 70;
const ACROSS: i32 = 5;
const DOWN: i32 = 3;

/// Returns the font size of the letters on a token, for half the token's height.
#[must_use]
pub fn letters(half: i32) -> i32 {
    half * 11 / 10
}

/// Returns the width of a token. It is never smaller than the height.
fn wide(mark: &str, half: i32) -> i32 {
    (text_widths::width(mark, Face::Bold, letters(half)) + half * 6 / 10).max(2 * half)
}

/// Returns the space between tokens, which is smaller for small tokens.
fn gap(half: i32) -> i32 {
    (half * 3 / 10).max(8)
}

fn widest(marks: &[String], half: i32) -> i32 {
    marks.iter().map(|mark| wide(mark, half)).max().unwrap_or(2 * half)
}

/// Returns the width and height that a box needs below its name to have room for the tokens of all actors.
pub(super) fn below(everybody: &[String]) -> (i32, i32) {
    let count = i32::try_from(everybody.len()).unwrap_or(i32::MAX);
    if count == 0 {
        return (0, 0);
    }
    let (across, down) = (count.min(ACROSS), (1 + (count - 1) / ACROSS).min(DOWN));
    let gap = gap(ROOMY);
    (across * (widest(everybody, ROOMY) + gap) + 2 * EDGE, down * (2 * ROOMY + gap) + 2 * EDGE)
}

/// Places all tokens on a chart.
pub(super) fn stand(chart: &mut Chart) {
    let taken: Vec<Rectangle> = chart.badges.iter().map(|badge| badge.frame).collect();
    for plot in &mut chart.plots {
        plot.tokens = places(plot, &taken);
    }
}

/// Returns the largest possible half height of a zone's tokens beside a name at this position; 0 if there is no room.
pub(super) fn half(plot: &Plot, name: &[Rectangle]) -> i32 {
    let free = clear(&inner(plot), name.iter().copied());
    best(&free, &plot.marks).map_or(0, |(half, _)| half)
}

/// Returns the rectangles inside a zone that are clear of its name, of its tokens and of the numbers on its borders.
pub(super) fn free(plot: &Plot, taken: &[Rectangle]) -> Vec<Rectangle> {
    clear(&inner(plot), plot.label.iter().chain(&plot.tokens).chain(taken).copied())
}

fn inner(plot: &Plot) -> Vec<Rectangle> {
    plot.inner.iter().map(|frame| frame.grown(-EDGE)).filter(|frame| frame.width > 0 && frame.height > 0).collect()
}

/// Returns a frame for each token of a zone, row by row from the bottom, because names are at the top.
fn places(plot: &Plot, taken: &[Rectangle]) -> Vec<Rectangle> {
    if plot.marks.is_empty() {
        return Vec::new();
    }
    let inner = inner(plot);
    let free = clear(&inner, plot.label.iter().chain(taken).copied());
    let found = best(&free, &plot.marks).or_else(|| best(&inner, &plot.marks));
    // If no frame is large enough, tokens overlap.
    let (half, frame) = found.unwrap_or_else(|| (LEAST, inner.into_iter().max_by_key(area).unwrap_or_default()));
    let (wide, high, gap) = (widest(&plot.marks, half), 2 * half, gap(half));
    let across = usize::try_from((frame.width + gap) / (wide + gap)).unwrap_or(1).max(1);
    let number = |count: usize| i32::try_from(count).unwrap_or(0);
    let place = |at: usize| {
        let (row, column) = (at / across, at % across);
        let in_row = plot.marks.len().saturating_sub(row * across).min(across);
        let left = frame.x + (frame.width - number(in_row) * (wide + gap) + gap) / 2;
        let y = frame.y + frame.height - high - number(row) * (high + gap);
        Rectangle { x: left + number(column) * (wide + gap), y, width: wide, height: high }
    };
    // Each token is as wide as its letters, and is centred in the space for it.
    let own = |(at, mark): (usize, &String)| {
        let (place, own) = (place(at), self::wide(mark, half));
        Rectangle { x: place.x + (wide - own) / 2, width: own, ..place }
    };
    plot.marks.iter().enumerate().map(own).collect()
}

/// Returns the frame in which the tokens can be largest, and half their height there.
fn best(free: &[Rectangle], marks: &[String]) -> Option<(i32, Rectangle)> {
    let count = i64::try_from(marks.len()).unwrap_or(i64::MAX);
    (LEAST..=HALF).rev().step_by(3).find_map(|half| {
        let gap = gap(half);
        let (wide, high) = (widest(marks, half) + gap, 2 * half + gap);
        let holds = |frame: &&Rectangle| i64::from((frame.width + gap) / wide) * i64::from((frame.height + gap) / high) >= count;
        free.iter().filter(holds).max_by_key(|frame| area(frame)).map(|frame| (half, *frame))
    })
}

fn area(frame: &Rectangle) -> i64 {
    i64::from(frame.width) * i64::from(frame.height)
}

/// Returns rectangles inside the frames that are clear of text.
fn clear(frames: &[Rectangle], written: impl Iterator<Item = Rectangle>) -> Vec<Rectangle> {
    let mut free = frames.to_vec();
    for written in written {
        let written = written.grown(EDGE);
        free = free.iter().flat_map(|frame| beside(frame, &written)).collect();
        free.sort_by_key(|frame| (frame.x, frame.y, frame.width, frame.height));
        free.dedup();
    }
    free
}

/// Returns the parts of a frame that are above, below, left and right of another frame.
fn beside(frame: &Rectangle, other: &Rectangle) -> Vec<Rectangle> {
    if !frame.overlaps(other) {
        return vec![*frame];
    }
    let (right, bottom) = (other.x + other.width, other.y + other.height);
    let parts = [
        Rectangle { height: other.y - frame.y, ..*frame },
        Rectangle { y: bottom, height: frame.y + frame.height - bottom, ..*frame },
        Rectangle { width: other.x - frame.x, ..*frame },
        Rectangle { x: right, width: frame.x + frame.width - right, ..*frame },
    ];
    parts.into_iter().filter(|part| part.width >= 2 * LEAST && part.height >= 2 * LEAST).collect()
}
