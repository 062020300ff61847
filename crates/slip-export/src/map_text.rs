//! Maps in words: the picture, the zones, and the borders of each.

use super::encounter_text;
use slip_pack::Name;
use slip_pack::map::{Border, BorderValue, Map, Zone};
use slip_pack::terrain::{SightRules, Terrain, ZoneSight};
use std::fmt::Write;

/// Returns a map as text, with its title, its kind and its position.
#[must_use]
pub fn page(map: &Map) -> String {
    format!("{} {}  {}:{}\n{}", map.title, what(map), map.place.file, map.place.line, body(map))
}

/// Returns the name and the kind of a map: `(yards.dock), map`.
#[must_use]
pub fn what(map: &Map) -> String {
    format!("({}), map", slip_pack::called(&map.package, &map.name))
}

/// Returns the picture of a map, its aspects, and its zones with their borders.
#[must_use]
pub fn body(map: &Map) -> String {
    let mut out = String::new();
    let quoted: Vec<String> = map.aspects.iter().map(|text| format!("\"{text}\"")).collect();
    for row in &map.picture {
        let _ = writeln!(out, "    {row}");
    }
    field(&mut out, "template", map.template.as_ref().map_or("", last));
    for line in drawn(map) {
        let _ = writeln!(out, "    {line}");
    }
    field(&mut out, "aspects", &quoted.join(", "));
    let sight = lie_of_the_land(map);
    let borders = borders_by_zone(map);
    for ((zone, number), borders) in map.zones.iter().zip(0..).zip(&borders) {
        let letter = zone.letter.map_or(String::new(), |letter| format!("{letter}  "));
        let _ = writeln!(out, "  {letter}{}{}", zone.title, remarks(zone));
        for text in &zone.aspects {
            let _ = writeln!(out, "       \"{text}\"");
        }
        for border in borders {
            out.push_str(&ways(map, border, number));
        }
        if let Some((terrain, sight)) = &sight {
            let _ = writeln!(out, "       in sight: {}", in_sight(map, terrain, sight, number));
        }
        for effect in &zone.effects {
            let _ = writeln!(out, "       effect {}", effect.text);
        }
    }
    for sight in &map.sight {
        let name = |zone: &usize| map.zones.get(*zone).map_or("?", |zone| zone.title.as_str());
        let through: Vec<&str> = sight.through.iter().map(name).collect();
        let through = if through.is_empty() { String::new() } else { format!(" through {}", through.join(", ")) };
        let _ = writeln!(out, "  sight {} to {}{through}", name(&sight.from), name(&sight.to));
    }
    for waiver in &map.waivers {
        field(&mut out, "allowed", &format!("{}: {}", waiver.code, waiver.reason));
    }
    out
}

/// Adds a label and its text; nothing if the text is empty.
fn field(out: &mut String, word: &str, what: &str) {
    if !what.is_empty() {
        let _ = writeln!(out, "  {word:12} {what}");
    }
}

/// Returns the name in a key: the part after the last dot.
fn last(key: &Name) -> &str {
    key.rsplit_once('.').map_or(key.as_str(), |(_, name)| name)
}

/// Returns the borders of each zone, in the order of the map.
fn borders_by_zone(map: &Map) -> Vec<Vec<&Border>> {
    let mut at_zones = vec![Vec::new(); map.zones.len()];
    for border in &map.borders {
        for zone in [border.from, border.to] {
            at_zones.get_mut(zone).into_iter().for_each(|borders| borders.push(border));
        }
    }
    at_zones
}

/// Returns the terrain and the visibility by the usual rules. `None` for a flat map, where nothing blocks the view.
fn lie_of_the_land(map: &Map) -> Option<(Terrain, ZoneSight)> {
    let uneven = !map.sight.is_empty() || map.zones.iter().any(|zone| zone.altitude != 0 || zone.cover != 0);
    let terrain = Terrain::new(map).filter(|_| uneven && map.valid)?;
    let sight = terrain.sight(SightRules::default());
    Some((terrain, sight))
}

/// Returns the zones visible from a zone, without its neighbours, which are always visible.
fn in_sight(map: &Map, terrain: &Terrain, sight: &ZoneSight, from: usize) -> String {
    let beyond = |to: &usize| *to != from && !terrain.adjacent(from, *to);
    let far: Vec<usize> = (0..map.zones.len()).filter(beyond).collect();
    let seen: Vec<&str> =
        far.iter().filter(|to| sight.sees(from, **to)).filter_map(|to| map.zones.get(*to)).map(|zone| zone.title.as_str()).collect();
    match (seen.len(), far.len()) {
        (0, 0) => "the whole map: every other zone is next to it".to_owned(),
        (0, _) => "only the zones next to it".to_owned(),
        (some, all) if some == all => "the whole map".to_owned(),
        _ => format!("the zones next to it, {}", seen.join(", ")),
    }
}

/// Returns the name of a zone, if it differs from its title, and its properties.
fn remarks(zone: &Zone) -> String {
    let name = (zone.title != zone.name.as_str()).then(|| zone.name.to_string());
    let remarks: Vec<String> = name.into_iter().chain(encounter_text::remarks(zone)).collect();
    if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) }
}

/// Returns the line of text about a border, as seen from one of its zones: the neighbour and the cost.
fn ways(map: &Map, border: &Border, from: usize) -> String {
    let Some(zone) = encounter_text::beyond(border, from).and_then(|to| map.zones.get(to)) else { return String::new() };
    let cost = match border.value {
        BorderValue::Stateless(0) => String::new(),
        BorderValue::Stateless(cost) => format!(" {cost}"),
        BorderValue::Stateful { open, pass, close } => {
            format!(" {open}/{pass}/{}{}", close.map_or("x".to_owned(), |close| close.to_string()), if border.open { " open" } else { "" })
        }
        BorderValue::Wall => " x".to_owned(),
    };
    let title = border.title.as_ref().map_or(String::new(), |title| format!(" \"{title}\""));
    let hedge = if border.cover == 0 { String::new() } else { format!(", cover {}", border.cover) };
    format!("       -> {}{cost}{title}{hedge}\n", zone.title)
}

/// Draws the rows of a map's zones, such as rings and chains, as text. Empty for a map with a picture or outlines, or with fewer than three
/// zones.
fn drawn(map: &Map) -> Vec<String> {
    let ground = !map.picture.is_empty() || map.zones.iter().any(|zone| !zone.outline.is_empty() || zone.centre.is_some());
    if ground || map.zones.len() < 3 {
        return Vec::new();
    }
    map.lines().iter().map(|line| drawn_line(map, line)).collect()
}

/// Formats a row of zones: `Just friends -- Ring 1 --2-- Lovers`.
fn drawn_line(map: &Map, line: &[usize]) -> String {
    let mut text = String::new();
    let mut before = None;
    for &zone in line {
        if let Some(before) = before {
            text.push_str(&joint(map, before, zone));
        }
        text.push_str(map.zones.get(zone).map_or("?", |zone| &zone.title));
        before = Some(zone);
    }
    text
}

fn joint(map: &Map, from: usize, to: usize) -> String {
    let between = |one: usize, other: usize| map.borders.iter().find(move |border| border.from == one && border.to == other);
    let (onward, back) = (between(from, to), between(to, from));
    let value = match onward.or(back).map(|border| border.value) {
        Some(BorderValue::Stateless(0)) | None => String::new(),
        Some(BorderValue::Stateless(cost)) => format!("{cost}--"),
        Some(BorderValue::Stateful { open, pass, close }) => {
            format!("{open}/{pass}/{}--", close.map_or("x".to_owned(), |close| close.to_string()))
        }
        Some(BorderValue::Wall) => "x--".to_owned(),
    };
    match (onward.is_some_and(|border| border.one_way), back.is_some_and(|border| border.one_way)) {
        (true, false) => format!(" --{value}> "),
        (false, true) => format!(" <--{value} "),
        _ => format!(" --{value} "),
    }
}
