//! Ground drawn from a picture: a square for each of its cells. Floor 5.

use super::borders::{Between, badge, room};
use super::{Chart, MARGIN, WIDTH, places};
use crate::export::drawing::{Fill, Frame, Mark, Pen};
use crate::pack::map::Map;
use std::collections::BTreeMap;

/// The side of a cell, at least and at most.
const LEAST: i32 = 220;
const MOST: i32 = 600;

type Cell = (i32, i32);
/// A stretch of an edge between two zones, or between a zone and the outside.
type Stretch = (Cell, Cell);

struct Ground {
    owner: BTreeMap<Cell, usize>,
    side: i32,
    top: i32,
}

/// Draws the picture, names and borders.
pub(super) fn draw(map: &Map, chart: &mut Chart) {
    let mut owner = BTreeMap::new();
    for (zone, declared) in map.zones.iter().enumerate() {
        owner.extend(declared.cells.iter().map(|(column, row)| ((i32::from(*column), i32::from(*row)), zone)));
    }
    let columns = owner.keys().map(|(column, _)| column + 1).max().unwrap_or(1);
    let rows = owner.keys().map(|(_, row)| row + 1).max().unwrap_or(1);
    let side = (WIDTH / columns).clamp(LEAST, MOST);
    let ground = Ground { owner, side, top: chart.drawing.height };
    chart.drawing.width = chart.drawing.width.max(columns * side + 2 * MARGIN);
    chart.drawing.height += rows * side + MARGIN;
    for ((column, row), zone) in &ground.owner {
        let frame = ground.frame((*column, *row), (column + 1, row + 1));
        chart.drawing.put(Mark::Box(frame, 0, Pen::default(), Fill::Paper));
        if let Some(plot) = chart.plots.get_mut(*zone) {
            plot.frames.push(frame);
        }
    }
    let edges = ground.edges();
    for ((one, other), stretches) in &edges {
        let pen = other.map_or(Pen::of(16), |other| Between::of(map, *one, other).pen());
        for (from, to) in stretches {
            let points = [*from, *to].map(|corner| ground.point(corner)).to_vec();
            chart.drawing.put(Mark::Line(points, false, pen, Fill::Empty));
        }
    }
    for zone in 0..map.zones.len() {
        places::write(map, zone, &ground.rectangles(zone), chart);
    }
    for ((one, other), stretches) in &edges {
        if let Some(other) = other {
            number(map, &ground, (*one, *other), stretches, chart);
        }
    }
}

/// Puts the number of a border on one of its stretches: the longest first, in the middle first.
fn number(map: &Map, ground: &Ground, (one, other): (usize, usize), stretches: &[Stretch], chart: &mut Chart) {
    let between = Between::of(map, one, other);
    let mut ordered: Vec<&Stretch> = stretches.iter().collect();
    ordered.sort_by_key(|(from, to)| std::cmp::Reverse((to.0 - from.0) + (to.1 - from.1)));
    for (from, to) in ordered {
        let upright = from.0 == to.0;
        // The zone on the left or above comes first where the edge is looked at.
        let before = if upright { (from.0 - 1, from.1) } else { (from.0, from.1 - 1) };
        let from_one = ground.owner.get(&before) == Some(&one);
        let way = if from_one { between.way() } else { -between.way() };
        let arrow = match (way, upright) {
            (0, _) => "",
            (1, true) => " →",
            (_, true) => " ←",
            (1, false) => " ↓",
            (_, false) => " ↑",
        };
        let text = format!("{}{arrow}", between.number());
        if text.trim().is_empty() {
            return;
        }
        let (start, end) = (ground.point(*from), ground.point(*to));
        for eighth in [4, 3, 5, 2, 6, 1, 7] {
            let at = (start.0 + (end.0 - start.0) * eighth / 8, start.1 + (end.1 - start.1) * eighth / 8);
            let frame = room(text.trim(), at);
            let strange = |zone: usize| zone != one && zone != other;
            let covers =
                chart.plots.iter().enumerate().any(|(zone, plot)| strange(zone) && plot.frames.iter().any(|cell| cell.overlaps(&frame)));
            if !covers && chart.is_clear(&frame) {
                badge(text.trim(), frame, (one, other), chart);
                return;
            }
        }
    }
}

impl Ground {
    fn point(&self, (column, row): Cell) -> (i32, i32) {
        (MARGIN + column * self.side, self.top + row * self.side)
    }

    fn frame(&self, from: Cell, to: Cell) -> Frame {
        let ((x, y), (right, bottom)) = (self.point(from), self.point(to));
        Frame { x, y, width: right - x, height: bottom - y }
    }

    /// The stretches between each two zones, and those between a zone and the outside; stretches in a line are one.
    fn edges(&self) -> BTreeMap<(usize, Option<usize>), Vec<Stretch>> {
        let mut edges: BTreeMap<(usize, Option<usize>), Vec<Stretch>> = BTreeMap::new();
        let mut add = |one: Option<&usize>, other: Option<&usize>, stretch: Stretch| {
            let pair = match (one.copied(), other.copied()) {
                (Some(one), Some(other)) if one != other => (one.min(other), Some(one.max(other))),
                (Some(one), None) | (None, Some(one)) => (one, None),
                _ => return,
            };
            let stretches = edges.entry(pair).or_default();
            match stretches.iter_mut().find(|(from, to)| *to == stretch.0 && (from.0 == to.0) == (stretch.0.0 == stretch.1.0)) {
                Some(before) => before.1 = stretch.1,
                None => stretches.push(stretch),
            }
        };
        let columns = self.owner.keys().map(|(column, _)| column + 1).max().unwrap_or(0);
        let rows = self.owner.keys().map(|(_, row)| row + 1).max().unwrap_or(0);
        let of = |column: i32, row: i32| self.owner.get(&(column, row));
        for column in 0..=columns {
            for row in 0..rows {
                add(of(column - 1, row), of(column, row), ((column, row), (column, row + 1)));
            }
        }
        for row in 0..=rows {
            for column in 0..columns {
                add(of(column, row - 1), of(column, row), ((column, row), (column + 1, row)));
            }
        }
        edges
    }

    /// Rectangles of a zone's cells that cannot grow: each cell as the upper left corner, as wide as its row and all below allow.
    fn rectangles(&self, zone: usize) -> Vec<Frame> {
        let is_own = |cell: Cell| self.owner.get(&cell) == Some(&zone);
        let mut found = Vec::new();
        for (column, row) in self.owner.iter().filter(|(_, owner)| **owner == zone).map(|(cell, _)| *cell) {
            let mut width = i32::MAX;
            let mut below = row;
            while is_own((column, below)) {
                let wide = (column..).take_while(|column| is_own((*column, below))).count();
                width = width.min(i32::try_from(wide).unwrap_or(i32::MAX));
                below += 1;
                found.push(self.frame((column, row), (column + width, below)));
            }
        }
        found
    }
}
