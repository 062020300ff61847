//! Paths over borders that the best movement roll of a battle can cross: free borders, and borders with a pass value within reach of the
//! roll.

use slip_pack::map::{Border, BorderValue, Map};
use slip_pack::terrain::bits;

/// Paths between zones over borders that can be crossed.
pub(super) struct ZoneConnections {
    next: Vec<u128>,
    /// Minimum number of steps from each zone to each other zone; `None` if there is no path.
    steps: Vec<Vec<Option<usize>>>,
}

impl ZoneConnections {
    /// Computes the paths over all borders whose pass value is at most `highest`.
    pub(super) fn new(map: &Map, highest: i32) -> ZoneConnections {
        let mut next = vec![0_u128; map.zones.len()];
        for border in map.borders.iter().filter(|border| pass(border).is_some_and(|pass| pass <= highest)) {
            let back = (!border.one_way).then_some((border.to, border.from));
            for (from, to) in std::iter::once((border.from, border.to)).chain(back) {
                next.get_mut(from).into_iter().for_each(|zones| *zones |= 1 << to);
            }
        }
        let steps = (0..next.len()).map(|start| spread(start, &next)).collect();
        ZoneConnections { next, steps }
    }

    /// Returns the zones to which one step leads from a zone, as a set of bits.
    pub(super) fn out_of(&self, zone: usize) -> u128 {
        self.next.get(zone).copied().unwrap_or(0)
    }

    /// Returns the minimum number of steps from one zone to another.
    pub(super) fn steps(&self, from: usize, to: usize) -> Option<usize> {
        self.steps.get(from)?.get(to).copied().flatten()
    }

    /// True if one zone can be reached from another; a zone reaches itself.
    pub(super) fn joins(&self, from: usize, to: usize) -> bool {
        self.steps(from, to).is_some()
    }

    /// Returns the zones on all shortest paths from one zone to another, both included.
    pub(super) fn between(&self, from: usize, to: usize) -> impl Iterator<Item = usize> + '_ {
        let whole = self.steps(from, to);
        let on = move |zone: &usize| {
            whole.is_some() && self.steps(from, *zone).zip(self.steps(*zone, to)).map(|(here, there)| here + there) == whole
        };
        (0..self.next.len()).filter(on)
    }
}

/// Returns the number of steps from one zone to each zone.
fn spread(start: usize, next: &[u128]) -> Vec<Option<usize>> {
    let mut found = vec![None; next.len()];
    let mut edge = vec![start];
    let mut steps = 0;
    while !edge.is_empty() {
        let mut farther = Vec::new();
        for zone in edge {
            let Some(slot) = found.get_mut(zone).filter(|slot| slot.is_none()) else { continue };
            *slot = Some(steps);
            farther.extend(next.get(zone).copied().into_iter().flat_map(bits));
        }
        edge = farther;
        steps += 1;
    }
    found
}

/// Returns the number of shifts that a border costs platoons (R-YG8); `None` for a wall.
pub(super) fn pass(border: &Border) -> Option<i32> {
    match border.value {
        BorderValue::Stateless(value) => Some(value),
        BorderValue::Stateful { pass, .. } => Some(pass),
        BorderValue::Wall => None,
    }
}

/// True if an actor in this zone can leave it over the border.
pub(super) fn leads_out(border: &Border, zone: usize) -> bool {
    border.from == zone || (border.to == zone && !border.one_way)
}
