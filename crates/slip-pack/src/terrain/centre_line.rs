//! Line between the centres of two zones: the side of it that a corner is on, and the order of positions along it.

use super::exact_centre::MapPoint;
use super::wide_integer::WideInteger;
use std::cmp::Ordering;

/// Line between two different points. It runs forwards along its axis: along y if the line is upright, otherwise along x.
pub(super) struct MapLine {
    /// Start point of the line.
    pub(super) from: MapPoint,
    /// End point of the line.
    pub(super) to: MapPoint,
    /// Coefficients of the line's equation: `a x + b y + c` is 0 on the line.
    a: WideInteger,
    b: WideInteger,
    c: WideInteger,
    /// True if positions along the line are compared by their y coordinate; otherwise by x.
    pub(super) upright: bool,
}

/// Position of a point along the line's axis: a fraction with a denominator above 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisPosition {
    over: WideInteger,
    of: WideInteger,
}

impl AxisPosition {
    /// Returns the position `over / of`; `of` may have any sign but is not 0.
    pub(super) fn new(over: WideInteger, of: WideInteger) -> AxisPosition {
        match of.sign() {
            Ordering::Less => AxisPosition { over: over.negated(), of: of.negated() },
            _ => AxisPosition { over, of },
        }
    }

    pub(super) fn whole(value: i64) -> AxisPosition {
        AxisPosition { over: WideInteger::from(i128::from(value)), of: WideInteger::from(1) }
    }

    pub(super) fn order(&self, other: &AxisPosition) -> Ordering {
        self.over.times(other.of).cmp(&other.over.times(self.of))
    }

    /// Returns the largest whole number within the bounds that is not above the position, searching from a guess.
    pub(super) fn floor_near(&self, guess: i64, least: i64, most: i64) -> i64 {
        let mut floor = guess.clamp(least, most);
        while floor < most && AxisPosition::whole(floor + 1).order(self).is_le() {
            floor += 1;
        }
        while floor > least && AxisPosition::whole(floor).order(self).is_gt() {
            floor -= 1;
        }
        floor
    }
}

impl MapLine {
    /// Returns the line through two points, in the direction that runs forwards; `None` if the points are equal.
    pub(super) fn new(one: MapPoint, other: MapPoint) -> Option<MapLine> {
        let across = (one.x * other.over).cmp(&(other.x * one.over));
        let down = (one.y * other.over).cmp(&(other.y * one.over));
        let (from, to) = match across.then(down) {
            Ordering::Equal => return None,
            Ordering::Less => (one, other),
            Ordering::Greater => (other, one),
        };
        let cross = |p: i128, q: i128, r: i128, s: i128| {
            WideInteger::from(p).times(WideInteger::from(q)).minus(WideInteger::from(r).times(WideInteger::from(s)))
        };
        Some(MapLine {
            a: cross(from.y, to.over, to.y, from.over),
            b: cross(to.x, from.over, from.x, to.over),
            c: cross(from.x, to.y, to.x, from.y),
            upright: across.is_eq(),
            from,
            to,
        })
    }

    /// True if the line is horizontal.
    pub(super) fn level(&self) -> bool {
        self.a == WideInteger::ZERO
    }

    /// Returns the value of the line's equation at a corner: 0 on the line, of opposite sign on each side.
    pub(super) fn value(&self, (x, y): (i32, i32)) -> WideInteger {
        self.a.times(WideInteger::from(i128::from(x))).plus(self.b.times(WideInteger::from(i128::from(y)))).plus(self.c)
    }

    /// Returns the position where an edge crosses the line; the two corners of the edge are given with their values in the line's equation.
    pub(super) fn crossing(&self, (p, at_p): ((i32, i32), WideInteger), (q, at_q): ((i32, i32), WideInteger)) -> AxisPosition {
        let along = |(x, y): (i32, i32)| WideInteger::from(i128::from(if self.upright { y } else { x }));
        AxisPosition::new(along(p).times(at_q).minus(along(q).times(at_p)), at_q.minus(at_p))
    }

    /// Returns the positions of the line's start and end.
    pub(super) fn ends(&self) -> (AxisPosition, AxisPosition) {
        let along = |point: MapPoint| {
            let value = if self.upright { point.y } else { point.x };
            AxisPosition { over: WideInteger::from(value), of: WideInteger::from(point.over) }
        };
        (along(self.from), along(self.to))
    }

    /// Returns the y coordinate of the line at a column's left edge; the line must not be vertical.
    pub(super) fn down_at(&self, column: i64) -> AxisPosition {
        let value = self.a.times(WideInteger::from(i128::from(column))).plus(self.c);
        AxisPosition::new(value.negated(), self.b)
    }

    /// Returns the x coordinate of the line at a row's upper edge; the line must not be horizontal.
    pub(super) fn across_at(&self, row: i64) -> AxisPosition {
        let value = self.b.times(WideInteger::from(i128::from(row))).plus(self.c);
        AxisPosition::new(value.negated(), self.a)
    }
}

/// Returns the y coordinate of a point as a position.
pub(super) fn down(point: MapPoint) -> AxisPosition {
    AxisPosition { over: WideInteger::from(point.y), of: WideInteger::from(point.over) }
}

/// Returns the x coordinate of a point as a position.
pub(super) fn across(point: MapPoint) -> AxisPosition {
    AxisPosition { over: WideInteger::from(point.x), of: WideInteger::from(point.over) }
}
