//! Geometry of a zone map for platoon combat: centres, neighbours, ranges and lines of sight.
//!
//! All computation is in exact fractions. A test such as "the line touches a corner" must not depend on rounding. [`Terrain`] is the
//! geometry of the map; [`ZoneSight`] is the visibility under the rules in force.

mod cells_on_line;
mod centre_line;
mod exact_centre;
mod segments_in_outline;
mod wide_integer;
mod zone_steps;
mod zone_visibility;
mod zones_by_centre;

pub use exact_centre::MapPoint;
pub use segments_in_outline::overlap;
pub use zone_steps::ZoneRanges;
pub use zone_visibility::{SightRules, ZoneSight};

use super::map::Map;
use cells_on_line::ZoneGrid;
use centre_line::{AxisPosition, MapLine};

/// Greatest number of zones of a map: one bit each in a `u128`.
pub const MOST_ZONES: usize = 128;

/// Value of the range between two zones that are not connected.
pub const FAR: u8 = u8::MAX;

/// Returns the numbers of the bits that are set, lowest first.
pub fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        usize::try_from(lowest).ok()
    })
}

/// Segment of a line inside a zone.
struct SightSegment {
    zone: usize,
    /// Position on the line where the segment begins.
    from: AxisPosition,
}

/// Obstacles on the line of sight between the centres of two zones.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Obstacles {
    /// Zones that the line passes, without the two zones at its ends.
    zones: u128,
    /// Effective altitude of the highest border with cover that the line crosses (R-L43).
    hedge: Option<i32>,
}

/// Geometry of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    centres: Vec<Option<MapPoint>>,
    neighbours: Vec<u128>,
    ways: Vec<u128>,
    ranges: ZoneRanges,
    altitudes: Vec<i32>,
    effective: Vec<i32>,
    /// Obstacles on the line between each two zones, as a square table row by row; `None` for pairs without a line.
    between: Vec<Option<Obstacles>>,
}

impl Terrain {
    /// Computes the geometry of a map; `None` if the map has more than [`MOST_ZONES`].
    pub fn new(map: &Map) -> Option<Terrain> {
        let count = map.zones.len();
        if count > MOST_ZONES {
            return None;
        }
        let neighbours = zone_steps::neighbours(count, &map.borders);
        let drawn = !map.picture.is_empty();
        let mut terrain = Terrain {
            centres: map.zones.iter().map(|zone| exact_centre::centre(zone, drawn)).collect(),
            ranges: ZoneRanges::of(&neighbours),
            neighbours,
            ways: zone_steps::ways(count, &map.borders),
            altitudes: map.zones.iter().map(|zone| zone.altitude).collect(),
            effective: map.zones.iter().map(|zone| zone.altitude.saturating_add(zone.cover)).collect(),
            between: Vec::new(),
        };
        terrain.between = terrain.trace(map);
        Some(terrain)
    }

    /// Returns the number of zones of the map.
    pub fn zones(&self) -> usize {
        self.centres.len()
    }

    /// Returns the centre of a zone; `None` in a map without a drawing.
    pub fn centre(&self, zone: usize) -> Option<MapPoint> {
        self.centres.get(zone).copied().flatten()
    }

    /// Returns the neighbours of a zone as bits: the zones that share a border with it, walls excluded.
    pub fn neighbours(&self, zone: usize) -> u128 {
        self.neighbours.get(zone).copied().unwrap_or(0)
    }

    /// Returns the zones that can be entered from a zone at any cost, as bits: its neighbours, except those whose one-way border leads only
    /// back to this zone.
    pub fn ways(&self, zone: usize) -> u128 {
        self.ways.get(zone).copied().unwrap_or(0)
    }

    /// True if two zones share a border.
    pub fn adjacent(&self, one: usize, other: usize) -> bool {
        other < MOST_ZONES && self.neighbours(one) >> other & 1 == 1
    }

    /// Returns the number of zone steps on the shortest path between two zones, ignoring pass values; [`FAR`] if there is none.
    pub fn range(&self, one: usize, other: usize) -> u8 {
        self.ranges.between(one, other)
    }

    /// Returns the ranges between all zones, row by row.
    pub fn ranges(&self) -> &[u8] {
        self.ranges.rows()
    }

    /// Returns the altitude of units in a zone. Cover does not raise units inside the zone (R-L2).
    pub fn altitude(&self, zone: usize) -> i32 {
        self.altitudes.get(zone).copied().unwrap_or(0)
    }

    /// Returns the altitude of a zone for lines of sight that pass through it: its altitude plus its cover (R-L2).
    pub fn effective_altitude(&self, zone: usize) -> i32 {
        self.effective.get(zone).copied().unwrap_or(0)
    }

    /// Returns the zones on the line from one centre to another, as bits, without the zones at its ends. `None` if there is no line.
    pub fn obstructing(&self, from: usize, to: usize) -> Option<u128> {
        self.between(from, to).map(|between| between.zones)
    }

    /// Returns the effective altitude of the highest border with cover on the line from one centre to another (R-L43).
    pub fn hedge(&self, from: usize, to: usize) -> Option<i32> {
        self.between(from, to).and_then(|between| between.hedge)
    }

    /// Computes the visibility between every pair of zones under the rules in force.
    pub fn sight(&self, tracing: SightRules) -> ZoneSight {
        ZoneSight::new(self, tracing)
    }

    fn between(&self, from: usize, to: usize) -> Option<&Obstacles> {
        self.between.get(self.place(from, to)?)?.as_ref()
    }

    fn place(&self, one: usize, other: usize) -> Option<usize> {
        let count = self.zones();
        (one < count && other < count).then_some(one * count + other)
    }

    /// Computes the obstacles on the line between every pair of zones.
    fn trace(&self, map: &Map) -> Vec<Option<Obstacles>> {
        let count = self.zones();
        let shapes = Shapes::new(map);
        let mut between = vec![None; count * count];
        for one in 0..count {
            for other in one..count {
                let found = shapes.line(self, map, one, other).map(|line| self.stands(map, &line));
                for place in [self.place(one, other), self.place(other, one)].into_iter().flatten() {
                    between.get_mut(place).into_iter().for_each(|slot| slot.clone_from(&found));
                }
            }
        }
        for (from, to, line) in authored(map) {
            if let Some(slot) = self.place(from, to).and_then(|place| between.get_mut(place)) {
                *slot = Some(self.stands(map, &line));
            }
        }
        between
    }

    /// Returns the obstacles on a line through zones: the zones between its ends, and the borders between consecutive zones. `line` has the
    /// zones in order, with both ends.
    fn stands(&self, map: &Map, line: &[usize]) -> Obstacles {
        let ends = [line.first(), line.last()];
        let passed = line.iter().filter(|zone| !ends.contains(&Some(zone)));
        let crossed = |border: &&super::map::Border| {
            border.cover > 0 && line.windows(2).any(|step| *step == [border.from, border.to] || *step == [border.to, border.from])
        };
        let height = |border: &super::map::Border| self.altitude(border.from).max(self.altitude(border.to)).saturating_add(border.cover);
        Obstacles { zones: passed.fold(0, |set, zone| set | 1 << zone), hedge: map.borders.iter().filter(crossed).map(height).max() }
    }
}

/// Lists the lines of sight that the author has drawn, for both directions. A line written for one direction overrides one written for the
/// opposite direction.
fn authored(map: &Map) -> impl Iterator<Item = (usize, usize, Vec<usize>)> {
    let line = |sight: &super::map::LineOfSight| {
        let ends = if sight.through.is_empty() { (None, None) } else { (Some(sight.from), Some(sight.to)) };
        ends.0.into_iter().chain(sight.through.iter().copied()).chain(ends.1).collect::<Vec<_>>()
    };
    let back = map.sight.iter().map(move |sight| (sight.to, sight.from, line(sight)));
    back.chain(map.sight.iter().map(move |sight| (sight.from, sight.to, line(sight))))
}

/// Drawing of the zones of a map.
struct Shapes {
    grid: ZoneGrid,
    /// True if the zones of the map have only centres, without cells or outlines.
    bare: bool,
}

impl Shapes {
    fn new(map: &Map) -> Shapes {
        let bare = map.zones.iter().all(|zone| zone.cells.is_empty() && zone.outline.is_empty());
        Shapes { grid: ZoneGrid::new(&map.zones), bare }
    }

    /// Returns the zones that the line between two centres passes, both ends included, in order. Without centres, the zones on a shortest
    /// path.
    fn line(&self, terrain: &Terrain, map: &Map, one: usize, other: usize) -> Option<Vec<usize>> {
        let (Some(from), Some(to)) = (terrain.centre(one), terrain.centre(other)) else {
            return zone_steps::path(&terrain.neighbours, &terrain.ranges, one, other);
        };
        let Some(line) = MapLine::new(from, to) else { return Some(vec![one, other]) };
        let (one, other) = if line.from == from { (one, other) } else { (other, one) };
        let mut passed = if self.bare {
            zones_by_centre::passed(&terrain.centres, line.from, line.to)
        } else {
            let mut passed = self.grid.passed(&line);
            for (zone, drawn) in map.zones.iter().enumerate().filter(|(_, zone)| !zone.outline.is_empty()) {
                passed.extend(segments_in_outline::entered(&drawn.outline, &line).into_iter().map(|from| SightSegment { zone, from }));
            }
            passed
        };
        passed.sort_by(|a, b| a.from.order(&b.from));
        let mut zones = vec![one];
        zones.extend(passed.into_iter().map(|stretch| stretch.zone));
        zones.push(other);
        zones.dedup();
        Some(zones)
    }
}
