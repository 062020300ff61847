//! Draws the nine bands of space, with the starting positions of ships.

use super::border_style::{badge, room};
use super::{Chart, MARGIN, WIDTH};
use crate::drawing::{DrawingMark, DrawnText, Face, Fill, LineStyle, Rectangle};
use crate::text_widths;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::ruleset::Setting;

/// Number of the outermost band of space on either side.
const FARTHEST: i32 = 4;
const SMALL: i32 = 80;
const NUMBER: i32 = 130;
/// Greatest number of lines that an edge between bands is drawn with.
const MOST_LINES: i32 = 4;
/// Smallest height of the space for counters above the numbers of the bands.
const ROOM: i32 = 600;
/// Height of the space for counters if the board is drawn for a screen, which is about half as high as it is wide.
const BOARD_ROOM: i32 = 1900;

/// Returns the chart of the bands of space with the starting positions of an encounter's ships.
#[must_use]
pub fn space(scene: &Encounter, pack: &Pack) -> Chart {
    with_room(scene, pack, ROOM)
}

/// Returns the chart of the bands of space as a board on a screen.
#[must_use]
pub fn space_board(scene: &Encounter, pack: &Pack) -> Chart {
    with_room(scene, pack, BOARD_ROOM)
}

fn with_room(scene: &Encounter, pack: &Pack, least: i32) -> Chart {
    let mut chart = Chart::titled(&scene.title, "The line of space: nine bands from -4 to 4, and where ships begin.");
    let bands = 2 * FARTHEST + 1;
    let wide = WIDTH / bands;
    let begins = begins(scene, pack);
    let set = |band: i32| -> Vec<String> {
        let here = begins.iter().filter(|(at, _)| *at == Some(band));
        here.flat_map(|(_, who)| text_widths::lines(who, Face::Plain, SMALL, wide - 130)).collect()
    };
    let texts: Vec<Vec<String>> = (-FARTHEST..=FARTHEST).map(set).collect();
    let lines = texts.iter().map(Vec::len).max().unwrap_or(0);
    let high = least.max(i32::try_from(lines).unwrap_or(0) * (SMALL + 20) + 60);
    let top = chart.drawing.height;
    for (band, lines) in (-FARTHEST..=FARTHEST).zip(&texts) {
        let x = MARGIN + (band + FARTHEST) * wide;
        let fill = if band == 0 { Fill::Tint } else { Fill::Paper };
        let frame = Rectangle { x, y: top, width: wide, height: high };
        chart.drawing.put(DrawingMark::Box(frame, 0, LineStyle::of(10), fill));
        for (line, text) in (1..).zip(lines) {
            let words =
                DrawnText { x: x + 100, y: top + 20 + line * (SMALL + 20), size: SMALL, text: text.clone(), ..DrawnText::default() };
            chart.drawing.put(DrawingMark::Words(words));
        }
        let y = top + high + NUMBER + 30;
        let words = DrawnText { x: x + wide / 2, y, size: NUMBER, face: Face::Bold, middle: true, text: band.to_string() };
        chart.drawing.put(DrawingMark::Words(words));
        chart.plots.push(super::Plot { frames: vec![frame], inner: vec![frame], ..super::Plot::default() });
    }
    edges(scene, wide, high, &mut chart);
    chart.drawing.height += high + NUMBER + 120;
    chart.ground_end = chart.drawing.height - 60;
    let waiting: Vec<&str> = begins.iter().filter(|(band, _)| band.is_none()).map(|(_, who)| who.as_str()).collect();
    let usual = setting(scene, "edge_cost");
    let text = format!("{usual} {} to cross an edge, unless it has a number", if usual == 1 { "shift" } else { "shifts" });
    let mut entries = vec![vec![text_widths::StyledText::of(Face::Plain, SMALL, &text)]];
    if !waiting.is_empty() {
        let text = format!("placed by detection: {}", waiting.join("; "));
        entries.push(vec![text_widths::StyledText::of(Face::Plain, SMALL, &text)]);
    }
    let aspects: Vec<String> = scene.aspects.iter().map(|aspect| format!("“{}”", aspect.text)).collect();
    if !aspects.is_empty() {
        let everywhere = [(Face::Bold, "Everywhere".to_owned()), (Face::Slanted, aspects.join(", "))];
        entries.push(everywhere.iter().map(|(face, text)| text_widths::StyledText::of(*face, SMALL, text)).collect());
    }
    super::map_legend::two_columns(&entries, &mut chart);
    chart
}

/// Returns the cost of crossing an edge between bands, from a setting in the rules of the encounter.
fn setting(scene: &Encounter, name: &str) -> i64 {
    match scene.rules.settings.get(name) {
        Some(Setting::Int(cost)) => *cost,
        _ => 1,
    }
}

/// Draws the edges between bands with an unusual cost: one line per shift, and the number. Only the edges of the outermost bands and of the
/// map can have such a cost.
fn edges(scene: &Encounter, wide: i32, high: i32, chart: &mut Chart) {
    let (usual, outer, leave) = (setting(scene, "edge_cost"), setting(scene, "outer_edge_cost"), setting(scene, "leave_cost"));
    let top = chart.drawing.height;
    let last = 2 * FARTHEST + 1;
    for (edge, cost) in [(0, leave), (1, outer), (last - 1, outer), (last, leave)] {
        if cost == usual {
            continue;
        }
        let x = MARGIN + edge * wide;
        for line in 1..i32::try_from(cost).unwrap_or(1).clamp(1, MOST_LINES) {
            let x = if edge * 2 < last { x + line * 28 } else { x - line * 28 };
            chart.drawing.put(DrawingMark::Line(vec![(x, top), (x, top + high)], false, LineStyle::of(10), Fill::Empty));
        }
        let before = usize::try_from(edge - 1).unwrap_or(0);
        let after = usize::try_from(edge.min(last - 1)).unwrap_or(0);
        let text = cost.to_string();
        badge(&text, room(&text, (x, top + high)), (before, after), chart);
    }
}

/// Returns the starting bands of an encounter's ships, each with the label of the ships; equal ships are combined.
fn begins(scene: &Encounter, pack: &Pack) -> Vec<(Option<i32>, String)> {
    super::counted(super::actors(scene, pack).map(|(actor, who)| (actor.ship.as_ref().and_then(|ship| ship.band), who)))
}
