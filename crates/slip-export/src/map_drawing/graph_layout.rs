//! Layout of a graph of boxes and lines, with few crossings and no line through a box that it does not connect.

use super::outline_terrain::crosses;
use crate::drawing::{Face, LineStyle, Rectangle};
use std::collections::BTreeSet;

type Point = (i32, i32);

/// Box of a graph, with its text and size.
#[derive(Clone, Debug, Default)]
pub(super) struct GraphNode {
    /// Lines of text in the box.
    pub(super) lines: Vec<(Face, i32, String)>,
    /// Width and height of the box.
    pub(super) width: i32,
    pub(super) height: i32,
}

/// Line of a graph that connects two boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct GraphEdge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) pen: LineStyle,
    /// Number printed on the line.
    pub(super) number: String,
    /// Direction of the line: 1 for onward only, -1 for back only, 0 for both.
    pub(super) way: i32,
}

/// Greatest number of comparisons spent on swapping boxes in one arrangement.
const MOST_LOOKS: usize = 3_000_000;
/// Space between boxes, in tenths of a point.
const APART: i32 = 260;
/// Sines of 0 to 90 degrees, in units of 1/10,000.
#[rustfmt::skip]
const SINES: [i32; 91] = [
    0, 175, 349, 523, 698, 872, 1045, 1219, 1392, 1564, 1736, 1908, 2079, 2250, 2419, 2588, 2756, 2924, 3090, 3256, 3420, 3584, 3746,
    3907, 4067, 4226, 4384, 4540, 4695, 4848, 5000, 5150, 5299, 5446, 5592, 5736, 5878, 6018, 6157, 6293, 6428, 6561, 6691, 6820, 6947,
    7071, 7193, 7314, 7431, 7547, 7660, 7771, 7880, 7986, 8090, 8192, 8290, 8387, 8480, 8572, 8660, 8746, 8829, 8910, 8988, 9063, 9135,
    9205, 9272, 9336, 9397, 9455, 9511, 9563, 9613, 9659, 9703, 9744, 9781, 9816, 9848, 9877, 9903, 9925, 9945, 9962, 9976, 9986, 9994,
    9998, 10000,
];

/// Returns the position of each box of a graph; the upper left corner of the layout is at 0.
pub(super) fn placed(nodes: &[GraphNode], edges: &[GraphEdge]) -> Vec<Rectangle> {
    let mut best: Option<(i64, Vec<Rectangle>)> = None;
    for slots in arrangements(nodes) {
        let frames = improved(nodes, edges, &slots);
        let cost = self::cost(&frames, edges) + spread(&frames);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, frames));
        }
    }
    let mut frames = best.map_or_else(Vec::new, |(_, frames)| frames);
    let left = frames.iter().map(|frame| frame.x).min().unwrap_or(0);
    let top = frames.iter().map(|frame| frame.y).min().unwrap_or(0);
    for frame in &mut frames {
        frame.x -= left;
        frame.y -= top;
    }
    frames
}

/// Returns candidate positions for the centres of the boxes: in rows, on a ring, and on a ring with one box in the middle.
fn arrangements(nodes: &[GraphNode]) -> Vec<Vec<Point>> {
    let count = i32::try_from(nodes.len()).unwrap_or(i32::MAX);
    let wide = nodes.iter().map(|node| node.width).max().unwrap_or(0) + APART;
    let high = nodes.iter().map(|node| node.height).max().unwrap_or(0) + APART;
    let mut all = Vec::new();
    for columns in [count.min(4), 3, 1] {
        // Every other row runs backwards, so that a chain continues below its end.
        let place = |number: i32| {
            let (row, at) = (number / columns.max(1), number % columns.max(1));
            ((if row % 2 == 0 { at } else { columns - 1 - at }) * wide, row * high)
        };
        all.push((0..count).map(place).collect());
    }
    for hub in [0, 1] {
        if let Some(ring) = ring(count - hub, wide, high, hub == 1) {
            let middle = (hub == 1).then_some((0, 0));
            all.push(middle.into_iter().chain(ring).collect());
        }
    }
    all
}

/// Returns positions on a ring that is large enough for the boxes, and if `hub` is true a position in the middle.
fn ring(count: i32, wide: i32, high: i32, hub: bool) -> Option<Vec<Point>> {
    if count < 3 {
        return None;
    }
    let at = |radius: (i32, i32)| -> Vec<Point> {
        let turn = |number: i32| number * 360 / count;
        (0..count).map(|number| (radius.0 * sine(turn(number)) / 10_000, -radius.1 * sine(turn(number) + 90) / 10_000)).collect()
    };
    let apart = |points: &[Point]| {
        let middle = hub.then_some((0, 0));
        let all: Vec<Point> = points.iter().copied().chain(middle).collect();
        all.iter()
            .enumerate()
            .all(|(place, one)| all.iter().skip(place + 1).all(|other| (one.0 - other.0).abs() >= wide || (one.1 - other.1).abs() >= high))
    };
    (2..200).map(|grown| (wide * grown / 4, high * grown / 3)).map(at).find(|points| apart(points))
}

fn sine(degrees: i32) -> i32 {
    let turned = degrees.rem_euclid(360);
    let (quarter, negative) = match turned {
        0..=90 => (turned, false),
        91..=180 => (180 - turned, false),
        181..=270 => (turned - 180, true),
        _ => (360 - turned, true),
    };
    let value = usize::try_from(quarter).ok().and_then(|place| SINES.get(place)).copied().unwrap_or(0);
    if negative { -value } else { value }
}

/// Places the boxes and swaps boxes as long as this reduces the cost of the drawing, with at most [`MOST_LOOKS`] comparisons.
fn improved(nodes: &[GraphNode], edges: &[GraphEdge], slots: &[Point]) -> Vec<Rectangle> {
    let mut order = walked(nodes.len(), edges);
    let mut frames = vec![Rectangle::default(); nodes.len()];
    for (place, node) in order.iter().enumerate() {
        lay(*node, nodes, slots.get(place), &mut frames);
    }
    let touching = touching(nodes.len(), edges);
    // Number of comparisons to compute the cost of swapping two boxes. Each line at one of the two boxes is compared with all boxes and
    // lines. Every other line is compared with the two boxes.
    let looks = |one: usize, other: usize| {
        let lines = [one, other].iter().filter_map(|node| touching.get(*node)).map(Vec::len).sum::<usize>();
        lines.saturating_mul(nodes.len().saturating_add(edges.len())).saturating_add(edges.len().saturating_mul(2))
    };
    let mut left = MOST_LOOKS;
    let mut better = true;
    while better {
        better = false;
        for first in 0..order.len() {
            for second in first + 1..order.len() {
                let (Some(one), Some(other)) = (order.get(first).copied(), order.get(second).copied()) else { continue };
                left = left.saturating_sub(looks(one, other).saturating_mul(2).max(1));
                if left == 0 {
                    return frames;
                }
                let before = cost_of([one, other], &frames, edges, &touching);
                lay(one, nodes, slots.get(second), &mut frames);
                lay(other, nodes, slots.get(first), &mut frames);
                if cost_of([one, other], &frames, edges, &touching) < before {
                    order.swap(first, second);
                    better = true;
                } else {
                    lay(one, nodes, slots.get(first), &mut frames);
                    lay(other, nodes, slots.get(second), &mut frames);
                }
            }
        }
    }
    frames
}

/// Places a box at a position.
fn lay(node: usize, nodes: &[GraphNode], slot: Option<&Point>, frames: &mut [Rectangle]) {
    let (Some((x, y)), Some(GraphNode { width, height, .. })) = (slot, nodes.get(node)) else { return };
    if let Some(frame) = frames.get_mut(node) {
        *frame = Rectangle { x: x - width / 2, y: y - height / 2, width: *width, height: *height };
    }
}

/// Returns, for each box, the lines that end at it.
fn touching(count: usize, edges: &[GraphEdge]) -> Vec<Vec<usize>> {
    let mut touching = vec![Vec::new(); count];
    for (number, edge) in edges.iter().enumerate() {
        for end in BTreeSet::from([edge.from, edge.to]) {
            touching.get_mut(end).into_iter().for_each(|lines: &mut Vec<usize>| lines.push(number));
        }
    }
    touching
}

/// Returns the boxes in the order of a walk along the lines, starting at an end of the graph if there is one.
fn walked(count: usize, edges: &[GraphEdge]) -> Vec<usize> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    for edge in edges {
        next.get_mut(edge.from).into_iter().for_each(|list| list.push(edge.to));
        if edge.from != edge.to {
            next.get_mut(edge.to).into_iter().for_each(|list| list.push(edge.from));
        }
    }
    let ends = (0..count).filter(|node| next.get(*node).is_some_and(|list| list.len() == 1));
    let mut order: Vec<usize> = Vec::new();
    let mut seen = vec![false; count];
    for begin in ends.chain(0..count) {
        let mut waiting = vec![begin];
        while let Some(node) = waiting.pop() {
            let Some(mark) = seen.get_mut(node).filter(|mark| !**mark) else { continue };
            *mark = true;
            order.push(node);
            waiting.extend(next.get(node).into_iter().flatten().rev());
        }
    }
    order
}

/// Cost of a line that passes through a box.
const THROUGH: i64 = 1_000_000;
/// Cost of two crossing lines.
const CROSSING: i64 = 30_000;

fn line(edge: &GraphEdge, frames: &[Rectangle]) -> Option<(Point, Point)> {
    Some((frames.get(edge.from)?.middle(), frames.get(edge.to)?.middle()))
}

/// Returns the cost of a drawing of a graph: lines through boxes count most, then crossings, then line lengths.
fn cost(frames: &[Rectangle], edges: &[GraphEdge]) -> i64 {
    let mut cost = 0;
    for (place, edge) in edges.iter().enumerate() {
        let Some(one) = line(edge, frames) else { continue };
        cost += boxes_under(edge, one, frames) + length(one);
        cost += edges.iter().skip(place + 1).map(|other| crossing((edge, one), other, frames)).sum::<i64>();
    }
    cost
}

/// Returns the part of a drawing's cost that depends on the positions of two boxes. No other part changes if the two boxes are swapped.
fn cost_of(boxes: [usize; 2], frames: &[Rectangle], edges: &[GraphEdge], touching: &[Vec<usize>]) -> i64 {
    let lines: BTreeSet<usize> = boxes.iter().filter_map(|node| touching.get(*node)).flatten().copied().collect();
    let mut cost = 0;
    for (number, edge) in edges.iter().enumerate() {
        let Some(one) = line(edge, frames) else { continue };
        if lines.contains(&number) {
            let others = edges.iter().enumerate().filter(|(other, _)| *other > number || !lines.contains(other));
            cost += boxes_under(edge, one, frames) + length(one);
            cost += others.map(|(_, other)| crossing((edge, one), other, frames)).sum::<i64>();
        } else {
            let under = boxes.iter().filter_map(|node| frames.get(*node)).filter(|frame| crosses(one, &frame.grown(40)));
            cost += THROUGH * i64::try_from(under.count()).unwrap_or(0);
        }
    }
    cost
}

/// Returns the cost of the boxes that a line passes through without connecting them.
fn boxes_under(edge: &GraphEdge, one: (Point, Point), frames: &[Rectangle]) -> i64 {
    let strange = frames.iter().enumerate().filter(|(node, _)| *node != edge.from && *node != edge.to);
    THROUGH * i64::try_from(strange.filter(|(_, frame)| crosses(one, &frame.grown(40))).count()).unwrap_or(0)
}

fn crossing((edge, one): (&GraphEdge, (Point, Point)), other: &GraphEdge, frames: &[Rectangle]) -> i64 {
    let crossed = !joined(edge, other) && line(other, frames).is_some_and(|other| meet(one, other));
    if crossed { CROSSING } else { 0 }
}

fn length(one: (Point, Point)) -> i64 {
    i64::from((one.0.0 - one.1.0).abs()) + i64::from((one.0.1 - one.1.1).abs())
}

/// Returns the size of a drawing as a cost, so that the smaller of two otherwise equal drawings is chosen.
fn spread(frames: &[Rectangle]) -> i64 {
    let span = |low: Option<i32>, high: Option<i32>| i64::from(high.unwrap_or(0)) - i64::from(low.unwrap_or(0));
    let wide = span(frames.iter().map(|frame| frame.x).min(), frames.iter().map(|frame| frame.x + frame.width).max());
    let high = span(frames.iter().map(|frame| frame.y).min(), frames.iter().map(|frame| frame.y + frame.height).max());
    // A drawing wider than a page is scaled down until it is hard to read.
    4 * (wide - i64::from(super::WIDTH)).max(0) + high
}

fn joined(one: &GraphEdge, other: &GraphEdge) -> bool {
    [one.from, one.to].iter().any(|node| [other.from, other.to].contains(node))
}

fn meet((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |from: Point, to: Point, point: Point| {
        let (ax, ay) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
        let (bx, by) = (i64::from(point.0 - from.0), i64::from(point.1 - from.1));
        (ax * by - ay * bx).signum()
    };
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_more_boxes_than_anybody_draws_each_has_a_place_of_its_own() {
        let nodes = vec![GraphNode { width: 400, height: 200, ..GraphNode::default() }; 300];
        let edges: Vec<GraphEdge> = (0..300).map(|from| GraphEdge { from, to: (from + 7) % 300, ..GraphEdge::default() }).collect();
        let frames = placed(&nodes, &edges);
        assert_eq!(frames.len(), 300);
        assert!(frames.iter().enumerate().all(|(place, one)| frames.iter().skip(place + 1).all(|other| !one.overlaps(other))));
    }
}
