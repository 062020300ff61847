//! Computes reachability of zones over borders that can be crossed.

use slip_pack::map::{Border, BorderValue};
use std::collections::BTreeSet;

/// For each zone, the zones that can be reached from it at any cost.
pub(in crate::check) struct ZoneReach {
    from: Vec<Vec<bool>>,
}

impl ZoneReach {
    /// Computes reachability over all borders that can be crossed.
    pub(in crate::check) fn new(zones: usize, borders: &[Border]) -> ZoneReach {
        let next = next_zones(zones, borders);
        ZoneReach { from: (0..zones).map(|zone| spread(zone, &next)).collect() }
    }

    /// True if the zone `to` can be reached from the zone `from`; every zone reaches itself.
    pub(in crate::check) fn joins(&self, from: usize, to: usize) -> bool {
        self.from.get(from).and_then(|zones| zones.get(to)).is_some_and(|reached| *reached)
    }
}

/// For each zone, returns the zones that can be reached over a single border.
fn next_zones(zones: usize, borders: &[Border]) -> Vec<Vec<usize>> {
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
    next
}

/// True if a border can be crossed at some cost. Only a wall cannot be crossed.
fn crossable(border: &Border) -> bool {
    !matches!(border.value, BorderValue::Wall)
}

/// For each zone, returns true if it can be reached from the zone `start`.
fn spread(start: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut open = vec![start];
    while let Some(zone) = open.pop() {
        if let Some(mark) = reached.get_mut(zone).filter(|mark| !**mark) {
            *mark = true;
            open.extend(next.get(zone).into_iter().flatten());
        }
    }
    reached
}

/// Returns the zones that are cut off from the main zone, grouped by connected component. The main zone is the zone from which most zones
/// can be reached, or the first of several.
pub(super) fn unreachable(zones: usize, borders: &[Border]) -> Vec<Vec<usize>> {
    let mut either_way: Vec<Vec<usize>> = vec![Vec::new(); zones];
    for border in borders.iter().filter(|border| crossable(border)) {
        for (end, other) in [(border.from, border.to), (border.to, border.from)] {
            either_way.get_mut(end).into_iter().for_each(|list| list.push(other));
        }
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut open: BTreeSet<usize> = beyond(zones, borders).into_iter().collect();
    while let Some(first) = open.pop_first() {
        let mut part = vec![first];
        let mut at = 0;
        while let Some(zone) = part.get(at).copied() {
            at += 1;
            for other in either_way.get(zone).into_iter().flatten() {
                if open.remove(other) {
                    part.push(*other);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Returns the zones that cannot be reached from the best connected zone. This is the zone from which the most zones can be reached; of
/// equal zones the first.
fn beyond(zones: usize, borders: &[Border]) -> Vec<usize> {
    let next = next_zones(zones, borders);
    let mut best: Option<(usize, Vec<bool>)> = None;
    // A zone that an earlier zone leads to is skipped: it cannot reach more zones than the earlier zone.
    let mut led_to = vec![false; zones];
    for zone in 0..zones {
        if led_to.get(zone).is_some_and(|mark| *mark) {
            continue;
        }
        let reached = spread(zone, &next);
        led_to.iter_mut().zip(&reached).for_each(|(mark, reached)| *mark |= reached);
        let count = reached.iter().filter(|mark| **mark).count();
        if best.as_ref().is_none_or(|(most, _)| count > *most) {
            best = Some((count, reached));
        }
    }
    let unreached = |reached: Vec<bool>| reached.into_iter().zip(0..).filter(|(mark, _)| !mark).map(|(_, zone)| zone).collect();
    best.map_or_else(Vec::new, |(_, reached)| unreached(reached))
}
