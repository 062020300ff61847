//! Draws terrain whose zones are given as outlines.

use super::border_style::{BordersBetween, badge, room};
use super::{BorderLine, Chart, MARGIN, WIDTH, label_placement};
use crate::drawing::{DrawingMark, Fill, LineStyle, Rectangle};
use slip_pack::map::Map;

type Point = (i32, i32);

/// Number of steps across a zone in which room for its name is searched.
const STEPS: i32 = 16;
/// Greatest height of a map, in tenths of a point.
const HIGHEST: i64 = 7000;

/// Draws the outlines, zone names and borders of a map.
pub(super) fn draw(map: &Map, chart: &mut Chart) {
    let all = || map.zones.iter().flat_map(|zone| &zone.outline).map(|(x, y)| (i64::from(*x), i64::from(*y)));
    let (left, right) = (all().map(|point| point.0).min().unwrap_or(0), all().map(|point| point.0).max().unwrap_or(1));
    let (top, bottom) = (all().map(|point| point.1).min().unwrap_or(0), all().map(|point| point.1).max().unwrap_or(1));
    let (wide, high) = ((right - left).max(1), (bottom - top).max(1));
    // Both directions have the same scale. With it, the map fills either the page width or the maximum height.
    let (over, under) = if high * i64::from(WIDTH) > wide * HIGHEST { (HIGHEST, high) } else { (i64::from(WIDTH), wide) };
    let begin = chart.drawing.height;
    let place = |(x, y): &Point| {
        let scaled = |from: i64, length: i64| i32::try_from((from - length) * over / under).unwrap_or(0);
        (MARGIN + scaled(i64::from(*x), left), begin + scaled(i64::from(*y), top))
    };
    for (zone, plot) in map.zones.iter().zip(&mut chart.plots) {
        plot.corners = zone.outline.iter().map(place).collect();
    }
    chart.drawing.height += i32::try_from(high * over / under).unwrap_or(0) + MARGIN;
    for plot in &chart.plots {
        let pen = LineStyle::of(16);
        chart.drawing.marks.push(DrawingMark::Line(plot.corners.clone(), true, pen, Fill::Paper));
    }
    let mut shared = Vec::new();
    for one in 0..map.zones.len() {
        for other in one + 1..map.zones.len() {
            let stretches = common(&chart.plots, one, other);
            if !stretches.is_empty() {
                shared.push(((one, other), stretches));
            }
        }
    }
    for ((one, other), stretches) in &shared {
        let pen = BordersBetween::of(map, *one, *other).pen();
        for (from, to) in stretches {
            // The border is drawn over the solid outlines of both zones.
            chart.drawing.put(DrawingMark::Line(vec![*from, *to], false, LineStyle::of(16), Fill::Empty));
            if pen.dash > 0 {
                white(*from, *to, chart);
            }
            chart.drawing.put(DrawingMark::Line(vec![*from, *to], false, pen, Fill::Empty));
            chart.border_lines.push(BorderLine { between: (*one, *other), from: *from, to: *to });
        }
    }
    for zone in 0..map.zones.len() {
        let frames = chart.plots.get(zone).map_or_else(Vec::new, |plot| inside(&plot.corners));
        label_placement::write(map, zone, &frames, chart);
    }
    for (pair, stretches) in shared {
        number(map, pair, &stretches, chart);
    }
}

/// Erases the solid line of an outline, so that the dashes of a border are visible.
fn white(from: Point, to: Point, chart: &mut Chart) {
    let (across, down) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
    let length = i64::try_from((across * across + down * down).unsigned_abs().isqrt()).unwrap_or(1).max(1);
    let aside = |by: i64| (i32::try_from(-down * by / length).unwrap_or(0), i32::try_from(across * by / length).unwrap_or(0));
    let (one, other) = (aside(10), aside(-10));
    let corners = [(from, one), (to, one), (to, other), (from, other)].map(|(at, by)| (at.0 + by.0, at.1 + by.1));
    chart.drawing.put(DrawingMark::Line(corners.to_vec(), true, LineStyle::default(), Fill::Paper));
}

/// Returns the sections that the outlines of two zones have in common.
fn common(plots: &[super::Plot], one: usize, other: usize) -> Vec<(Point, Point)> {
    let edges = |zone: usize| plots.get(zone).map_or_else(Vec::new, |plot| edges(&plot.corners).collect::<Vec<_>>());
    let others = edges(other);
    edges(one).into_iter().flat_map(|edge| others.iter().filter_map(move |second| overlap(edge, *second)).collect::<Vec<_>>()).collect()
}

/// Returns the common part of two segments that are on one line; `None` if they have none.
fn overlap((a, b): (Point, Point), (c, d): (Point, Point)) -> Option<(Point, Point)> {
    // Scaled corners are rounded, so collinear points may be off by one.
    let near = |point: Point| {
        let area = cross(a, b, point).abs();
        let longest = i64::from((b.0 - a.0).abs().max((b.1 - a.1).abs()));
        area <= longest * 2
    };
    if !near(c) || !near(d) || a == b {
        return None;
    }
    let upright = (b.1 - a.1).abs() > (b.0 - a.0).abs();
    let along = |point: Point| if upright { point.1 } else { point.0 };
    let sorted = |one: Point, two: Point| if along(one) <= along(two) { (one, two) } else { (two, one) };
    let ((low, high), (from, to)) = (sorted(a, b), sorted(c, d));
    let begin = if along(from) > along(low) { from } else { low };
    let end = if along(to) < along(high) { to } else { high };
    (along(begin) < along(end)).then_some((begin, end))
}

fn cross(a: Point, b: Point, c: Point) -> i64 {
    let (ax, ay) = (i64::from(b.0) - i64::from(a.0), i64::from(b.1) - i64::from(a.1));
    let (bx, by) = (i64::from(c.0) - i64::from(a.0), i64::from(c.1) - i64::from(a.1));
    ax * by - ay * bx
}

fn number(map: &Map, pair: (usize, usize), stretches: &[(Point, Point)], chart: &mut Chart) {
    let between = BordersBetween::of(map, pair.0, pair.1);
    let mut text = between.number();
    if between.way() != 0 {
        let to = if between.way() > 0 { pair.1 } else { pair.0 };
        text = format!("{text} to {}", super::letter(map, to)).trim().to_owned();
    }
    if text.is_empty() {
        return;
    }
    let mut ordered: Vec<&(Point, Point)> = stretches.iter().collect();
    ordered.sort_by_key(|(from, to)| std::cmp::Reverse((to.0 - from.0).abs() + (to.1 - from.1).abs()));
    for (from, to) in ordered {
        for eighth in [4, 3, 5, 2, 6, 1, 7] {
            let at = (from.0 + (to.0 - from.0) * eighth / 8, from.1 + (to.1 - from.1) * eighth / 8);
            let frame = room(&text, at);
            let strange = |zone: usize| zone != pair.0 && zone != pair.1;
            let covers = chart.plots.iter().enumerate().any(|(zone, plot)| strange(zone) && touches(&plot.corners, &frame));
            if !covers && chart.is_clear(&frame) {
                return badge(&text, frame, pair, chart);
            }
        }
    }
}

/// Returns frames inside an outline. Many points are tried as centres; for each point, the largest frame of every proportion is returned.
fn inside(corners: &[Point]) -> Vec<Rectangle> {
    let around = DrawingMark::Line(corners.to_vec(), true, LineStyle::default(), Fill::Empty).frame();
    let step = (around.width.max(around.height) / STEPS).max(1);
    let mut found = Vec::new();
    for across in 1..STEPS {
        for down in 1..STEPS {
            let (x, y) = (around.x + around.width * across / STEPS, around.y + around.height * down / STEPS);
            for flat in [1, 2, 4] {
                let grown =
                    |by: i32| Rectangle { x: x - by * step, y: y - by * step / flat, width: 2 * by * step, height: 2 * by * step / flat };
                if let Some(frame) = (1..STEPS).map(grown).take_while(|frame| holds(corners, frame)).last() {
                    found.push(frame);
                }
            }
        }
    }
    found
}

/// True if a frame is completely inside an outline.
fn holds(corners: &[Point], frame: &Rectangle) -> bool {
    let (x, y) = frame.middle();
    is_inside(corners, (x, y)) && !edges(corners).any(|edge| crosses(edge, frame))
}

/// True if a frame overlaps an outline.
pub(super) fn touches(corners: &[Point], frame: &Rectangle) -> bool {
    is_inside(corners, frame.middle()) || edges(corners).any(|edge| crosses(edge, frame))
}

/// True if an edge of an outline enters a frame.
pub(super) fn crosses((from, to): (Point, Point), frame: &Rectangle) -> bool {
    let (left, top, right, bottom) = (frame.x, frame.y, frame.x + frame.width, frame.y + frame.height);
    let apart = from.0.max(to.0) <= left || from.0.min(to.0) >= right || from.1.max(to.1) <= top || from.1.min(to.1) >= bottom;
    let sides = [(left, top), (right, top), (right, bottom), (left, bottom)].map(|corner| cross(from, to, corner).signum());
    !apart && sides.iter().any(|side| *side < 0) && sides.iter().any(|side| *side > 0)
}

fn is_inside(corners: &[Point], (x, y): Point) -> bool {
    edges(corners).fold(false, |inside, (a, b)| {
        let straddles = (a.1 > y) != (b.1 > y);
        let (low, high) = if a.1 < b.1 { (a, b) } else { (b, a) };
        if straddles && cross(low, high, (x, y)) > 0 { !inside } else { inside }
    })
}

fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}
