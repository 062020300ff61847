//! The map with everybody on it. Floor 7.

use super::Board;
use crate::export::chart::{self, Chart, Plot};
use crate::export::drawing::{Face, Fill, Frame, Mark, Pen, Words};
use crate::export::svg;
use crate::pack::encounter::Play;
use crate::play::ask::Ask;
use crate::play::fight::Fight;
use crate::play::ids::Key;
use crate::play::table::{self, Spot, Token};
use std::collections::BTreeMap;

/// Half the width of a token, where there is room.
const HALF: i32 = 95;
/// The least, where many stand in one place.
const LEAST: i32 = 40;
/// White between tokens.
const GAP: i32 = 24;
/// The band farthest out.
const FARTHEST: i32 = 4;

/// The map or the line of space, with a token for everybody who is about; none if nobody stands anywhere.
pub(super) fn picture(board: &Board<'_>, fight: &Fight, asked: Option<&Ask>) -> Option<String> {
    let mut chart = match board.map {
        Some(map) => chart::map(map, &[]),
        None if board.encounter.play == Play::Space => {
            // Ships stand where they are, not where they began.
            let mut empty = board.encounter.clone();
            empty.sides.iter_mut().for_each(|side| side.actors.clear());
            chart::space(&empty, board.pack)
        }
        None => return None,
    };
    let acting = asked.and_then(|ask| ask.me.actor());
    let mut places: BTreeMap<usize, Vec<Token>> = BTreeMap::new();
    for token in table::tokens(fight, &board.marks) {
        let place = match token.spot {
            Some(Spot::Zone(zone)) => Some(zone),
            Some(Spot::Band(band)) => usize::try_from(i32::from(band) + FARTHEST).ok(),
            None => None,
        };
        if let Some(place) = place {
            places.entry(place).or_default().push(token);
        }
    }
    // Boxes of a graph are as large as their names: who stands there stands beside.
    let is_graph = board.map.is_some_and(|map| map.zones.iter().all(|zone| zone.cells.is_empty() && zone.outline.is_empty()));
    let mut taken: Vec<Frame> = chart.plots.iter().flat_map(|plot| plot.frames.iter().copied()).collect();
    for (place, tokens) in places {
        let Some(plot) = chart.plots.get(place).cloned() else { continue };
        let aside = if is_graph { aside(&plot, tokens.len(), &taken, chart.drawing.width) } else { None };
        taken.extend(aside.as_ref().map(|room| room.frame));
        let room = aside.unwrap_or_else(|| room(&plot, tokens.len()));
        for (token, middle) in tokens.iter().zip(room.middles(tokens.len())) {
            put(&mut chart, token, middle, room.half, acting == Some(token.who));
        }
    }
    Some(svg::element(&chart.drawing))
}

/// Where tokens stand, and how large they are.
struct Room {
    frame: Frame,
    half: i32,
}

impl Room {
    /// The middles of so many tokens, row by row from below, since names stand above.
    fn middles(&self, count: usize) -> Vec<(i32, i32)> {
        let step = 2 * self.half + GAP;
        let across = usize::try_from(((self.frame.width + GAP) / step).max(1)).unwrap_or(1);
        let place = |at: usize| {
            let (row, column) = (at / across, at % across);
            let in_row = count.saturating_sub(row * across).min(across);
            let number = |count: usize| i32::try_from(count).unwrap_or(0);
            let left = self.frame.x + (self.frame.width - number(in_row) * step + GAP) / 2;
            let y = self.frame.y + self.frame.height - self.half - number(row) * step;
            (left + self.half + number(column) * step, y)
        };
        (0..count).map(place).collect()
    }

    /// Whether so many have room.
    fn holds(&self, count: usize) -> bool {
        let step = 2 * self.half + GAP;
        let (across, down) = ((self.frame.width + GAP) / step, (self.frame.height + GAP) / step);
        i64::from(across) * i64::from(down) >= i64::try_from(count).unwrap_or(i64::MAX)
    }
}

/// The best place of a plot for so many tokens: clear of its name if they have room there.
fn room(plot: &Plot, count: usize) -> Room {
    let frames = if plot.frames.is_empty() { around(&plot.corners).into_iter().collect() } else { plot.frames.clone() };
    let inner: Vec<Frame> = frames.iter().map(|frame| frame.grown(-GAP)).filter(|frame| frame.width > 0 && frame.height > 0).collect();
    let clear: Vec<Frame> = inner.iter().flat_map(|frame| beside(frame, &plot.label)).collect();
    let area = |frame: &Frame| i64::from(frame.width) * i64::from(frame.height);
    let sizes = || (0..=10).map(|step| HALF - step * (HALF - LEAST) / 10);
    let best = |frames: &[Frame], half: i32| {
        let rooms = frames.iter().map(|frame| Room { frame: *frame, half }).filter(|room| room.holds(count));
        rooms.max_by_key(|room| area(&room.frame))
    };
    sizes().find_map(|half| best(&clear, half)).or_else(|| sizes().find_map(|half| best(&inner, half))).unwrap_or_else(|| {
        let frame = inner.into_iter().max_by_key(area).unwrap_or_default();
        Room { frame, half: LEAST }
    })
}

/// The room for so many tokens right or left of a box, clear of everything that is drawn.
fn aside(plot: &Plot, count: usize, taken: &[Frame], width: i32) -> Option<Room> {
    let own = plot.frames.first()?;
    let half = (own.height / 2).clamp(LEAST, HALF);
    let step = 2 * half + GAP;
    let wide = i32::try_from(count).ok()?.checked_mul(step)?;
    let y = own.y + own.height / 2 - half;
    let frames = [own.x + own.width + GAP, own.x - GAP - wide].map(|x| Frame { x, y, width: wide, height: 2 * half });
    let fits = |frame: &Frame| frame.x >= 0 && frame.x + frame.width <= width && !taken.iter().any(|other| other.overlaps(frame));
    frames.into_iter().find(fits).map(|frame| Room { frame, half })
}

/// The rectangle around some corners, drawn in by a quarter since an outline seldom fills it.
fn around(corners: &[(i32, i32)]) -> Option<Frame> {
    let xs = || corners.iter().map(|corner| corner.0);
    let ys = || corners.iter().map(|corner| corner.1);
    let (left, right, top, bottom) = (xs().min()?, xs().max()?, ys().min()?, ys().max()?);
    let (width, height) = (right - left, bottom - top);
    Some(Frame { x: left + width / 8, y: top + height / 8, width: width * 3 / 4, height: height * 3 / 4 })
}

/// What of a frame lies around some names.
fn beside(frame: &Frame, names: &[Frame]) -> Vec<Frame> {
    let inside: Vec<&Frame> = names.iter().filter(|name| name.overlaps(frame)).collect();
    let (Some(top), Some(bottom)) = (inside.iter().map(|name| name.y).min(), inside.iter().map(|name| name.y + name.height).max()) else {
        return vec![*frame];
    };
    let left = inside.iter().map(|name| name.x).min().unwrap_or(frame.x);
    let right = inside.iter().map(|name| name.x + name.width).max().unwrap_or(frame.x);
    let above = Frame { height: top - GAP - frame.y, ..*frame };
    let below = Frame { y: bottom + GAP, height: frame.y + frame.height - bottom - GAP, ..*frame };
    let before = Frame { width: left - GAP - frame.x, ..*frame };
    let behind = Frame { x: right + GAP, width: frame.x + frame.width - right - GAP, ..*frame };
    [below, above, behind, before].into_iter().filter(|frame| frame.height > 0 && frame.width > 0).collect()
}

/// A token: its shape and shade tell the side, a heavy line who decides.
fn put(chart: &mut Chart, token: &Token, (x, y): (i32, i32), half: i32, acting: bool) {
    let pen = Pen::of(if acting { 34 } else { 12 });
    let fill = if token.seat.place() < 2 { Fill::Paper } else { Fill::Tint };
    let shape = if token.seat.place().is_multiple_of(2) {
        Mark::Circle((x, y), half, pen, fill)
    } else {
        Mark::Box(Frame { x: x - half, y: y - half, width: 2 * half, height: 2 * half }, half / 5, pen, fill)
    };
    chart.drawing.put(shape);
    let letters = i32::try_from(token.mark.chars().count().max(2)).unwrap_or(2);
    let size = (half * 2 / letters).min(half);
    chart.drawing.put(Mark::Words(Words { x, y: y + size * 2 / 5, size, face: Face::Bold, middle: true, text: token.mark.clone() }));
}
