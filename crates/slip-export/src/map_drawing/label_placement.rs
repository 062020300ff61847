//! Places the names of zones on terrain: chooses the best rectangle of a zone for its name.

use super::{Chart, SIZES, is_broken, letter, name, tokens};
use crate::drawing::{Face, Rectangle};
use crate::text_widths;
use slip_pack::map::{Map, Zone};

/// Space between the name of a zone and the edge of the zone.
const EDGE: i32 = 25;
/// Preferred half height of tokens; it takes precedence over the size of the name.
const WISHED: i32 = 70;

/// Font size of the letter of a zone that has no room for its name.
const SMALLEST: i32 = 82;
/// Maximum number of rectangles of a zone, the largest first, that are tried for tokens and for a name beside tokens.
const ROOMS: usize = 64;
const NAMES: usize = 12;

type Lines = Vec<(Face, i32, String)>;

/// Lines of text at a position.
struct Label {
    lines: Lines,
    frame: Rectangle,
    short: bool,
}

impl Label {
    /// Places lines of text in the middle or at the top of a frame.
    fn of(lines: Lines, room: &Rectangle, top: bool) -> Label {
        let high: i32 = lines.iter().map(|(_, size, _)| size + size / 4).sum();
        let wide = lines.iter().map(|(face, size, text)| text_widths::width(text, *face, *size)).max().unwrap_or(0);
        let (x, y) = room.middle();
        let y = if top { room.y } else { y - high / 2 };
        Label { lines, frame: Rectangle { x: x - wide / 2, y, width: wide, height: high }, short: false }
    }
}

/// Writes a zone's name into one of its frames in the largest font that fits. The zone's properties are written below it if there is room.
/// The letter of the zone is written instead if the name does not fit, or would leave no room for the zone's tokens.
pub(super) fn write(map: &Map, zone: usize, frames: &[Rectangle], chart: &mut Chart) {
    let (Some(declared), Some(plot)) = (map.zones.get(zone), chart.plots.get_mut(zone)) else { return };
    let mut ordered: Vec<Rectangle> = frames.iter().map(|frame| frame.grown(-EDGE)).collect();
    ordered.retain(|frame| frame.width > 0 && frame.height > 0);
    ordered.sort_by_key(|frame| std::cmp::Reverse(i64::from(frame.width) * i64::from(frame.height)));
    plot.inner = ordered.iter().take(ROOMS).map(|frame| frame.grown(EDGE)).collect();
    let fits = |size: i32, frame: &Rectangle| {
        let (_, wide, high) = name(&declared.title, size, frame.width);
        !is_broken(&declared.title, size, frame.width) && wide <= frame.width && high <= frame.height
    };
    let largest = SIZES.iter().find_map(|size| ordered.iter().find(|frame| fits(*size, frame)).map(|frame| (*size, *frame)));
    let usual = largest.map(|(size, frame)| Label::of(named(declared, size, &frame, true), &frame, false));
    let found = if plot.marks.is_empty() {
        usual
    } else {
        let holds = |label: &Label, half: i32| tokens::half(plot, &[label.frame]) >= half;
        let above = || {
            let all = SIZES.iter().flat_map(|size| ordered.iter().take(NAMES).map(|frame| (*size, frame)));
            let fitting = all.filter(|(size, frame)| fits(*size, frame));
            fitting.flat_map(|(size, frame)| [true, false].map(|all| Label::of(named(declared, size, frame, all), frame, true)))
        };
        let leaving = |half: i32| above().find(|label| holds(label, half));
        match usual {
            Some(label) if holds(&label, WISHED) => Some(label),
            usual => leaving(WISHED).or_else(|| usual.filter(|label| holds(label, tokens::READABLE))).or_else(|| leaving(tokens::READABLE)),
        }
    };
    let found = found.or_else(|| {
        let lines = |frame: &Rectangle| name(&letter(map, zone), SMALLEST, frame.width);
        let fits = |frame: &&Rectangle| matches!(lines(frame), (_, wide, high) if wide <= frame.width && high <= frame.height);
        let frame = ordered.iter().find(fits)?;
        let mut label = Label::of(lines(frame).0, frame, !plot.marks.is_empty());
        if !plot.marks.is_empty() {
            label.frame.x = frame.x;
        }
        Some(Label { short: true, ..label })
    });
    let label = found.as_ref().map_or_else(Vec::new, |label| chart.centred(&label.lines, label.frame));
    if let Some(plot) = chart.plots.get_mut(zone) {
        plot.label = label;
        plot.short = found.is_none_or(|label| label.short);
    }
}

/// Returns the lines of a zone's name in a font size. If `all` is true and there is room, the properties of the zone follow.
fn named(zone: &Zone, size: i32, frame: &Rectangle, all: bool) -> Lines {
    let (mut lines, _, high) = name(&zone.title, size, frame.width);
    let particular = super::map_legend::particular(zone);
    let small = size * 3 / 4;
    let more = text_widths::lines(&particular, Face::Plain, small, frame.width);
    let higher = i32::try_from(more.len()).unwrap_or(0) * (small + small / 4);
    if all && !particular.is_empty() && high + higher <= frame.height {
        lines.extend(more.into_iter().map(|line| (Face::Plain, small, line)));
    }
    lines
}
