//! Who can get where: zones joined by borders that can be crossed. Floor 4.

use crate::pack::map::{Border, BorderValue};
use std::collections::BTreeSet;

/// Which zones can be reached from which, whatever it costs.
pub(in crate::check) struct Reach {
    from: Vec<BTreeSet<usize>>,
}

impl Reach {
    /// Follows every border that can be crossed.
    pub(in crate::check) fn new(zones: usize, borders: &[Border]) -> Reach {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); zones];
        for border in borders.iter().filter(|border| crossable(border)) {
            if let Some(list) = next.get_mut(border.from) {
                list.push(border.to);
            }
            if !border.one_way
                && let Some(list) = next.get_mut(border.to)
            {
                list.push(border.from);
            }
        }
        Reach { from: (0..zones).map(|zone| spread(zone, &next)).collect() }
    }

    /// Whether a path leads from one zone to the other; from a zone to itself it does.
    pub(in crate::check) fn joins(&self, from: usize, to: usize) -> bool {
        self.from.get(from).is_some_and(|zones| zones.contains(&to))
    }
}

/// Whether a border can be crossed at all: everything but a wall.
fn crossable(border: &Border) -> bool {
    !matches!(border.value, BorderValue::Wall)
}

fn spread(start: usize, next: &[Vec<usize>]) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(zone) = open.pop() {
        if reached.insert(zone) {
            open.extend(next.get(zone).into_iter().flatten());
        }
    }
    reached
}

/// Zones that cannot be reached from the zone from which most can be (the first of those): those that hang together in one part,
/// whichever way their borders go.
pub(super) fn unreachable(zones: usize, borders: &[Border]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut open: BTreeSet<usize> = beyond(zones, borders).into_iter().collect();
    while let Some(first) = open.pop_first() {
        let mut part = vec![first];
        let mut at = 0;
        while let Some(zone) = part.get(at).copied() {
            at += 1;
            let next = borders.iter().filter(|border| crossable(border)).filter_map(|border| match (border.from, border.to) {
                (from, to) if from == zone => Some(to),
                (from, to) if to == zone => Some(from),
                _ => None,
            });
            for other in next {
                if open.remove(&other) {
                    part.push(other);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

fn beyond(zones: usize, borders: &[Border]) -> Vec<usize> {
    let reach = Reach::new(zones, borders);
    let mut best: Option<&BTreeSet<usize>> = None;
    for reached in &reach.from {
        if best.is_none_or(|best| reached.len() > best.len()) {
            best = Some(reached);
        }
    }
    best.map_or_else(Vec::new, |best| (0..zones).filter(|zone| !best.contains(zone)).collect())
}
