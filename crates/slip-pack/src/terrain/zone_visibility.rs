//! Visibility between zones under the rules in force, from the obstacles that [`Terrain`] found.

use super::{Terrain, bits};
use crate::ruleset::Rules;

/// Settings that decide how sight is traced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SightRules {
    /// True if sight into an adjacent zone is traced like any other sight (`adjacent_sight traced`); otherwise it is always clear.
    pub adjacent: bool,
    /// True if borders with cover block sight (`border_blocking yes`, R-L43).
    pub borders: bool,
}

impl SightRules {
    /// Returns the settings for sight in the rules in force.
    pub fn of(rules: &Rules) -> SightRules {
        SightRules { adjacent: rules.is("adjacent_sight", "traced"), borders: rules.is("border_blocking", "yes") }
    }
}

/// Zones in sight of each zone, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZoneSight {
    rows: Vec<u128>,
}

impl ZoneSight {
    pub(super) fn new(terrain: &Terrain, tracing: SightRules) -> ZoneSight {
        let zones = 0..terrain.zones();
        let row = |from: usize| zones.clone().filter(|to| clear(terrain, tracing, from, *to)).fold(0, |row, to| row | 1 << to);
        ZoneSight { rows: zones.clone().map(row).collect() }
    }

    /// True if there is a line of sight from one zone to another. It may be blocked in one direction only (R-L6).
    pub fn sees(&self, from: usize, to: usize) -> bool {
        to < super::MOST_ZONES && self.seen(from) >> to & 1 == 1
    }

    /// Returns the zones in sight of a zone, as bits.
    pub fn seen(&self, from: usize) -> u128 {
        self.rows.get(from).copied().unwrap_or(0)
    }
}

/// True if the line of sight between two zones is clear: every obstacle is at most as high as the source, and lower than it if the target
/// is below the source.
fn clear(terrain: &Terrain, tracing: SightRules, from: usize, to: usize) -> bool {
    if from == to || (!tracing.adjacent && terrain.adjacent(from, to)) {
        return true;
    }
    let Some(passed) = terrain.obstructing(from, to) else { return false };
    let hedge = if tracing.borders { terrain.hedge(from, to) } else { None };
    let highest = bits(passed).map(|zone| terrain.effective_altitude(zone)).chain(hedge).max();
    let (source, target) = (terrain.altitude(from), terrain.altitude(to));
    highest.is_none_or(|highest| highest <= source && !(target < source && highest >= source))
}
