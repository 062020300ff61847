//! Checks that the sides start as their form of battle requires: on opposite edges, away from their exit, or behind cover.

use super::Scene;
use super::units_to_leave::ExitGoal;
use crate::check::battle_form_errors as errors;
use slip_pack::encounter::{Encounter, Form, Side, UnitStart};
use slip_pack::map::{Map, Zone};
use slip_pack::terrain::ZoneRanges;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;

/// Set of edges of a map, one bit for each: left, right, top, bottom.
type Edges = u8;

/// Pairs of an edge and the opposite edge.
const ACROSS: [(Edges, Edges); 4] = [(1, 2), (2, 1), (4, 8), (8, 4)];

/// Returns the zones in which units of a side begin, each once.
fn zones(side: &Side) -> Vec<usize> {
    let late = |platoon: usize| side.platoons.get(platoon).is_some_and(|platoon| platoon.arrives.is_some());
    let mut zones: Vec<usize> = side
        .actors
        .iter()
        .filter(|actor| actor.unit.as_ref().is_some_and(|unit| unit.start == UnitStart::Map && !late(unit.platoon)))
        .filter_map(|actor| actor.zone)
        .collect();
    zones.sort_unstable();
    zones.dedup();
    zones
}

/// Warns if the two sides of a meeting, or of a battle for objectives, do not begin on opposite edges.
pub(super) fn apart(scene: &Scene<'_, '_>, encounter: &Encounter, form: Form, span: Span, out: &mut Diagnostics) {
    let Some(map) = scene.map.filter(|map| map.valid) else { return };
    let [one, other] = encounter.sides.as_slice() else { return };
    let (here, there) = (zones(one), zones(other));
    if here.is_empty() || there.is_empty() {
        return;
    }
    match (common(map, &here), common(map, &there)) {
        (Some(a), Some(b)) => {
            // Sides may both extend from edge to edge. They then begin next to each other, not on opposite edges (R-YM8).
            let apart = |(edge, across): &(Edges, Edges)| {
                let side_by_side = a & across != 0 && b & edge != 0;
                a & edge != 0 && b & across != 0 && !side_by_side
            };
            if !ACROSS.iter().any(apart) {
                out.push(errors::not_across(span, form));
            }
        }
        // A map without outlines has no edges, so only the distance between the sides is checked.
        _ => {
            let Some(ranges) = ZoneRanges::new(map) else { return };
            if here.iter().any(|from| there.iter().any(|to| ranges.between(*from, *to) <= 1)) {
                out.push(errors::side_by_side(span, form));
            }
        }
    }
}

/// Returns the edges of the map that all the zones touch; `None` if the map has no outlines.
fn common(map: &Map, zones: &[usize]) -> Option<Edges> {
    let boxes: Vec<[i32; 4]> = map.zones.iter().filter_map(extent).collect();
    let whole = boxes.iter().copied().reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].max(b[3])])?;
    let edges = |zone: &usize| {
        let own = extent(map.zones.get(*zone)?)?;
        let touches = own.iter().zip(&whole).enumerate().filter(|(_, (own, whole))| own == whole);
        Some(touches.fold(0, |edges: Edges, (bit, _)| edges | 1 << bit))
    };
    zones.iter().map(edges).try_fold(Edges::MAX, |all, edges| Some(all & edges?))
}

/// Returns the smallest and greatest coordinates of a zone: left, right, top and bottom.
fn extent(zone: &Zone) -> Option<[i32; 4]> {
    let cells = zone.cells.iter().map(|(column, row)| (i32::from(*column), i32::from(*row)));
    let points = cells.chain(zone.outline.iter().copied());
    points.fold(None, |found: Option<[i32; 4]>, (x, y)| {
        let [left, right, top, bottom] = found.unwrap_or([x, x, y, y]);
        Some([left.min(x), right.max(x), top.min(y), bottom.max(y)])
    })
}

/// Warns of units that begin in the very exit by which they must leave the map.
pub(super) fn at_the_exit(
    scene: &Scene<'_, '_>,
    encounter: &Encounter,
    (side, goal): (usize, &ExitGoal),
    span: Span,
    out: &mut Diagnostics,
) {
    let (Some(map), Some(side)) = (scene.map.filter(|map| map.valid), encounter.sides.get(side)) else { return };
    let leaves =
        |zone: &&usize| map.zones.get(**zone).is_some_and(|found| found.exit && (goal.exits.is_empty() || goal.exits.contains(zone)));
    if let Some(zone) = zones(side).iter().find(leaves).and_then(|zone| map.zones.get(*zone)) {
        let others = map.zones.iter().any(|other| other.exit && other.name != zone.name);
        out.push(errors::at_the_exit(span, &side.name, &zone.name, others && goal.exits.is_empty()));
    }
}

/// Warns of an ambush whose units begin without cover.
pub(super) fn entrenched(scene: &Scene<'_, '_>, encounter: &Encounter, side: usize, span: Span, out: &mut Diagnostics) {
    let (Some(map), Some(side)) = (scene.map.filter(|map| map.valid), encounter.sides.get(side)) else { return };
    let prepared = |zone: &usize| map.zones.get(*zone).is_some_and(|zone| !zone.aspects.is_empty() || zone.cover > 0);
    let zones = zones(side);
    if !zones.is_empty() && !zones.iter().any(prepared) && encounter.aspects.is_empty() && map.aspects.is_empty() {
        let zone = zones.first().and_then(|zone| map.zones.get(*zone)).map_or("wood", |zone| zone.name.as_str());
        out.push(errors::no_cover(span, &side.name, zone));
    }
}
