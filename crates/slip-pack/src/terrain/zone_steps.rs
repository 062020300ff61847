//! Steps between zones: distances, and the path that a line of sight takes on a map without drawing.

use super::{FAR, MOST_ZONES, bits};
use crate::map::{Border, BorderValue, Map};

/// Numbers of steps between the zones of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneRanges {
    zones: usize,
    /// Steps from every zone to every other, row by row.
    steps: Vec<u8>,
}

impl ZoneRanges {
    /// Computes the steps between all zones; `None` if the map has more than [`MOST_ZONES`].
    pub fn new(map: &Map) -> Option<ZoneRanges> {
        let zones = map.zones.len();
        (zones <= MOST_ZONES).then(|| ZoneRanges::of(&neighbours(zones, &map.borders)))
    }

    pub(super) fn of(neighbours: &[u128]) -> ZoneRanges {
        ZoneRanges { zones: neighbours.len(), steps: ranges(neighbours) }
    }

    /// Returns the number of zone steps on the shortest path between two zones, ignoring pass values; [`FAR`] if there is none.
    pub fn between(&self, one: usize, other: usize) -> u8 {
        let place = (one < self.zones && other < self.zones).then_some(one * self.zones + other);
        place.and_then(|place| self.steps.get(place)).copied().unwrap_or(FAR)
    }

    /// Returns the ranges between all zones, row by row.
    pub fn rows(&self) -> &[u8] {
        &self.steps
    }
}

/// Returns the neighbours of each zone as bits: the zones across a border that is not a wall, in whichever direction it may be crossed
/// (R-YG1).
pub(super) fn neighbours(zones: usize, borders: &[Border]) -> Vec<u128> {
    let mut rows = vec![0_u128; zones];
    for border in borders.iter().filter(|border| !matches!(border.value, BorderValue::Wall)) {
        for (from, to) in [(border.from, border.to), (border.to, border.from)] {
            if let Some(row) = rows.get_mut(from).filter(|_| to < zones) {
                *row |= 1 << to;
            }
        }
    }
    rows
}

/// Returns the zones that can be entered from each zone, as bits.
pub(super) fn ways(zones: usize, borders: &[Border]) -> Vec<u128> {
    let mut rows = vec![0_u128; zones];
    for border in borders.iter().filter(|border| !matches!(border.value, BorderValue::Wall)) {
        let there = [(border.from, border.to)].into_iter();
        for (from, to) in there.chain((!border.one_way).then_some((border.to, border.from))) {
            if let Some(row) = rows.get_mut(from).filter(|_| to < zones) {
                *row |= 1 << to;
            }
        }
    }
    rows
}

/// Returns the number of steps from every zone to every other, row by row; [`FAR`] if two are not connected.
fn ranges(neighbours: &[u128]) -> Vec<u8> {
    let mut ranges = Vec::with_capacity(neighbours.len() * neighbours.len());
    for start in 0..neighbours.len() {
        let mut row = vec![FAR; neighbours.len()];
        let (mut seen, mut edge, mut steps) = (0_u128, 1_u128 << start, 0_u8);
        while edge != 0 {
            for zone in bits(edge) {
                row.get_mut(zone).into_iter().for_each(|range| *range = steps);
            }
            seen |= edge;
            let next = bits(edge).filter_map(|zone| neighbours.get(zone)).fold(0, |all, row| all | row);
            edge = next & !seen;
            steps = steps.saturating_add(1);
        }
        ranges.extend(row);
    }
    ranges
}

/// Returns a shortest path between two zones, both included; `None` if they are not connected. The path starts in the zone with the lower
/// number. Each step leads to the zone with the lowest number among those nearer to the goal (R-YG5).
pub(super) fn path(neighbours: &[u128], ranges: &ZoneRanges, one: usize, other: usize) -> Option<Vec<usize>> {
    let (mut here, goal) = (one.min(other), one.max(other));
    let left = |zone: usize| Some(ranges.between(goal, zone)).filter(|steps| *steps != FAR);
    let mut way = vec![here];
    let mut steps = left(here)?;
    while steps > 0 {
        let nearer = steps - 1;
        here = bits(*neighbours.get(here)?).find(|next| left(*next) == Some(nearer))?;
        way.push(here);
        steps = nearer;
    }
    Some(way)
}
