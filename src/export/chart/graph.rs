//! A graph as boxes and lines: every box in a place, so that few lines cross and none passes a box that it does not join. Floor 5.

use super::outlines::crosses;
use crate::export::drawing::{Face, Frame, Pen};

type Point = (i32, i32);

/// What stands in a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// What is written in it.
    pub(super) lines: Vec<(Face, i32, String)>,
    /// The room that it takes.
    pub(super) width: i32,
    pub(super) height: i32,
}

/// A line from one to another.
#[derive(Clone, Debug, Default)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) pen: Pen,
    /// What stands on it.
    pub(super) number: String,
    /// 1 if it goes onward only, -1 if back.
    pub(super) way: i32,
}

/// Looks at one thing beside another one that may be spent on exchanging boxes: far more than maps have that people draw.
const MOST_LOOKS: usize = 100_000_000;
/// White between boxes.
const APART: i32 = 260;
/// Sines of 0 to 90 degrees, in ten thousandths.
#[rustfmt::skip]
const SINES: [i32; 91] = [
    0, 175, 349, 523, 698, 872, 1045, 1219, 1392, 1564, 1736, 1908, 2079, 2250, 2419, 2588, 2756, 2924, 3090, 3256, 3420, 3584, 3746,
    3907, 4067, 4226, 4384, 4540, 4695, 4848, 5000, 5150, 5299, 5446, 5592, 5736, 5878, 6018, 6157, 6293, 6428, 6561, 6691, 6820, 6947,
    7071, 7193, 7314, 7431, 7547, 7660, 7771, 7880, 7986, 8090, 8192, 8290, 8387, 8480, 8572, 8660, 8746, 8829, 8910, 8988, 9063, 9135,
    9205, 9272, 9336, 9397, 9455, 9511, 9563, 9613, 9659, 9703, 9744, 9781, 9816, 9848, 9877, 9903, 9925, 9945, 9962, 9976, 9986, 9994,
    9998, 10000,
];

/// Where each box lies, the upper left corner of all of them at 0.
pub(super) fn placed(nodes: &[Node], edges: &[Edge]) -> Vec<Frame> {
    let mut best: Option<(i64, Vec<Frame>)> = None;
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

/// Middles of places that boxes could take: in rows, on a ring, on a ring with one in the middle.
fn arrangements(nodes: &[Node]) -> Vec<Vec<Point>> {
    let count = i32::try_from(nodes.len()).unwrap_or(i32::MAX);
    let wide = nodes.iter().map(|node| node.width).max().unwrap_or(0) + APART;
    let high = nodes.iter().map(|node| node.height).max().unwrap_or(0) + APART;
    let mut all = Vec::new();
    for columns in [count.min(4), 3, 1] {
        // Every other row runs back, so that a chain goes on below its end.
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

/// Places on a ring that is wide enough for boxes side by side, and around a box in the middle.
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

/// Boxes in places, exchanged as long as that makes the drawing better, and no longer than [`MOST_LOOKS`].
fn improved(nodes: &[Node], edges: &[Edge], slots: &[Point]) -> Vec<Frame> {
    let mut order = walked(nodes.len(), edges);
    let lay = |order: &[usize]| -> Vec<Frame> {
        let mut frames = vec![Frame::default(); nodes.len()];
        for (place, node) in order.iter().enumerate() {
            let (Some((x, y)), Some(declared)) = (slots.get(place), nodes.get(*node)) else { continue };
            if let Some(frame) = frames.get_mut(*node) {
                let Node { width, height, .. } = declared;
                *frame = Frame { x: x - width / 2, y: y - height / 2, width: *width, height: *height };
            }
        }
        frames
    };
    let mut best = cost(&lay(&order), edges);
    let each = edges.len().saturating_mul(nodes.len().saturating_add(edges.len() / 2));
    let mut tries = MOST_LOOKS / each.max(1);
    let mut better = true;
    while better {
        better = false;
        for one in 0..order.len() {
            for other in one + 1..order.len() {
                if tries == 0 {
                    return lay(&order);
                }
                tries -= 1;
                order.swap(one, other);
                let cost = cost(&lay(&order), edges);
                if cost < best {
                    best = cost;
                    better = true;
                } else {
                    order.swap(one, other);
                }
            }
        }
    }
    lay(&order)
}

/// The boxes in the order of a walk along the lines, from an end if there is one.
fn walked(count: usize, edges: &[Edge]) -> Vec<usize> {
    let next = |node: usize| {
        let joined = edges.iter().filter_map(move |edge| match (edge.from == node, edge.to == node) {
            (true, _) => Some(edge.to),
            (_, true) => Some(edge.from),
            _ => None,
        });
        joined.collect::<Vec<_>>()
    };
    let ends = (0..count).filter(|node| next(*node).len() == 1);
    let mut order: Vec<usize> = Vec::new();
    for begin in ends.chain(0..count) {
        let mut waiting = vec![begin];
        while let Some(node) = waiting.pop() {
            if order.contains(&node) {
                continue;
            }
            order.push(node);
            waiting.extend(next(node).into_iter().rev());
        }
    }
    order
}

/// How bad a drawing is: lines through boxes first, then lines that cross, then how long they are.
fn cost(frames: &[Frame], edges: &[Edge]) -> i64 {
    let line = |edge: &Edge| Some((frames.get(edge.from)?.middle(), frames.get(edge.to)?.middle()));
    let mut cost = 0;
    for (place, edge) in edges.iter().enumerate() {
        let Some(one) = line(edge) else { continue };
        let strange = frames.iter().enumerate().filter(|(node, _)| *node != edge.from && *node != edge.to);
        cost += 1_000_000 * i64::try_from(strange.filter(|(_, frame)| crosses(one, &frame.grown(40))).count()).unwrap_or(0);
        for other in edges.iter().skip(place + 1).filter(|other| !joined(edge, other)).filter_map(line) {
            cost += if meet(one, other) { 30_000 } else { 0 };
        }
        cost += i64::from((one.0.0 - one.1.0).abs()) + i64::from((one.0.1 - one.1.1).abs());
    }
    cost
}

/// How much paper a drawing takes: of two that are as good, the smaller.
fn spread(frames: &[Frame]) -> i64 {
    let span = |low: Option<i32>, high: Option<i32>| i64::from(high.unwrap_or(0)) - i64::from(low.unwrap_or(0));
    let wide = span(frames.iter().map(|frame| frame.x).min(), frames.iter().map(|frame| frame.x + frame.width).max());
    let high = span(frames.iter().map(|frame| frame.y).min(), frames.iter().map(|frame| frame.y + frame.height).max());
    // What is wider than a page is shrunk until nobody can read it.
    4 * (wide - i64::from(super::WIDTH)).max(0) + high
}

fn joined(one: &Edge, other: &Edge) -> bool {
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
        let nodes = vec![Node { width: 400, height: 200, ..Node::default() }; 300];
        let edges: Vec<Edge> = (0..300).map(|from| Edge { from, to: (from + 7) % 300, ..Edge::default() }).collect();
        let frames = placed(&nodes, &edges);
        assert_eq!(frames.len(), 300);
        assert!(frames.iter().enumerate().all(|(place, one)| frames.iter().skip(place + 1).all(|other| !one.overlaps(other))));
    }
}
