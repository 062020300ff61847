//! Finds the zones that a line passes on a map with centres only: each zone is the area that is nearer to its own centre than to any other
//! (R-YG4).

use super::SightSegment;
use super::centre_line::AxisPosition;
use super::exact_centre::MapPoint;
use super::wide_integer::WideInteger;

/// Fraction with a denominator above 0. Both parts are below 2^46, so that a product fits in an `i128`.
type Fraction = (i128, i128);

fn less(one: Fraction, other: Fraction) -> bool {
    one.0 * other.1 < other.0 * one.1
}

/// Returns the zones on a line between two centres. Each comes with the fraction of the line that precedes it. Centres are whole numbers.
pub(super) fn passed(centres: &[Option<MapPoint>], from: MapPoint, to: MapPoint) -> Vec<SightSegment> {
    // Squared distance of a point on the line from a centre, as `a + b t`, where `t` runs from 0 to 1 along the line. Terms that are equal
    // for all centres are left out.
    let (across, down) = (to.x - from.x, to.y - from.y);
    let distance = |centre: &MapPoint| {
        let (x, y) = (centre.x, centre.y);
        (x * x + y * y - 2 * (from.x * x + from.y * y), -2 * (across * x + down * y))
    };
    let distances: Vec<(usize, Fraction)> =
        centres.iter().enumerate().filter_map(|(zone, centre)| Some((zone, distance(centre.as_ref()?)))).collect();
    let begun = |(zone, own): &(usize, Fraction)| {
        let others = distances.iter().filter(|(other, _)| other != zone).map(|(_, other)| *other);
        let from = nearest_from(*own, others)?;
        Some(SightSegment { zone: *zone, from: AxisPosition::new(WideInteger::from(from.0), WideInteger::from(from.1)) })
    };
    distances.iter().filter_map(begun).collect()
}

/// Returns the position on the line from which one centre is nearer than all others. `None` if there is no such position, or only a single
/// point.
fn nearest_from((a, b): Fraction, others: impl Iterator<Item = Fraction>) -> Option<Fraction> {
    let (mut from, mut to): (Fraction, Fraction) = ((0, 1), (1, 1));
    for (other_a, other_b) in others {
        // The centre is nearer than the other one where a + b t < other_a + other_b t.
        let (slope, room) = (b - other_b, other_a - a);
        match slope.signum() {
            1 if less((room, slope), to) => to = (room, slope),
            -1 if less(from, (-room, -slope)) => from = (-room, -slope),
            0 if room <= 0 => return None,
            _ => {}
        }
    }
    less(from, to).then_some(from)
}
