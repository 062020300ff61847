//! Outlines of zones: corners, and which outlines share a stretch of edge. Floor 4.

use super::Placed;
use crate::check::keys::member_span;
use crate::check::map_errors as errors;
use crate::diagnostic::Diagnostics;
use crate::syntax::tree::Entry;

/// The most corners of an outline.
const MOST_CORNERS: usize = 64;

/// A corner.
type Point = (i32, i32);

/// Reads `outline 0 0, 4 0, 4 3`: at least `least` pairs of whole numbers.
pub(super) fn points(entry: &Entry, least: usize, out: &mut Diagnostics) -> Vec<Point> {
    let mut points = Vec::new();
    for member in entry.members() {
        let numbers: Vec<i32> = member
            .iter()
            .filter_map(|value| value.expr.int())
            .filter_map(|number| i32::try_from(number).ok())
            .filter(|number| number.abs() <= 1_000_000)
            .collect();
        match (numbers.as_slice(), member.len()) {
            ([x, y], 2) => points.push((*x, *y)),
            _ if entry.broken => {}
            _ => out.push(errors::point(member_span(member, entry))),
        }
    }
    if points.len() > MOST_CORNERS {
        out.push(errors::too_many_points(entry.values_span(), MOST_CORNERS));
        points.truncate(MOST_CORNERS);
    }
    if points.len() < least && !entry.broken {
        out.push(errors::too_few_points(entry.values_span(), entry.word(), least));
    }
    points
}

/// Pairs of zones whose outlines share a stretch of edge longer than a point, lower number first.
pub(super) fn touching(zones: &[Placed]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (number, placed) in zones.iter().enumerate() {
        for (other, second) in zones.iter().enumerate().skip(number + 1) {
            let shared = edges(&placed.zone.outline).any(|edge| edges(&second.zone.outline).any(|another| overlap(edge, another)));
            if shared {
                pairs.push((number, other));
            }
        }
    }
    pairs
}

fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

/// Whether two stretches lie on one line and have more than a point in common.
fn overlap(one: (Point, Point), other: (Point, Point)) -> bool {
    let wide = |(x, y): Point| (i64::from(x), i64::from(y));
    let (a, b, c, d) = (wide(one.0), wide(one.1), wide(other.0), wide(other.1));
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    if (dx, dy) == (0, 0) {
        return false;
    }
    let beside = |p: (i64, i64)| dx * (p.1 - a.1) - dy * (p.0 - a.0);
    if beside(c) != 0 || beside(d) != 0 {
        return false;
    }
    // Along the line both stretches are intervals.
    let along = |p: (i64, i64)| dx * (p.0 - a.0) + dy * (p.1 - a.1);
    let (first, second) = (along(c).min(along(d)), along(c).max(along(d)));
    first.max(0) < second.min(along(b))
}
