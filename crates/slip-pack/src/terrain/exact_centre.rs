//! Centres of zones as exact fractions.

use crate::map::Zone;

/// Point on a map: `x / over`, `y / over`. The cell in column 4, row 2 reaches from 4 to 5 and from 2 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPoint {
    /// Numerator of the x coordinate.
    pub x: i128,
    /// Numerator of the y coordinate.
    pub y: i128,
    /// Common denominator, above 0, in lowest terms.
    pub over: i128,
}

impl MapPoint {
    /// Returns the point with two coordinates over one denominator, in lowest terms; `None` if the denominator is 0.
    pub fn new(x: i128, y: i128, over: i128) -> Option<MapPoint> {
        let common = divisor(divisor(x, y), over);
        let common = if over < 0 { -common } else { common };
        (over != 0).then(|| MapPoint { x: x / common, y: y / common, over: over / common })
    }
}

/// Returns the greatest common divisor of two numbers, not negative.
fn divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the centre of a zone: the written one, else the middle of its cells, else the centre of gravity of its outline. `None` if it has
/// none of the three.
///
/// In a drawn map a written centre is the middle of the cell in that column and row, counted from 0 (R-YG2).
pub(super) fn centre(zone: &Zone, drawn: bool) -> Option<MapPoint> {
    match zone.centre {
        Some((x, y)) if drawn && zone.outline.is_empty() => MapPoint::new(2 * i128::from(x) + 1, 2 * i128::from(y) + 1, 2),
        Some((x, y)) => MapPoint::new(x.into(), y.into(), 1),
        None if !zone.cells.is_empty() => of_cells(&zone.cells),
        None => of_outline(&zone.outline),
    }
}

fn of_cells(cells: &[(u16, u16)]) -> Option<MapPoint> {
    let (mut x, mut y, mut count) = (0, 0, 0);
    for (column, row) in cells {
        x += 2 * i128::from(*column) + 1;
        y += 2 * i128::from(*row) + 1;
        count += 2;
    }
    MapPoint::new(x, y, count)
}

/// Returns the centre of gravity of an outline; without area, the mean of its corners (R-YG3).
fn of_outline(outline: &[(i32, i32)]) -> Option<MapPoint> {
    let wide = |(x, y): (i32, i32)| (i128::from(x), i128::from(y));
    let (mut x, mut y, mut doubled) = (0, 0, 0);
    for ((ax, ay), (bx, by)) in edges(outline).map(|(a, b)| (wide(a), wide(b))) {
        let cross = ax * by - bx * ay;
        x += (ax + bx) * cross;
        y += (ay + by) * cross;
        doubled += cross;
    }
    if doubled != 0 {
        return MapPoint::new(x, y, 3 * doubled);
    }
    let (mut x, mut y, mut count) = (0, 0, 0);
    for (across, down) in outline.iter().copied().map(wide) {
        (x, y, count) = (x + across, y + down, count + 1);
    }
    MapPoint::new(x, y, count)
}

/// Returns the edges of an outline, including the one from the last corner back to the first.
pub(super) fn edges(outline: &[(i32, i32)]) -> impl Iterator<Item = ((i32, i32), (i32, i32))> {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}
