//! Reads outlines of zones, and finds the outlines that share a part of an edge.

use super::Placed;
use crate::check::map_errors as errors;
use crate::check::simple_entries::member_span;
use slip_pack::map::Zone;
use slip_pack::terrain;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::Entry;

/// Maximum number of corners of an outline.
const MOST_CORNERS: usize = 64;

/// Corner of an outline.
type Point = (i32, i32);

/// Reads the corners of an outline, at least `least` pairs of whole numbers: `outline 0 0, 4 0, 4 3`.
pub(super) fn points(entry: &Entry, least: usize, out: &mut Diagnostics) -> Vec<Point> {
    let (mut points, mut wrong) = (Vec::new(), false);
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
            _ => {
                out.push(errors::point(member_span(member, entry)));
                wrong = true;
            }
        }
    }
    if points.len() > MOST_CORNERS {
        out.push(errors::too_many_points(entry.values_span(), MOST_CORNERS));
        points.truncate(MOST_CORNERS);
    }
    if points.len() < least && !entry.broken && !wrong {
        out.push(errors::too_few_points(entry.values_span(), entry.word(), least));
    }
    points
}

/// Maximum number of edges that are checked for overlaps. A map drawn by hand has far fewer.
const MOST_EDGES: usize = 20_000;

/// Returns the pairs of zones that cover the same ground, lower index first: outlines that overlap, and equal centres.
pub(super) fn overlapping(zones: &[Placed]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut left = MOST_EDGES;
    let boxes: Vec<Option<Bounds>> = zones.iter().map(|placed| bounds(&placed.zone.outline)).collect();
    for ((number, placed), own) in zones.iter().enumerate().zip(&boxes) {
        let one = &placed.zone;
        for ((other, second), its) in zones.iter().map(|placed| &placed.zone).enumerate().zip(&boxes).skip(number + 1) {
            let bare = |zone: &Zone| zone.outline.is_empty() && zone.cells.is_empty();
            let same = || bare(one) && bare(second) && one.centre.is_some() && one.centre == second.centre;
            let near = || own.zip(*its).is_some_and(|(own, its)| meet(own, its));
            if same() {
                pairs.push((number, other));
            } else if near() {
                left = left.saturating_sub(one.outline.len() + second.outline.len());
                if left > 0 && terrain::overlap(&one.outline, &second.outline) {
                    pairs.push((number, other));
                }
            }
        }
    }
    pairs
}

/// Two opposite corners of a bounding box: left and top, right and bottom.
type Bounds = (Point, Point);

fn bounds(outline: &[Point]) -> Option<Bounds> {
    let least = outline.iter().copied().reduce(|one, other| (one.0.min(other.0), one.1.min(other.1)))?;
    let most = outline.iter().copied().reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))?;
    Some((least, most))
}

/// True if two bounding boxes overlap, that is, have more than an edge or a corner in common.
fn meet(one: Bounds, other: Bounds) -> bool {
    one.0.0 < other.1.0 && other.0.0 < one.1.0 && one.0.1 < other.1.1 && other.0.1 < one.1.1
}

/// Returns the pairs of zones whose outlines share more than a point, lower index first.
pub(super) fn touching(zones: &[Placed]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let boxes: Vec<Option<Bounds>> = zones.iter().map(|placed| bounds(&placed.zone.outline)).collect();
    for ((number, placed), own) in zones.iter().enumerate().zip(&boxes) {
        for ((other, second), its) in zones.iter().enumerate().zip(&boxes).skip(number + 1) {
            let shared = own.zip(*its).is_some_and(|(own, its)| reach(own, its))
                && edges(&placed.zone.outline).any(|edge| edges(&second.zone.outline).any(|another| overlap(edge, another)));
            if shared {
                pairs.push((number, other));
            }
        }
    }
    pairs
}

/// True if two bounding boxes have at least one point in common.
fn reach(one: Bounds, other: Bounds) -> bool {
    one.0.0 <= other.1.0 && other.0.0 <= one.1.0 && one.0.1 <= other.1.1 && other.0.1 <= one.1.1
}

fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

/// True if two segments are on one straight line and share more than a point.
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
    // Position along the straight line on which both segments are.
    let along = |p: (i64, i64)| dx * (p.0 - a.0) + dy * (p.1 - a.1);
    let (first, second) = (along(c).min(along(d)), along(c).max(along(d)));
    first.max(0) < second.min(along(b))
}
