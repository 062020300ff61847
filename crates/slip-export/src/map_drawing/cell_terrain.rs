//! Draws terrain that is given as a picture: one square per cell.

use super::border_style::{BordersBetween, badge, room};
use super::{BorderLine, Chart, MARGIN, WIDTH, label_placement};
use crate::drawing::{DrawingMark, Fill, LineStyle, Rectangle};
use slip_pack::map::Map;
use std::collections::BTreeMap;

/// Smallest and greatest side length of a cell.
const LEAST: i32 = 220;
const MOST: i32 = 600;

type Cell = (i32, i32);
/// Section of the edge between two zones, or between a zone and the outside: its two ends.
type Stretch = (Cell, Cell);

struct CellGrid {
    owner: BTreeMap<Cell, usize>,
    side: i32,
    top: i32,
}

/// Draws the cells, zone names and borders of a map.
pub(super) fn draw(map: &Map, chart: &mut Chart) {
    let mut owner = BTreeMap::new();
    for (zone, declared) in map.zones.iter().enumerate() {
        owner.extend(declared.cells.iter().map(|(column, row)| ((i32::from(*column), i32::from(*row)), zone)));
    }
    let columns = owner.keys().map(|(column, _)| column + 1).max().unwrap_or(1);
    let rows = owner.keys().map(|(_, row)| row + 1).max().unwrap_or(1);
    let side = (WIDTH / columns).clamp(LEAST, MOST);
    let ground = CellGrid { owner, side, top: chart.drawing.height };
    chart.drawing.width = chart.drawing.width.max(columns * side + 2 * MARGIN);
    chart.drawing.height += rows * side + MARGIN;
    for ((column, row), zone) in &ground.owner {
        let frame = ground.frame((*column, *row), (column + 1, row + 1));
        chart.drawing.put(DrawingMark::Box(frame, 0, LineStyle::default(), Fill::Paper));
        if let Some(plot) = chart.plots.get_mut(*zone) {
            plot.frames.push(frame);
        }
    }
    let edges = ground.edges();
    for ((one, other), stretches) in &edges {
        let pen = other.map_or(LineStyle::of(16), |other| BordersBetween::of(map, *one, other).pen());
        for (from, to) in stretches {
            let (from, to) = (ground.point(*from), ground.point(*to));
            chart.drawing.put(DrawingMark::Line(vec![from, to], false, pen, Fill::Empty));
            chart.border_lines.extend(other.map(|other| BorderLine { between: (*one, other), from, to }));
        }
    }
    for zone in 0..map.zones.len() {
        label_placement::write(map, zone, &ground.rectangles(zone), chart);
    }
    for ((one, other), stretches) in &edges {
        if let Some(other) = other {
            number(map, &ground, (*one, *other), stretches, chart);
        }
    }
}

/// Draws the number of a border beside one of its sections. The longest section is tried first; each section is tried from the middle
/// outwards.
fn number(map: &Map, ground: &CellGrid, (one, other): (usize, usize), stretches: &[Stretch], chart: &mut Chart) {
    let between = BordersBetween::of(map, one, other);
    let mut ordered: Vec<&Stretch> = stretches.iter().collect();
    ordered.sort_by_key(|(from, to)| std::cmp::Reverse((to.0 - from.0) + (to.1 - from.1)));
    for (from, to) in ordered {
        let upright = from.0 == to.0;
        // Cell to the left of the section or above it. Its zone decides the direction of the arrow.
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

impl CellGrid {
    fn point(&self, (column, row): Cell) -> (i32, i32) {
        (MARGIN + column * self.side, self.top + row * self.side)
    }

    fn frame(&self, from: Cell, to: Cell) -> Rectangle {
        let ((x, y), (right, bottom)) = (self.point(from), self.point(to));
        Rectangle { x, y, width: right - x, height: bottom - y }
    }

    /// Returns the sections of the edges between each two zones, and between a zone and the outside; adjacent sections in a line are
    /// joined.
    fn edges(&self) -> BTreeMap<(usize, Option<usize>), Vec<Stretch>> {
        let mut edges: BTreeMap<(usize, Option<usize>), Vec<Stretch>> = BTreeMap::new();
        let mut add = |one: Option<&usize>, other: Option<&usize>, stretch: Stretch| {
            let pair = match (one.copied(), other.copied()) {
                (Some(one), Some(other)) if one != other => (one.min(other), Some(one.max(other))),
                (Some(one), None) | (None, Some(one)) => (one, None),
                _ => return,
            };
            let stretches = edges.entry(pair).or_default();
            // Edges come in order, so a section can only be extended at its end.
            let goes_on = |(from, to): &&mut Stretch| *to == stretch.0 && (from.0 == to.0) == (stretch.0.0 == stretch.1.0);
            match stretches.last_mut().filter(goes_on) {
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

    /// Returns the largest possible rectangles of a zone's cells, ordered by their upper left corners.
    fn rectangles(&self, zone: usize) -> Vec<Rectangle> {
        let runs = Runs::of(self.owner.iter().filter(|(_, owner)| **owner == zone).map(|(cell, _)| *cell));
        let mut found = Vec::new();
        for (column, row) in runs.cells() {
            let mut width = runs.at(column, row);
            // True if the rectangle could be extended to the left.
            let mut grows = true;
            let mut below = row;
            while width > 0 {
                grows &= runs.at(column - 1, below) > 0;
                below += 1;
                let next = width.min(runs.at(column, below));
                if next < width && !grows && runs.at(column, row - 1) < width {
                    found.push(self.frame((column, row), (column + width, below)));
                }
                width = next;
            }
        }
        found
    }
}

/// For each cell in the bounding box of a zone, the number of consecutive cells of the zone to its right.
struct Runs {
    left: i32,
    top: i32,
    columns: i32,
    rows: i32,
    runs: Vec<i32>,
}

impl Runs {
    fn of(cells: impl Iterator<Item = Cell> + Clone) -> Runs {
        let low = |get: fn(&Cell) -> i32| cells.clone().map(|cell| get(&cell)).min().unwrap_or(0);
        let high = |get: fn(&Cell) -> i32| cells.clone().map(|cell| get(&cell)).max().unwrap_or(-1);
        let (left, top) = (low(|cell| cell.0), low(|cell| cell.1));
        let (columns, rows) = (high(|cell| cell.0) - left + 1, high(|cell| cell.1) - top + 1);
        let mut runs = Runs { left, top, columns, rows, runs: vec![0; usize::try_from(columns * rows).unwrap_or(0)] };
        for (column, row) in cells.clone() {
            runs.set(column, row, 1);
        }
        for row in top..top + rows {
            for column in (left..left + columns).rev() {
                if runs.at(column, row) > 0 {
                    runs.set(column, row, runs.at(column + 1, row) + 1);
                }
            }
        }
        runs
    }

    fn place(&self, column: i32, row: i32) -> Option<usize> {
        let (column, row) = (column - self.left, row - self.top);
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        usize::try_from(row * self.columns + column).ok().filter(|_| inside)
    }

    fn at(&self, column: i32, row: i32) -> i32 {
        self.place(column, row).and_then(|place| self.runs.get(place)).copied().unwrap_or(0)
    }

    fn set(&mut self, column: i32, row: i32, run: i32) {
        if let Some(slot) = self.place(column, row).and_then(|place| self.runs.get_mut(place)) {
            *slot = run;
        }
    }

    /// Iterates over the cells of the zone, column by column.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let all = (self.left..self.left + self.columns).flat_map(|column| (self.top..self.top + self.rows).map(move |row| (column, row)));
        all.filter(|(column, row)| self.at(*column, *row) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(picture: &[&str]) -> CellGrid {
        let rows = picture.iter().zip(0..);
        let cells =
            rows.flat_map(|(line, row)| line.chars().zip(0..).map(move |(letter, column)| ((column, row), usize::from(letter == 'b'))));
        CellGrid { owner: cells.collect(), side: 1, top: 0 }
    }

    #[test]
    fn the_rectangles_of_a_zone_are_those_that_lie_in_no_other_one() {
        let ground = ground(&["aaab", "aaab", "abbb"]);
        let frames = |zone: usize| -> Vec<(i32, i32, i32, i32)> {
            ground.rectangles(zone).iter().map(|frame| (frame.x - MARGIN, frame.y, frame.width, frame.height)).collect()
        };
        assert_eq!(frames(0), [(0, 0, 3, 2), (0, 0, 1, 3)]);
        assert_eq!(frames(1), [(1, 2, 3, 1), (3, 0, 1, 3)]);
    }

    #[test]
    fn a_large_zone_is_one_rectangle_and_edges_of_a_chessboard_are_found_quickly() {
        let line = "a".repeat(300);
        assert_eq!(ground(&vec![line.as_str(); 300]).rectangles(0).len(), 1);
        let lines = ["ab".repeat(150), "ba".repeat(150)];
        let board: Vec<&str> = (0..300).map(|row| lines[row % 2].as_str()).collect();
        let edges = ground(&board).edges();
        assert_eq!(edges.get(&(0, Some(1))).map(Vec::len), Some(2 * 299));
    }
}
