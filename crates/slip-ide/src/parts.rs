//! Zones and sides that may be named at the cursor: those of the map and of the encounter it stands in.

use super::cursor::Cursor;
use super::view::View;
use slip_compile::resolve::Declared;
use slip_syntax::tree::Entry;

/// In place of a side: nobody wins.
const DRAW: &str = "draw";
/// Keys of an encounter behind which sides stand.
const OF_SIDES: [&str; 6] = ["victory", "priority", "defender", "sides", "broke_down", "survive_timer"];
/// Keys behind which zones stand.
const OF_ZONES: [&str; 4] = ["border", "sight", "zones", "exits"];

/// What may stand there, each with a few words about it.
pub(super) fn of(view: &View<'_, '_, '_, '_>, cursor: &Cursor, declared: Option<&Declared<'_>>) -> Vec<(String, String)> {
    let (Some(declared), Some(key)) = (declared, cursor.entry.first()) else { return Vec::new() };
    let last = cursor.entry.last().map_or("", String::as_str);
    let of_zones = OF_ZONES.contains(&key.as_str());
    match declared.kind() {
        "map" | "template" if of_zones => zones_of(declared),
        "encounter" if of_zones || last == "at" || (last == "or" && cursor.entry.iter().any(|word| word == "at")) => {
            declared.entry("map").and_then(|entry| zones_of_map(view, entry)).unwrap_or_default()
        }
        "encounter" if OF_SIDES.contains(&key.as_str()) && cursor.call.is_none() => sides(declared, key == "victory" || key == "priority"),
        _ => Vec::new(),
    }
}

/// Zones that are declared there.
fn zones_of(declared: &Declared<'_>) -> Vec<(String, String)> {
    let name = |entry: &Entry| entry.values.iter().rev().find_map(|value| value.expr.name()).map(ToString::to_string);
    declared.entries_of("zone").filter_map(name).map(|zone| (zone, "a zone".to_owned())).collect()
}

/// Zones of the map that an encounter names, those of its template included.
fn zones_of_map(view: &View<'_, '_, '_, '_>, entry: &Entry) -> Option<Vec<(String, String)>> {
    let (program, path) = (view.standing().context.program, entry.only()?.path()?);
    let from = match &path.package {
        Some(package) => program.package_called(view.package(), &package.text)?,
        None => view.package(),
    };
    let map = program.get(program.peek(from, "map", &path.name.text)?)?;
    let map = view.standing().pack.maps.get(&program.key(map))?;
    Some(map.zones.iter().map(|zone| (zone.name.to_string(), zone.title.clone())).collect())
}

fn sides(declared: &Declared<'_>, draw: bool) -> Vec<(String, String)> {
    let name = |entry: &Entry| entry.values.first().and_then(|value| value.expr.name()).map(ToString::to_string);
    let sides = declared.entries_of("side").filter_map(name).map(|side| (side, "a side".to_owned()));
    sides.chain(draw.then(|| (DRAW.to_owned(), "nobody".to_owned()))).collect()
}
