//! Checks that ambushers see their target, and can be seen.

use super::BattleMapContext;
use crate::check::battle_map_errors as errors;
use crate::check::encounter::battle_forms::Ambush;
use slip_pack::encounter::UnitStart;
use slip_pack::terrain::{SightRules, Terrain, bits};
use slip_source::diagnostic::Diagnostics;

impl BattleMapContext<'_, '_, '_> {
    /// Warns of an ambush that sees no zone on the way of the patrol. Also warns of an ambush that no zone on this way can see.
    pub(super) fn ambush(&self, terrain: &Terrain, ambush: &Ambush, out: &mut Diagnostics) {
        let (lair, begins) = (self.first_zones(ambush.ambushers), self.first_zones(ambush.patrol));
        if lair.is_empty() || begins.is_empty() {
            return;
        }
        let way = self.way_of(&begins);
        let sight = terrain.sight(SightRules::of(&self.encounter.rules));
        let sees = lair.iter().any(|from| sight.seen(*from) & way != 0);
        let is_seen = lair.iter().any(|to| bits(way).any(|from| sight.sees(from, *to)));
        let name = |side: usize| self.encounter.sides.get(side).map_or("", |side| side.name.as_str());
        let zones: Vec<&str> = lair.iter().map(|zone| self.zone(*zone)).collect();
        let sides = (name(ambush.ambushers), name(ambush.patrol));
        if !sees {
            out.push(errors::sees_nothing(ambush.at, sides, &zones, is_seen));
        } else if !is_seen && !self.flies(ambush.patrol) {
            out.push(errors::seen_from_nowhere(ambush.at, sides, &zones));
        }
    }

    /// Returns the zones in which the units of a side begin the battle, each once.
    fn first_zones(&self, side: usize) -> Vec<usize> {
        let Some(side) = self.encounter.sides.get(side) else { return Vec::new() };
        let late = |platoon: usize| side.platoons.get(platoon).is_some_and(|platoon| platoon.arrives.is_some());
        let there = |at: &usize| {
            let unit = side.actors.get(*at).and_then(|actor| actor.unit.as_ref());
            unit.is_some_and(|unit| matches!(unit.start, UnitStart::Map | UnitStart::Aboard(_)) && !late(unit.platoon))
        };
        let mut zones: Vec<usize> = (0..side.actors.len()).filter(there).flat_map(|at| side.starts(at)).collect();
        zones.sort_unstable();
        zones.dedup();
        zones
    }

    /// Returns the zones on the way of a patrol: the starting zones, and the shortest paths from them to every exit. If no exit can be
    /// reached, returns all zones that can be reached.
    fn way_of(&self, begins: &[usize]) -> u128 {
        let zones = 0..self.map.zones.len();
        let exits: Vec<usize> = zones.clone().filter(|zone| self.map.zones.get(*zone).is_some_and(|zone| zone.exit)).collect();
        let mut way = begins.iter().fold(0, |way, zone| way | 1 << zone);
        for from in begins {
            let mut leaves = exits.iter().filter(|exit| self.ways.joins(*from, **exit)).peekable();
            if leaves.peek().is_none() {
                way |= zones.clone().filter(|zone| self.ways.joins(*from, *zone)).fold(0, |way, zone| way | 1 << zone);
            }
            way |= leaves.flat_map(|exit| self.ways.between(*from, *exit)).fold(0, |way, zone| way | 1 << zone);
        }
        way
    }
}
