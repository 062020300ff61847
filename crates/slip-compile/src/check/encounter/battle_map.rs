//! Checks the map of a platoon encounter together with the units that fight on it.
//!
//! Warns of borders that no roll can cross, zones that cannot be left, goals that cannot be reached and ambushes without a view. Adds a
//! note if a map has fewer zones than units.
//!
//! The map is checked with the units of the battle, because tanks may cross borders that stop infantry.

mod ambush;
mod crossable_borders;
mod movers;
mod reachable_goals;

use self::crossable_borders::ZoneConnections;
use self::movers::Best;
use super::Scene;
use super::battle_forms::Origins;
use crate::check::battle_map_errors as errors;
use crate::resolve::{DeclaredItem, Kinds};
use slip_pack::encounter::{Encounter, Side, UnitStart};
use slip_pack::map::{Border, Map};
use slip_pack::terrain::{MOST_ZONES, Terrain};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, Value};

/// Data for the checks of the battle map.
struct BattleMapContext<'a, 'c, 't> {
    encounter: &'a Encounter,
    map: &'c Map,
    /// Span of the map's name in the encounter.
    at: Span,
    /// Declaration of the map; `None` if it was not found.
    drawn: Option<&'c DeclaredItem<'t>>,
    /// Unit that can cross the highest borders, with its movement roll; `None` if no unit moves on the map.
    best: Option<Best>,
    /// Paths between zones that units of the battle can take.
    ways: ZoneConnections,
}

/// Reports weaknesses of the map as warnings and notes. `origins` has the spans of the victories.
pub(super) fn lint(scene: &Scene<'_, '_>, encounter: &Encounter, origins: &Origins, out: &mut Diagnostics) {
    let Some(map) = scene.map.filter(|map| map.valid && map.zones.len() <= MOST_ZONES) else { return };
    let Some(path) = scene.declared.entry("map").and_then(|entry| entry.only()).and_then(Expr::path) else { return };
    let program = scene.context.program;
    let drawn = program.find(scene.declared.package, &path, Kinds::One("map")).ok().and_then(|id| program.get(id));
    let best = movers::best(scene, encounter);
    let ways = ZoneConnections::new(map, best.as_ref().map_or(0, Best::highest));
    let ground = BattleMapContext { encounter, map, at: path.span(), drawn, best, ways };
    ground.crowd(out);
    if ground.best.is_some() {
        ground.borders(out);
        ground.traps(out);
        ground.goals(origins, out);
    }
    if let Some(ambush) = &origins.ambush
        && let Some(terrain) = Terrain::new(map)
    {
        ground.ambush(&terrain, ambush, out);
    }
}

impl BattleMapContext<'_, '_, '_> {
    /// Reports a note if a map has fewer zones than there are units on it.
    fn crowd(&self, out: &mut Diagnostics) {
        let sides = self.encounter.sides.iter();
        let units: usize = sides.map(|side| side.actors.iter().filter(|actor| movers::walks(actor)).count()).sum();
        let zones = self.map.zones.len();
        if zones < units {
            out.push(errors::crowded(self.at, &self.map.name, zones, units));
        }
    }

    /// Warns of borders that no unit of the battle can cross and that are not walls.
    fn borders(&self, out: &mut Diagnostics) {
        let Some(best) = &self.best else { return };
        let high: Vec<&Border> =
            self.map.borders.iter().filter(|border| crossable_borders::pass(border).is_some_and(|pass| pass > best.highest())).collect();
        let Some(first) = high.first() else { return };
        let lines = high.iter().filter_map(|border| Some((self.line_of_border(border)?, crossable_borders::pass(border)?))).collect();
        let (from, to) = (self.zone(first.from), self.zone(first.to));
        let best = (best.dice, best.rank.as_ref().map(|(rank, who)| (*rank, who.as_str())));
        out.push(errors::too_high(self.at, (from, to, first.one_way), high.len(), lines, best));
    }

    /// Warns of zones that can be entered but not left.
    fn traps(&self, out: &mut Diagnostics) {
        let starts = self.starts();
        let come_to = |zone: usize| starts.iter().any(|start| self.ways.joins(*start, zone));
        let trap = |zone: &usize| {
            let exit = self.map.zones.get(*zone).is_some_and(|zone| zone.exit);
            !exit && self.map.zones.len() > 1 && self.ways.out_of(*zone) == 0 && come_to(*zone)
        };
        for zone in (0..self.map.zones.len()).filter(trap) {
            let high = self
                .map
                .borders
                .iter()
                .any(|border| crossable_borders::leads_out(border, zone) && crossable_borders::pass(border).is_some());
            let stand = starts.contains(&zone);
            out.push(errors::no_way_out(self.at, self.zone(zone), self.line_of_zone(zone), high, stand));
        }
    }

    fn zone(&self, zone: usize) -> &str {
        self.map.zones.get(zone).map_or("", |zone| zone.name.as_str())
    }

    /// Returns the zones of the map in which units begin, or by which they may enter later.
    fn starts(&self) -> Vec<usize> {
        (0..self.encounter.sides.len()).flat_map(|side| self.starts_of(side)).collect()
    }

    fn starts_of(&self, side: usize) -> Vec<usize> {
        let Some(side) = self.encounter.sides.get(side) else { return Vec::new() };
        let walk = side.actors.iter().enumerate().filter(|(_, actor)| movers::walks(actor));
        let mut zones: Vec<usize> = walk.flat_map(|(at, _)| side.starts(at)).collect();
        zones.sort_unstable();
        zones.dedup();
        zones
    }

    /// True if a side has a flying unit, which can land in any zone.
    fn flies(&self, side: usize) -> bool {
        let flies = |side: &Side| side.actors.iter().filter_map(|actor| actor.unit.as_ref()).any(|unit| unit.start == UnitStart::Track);
        self.encounter.sides.get(side).is_some_and(flies)
    }

    /// Returns the span of a zone's declaration in the map.
    fn line_of_zone(&self, zone: usize) -> Option<Span> {
        let word = self.map.zones.get(zone)?.name.as_str();
        // The name is the last word of the entry. The letter before it may be the name of another zone and must not be taken for the name.
        let named = |entry: &Entry| {
            let last = entry.values.iter().rev().map(|value| &value.expr).find(|expr| expr.text().is_none())?;
            last.name().is_some_and(|name| name == word).then_some(last.span)
        };
        self.drawn?.entries_of("zone").find_map(named)
    }

    /// Returns the span of a border's declaration in the map; `None` for implicit borders.
    fn line_of_border(&self, border: &Border) -> Option<Span> {
        let (from, to) = (self.zone(border.from), self.zone(border.to));
        let is = |value: Option<&Value>, word: &str| value.and_then(|value| value.expr.name()).is_some_and(|name| name == word);
        let written = self.drawn?.entries_of("border").find(|entry| is(entry.values.first(), from) && is(entry.values.get(2), to))?;
        Some(written.values_span())
    }
}
