//! Completion of zones and sides: the zones of the map, and the sides of the encounter, around the cursor.

use super::cursor_context::Cursor;
use super::file_view::FileView;
use slip_compile::check::map;
use slip_compile::resolve::DeclaredItem;
use slip_source::Span;
use slip_source::diagnostic::{COMPLETION_WORD, Diagnostics};
use slip_syntax::tree::Entry;

/// Word that is written in place of a side and means a draw.
const DRAW: &str = "draw";
/// Keys of an encounter whose values are sides.
const OF_SIDES: [&str; 6] = ["victory", "priority", "defender", "sides", "broke_down", "survive_timer"];
/// Keys of an encounter whose values are zones.
const OF_ZONES: [&str; 5] = ["border", "sight", "zones", "exits", "locked_in"];
/// Keys of a row of a template whose values are zones.
const OF_ROWS: [&str; 3] = ["from", "to", "at"];

/// Returns the zones or sides that can be written at the cursor, each with a short description.
pub(super) fn of(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, declared: Option<&DeclaredItem<'_>>) -> Vec<(String, String)> {
    let (Some(declared), Some(key)) = (declared, cursor.entry.first()) else { return Vec::new() };
    let last = cursor.entry.last().map_or("", String::as_str);
    let of_zones = OF_ZONES.contains(&key.as_str());
    match declared.kind() {
        "map" if of_zones || (key == "zone" && cursor.entry.len() == 1 && declared.tree.design.is_some()) => zones_given(view, declared),
        "template" if of_zones || (cursor.blocks.len() > 1 && OF_ROWS.contains(&key.as_str())) => zones_of(declared),
        "encounter" if of_zones || last == "at" || (last == "or" && cursor.entry.iter().any(|word| word == "at")) => {
            declared.entry("map").and_then(|entry| zones_of_map(view, entry)).unwrap_or_default()
        }
        "encounter" if OF_SIDES.contains(&key.as_str()) && cursor.call.is_none() && !is_behind_side(cursor) => {
            sides(declared, key == "victory" || key == "priority")
        }
        _ => Vec::new(),
    }
}

/// True if the cursor is after the side of a `victory`, where `when` and the condition follow.
fn is_behind_side(cursor: &Cursor) -> bool {
    cursor.entry.first().is_some_and(|key| key == "victory") && cursor.entry.len() > 1
}

/// Returns the zones of a declaration.
fn zones_of(declared: &DeclaredItem<'_>) -> Vec<(String, String)> {
    let name = |entry: &Entry| entry.values.iter().rev().find_map(|value| value.expr.name()).map(ToString::to_string);
    declared.entries_of("zone").filter_map(name).map(|zone| (zone, "a zone".to_owned())).collect()
}

/// Returns the zones of a map, with those that its template gives.
fn zones_given(view: &FileView<'_, '_, '_, '_>, declared: &DeclaredItem<'_>) -> Vec<(String, String)> {
    let context = view.standing().context;
    let mut zones = zones_of(declared);
    if declared.tree.design.is_some() {
        let map = map::check(context.program, &context.known, declared, context.place(Span::default()), &mut Diagnostics::new());
        zones.extend(map.zones.iter().map(|zone| (zone.name.to_string(), zone.title.clone())));
        zones.retain(|(zone, _)| zone != COMPLETION_WORD);
    }
    zones
}

/// Returns the zones of an encounter's map, including zones that the map's template declares.
fn zones_of_map(view: &FileView<'_, '_, '_, '_>, entry: &Entry) -> Option<Vec<(String, String)>> {
    let (program, path) = (view.standing().context.program, entry.only()?.path()?);
    let from = match &path.package {
        Some(package) => program.package_called(view.package(), &package.text)?,
        None => view.package(),
    };
    let map = program.get(program.peek(from, "map", &path.name.text)?)?;
    let map = view.standing().pack.maps.get(&program.key(map))?;
    Some(map.zones.iter().map(|zone| (zone.name.to_string(), zone.title.clone())).collect())
}

fn sides(declared: &DeclaredItem<'_>, draw: bool) -> Vec<(String, String)> {
    let name = |entry: &Entry| entry.values.first().and_then(|value| value.expr.name()).map(ToString::to_string);
    let sides = declared.entries_of("side").filter_map(name).map(|side| (side, "a side".to_owned()));
    sides.chain(draw.then(|| (DRAW.to_owned(), "no side wins".to_owned()))).collect()
}
