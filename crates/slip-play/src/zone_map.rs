//! Zone maps in play: neighbours, range, sight and the cost of borders.
//!
//! A [`ZoneMap`] never changes; a [`BorderStates`] is the state of its borders.

use crate::ids::{ActorId, BorderId, IdVec, TableKey, ZoneId};
use ecow::EcoString;
use slip_pack::map::BorderValue;
use std::collections::VecDeque;

/// A zone of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapZone {
    /// Name of the zone in files.
    pub name: EcoString,
    /// Title of the zone, for display.
    pub title: EcoString,
    /// True if the zone is outdoors, where melee weapons reach only their own zone.
    pub outdoor: bool,
    /// True if an actor in the zone may leave the map.
    pub exit: bool,
    /// Longest range allowed on the level of the zone (R-P23).
    pub cap: Option<u8>,
    /// Ways into and out of the zone, one for each border. Walls are left out.
    pub ways: Vec<ZoneExit>,
}

/// A border seen from one of its zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneExit {
    /// Border that is crossed.
    pub border: BorderId,
    /// Zone on the far side of the border.
    pub to: ZoneId,
    /// True if the border may be crossed in this direction.
    pub out: bool,
}

/// A border between two zones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapBorder {
    /// Zone on one side of the border.
    pub a: ZoneId,
    /// Zone on the other side of the border.
    pub b: ZoneId,
    /// Cost of crossing when the encounter starts.
    pub value: BorderValue,
    /// True if the border starts open.
    pub open: bool,
    /// Title of the border.
    pub title: EcoString,
    /// True if the map gives the title; otherwise the border is titled after its zones.
    pub titled: bool,
    /// True if the border blocks sight, false if it does not; `None` if the map does not set it.
    pub blocks_sight: Option<bool>,
}

/// The map of an encounter, with at most [`ZoneMap::MAX`] zones.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ZoneMap {
    /// Zones of the map.
    pub zones: IdVec<ZoneId, MapZone>,
    /// Borders; walls are not in [`MapZone::ways`].
    pub borders: IdVec<BorderId, MapBorder>,
    /// Distances between zones, row by row.
    steps: Vec<u8>,
    /// For each zone, the zones at a distance of at most the range cap, one bit for each zone.
    in_cap: Vec<u128>,
    /// Lines of sight that the map declares, each as the zones from one end to the other. The two ends see each other exactly if no border
    /// along the line blocks sight; the shortest path between them does not matter.
    lines: Vec<Vec<ZoneId>>,
}

/// Distance of a zone that cannot be reached.
pub const FAR: u8 = u8::MAX;

/// State of the borders of a map in play.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct BorderStates {
    /// The state of each border.
    pub borders: IdVec<BorderId, BorderState>,
    /// Points that actors have paid towards crossing a border (R-P19), in order of payment.
    pub crossings: Vec<(ActorId, BorderId, i16)>,
    /// For each zone the set of visible zones, recomputed when a border opens or closes.
    sight: Vec<u128>,
}

impl Clone for BorderStates {
    fn clone(&self) -> BorderStates {
        BorderStates { borders: self.borders.clone(), crossings: self.crossings.clone(), sight: self.sight.clone() }
    }

    fn clone_from(&mut self, from: &BorderStates) {
        let BorderStates { borders, crossings, sight } = from;
        self.borders.clone_from(borders);
        self.crossings.clone_from(crossings);
        self.sight.clone_from(sight);
    }
}

/// The state of a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorderState {
    /// Present cost of crossing the border, with obstructions.
    pub value: BorderValue,
    /// True if the border is open. Only borders with an open and a closed state, such as doors, can be closed.
    pub open: bool,
    /// Points paid so far towards opening or closing the border.
    pub progress: i16,
}

impl BorderState {
    /// Returns the cost of crossing the border, without the step itself. `None` if the border cannot be crossed now. A closed door can be
    /// crossed once its opening is paid for.
    pub fn pass(&self) -> Option<i32> {
        match self.value {
            BorderValue::Stateless(cost) => Some(cost),
            BorderValue::Stateful { pass, .. } if self.open || self.to_open() == Some(0) => Some(pass),
            BorderValue::Stateful { .. } | BorderValue::Wall => None,
        }
    }

    /// Returns the points that are still to be paid to open the border; `None` if it is not a closed door.
    pub fn to_open(&self) -> Option<i32> {
        match self.value {
            BorderValue::Stateful { open, .. } if !self.open => Some((open - i32::from(self.progress)).max(0)),
            _ => None,
        }
    }

    /// Returns the points that are still to be paid to close the border. Returns `None` if the border is not an open door, or can never be
    /// closed.
    pub fn to_close(&self) -> Option<i32> {
        match self.value {
            BorderValue::Stateful { close: Some(close), .. } if self.open => Some((close - i32::from(self.progress)).max(0)),
            _ => None,
        }
    }

    /// Returns the border with `by` added to each of its costs. This may open or close a door, if its new cost is already paid. A border
    /// that can never be closed gets no cost for closing.
    #[must_use]
    pub fn harder_by(self, by: i32) -> BorderState {
        let part = |part: i32| (part + by).max(0);
        let value = match self.value {
            BorderValue::Stateless(cost) => BorderValue::Stateless(part(cost)),
            BorderValue::Stateful { open, pass, close } => {
                BorderValue::Stateful { open: part(open), pass: part(pass), close: close.map(part) }
            }
            BorderValue::Wall => BorderValue::Wall,
        };
        let changed = BorderState { value, ..self };
        let left = changed.to_open().or(changed.to_close());
        if self.progress > 0 && left == Some(0) { BorderState { open: !self.open, progress: 0, ..changed } } else { changed }
    }
}

impl ZoneMap {
    /// Largest number of zones of a map in play.
    pub const MAX: usize = slip_limits::ENCOUNTER_ZONES;

    /// Returns the map of a pack; `None` if it has more zones than [`ZoneMap::MAX`].
    pub fn new(map: &slip_pack::map::Map) -> Option<ZoneMap> {
        if map.zones.len() > ZoneMap::MAX {
            return None;
        }
        let zone_id = |number: usize| u8::try_from(number).ok().filter(|_| number < map.zones.len()).map(ZoneId);
        let mut zones: IdVec<ZoneId, MapZone> = map
            .zones
            .iter()
            .map(|zone| MapZone {
                name: zone.name.clone(),
                title: zone.title.as_str().into(),
                outdoor: zone.outdoor,
                exit: zone.exit,
                cap: zone.range_cap.map(|cap| u8::try_from(cap.max(0)).unwrap_or(u8::MAX)),
                ways: Vec::new(),
            })
            .collect();
        let mut borders = IdVec::new();
        for border in &map.borders {
            let (Some(a), Some(b)) = (zone_id(border.from), zone_id(border.to)) else { continue };
            let title = match &border.title {
                Some(title) => title.as_str().into(),
                None => ecow::eco_format!("border {} -- {}", zones[a].title, zones[b].title),
            };
            let (value, open, blocks_sight) = (border.value, border.open, border.blocks_sight);
            let id = borders.push(MapBorder { a, b, value, open, title, titled: border.title.is_some(), blocks_sight });
            if value != BorderValue::Wall {
                zones[a].ways.push(ZoneExit { border: id, to: b, out: true });
                zones[b].ways.push(ZoneExit { border: id, to: a, out: !border.one_way });
            }
        }
        let lines = map
            .sight
            .iter()
            .filter_map(|sight| {
                let ends = std::iter::once(sight.from).chain(sight.through.iter().copied());
                ends.chain(std::iter::once(sight.to)).map(zone_id).collect()
            })
            .collect();
        let steps = zones.keys().flat_map(|from| steps_from(&zones, from)).collect();
        let mut map = ZoneMap { zones, borders, steps, in_cap: Vec::new(), lines };
        let near = |from: ZoneId, to: ZoneId| map.range(from, to) != FAR && map.range(from, to) <= map.cap(from, to);
        let all_near = |from: ZoneId| map.zones.keys().filter(|&to| near(from, to)).fold(0, |all, to| all | 1_u128 << to.0);
        map.in_cap = map.zones.keys().map(all_near).collect();
        Some(map)
    }

    /// Returns the zones that are within the range cap from a zone, one bit for each.
    pub fn in_cap(&self, from: ZoneId) -> u128 {
        self.in_cap.get(from.place()).copied().unwrap_or(0)
    }

    /// Returns the range: the number of borders on a shortest path, whatever they cost (R-P22). [`FAR`] if there is no path.
    pub fn range(&self, from: ZoneId, to: ZoneId) -> u8 {
        let place = usize::from(from.0) * self.zones.len() + usize::from(to.0);
        self.steps.get(place).copied().unwrap_or(FAR)
    }

    /// Returns the longest range for acts between two zones: the smaller of their range caps (R-P23).
    pub fn cap(&self, from: ZoneId, to: ZoneId) -> u8 {
        let cap = |zone: ZoneId| self.zones.row(zone).and_then(|zone| zone.cap).unwrap_or(FAR);
        cap(from).min(cap(to))
    }
}

fn steps_from(zones: &IdVec<ZoneId, MapZone>, from: ZoneId) -> Vec<u8> {
    let mut steps: IdVec<ZoneId, u8> = zones.keys().map(|zone| if zone == from { 0 } else { FAR }).collect();
    let mut queue = VecDeque::from([from]);
    while let Some(zone) = queue.pop_front() {
        let next = steps[zone].saturating_add(1);
        for way in &zones[zone].ways {
            if steps[way.to] == FAR && next < FAR {
                steps[way.to] = next;
                queue.push_back(way.to);
            }
        }
    }
    steps.values().copied().collect()
}

impl BorderStates {
    /// Returns the state of all borders of a map when the encounter starts.
    pub fn new(map: &ZoneMap) -> BorderStates {
        let state = |border: &MapBorder| BorderState { value: border.value, open: border.open, progress: 0 };
        let mut board = BorderStates { borders: map.borders.values().map(state).collect(), crossings: Vec::new(), sight: Vec::new() };
        board.look(map);
        board
    }

    /// True if a border currently blocks sight (R-P22).
    pub fn blocks_sight(&self, map: &ZoneMap, border: BorderId) -> bool {
        let state = &self.borders[border];
        let closed = matches!(state.value, BorderValue::Stateful { .. }) && !state.open;
        map.borders[border].blocks_sight.unwrap_or(closed)
    }

    /// True if one zone can see another (R-P22).
    pub fn sees(&self, from: ZoneId, to: ZoneId) -> bool {
        self.sight.get(usize::from(from.0)).is_some_and(|seen| seen >> to.0 & 1 == 1)
    }

    /// Returns the zones visible from a zone, a bit for each.
    pub fn seen(&self, from: ZoneId) -> u128 {
        self.sight.get(from.place()).copied().unwrap_or(0)
    }

    /// Returns the zones visible from each zone, a bit for each.
    pub fn sight(&self) -> &[u128] {
        &self.sight
    }

    /// Recomputes the lines of sight after a border has changed.
    pub fn look(&mut self, map: &ZoneMap) {
        let mut sight: Vec<u128> = map.zones.keys().map(|from| self.seen_from(map, from)).collect();
        for line in &map.lines {
            let clear = line.windows(2).all(|pair| match pair {
                // Two zones may have several borders. Sight needs only one border that does not block it.
                [a, b] => {
                    let mut between = map.zones[*a].ways.iter().filter(|way| way.to == *b).peekable();
                    between.peek().is_none() || between.any(|way| !self.blocks_sight(map, way.border))
                }
                _ => true,
            });
            if let (Some(&a), Some(&b)) = (line.first(), line.last()) {
                for (from, to) in [(a, b), (b, a)] {
                    if let Some(seen) = sight.get_mut(usize::from(from.0)) {
                        let bit = 1_u128 << to.0;
                        *seen = if clear { *seen | bit } else { *seen & !bit };
                    }
                }
            }
        }
        self.sight = sight;
    }

    /// Returns the visible zones. A zone is visible if no border on at least one shortest path to it blocks sight.
    fn seen_from(&self, map: &ZoneMap, from: ZoneId) -> u128 {
        let mut seen = 1_u128 << from.0;
        let mut queue = VecDeque::from([from]);
        while let Some(zone) = queue.pop_front() {
            for way in &map.zones[zone].ways {
                let bit = 1_u128 << way.to.0;
                let onward = map.range(from, way.to) == map.range(from, zone).saturating_add(1);
                if onward && seen & bit == 0 && !self.blocks_sight(map, way.border) {
                    seen |= bit;
                    queue.push_back(way.to);
                }
            }
        }
        seen
    }

    /// Returns the points an actor has paid towards crossing a border.
    pub fn crossing(&self, who: ActorId, border: BorderId) -> i32 {
        let paid = self.crossings.iter().find(|(actor, there, _)| *actor == who && *there == border);
        paid.map_or(0, |&(_, _, paid)| i32::from(paid))
    }

    /// Sets the points an actor has paid towards crossing a border.
    pub fn set_crossing(&mut self, who: ActorId, border: BorderId, paid: i16) {
        self.crossings.retain(|(actor, there, _)| !(*actor == who && *there == border));
        if paid > 0 {
            self.crossings.push((who, border, paid));
        }
    }

    /// Forgets points that an actor has paid at borders. This concerns borders that do not touch its zone, and the border that it just
    /// crossed (R-P19).
    pub fn arrive(&mut self, map: &ZoneMap, who: ActorId, zone: ZoneId, crossed: Option<BorderId>) {
        self.crossings.retain(|&(actor, border, _)| {
            let there = &map.borders[border];
            actor != who || (Some(border) != crossed && (there.a == zone || there.b == zone))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If a door becomes easier, the points already paid may be enough: the door then opens or closes. A door that costs nothing does not
    /// change, because no points are paid.
    #[test]
    fn a_door_that_becomes_easier_flips_if_all_of_it_is_paid() {
        let door = |open, by, progress, is_open| {
            let value = BorderValue::Stateful { open, pass: 1, close: Some(open) };
            let state = BorderState { value, open: is_open, progress }.harder_by(by);
            (state.open, state.progress)
        };
        for is_open in [false, true] {
            assert_eq!(door(5, -1, 3, is_open), (is_open, 3));
            assert_eq!(door(5, -1, 4, is_open), (!is_open, 0));
            assert_eq!(door(5, -2, 4, is_open), (!is_open, 0));
            assert_eq!(door(5, 1, 4, is_open), (is_open, 4));
            assert_eq!(door(1, -1, 0, is_open), (is_open, 0), "it takes nothing, and nobody has paid");
        }
        let stays = BorderState { value: BorderValue::Stateful { open: 3, pass: 0, close: None }, open: true, progress: 0 };
        assert!(stays.harder_by(-3).open, "it can never be closed");
    }

    #[test]
    fn a_closed_door_that_takes_nothing_more_to_open_can_be_crossed() {
        for (open, progress, pass) in [(4, 3, None), (4, 4, Some(1)), (4, 5, Some(1)), (0, 0, Some(1))] {
            let value = BorderValue::Stateful { open, pass: 1, close: Some(4) };
            let state = BorderState { value, open: false, progress };
            assert_eq!((state.pass(), state.to_close()), (pass, None), "{progress} of {open}");
        }
    }
}
