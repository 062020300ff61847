//! Finds the segments of a line inside an outline.
//!
//! The inside is found by counting edges, so that outlines may be hollow and may cross themselves. A line is inside only if
//! points at an infinitesimal distance on both sides are inside; along an edge, or at a corner, it is not (R-L5).

use super::centre_line::{AxisPosition, MapLine};
use super::exact_centre::{MapPoint, edges};
use super::wide_integer::WideInteger;
use std::cmp::Ordering;

/// Corner of an outline, and the value of the line's equation there.
type Corner = ((i32, i32), WideInteger);

/// Returns the start of each segment of the line inside the outline.
pub(super) fn entered(outline: &[(i32, i32)], line: &MapLine) -> Vec<AxisPosition> {
    let corners: Vec<(Corner, Corner)> = edges(outline).map(|(p, q)| ((p, line.value(p)), (q, line.value(q)))).collect();
    let one = crossings(&corners, line, Ordering::Greater);
    let other = crossings(&corners, line, Ordering::Less);
    let (begin, end) = line.ends();
    let mut entered = Vec::new();
    for (from, to) in pairs(&one) {
        for (second_from, second_to) in pairs(&other) {
            let from = later(later(*from, *second_from), begin);
            let to = earlier(earlier(*to, *second_to), end);
            if from.order(&to).is_lt() {
                entered.push(from);
            }
        }
    }
    entered
}

/// True if two outlines overlap in area; shared edges and corners do not count.
pub fn overlap(one: &[(i32, i32)], other: &[(i32, i32)]) -> bool {
    let sorted = |outline: &[(i32, i32)]| {
        let mut corners = outline.to_vec();
        corners.sort_unstable();
        corners
    };
    // `enters` is false for two equal outlines, because their edges do not pass through the inside. Equal outlines are compared separately.
    enters(one, other) || enters(other, one) || sorted(one) == sorted(other)
}

/// True if an edge of one outline passes through the inside of the other.
fn enters(one: &[(i32, i32)], other: &[(i32, i32)]) -> bool {
    let point = |(x, y): (i32, i32)| MapPoint::new(i128::from(x), i128::from(y), 1);
    let line = |(from, to): ((i32, i32), (i32, i32))| MapLine::new(point(from)?, point(to)?);
    edges(one).filter_map(line).any(|line| !entered(other, &line).is_empty())
}

/// Returns the positions where edges cross the line, in order. Corners on the line count as being on the given side.
fn crossings(corners: &[(Corner, Corner)], line: &MapLine, side: Ordering) -> Vec<AxisPosition> {
    let side_of = |value: WideInteger| value.sign().then(side);
    let mut crossings: Vec<AxisPosition> =
        corners.iter().filter(|((_, at_p), (_, at_q))| side_of(*at_p) != side_of(*at_q)).map(|(p, q)| line.crossing(*p, *q)).collect();
    crossings.sort_by(AxisPosition::order);
    crossings
}

/// Pairs entries with exits: a closed outline crosses a line an even number of times.
fn pairs(crossings: &[AxisPosition]) -> impl Iterator<Item = (&AxisPosition, &AxisPosition)> {
    crossings.iter().step_by(2).zip(crossings.iter().skip(1).step_by(2))
}

fn later(one: AxisPosition, other: AxisPosition) -> AxisPosition {
    if one.order(&other).is_lt() { other } else { one }
}

fn earlier(one: AxisPosition, other: AxisPosition) -> AxisPosition {
    if one.order(&other).is_gt() { other } else { one }
}
