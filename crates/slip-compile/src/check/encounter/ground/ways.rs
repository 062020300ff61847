//! Ways over the map that some roll of the battle can take: free ones, and those whose pass value it beats.

use slip_pack::map::{Border, BorderValue, Map};
use slip_pack::terrain::bits;

/// Which zones lead to which.
pub(super) struct Ways {
    next: Vec<u128>,
    /// The fewest steps from each zone to each; none where no way leads.
    steps: Vec<Vec<Option<usize>>>,
}

impl Ways {
    /// All borders up to a pass value.
    pub(super) fn new(map: &Map, highest: i32) -> Ways {
        let mut next = vec![0_u128; map.zones.len()];
        for border in map.borders.iter().filter(|border| pass(border).is_some_and(|pass| pass <= highest)) {
            let back = (!border.one_way).then_some((border.to, border.from));
            for (from, to) in std::iter::once((border.from, border.to)).chain(back) {
                next.get_mut(from).into_iter().for_each(|zones| *zones |= 1 << to);
            }
        }
        let steps = (0..next.len()).map(|start| spread(start, &next)).collect();
        Ways { next, steps }
    }

    /// The zones one can go to from one, as bits.
    pub(super) fn out_of(&self, zone: usize) -> u128 {
        self.next.get(zone).copied().unwrap_or(0)
    }

    /// The fewest steps from one zone to another.
    pub(super) fn steps(&self, from: usize, to: usize) -> Option<usize> {
        self.steps.get(from)?.get(to).copied().flatten()
    }

    /// True if a way leads from one zone to another; to itself it does.
    pub(super) fn joins(&self, from: usize, to: usize) -> bool {
        self.steps(from, to).is_some()
    }

    /// The zones on the shortest ways from one zone to another, both included.
    pub(super) fn between(&self, from: usize, to: usize) -> impl Iterator<Item = usize> + '_ {
        let whole = self.steps(from, to);
        let on = move |zone: &usize| {
            whole.is_some() && self.steps(from, *zone).zip(self.steps(*zone, to)).map(|(here, there)| here + there) == whole
        };
        (0..self.next.len()).filter(on)
    }
}

/// The steps from one zone to each.
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

/// What a border costs platoons at a crossing (R-YG8); none for a wall.
pub(super) fn pass(border: &Border) -> Option<i32> {
    match border.value {
        BorderValue::Stateless(value) => Some(value),
        BorderValue::Stateful { pass, .. } => Some(pass),
        BorderValue::Wall => None,
    }
}

/// True if it may be crossed out of a zone, by whoever can.
pub(super) fn leads_out(border: &Border, zone: usize) -> bool {
    border.from == zone || (border.to == zone && !border.one_way)
}
