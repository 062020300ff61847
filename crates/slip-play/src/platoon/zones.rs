//! Zones of the map, of platoon cards and of the re-arm track in one numbering, with range, sight and neighbours.

use crate::ids::{BorderId, IdVec, TableKey, ZoneId};
use crate::platoon::settings::PlatoonSettings;
use crate::platoon::state::PlatoonId;
use ecow::EcoString;
use slip_pack::encounter::MapCard;
pub use slip_pack::terrain::FAR;
use slip_pack::terrain::{SightRules, Terrain};

/// Location of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitLocation {
    /// In a zone of the map or of a card, or on a box of the re-arm track.
    Zone(ZoneId),
    /// Not in the fight: it has left, or has not arrived yet.
    Nowhere,
}

/// Part of the ground that a zone belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The map.
    Map,
    /// The card of a platoon, which is an area beside the map for the platoon's artillery (R-YL4).
    Card(PlatoonId),
    /// A box of the re-arm track, 1 to 6.
    Track(u8),
}

/// The first box of the re-arm track.
pub const REARM: u8 = 1;
/// The last box of the re-arm track.
pub const LAUNCH: u8 = 6;
/// Maximum number of zones of an encounter, including cards and the track.
pub const MOST_ZONES: usize = 128;

/// A zone of the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundZone {
    /// Name of the zone in logs.
    pub name: EcoString,
    /// Name of the zone shown to players.
    pub title: EcoString,
    /// Part of the ground that the zone belongs to.
    pub region: Region,
    /// Height of the ground.
    pub altitude: i32,
    /// Height of the cover. It is added to the height of the ground when sight through the zone is checked.
    pub cover: i32,
    /// True if units in the zone may leave the map.
    pub exit: bool,
    /// Ways out of the zone.
    pub ways: Vec<GroundExit>,
}

/// A border seen from one of its zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundExit {
    /// Border that is crossed.
    pub border: BorderId,
    /// Zone on the other side of the border.
    pub to: ZoneId,
    /// Pass value in this direction; `None` if the border cannot be crossed.
    pub value: Option<i32>,
}

/// A border between two zones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundBorder {
    /// Zone on one side of the border.
    pub a: ZoneId,
    /// Zone on the other side of the border.
    pub b: ZoneId,
    /// Name of the border shown to players.
    pub title: EcoString,
}

/// The ground of an encounter. It never changes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ground {
    /// All zones: first the zones of the map in its order, then the zones of cards by platoon, then the six boxes of the re-arm track.
    pub zones: IdVec<ZoneId, GroundZone>,
    /// Borders of the map, then borders of cards.
    pub borders: IdVec<BorderId, GroundBorder>,
    /// Number of steps between zones, row by row; [`FAR`] between map, cards and re-arm track.
    steps: Vec<u8>,
    /// Zones that are visible from each zone, one bit for each visible zone.
    sight: Vec<u128>,
}

impl Ground {
    /// Builds the ground of a map with cards; `None` if there are more than [`MOST_ZONES`] zones.
    pub fn new(map: &slip_pack::map::Map, cards: &[(PlatoonId, &MapCard)], settings: &PlatoonSettings) -> Option<Ground> {
        let mut ground = Ground::default();
        ground.add_map(map);
        for (platoon, card) in cards {
            ground.add_card(*platoon, card);
        }
        ground.add_track();
        if ground.zones.len() > MOST_ZONES {
            return None;
        }
        ground.survey(&Terrain::new(map)?, settings);
        Some(ground)
    }

    fn add_map(&mut self, map: &slip_pack::map::Map) {
        for zone in &map.zones {
            self.zones.push(GroundZone {
                name: zone.name.clone(),
                title: zone.title.as_str().into(),
                region: Region::Map,
                altitude: zone.altitude,
                cover: zone.cover,
                exit: zone.exit,
                ways: Vec::new(),
            });
        }
        for border in &map.borders {
            use slip_pack::map::BorderValue;
            let (a, b) = (ZoneId::of(border.from), ZoneId::of(border.to));
            let value = match border.value {
                BorderValue::Stateless(value) => Some(value),
                BorderValue::Stateful { pass, .. } => Some(pass),
                BorderValue::Wall => None,
            };
            let title = border.title.as_deref().unwrap_or_default();
            self.add_border(a, b, title, value, if border.one_way { None } else { value });
        }
    }

    fn add_border(&mut self, a: ZoneId, b: ZoneId, title: &str, there: Option<i32>, back: Option<i32>) {
        let name = |zone: ZoneId| self.zones.row(zone).map_or_else(EcoString::new, |zone| zone.title.clone());
        let title = if title.is_empty() { ecow::eco_format!("border {} -- {}", name(a), name(b)) } else { title.into() };
        let border = self.borders.push(GroundBorder { a, b, title });
        for (from, to, value) in [(a, b, there), (b, a, back)] {
            if let Some(zone) = self.zones.row_mut(from) {
                zone.ways.push(GroundExit { border, to, value });
            }
        }
    }

    fn add_card(&mut self, platoon: PlatoonId, card: &MapCard) {
        let first = self.zones.len();
        for zone in &card.zones {
            self.zones.push(GroundZone {
                name: zone.name.clone(),
                title: zone.title.as_str().into(),
                region: Region::Card(platoon),
                altitude: 0,
                cover: 0,
                exit: false,
                ways: Vec::new(),
            });
        }
        for &(a, b) in &card.borders {
            self.add_border(ZoneId::of(first + a), ZoneId::of(first + b), "", Some(0), Some(0));
        }
    }

    fn add_track(&mut self) {
        for number in REARM..=LAUNCH {
            let title = match number {
                REARM => "RE-ARM".into(),
                LAUNCH => "LAUNCH!".into(),
                _ => ecow::eco_format!("box {number}"),
            };
            let name = self.free_name(&ecow::eco_format!("box_{number}"));
            let region = Region::Track(number);
            self.zones.push(GroundZone { name, title, region, altitude: 0, cover: 0, exit: false, ways: Vec::new() });
        }
    }

    /// Returns a name that no zone has yet: a map or a card may have its own `box_6` (R-YL6).
    fn free_name(&self, name: &str) -> EcoString {
        let taken = |name: &str| self.zones.values().any(|zone| zone.name == name);
        let numbered = (2..=MOST_ZONES).map(|number| ecow::eco_format!("{name}#{number}"));
        std::iter::once(EcoString::from(name)).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
    }

    /// Computes range and sight between zones of the map. On a card every zone sees every other (R-L40). Between map, cards and re-arm
    /// track there is neither range nor sight.
    fn survey(&mut self, terrain: &Terrain, settings: &PlatoonSettings) {
        let tracing = SightRules { adjacent: settings.adjacent_traced, borders: settings.border_blocking };
        let sight = terrain.sight(tracing);
        let on_map = |zone: ZoneId| Some(zone.place()).filter(|place| *place < terrain.zones());
        let steps = |from: ZoneId| match on_map(from) {
            Some(from) => self.zones.keys().map(|to| on_map(to).map_or(FAR, |to| terrain.range(from, to))).collect(),
            None => self.steps_from(from),
        };
        let seen = |from: ZoneId| match on_map(from) {
            Some(from) => sight.seen(from),
            None => self.zones.keys().filter(|to| self.region(*to) == self.region(from)).fold(0, |seen, to| seen | 1 << to.0),
        };
        let (steps, seen) = (self.zones.keys().flat_map(steps).collect(), self.zones.keys().map(seen).collect());
        (self.steps, self.sight) = (steps, seen);
    }

    /// Returns, for each zone, the number of steps to it from `from`; `FAR` for zones that are not on the same card.
    fn steps_from(&self, from: ZoneId) -> Vec<u8> {
        let mut steps = vec![FAR; self.zones.len()];
        let mut queue = std::collections::VecDeque::from([from]);
        if let Some(own) = steps.get_mut(from.place()) {
            *own = 0;
        }
        while let Some(zone) = queue.pop_front() {
            let next = steps.get(zone.place()).map_or(FAR, |steps| steps.saturating_add(1));
            for way in self.zones.row(zone).into_iter().flat_map(|zone| &zone.ways) {
                if let Some(there) = steps.get_mut(way.to.place()).filter(|there| **there == FAR && next < FAR) {
                    *there = next;
                    queue.push_back(way.to);
                }
            }
        }
        steps
    }

    /// Returns the part of the ground the zone belongs to.
    pub fn region(&self, zone: ZoneId) -> Region {
        self.zones.row(zone).map_or(Region::Map, |zone| zone.region)
    }

    /// Returns the number of steps on the shortest path, ignoring pass values; [`FAR`] between map, cards and re-arm track.
    pub fn range(&self, from: ZoneId, to: ZoneId) -> u8 {
        self.steps.get(from.place() * self.zones.len() + to.place()).copied().unwrap_or(FAR)
    }

    /// True if the second zone is in sight of the first. On a card every zone is in sight (R-L40).
    pub fn sees(&self, from: ZoneId, to: ZoneId) -> bool {
        self.sight.get(from.place()).is_some_and(|seen| seen >> to.0 & 1 == 1)
    }

    /// Returns the zones of the map.
    pub fn map_zones(&self) -> impl Iterator<Item = ZoneId> {
        self.zones.iter().filter(|(_, zone)| zone.region == Region::Map).map(|(id, _)| id)
    }

    /// Returns the box of the re-arm track with this number.
    pub fn track(&self, number: u8) -> Option<ZoneId> {
        self.zones.iter().find(|(_, zone)| zone.region == Region::Track(number)).map(|(id, _)| id)
    }

    /// Returns the ways out of a zone.
    pub fn ways(&self, zone: ZoneId) -> &[GroundExit] {
        self.zones.row(zone).map_or(&[], |zone| &zone.ways)
    }
}
