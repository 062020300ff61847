//! Prints maps without geography as lines of zones: rings, chains, a hub with its corners.

use slip_pack::map::{BorderValue, Map};

/// Returns the zones of a map in rows, such as rings and chains, as text; empty for a map with a picture or outlines, or with fewer than
/// three zones.
pub(super) fn drawn(map: &Map) -> Vec<String> {
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
