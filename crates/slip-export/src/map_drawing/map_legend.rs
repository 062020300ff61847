//! Draws the key below a map: its aspects, its zones with their content, named borders, and the line styles.

use super::border_style::BordersBetween;
use super::{Chart, MARGIN, StartLabel, WIDTH, letter};
use crate::drawing::{DrawingMark, DrawnText, Face, Fill, LineStyle};
use crate::text_widths::{StyledText, flow};
use slip_pack::map::{Border, BorderValue, Map, Zone};

const TEXT: i32 = 85;
const LINE: i32 = 112;
/// Space between the two columns of the key.
const BETWEEN: i32 = 200;

/// Returns the properties of a zone in a few words.
pub(super) fn particular(zone: &Zone) -> String {
    let mut words = Vec::new();
    words.extend((zone.altitude != 0).then(|| format!("altitude {}", zone.altitude)));
    words.extend((zone.cover != 0).then(|| format!("cover {}", zone.cover)));
    words.extend(zone.outdoor.then(|| "outdoors".to_owned()));
    words.extend(zone.exit.then(|| "exit".to_owned()));
    words.extend(zone.range_cap.map(|cap| format!("range at most {cap}")));
    words.join(", ")
}

/// Draws the key of a map. The aspects of zones are in the key of a terrain map; in a graph they are inside the boxes.
pub(super) fn draw(map: &Map, standing: &[StartLabel], inside: bool, chart: &mut Chart) {
    let mut entries: Vec<Vec<StyledText>> = Vec::new();
    let bold = |text: &str| StyledText::of(Face::Bold, TEXT, text);
    let plain = |text: &str| StyledText::of(Face::Plain, TEXT, text);
    let slanted = |text: &str| StyledText::of(Face::Slanted, TEXT, text);
    if !map.aspects.is_empty() {
        entries.push(vec![bold("Everywhere"), slanted(&quoted(&map.aspects))]);
    }
    for (number, zone) in map.zones.iter().enumerate() {
        let short = chart.plots.get(number).is_some_and(|plot| plot.short);
        let mut spans = vec![bold(&if short { format!("{} – {}", letter(map, number), zone.title) } else { zone.title.clone() })];
        spans.extend([particular(zone)].iter().filter(|words| !words.is_empty()).map(|words| plain(words)));
        spans.extend((!zone.aspects.is_empty() && !inside).then(|| slanted(&quoted(&zone.aspects))));
        spans.extend(zone.effects.iter().map(|effect| plain(&format!("{};", effect.text))));
        let here: Vec<&str> = standing.iter().filter(|standing| standing.zone == number).map(|standing| standing.who.as_str()).collect();
        spans.extend((!here.is_empty()).then(|| plain(&format!("▸\u{a0}{}", here.join(", ")))));
        if spans.len() > 1 || short {
            entries.push(spans);
        }
    }
    entries.extend(map.borders.iter().filter_map(|border| named(map, border, chart)).map(|(name, text)| vec![bold(&name), plain(&text)]));
    two_columns(&entries, chart);
    legend(map, inside, chart);
}

/// Returns the entry in the map's key for a border that has a name, cover, or a number that did not fit on the map.
fn named(map: &Map, border: &Border, chart: &Chart) -> Option<(String, String)> {
    let title = |zone: usize| map.zones.get(zone).map_or("?", |zone| zone.title.as_str());
    let between = BordersBetween::of(map, border.from, border.to);
    let pair = (border.from.min(border.to), border.from.max(border.to));
    let is_drawn = chart.badges.iter().any(|badge| badge.between == pair);
    let free = matches!(border.value, BorderValue::Stateless(0));
    let wall = matches!(border.value, BorderValue::Wall);
    if border.title.is_none() && border.cover == 0 && (is_drawn || (free && !border.one_way) || wall) {
        return None;
    }
    let arrow = if border.one_way { "→" } else { "–" };
    let mut words = vec![format!("{} {arrow} {}", title(border.from), title(border.to))];
    words.extend([between.number()].into_iter().filter(|number| !number.is_empty()));
    words.extend(wall.then(|| "cannot be crossed".to_owned()));
    words.extend(border.open.then(|| "open".to_owned()));
    words.extend((border.cover != 0).then(|| format!("cover {}", border.cover)));
    Some((border.title.clone().unwrap_or_else(|| "Border".to_owned()), words.join(", ")))
}

/// Draws the entries of the legend in two columns. The left column is filled first.
pub(super) fn two_columns(entries: &[Vec<StyledText>], chart: &mut Chart) {
    let width = (WIDTH - BETWEEN) / 2;
    let set: Vec<_> = entries.iter().map(|spans| flow(spans, width)).collect();
    let lines: usize = set.iter().map(Vec::len).sum();
    let (mut column, mut y, mut deepest) = (0, 0, 0);
    let top = chart.drawing.height;
    let half = i32::try_from(lines.div_ceil(2)).unwrap_or(0) * LINE;
    for entry in set {
        if column == 0 && y > 0 && y + i32::try_from(entry.len()).unwrap_or(0) * LINE > half + LINE {
            column = 1;
            y = 0;
        }
        for line in entry {
            for (x, span) in line {
                let x = MARGIN + column * (width + BETWEEN) + x;
                let words = DrawnText { x, y: top + y + TEXT, size: span.size, face: span.face, middle: false, text: span.text };
                chart.drawing.put(DrawingMark::Words(words));
            }
            y += LINE;
        }
        y += LINE / 5;
        deepest = deepest.max(y);
    }
    chart.drawing.height += deepest + MARGIN / 2;
}

/// Draws the meaning of the line styles that are used on the map.
fn legend(map: &Map, inside: bool, chart: &mut Chart) {
    let is = |wanted: fn(&BorderValue) -> bool| map.borders.iter().any(|border| wanted(&border.value));
    let mut samples: Vec<(LineStyle, &str)> = Vec::new();
    // Between boxes, a free border is the default and needs no entry in the key.
    if !inside && is(|value| matches!(value, BorderValue::Stateless(0))) {
        samples.push((LineStyle { width: 6, dash: 30 }, "free"));
    }
    if is(|value| matches!(value, BorderValue::Stateless(cost) if *cost != 0)) {
        samples.push((LineStyle::of(12), "each crossing costs this many points"));
    }
    if is(|value| matches!(value, BorderValue::Stateful { .. })) {
        samples.push((LineStyle::of(20), "open / pass / close"));
    }
    if is(|value| matches!(value, BorderValue::Wall)) {
        samples.push((LineStyle::of(36), "cannot be crossed"));
    }
    let mut x = MARGIN;
    let y = chart.drawing.height;
    for (pen, text) in samples {
        chart.drawing.put(DrawingMark::Line(vec![(x, y - 28), (x + 260, y - 28)], false, pen, Fill::Empty));
        let words = DrawnText { x: x + 310, y, size: 75, face: Face::Plain, middle: false, text: text.to_owned() };
        x = words.frame().x + words.frame().width + 220;
        chart.drawing.put(DrawingMark::Words(words));
    }
    chart.drawing.height += MARGIN;
}

fn quoted(texts: &[String]) -> String {
    texts.iter().map(|text| format!("“{text}”")).collect::<Vec<_>>().join(", ")
}
