//! Where words may stand on ground: the best rectangle of a zone. Floor 5.

use super::{Chart, SIZES, is_broken, letter, name};
use crate::export::drawing::{Face, Frame};
use crate::pack::map::Map;

/// White between a name and the edge of its zone.
const EDGE: i32 = 25;

/// Writes a zone's name into one of some frames that lie in it: the largest letters that fit, below it what is particular about the
/// zone if there is room; else its letter.
pub(super) fn write(map: &Map, zone: usize, frames: &[Frame], chart: &mut Chart) {
    let Some(declared) = map.zones.get(zone) else { return };
    let particular = super::key::particular(declared);
    let mut ordered: Vec<Frame> = frames.iter().map(|frame| frame.grown(-EDGE)).collect();
    ordered.retain(|frame| frame.width > 0 && frame.height > 0);
    ordered.sort_by_key(|frame| std::cmp::Reverse(i64::from(frame.width) * i64::from(frame.height)));
    let fits = |size: i32, frame: &Frame| {
        let (_, wide, high) = name(&declared.title, size, frame.width);
        !is_broken(&declared.title, size, frame.width) && wide <= frame.width && high <= frame.height
    };
    let found = SIZES.iter().find_map(|size| ordered.iter().find(|frame| fits(*size, frame)).map(|frame| (*size, *frame)));
    let (lines, room, short) = match found {
        Some((size, frame)) => {
            let (mut lines, _, high) = name(&declared.title, size, frame.width);
            let small = size * 3 / 4;
            let more = crate::export::measure::lines(&particular, Face::Plain, small, frame.width);
            let higher = i32::try_from(more.len()).unwrap_or(0) * (small + small / 4);
            if !particular.is_empty() && high + higher <= frame.height {
                lines.extend(more.into_iter().map(|line| (Face::Plain, small, line)));
            }
            (lines, frame, false)
        }
        None => {
            let text = letter(map, zone);
            let fits = |frame: &&Frame| {
                let (_, wide, high) = name(&text, SMALLEST, frame.width);
                wide <= frame.width && high <= frame.height
            };
            let Some(frame) = ordered.iter().find(fits) else {
                if let Some(plot) = chart.plots.get_mut(zone) {
                    plot.short = true;
                }
                return;
            };
            (vec![(Face::Bold, SMALLEST, text)], *frame, true)
        }
    };
    let high: i32 = lines.iter().map(|(_, size, _)| size + size / 4).sum();
    let wide = lines.iter().map(|(face, size, text)| crate::export::measure::width(text, *face, *size)).max().unwrap_or(0);
    let (x, y) = room.middle();
    let frame = Frame { x: x - wide / 2, y: y - high / 2, width: wide, height: high };
    let label = chart.centred(&lines, frame);
    if let Some(plot) = chart.plots.get_mut(zone) {
        plot.label = label;
        plot.short = short;
    }
}

/// The letter of a zone that has no room for its name.
const SMALLEST: i32 = 82;
