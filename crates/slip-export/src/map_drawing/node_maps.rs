//! Draws maps of social conflicts and clusters: boxes connected by lines.

use super::border_style::{BordersBetween, badge, room};
use super::graph_layout::{GraphEdge, GraphNode, placed};
use super::outline_terrain::crosses;
use super::{BorderLine, Chart, MARGIN, WIDTH, name, tokens};
use crate::drawing::{DrawingMark, Face, Fill, LineStyle, Rectangle};
use crate::text_widths;
use slip_pack::cluster::{Cluster, ClusterSystem};
use slip_pack::map::Map;
use std::collections::BTreeSet;

/// Inner width of the box of a zone, and of the box of a system with its ratings.
const ZONE: i32 = 1000;
const SYSTEM: i32 = 1350;
const PADDING: i32 = 70;
const NAME: i32 = 95;
const SMALL: i32 = 72;
/// Greatest number of comparisons for placing numbers on lines; graphs that need more have no numbers on their lines.
const MOST_LOOKS: usize = 200_000;

/// Draws a map that is not terrain: its zones are degrees of closeness, opinions or knowledge. Every box has room for the tokens of all
/// actors, so that the boxes keep their size during the game.
pub(super) fn talk(map: &Map, everybody: &[String], chart: &mut Chart) {
    let quoted = |zone: &slip_pack::map::Zone| zone.aspects.iter().map(|text| format!("“{text}”")).collect::<Vec<_>>();
    let (wide, high) = tokens::below(everybody);
    let roomy = |node: GraphNode| GraphNode { width: node.width.max(wide + PADDING), height: node.height + high, ..node };
    let nodes: Vec<GraphNode> = map.zones.iter().map(|zone| roomy(node(&zone.title, &quoted(zone), ZONE))).collect();
    let mut edges: Vec<GraphEdge> = Vec::new();
    let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
    for border in &map.borders {
        let (from, to) = (border.from.min(border.to), border.from.max(border.to));
        if !seen.insert((from, to)) {
            continue;
        }
        let between = BordersBetween::of(map, from, to);
        // Between boxes, free borders are the default; dashed lines are only used for terrain.
        let pen = if between.pen().dash > 0 { LineStyle::of(8) } else { between.pen() };
        edges.push(GraphEdge { from, to, pen, number: between.number(), way: between.way() });
    }
    draw(&nodes, &edges, chart, Shape::Round);
}

/// Returns the chart of a cluster: its systems and slipstreams.
#[must_use]
pub fn cluster(cluster: &Cluster) -> Chart {
    let names: Vec<&str> = cluster.systems.iter().map(|member| member.title.as_str()).collect();
    let joined: Vec<String> = cluster
        .directed()
        .filter_map(|(from, to, one_way)| {
            let sign = if one_way { " → " } else { "–" };
            Some(format!("{}{sign}{}", names.get(from)?, names.get(to)?))
        })
        .collect();
    let systems = if names.len() == 1 { "system" } else { "systems" };
    let slipstreams = if joined.is_empty() { "none".to_owned() } else { joined.join(", ") };
    let description = format!("A cluster of {} {systems}. Slipstreams: {slipstreams}.", names.len());
    let mut chart = Chart::titled(&cluster.title, &description);
    chart.plots = vec![super::Plot::default(); cluster.systems.len()];
    let nodes: Vec<GraphNode> = cluster.systems.iter().map(system).collect();
    let edge = |(from, to, one_way): (usize, usize, bool)| GraphEdge {
        from,
        to,
        pen: LineStyle::of(10),
        way: i32::from(one_way),
        ..GraphEdge::default()
    };
    let edges: Vec<GraphEdge> = cluster.directed().map(edge).collect();
    draw(&nodes, &edges, &mut chart, Shape::Square);
    chart
}

/// Returns the box of a system: its ratings and, if the design has any, their phrases.
fn system(member: &ClusterSystem) -> GraphNode {
    let ranks = member.stats.iter().map(|(stat, rank)| format!("{} {rank}", stat.replace("_", " ")));
    let ratings: Vec<String> = std::iter::once(format!("T{}", member.tech)).chain(ranks).collect();
    let mut lines = vec![ratings.join(", ")];
    lines.extend(member.phrases.get("tech").cloned());
    node(&member.title, &lines, SYSTEM)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Round,
    Square,
}

/// Returns a box with a title and some lines below it.
fn node(title: &str, more: &[String], inside: i32) -> GraphNode {
    let (mut lines, mut wide, mut high) = name(title, NAME, inside);
    for text in more {
        for line in text_widths::lines(text, Face::Slanted, SMALL, inside) {
            wide = wide.max(text_widths::width(&line, Face::Slanted, SMALL));
            high += SMALL + SMALL / 4;
            lines.push((Face::Slanted, SMALL, line));
        }
    }
    GraphNode { lines, width: wide.max(300) + 2 * PADDING, height: high + 2 * PADDING }
}

fn draw(nodes: &[GraphNode], edges: &[GraphEdge], chart: &mut Chart, shape: Shape) {
    let mut frames = placed(nodes, edges);
    let wide = frames.iter().map(|frame| frame.x + frame.width).max().unwrap_or(0);
    let high = frames.iter().map(|frame| frame.y + frame.height).max().unwrap_or(0);
    let left = MARGIN + (WIDTH - wide).max(0) / 2;
    for frame in &mut frames {
        frame.x += left;
        frame.y += chart.drawing.height + MARGIN / 2;
    }
    chart.drawing.width = chart.drawing.width.max(wide + 2 * MARGIN);
    chart.drawing.height += high + 2 * MARGIN;
    for edge in edges {
        let (Some(from), Some(to)) = (frames.get(edge.from), frames.get(edge.to)) else { continue };
        let (from, to) = (from.middle(), to.middle());
        chart.drawing.put(DrawingMark::Line(vec![from, to], false, edge.pen, Fill::Empty));
        chart.border_lines.push(BorderLine { between: (edge.from.min(edge.to), edge.from.max(edge.to)), from, to });
    }
    for (place, (node, frame)) in nodes.iter().zip(&frames).enumerate() {
        let round = if shape == Shape::Round { frame.height / 2 } else { 0 };
        chart.drawing.put(DrawingMark::Box(*frame, round.min(220), LineStyle::of(10), Fill::Paper));
        let label = chart.centred(&node.lines, frame.grown(-PADDING));
        if let Some(plot) = chart.plots.get_mut(place) {
            plot.frames = vec![*frame];
            plot.inner = vec![frame.grown(-PADDING / 2)];
            plot.label = label;
        }
    }
    // In a graph too large to read, the numbers are in the key.
    let looks = edges.len().saturating_mul(edges.len().saturating_add(nodes.len()));
    for edge in edges {
        arrow(edge, &frames, chart);
        if looks <= MOST_LOOKS {
            number(edge, edges, &frames, chart);
        }
    }
}

/// Returns the point on a line between two boxes after `part` 64ths of its length.
fn along(edge: &GraphEdge, frames: &[Rectangle], part: i32) -> Option<(i32, i32)> {
    let (from, to) = (frames.get(edge.from)?.middle(), frames.get(edge.to)?.middle());
    Some((from.0 + (to.0 - from.0) * part / 64, from.1 + (to.1 - from.1) * part / 64))
}

/// Draws an arrowhead on a line that can be travelled in one direction only, at the edge of its target box.
fn arrow(edge: &GraphEdge, frames: &[Rectangle], chart: &mut Chart) {
    let parts: Vec<i32> = match edge.way {
        0 => return,
        1 => (0..64).rev().collect(),
        _ => (1..=64).collect(),
    };
    let target = if edge.way > 0 { edge.to } else { edge.from };
    let Some(frame) = frames.get(target) else { return };
    let is_out = |(x, y): (i32, i32)| !Rectangle { x, y, width: 1, height: 1 }.overlaps(&frame.grown(5));
    let mut outside = parts.into_iter().filter_map(|part| along(edge, frames, part)).filter(|point| is_out(*point));
    let (Some(tip), Some(behind)) = (outside.next(), outside.nth(2)) else { return };
    let (across, down) = (i64::from(tip.0 - behind.0), i64::from(tip.1 - behind.1));
    let length = i64::try_from((across * across + down * down).unsigned_abs().isqrt()).unwrap_or(1).max(1);
    let step = |along: i64, aside: i64| {
        let x = (across * along - down * aside) / length;
        let y = (down * along + across * aside) / length;
        (tip.0 + i32::try_from(x).unwrap_or(0), tip.1 + i32::try_from(y).unwrap_or(0))
    };
    chart.drawing.put(DrawingMark::Line(vec![tip, step(-90, 45), step(-90, -45)], true, LineStyle::default(), Fill::Ink));
}

/// Draws the number on a line, at a place where it overlaps no box, number or other line. If there is no such place, the number is only in
/// the key.
fn number(edge: &GraphEdge, edges: &[GraphEdge], frames: &[Rectangle], chart: &mut Chart) {
    if edge.number.is_empty() {
        return;
    }
    let strange = edges.iter().filter(|other| (other.from, other.to) != (edge.from, edge.to));
    let line = |other: &GraphEdge| Some((frames.get(other.from)?.middle(), frames.get(other.to)?.middle()));
    let lines: Vec<_> = strange.filter_map(line).collect();
    for part in (0..=24).flat_map(|aside| [32 - aside, 32 + aside]) {
        let Some(at) = along(edge, frames, part) else { return };
        let frame = room(&edge.number, at);
        let crossed = || lines.iter().any(|line| crosses(*line, &frame.grown(10)));
        if chart.is_clear(&frame) && !frames.iter().any(|other| other.overlaps(&frame)) && !crossed() {
            return badge(&edge.number, frame, (edge.from, edge.to), chart);
        }
    }
}
