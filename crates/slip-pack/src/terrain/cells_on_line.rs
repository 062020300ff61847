//! Finds the zones of a drawn map that a line passes, cell by cell.
//!
//! A line along the edge between two cells is inside a zone only if both cells belong to the zone. A line that only touches a corner is not
//! inside (R-L5).

use super::SightSegment;
use super::centre_line::{AxisPosition, MapLine, across, down};
use super::exact_centre::MapPoint;
use crate::map::Zone;

/// Zone of each cell of the picture, row by row.
pub(super) struct ZoneGrid {
    width: i64,
    height: i64,
    owner: Vec<Option<u8>>,
}

/// Zones that a line has passed so far, each with the position where it begins.
#[derive(Default)]
struct Walk {
    last: Option<usize>,
    passed: Vec<SightSegment>,
}

impl Walk {
    fn enter(&mut self, owner: Option<usize>, from: AxisPosition) {
        if owner != self.last {
            self.last = owner;
            self.passed.extend(owner.map(|zone| SightSegment { zone, from }));
        }
    }
}

impl ZoneGrid {
    /// Returns the grid of a map; empty if the map has no cells.
    pub(super) fn new(zones: &[Zone]) -> ZoneGrid {
        let all = || zones.iter().flat_map(|zone| &zone.cells);
        let width = all().map(|(column, _)| usize::from(*column) + 1).max().unwrap_or(0);
        let height = all().map(|(_, row)| usize::from(*row) + 1).max().unwrap_or(0);
        let mut owner = vec![None; width * height];
        for (zone, number) in zones.iter().zip(0_u8..) {
            for (column, row) in &zone.cells {
                if let Some(cell) = owner.get_mut(usize::from(*row) * width + usize::from(*column)) {
                    *cell = Some(number);
                }
            }
        }
        let side = |length: usize| i64::try_from(length).unwrap_or(0);
        ZoneGrid { width: side(width), height: side(height), owner }
    }

    fn owner(&self, column: i64, row: i64) -> Option<usize> {
        if !(0..self.width).contains(&column) || !(0..self.height).contains(&row) {
            return None;
        }
        let place = usize::try_from(row * self.width + column).ok()?;
        self.owner.get(place).copied().flatten().map(usize::from)
    }

    /// Returns the zones that a line passes, in order.
    pub(super) fn passed(&self, line: &MapLine) -> Vec<SightSegment> {
        let mut walk = Walk::default();
        if self.owner.is_empty() {
            return walk.passed;
        }
        if line.upright {
            let (first, last) = within(down(line.from), down(line.to), self.height);
            for row in first..=last {
                walk.enter(beside(across(line.from), self.width, |column| self.owner(column, row)), AxisPosition::whole(row));
            }
        } else if line.level() {
            let (first, last) = within(across(line.from), across(line.to), self.width);
            for column in first..=last {
                walk.enter(beside(down(line.from), self.height, |row| self.owner(column, row)), AxisPosition::whole(column));
            }
        } else {
            self.slanting(line, &mut walk);
        }
        walk.passed
    }

    /// Follows a slanting line through the grid, column by column, and in each column row by row.
    fn slanting(&self, line: &MapLine, walk: &mut Walk) {
        let (first, last) = within(across(line.from), across(line.to), self.width);
        let falling = down(line.from).order(&down(line.to)).is_lt();
        let mut row = 0;
        for column in first..=last {
            let (left, right) = (AxisPosition::whole(column), AxisPosition::whole(column + 1));
            let inside = |edge: AxisPosition, end: MapPoint, reckoned: AxisPosition, wanted| {
                if edge.order(&across(end)) == wanted { reckoned } else { down(end) }
            };
            let enters = inside(left, line.from, line.down_at(column), std::cmp::Ordering::Greater);
            let leaves = inside(right, line.to, line.down_at(column + 1), std::cmp::Ordering::Less);
            let entry = if left.order(&across(line.from)).is_lt() { across(line.from) } else { left };
            if falling {
                let (top, bottom) = (floor(&enters, row, self.height), below(&leaves, row, self.height));
                for down in top.max(0)..=bottom.min(self.height - 1) {
                    let from = if enters.order(&AxisPosition::whole(down)).is_lt() { line.across_at(down) } else { entry };
                    walk.enter(self.owner(column, down), from);
                }
                row = bottom;
            } else {
                let (bottom, top) = (below(&enters, row, self.height), floor(&leaves, row, self.height));
                for down in (top.max(0)..=bottom.min(self.height - 1)).rev() {
                    let from = if enters.order(&AxisPosition::whole(down + 1)).is_gt() { line.across_at(down + 1) } else { entry };
                    walk.enter(self.owner(column, down), from);
                }
                row = top;
            }
        }
    }
}

/// Returns the number of the cell, along one side of the grid, that contains or begins at a position. It may be outside the grid, as the
/// position may.
fn floor(spot: &AxisPosition, guess: i64, length: i64) -> i64 {
    spot.floor_near(guess, -1, length)
}

/// Returns the last cell, along one side of the grid, that begins before a position.
fn below(spot: &AxisPosition, guess: i64, length: i64) -> i64 {
    let floor = floor(spot, guess, length);
    if AxisPosition::whole(floor).order(spot).is_lt() { floor } else { floor - 1 }
}

/// Returns the first and last cell that the range between two positions overlaps by more than an edge.
fn within(from: AxisPosition, to: AxisPosition, length: i64) -> (i64, i64) {
    (floor(&from, 0, length).max(0), below(&to, 0, length).min(length - 1))
}

/// Returns the zone on both sides of a line between two rows or columns of cells; `None` if the sides are in different zones.
fn beside(at: AxisPosition, length: i64, owner: impl Fn(i64) -> Option<usize>) -> Option<usize> {
    let (floor, below) = (floor(&at, 0, length), below(&at, 0, length));
    owner(floor).filter(|zone| owner(below) == Some(*zone))
}
