//! Maps as drawings: terrain with zones, social conflicts and clusters as graphs, space as a line of bands.
//!
//! Drawings are black and white: a border's line style and number show its cost. A name is printed inside its zone; if it does not fit,
//! the zone's letter is printed there and the name in the key below. *Invariant: no name and no border number overlaps a zone that it
//! does not belong to.*

mod bands;
mod border_style;
mod cell_terrain;
mod graph_layout;
mod label_placement;
mod map_legend;
mod node_maps;
mod outline_terrain;
mod price_labels;
mod tokens;

pub use bands::{space, space_board};
pub use node_maps::cluster;
pub use price_labels::LabelRoom;
pub use tokens::letters;

use super::drawing::{Drawing, DrawingMark, DrawnText, Face, Rectangle};
use super::text_widths;
use slip_pack::Pack;
use slip_pack::encounter::{Actor, Encounter, Play};
use slip_pack::map::Map;
use slip_pack::thing_view::Thing;

/// Drawing of a map (chart), with the positions of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    /// Drawing of the map.
    pub drawing: Drawing,
    /// Positions of the zones and of their names and tokens, in the order of the zones.
    pub plots: Vec<Plot>,
    /// Numbers on the borders of the map, each with its two zones.
    pub badges: Vec<Badge>,
    /// Lines of the borders of the map, or the lines between the boxes of a graph.
    pub border_lines: Vec<BorderLine>,
    /// Lower edge of the map on the drawing: the key is below it.
    pub ground_end: i32,
}

/// Line of a border on the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BorderLine {
    /// Numbers of the two zones that the border separates, the lower one first.
    pub between: (usize, usize),
    /// One end of the line.
    pub from: (i32, i32),
    /// The other end of the line.
    pub to: (i32, i32),
}

/// Position of a zone on the drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plot {
    /// Rectangles of the zone, if it consists of rectangles.
    pub frames: Vec<Rectangle>,
    /// Corners of the zone, if it is an outline.
    pub corners: Vec<(i32, i32)>,
    /// Bounding boxes of the lines of the zone's name or of its letter; empty if the name is only in the key.
    pub label: Vec<Rectangle>,
    /// True if the letter is printed instead of the name.
    pub short: bool,
    /// Areas inside the zone that have room for tokens.
    pub inner: Vec<Rectangle>,
    /// Marks of the actors that have a token in the zone.
    pub marks: Vec<String>,
    /// Positions of the tokens in the zone, in the order of `marks`.
    pub tokens: Vec<Rectangle>,
}

/// Position of a border's number on the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Badge {
    /// Bounding box of the border's number on the drawing.
    pub frame: Rectangle,
    /// Numbers of the two zones that the border separates.
    pub between: (usize, usize),
}

/// Label for actors that begin in a zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartLabel {
    /// Number of the zone.
    pub zone: usize,
    /// Text of the label: `2 × Deckhand (crew)`.
    pub who: String,
}

/// True if a declared thing has a picture: a map, a cluster, or an encounter with a place.
pub fn has_picture(thing: Thing<'_>) -> bool {
    match thing {
        Thing::Map(_) | Thing::Cluster(_) => true,
        Thing::Encounter(scene) => scene.map.is_some() || scene.play == Play::Space,
        _ => false,
    }
}

/// Draws a declared thing: a map, a cluster, or an encounter with its starting places. Returns `None` for things without a picture.
pub fn of(thing: Thing<'_>, pack: &Pack) -> Option<Chart> {
    match thing {
        Thing::Map(drawn) => Some(map(drawn, &[])),
        Thing::Cluster(drawn) => Some(cluster(drawn)),
        Thing::Encounter(scene) => match scene.map.as_ref().and_then(|key| pack.maps.get(key)) {
            Some(ground) => Some(map(ground, &standing(scene, pack))),
            None => (scene.play == Play::Space).then(|| space(scene, pack)),
        },
        _ => None,
    }
}

/// Margin around the drawing, in tenths of a point.
const MARGIN: i32 = 150;
/// Usual width of a map, in tenths of a point.
const WIDTH: i32 = 5000;
/// Font sizes for names; the first size in which a name fits is used.
const SIZES: [i32; 4] = [110, 95, 82, 70];
/// Font sizes for titles and border numbers.
const TITLE: i32 = 150;
const BADGE: i32 = 72;

/// Returns the chart of a map, with the actors that begin on it.
#[must_use]
pub fn map(map: &Map, standing: &[StartLabel]) -> Chart {
    let mut chart = laid(map, &[], &[]);
    map_legend::draw(map, standing, is_graph(map), &mut chart);
    chart
}

/// Returns the chart of a map with tokens. The names of zones leave room for tokens, and boxes have room for all actors. If the tokens in a
/// zone are too small to read, the key lists the actors there.
#[must_use]
pub fn board(map: &Map, marks: &[Vec<String>], everybody: &[String]) -> Chart {
    let mut chart = laid(map, marks, everybody);
    chart.ground_end = chart.drawing.height;
    tokens::stand(&mut chart);
    let close = |plot: &&Plot| plot.tokens.iter().any(|token| token.height < 2 * tokens::READABLE);
    let crowded = (0..).zip(&chart.plots).filter(|(_, plot)| close(plot));
    let standing: Vec<StartLabel> = crowded.map(|(zone, plot)| StartLabel { zone, who: plot.marks.join(", ") }).collect();
    map_legend::draw(map, &standing, is_graph(map), &mut chart);
    chart
}

/// True if a map is drawn as boxes joined by lines: its zones have neither cells nor outlines.
pub fn is_graph(map: &Map) -> bool {
    map.zones.iter().all(|zone| zone.cells.is_empty() && zone.outline.len() <= 2)
}

/// Draws a map without its key.
fn laid(map: &Map, marks: &[Vec<String>], everybody: &[String]) -> Chart {
    let mut chart = Chart::titled(&map.title, &described(map));
    let marks = marks.iter().cloned().chain(std::iter::repeat_with(Vec::new));
    chart.plots = map.zones.iter().zip(marks).map(|(_, marks)| Plot { marks, ..Plot::default() }).collect();
    let (drawn, outlined) = (map.zones.iter().any(|zone| !zone.cells.is_empty()), map.zones.iter().any(|zone| zone.outline.len() > 2));
    match (drawn, outlined) {
        (true, _) => cell_terrain::draw(map, &mut chart),
        (false, true) => outline_terrain::draw(map, &mut chart),
        (false, false) => node_maps::talk(map, everybody, &mut chart),
    }
    chart
}

/// Returns labels for the actors that begin in each zone of an encounter; equal actors are combined.
#[must_use]
pub fn standing(scene: &Encounter, pack: &Pack) -> Vec<StartLabel> {
    let all = actors(scene, pack).filter_map(|(actor, who)| Some((actor.zone?, who)));
    counted(all).into_iter().map(|(zone, who)| StartLabel { zone, who }).collect()
}

/// Iterates over the actors of an encounter with their labels: `Deckhand (crew)`.
fn actors<'s>(scene: &'s Encounter, pack: &'s Pack) -> impl Iterator<Item = (&'s Actor, String)> {
    let all = scene.sides.iter().flat_map(|side| side.actors.iter().map(move |actor| (side, actor)));
    all.map(move |(side, actor)| {
        let title = actor.title.as_ref().or_else(|| pack.item(&actor.item).map(|item| &item.title));
        (actor, format!("{} ({})", title.map_or(actor.name.as_str(), String::as_str), side.name.replace("_", " ")))
    })
}

/// Combines equal actors in one place into one label: `2 × Deckhand (crew)`.
fn counted<P: PartialEq>(all: impl Iterator<Item = (P, String)>) -> Vec<(P, String)> {
    let mut counts: Vec<(P, String, u32)> = Vec::new();
    for (place, who) in all {
        match counts.iter_mut().find(|(other, name, _)| *other == place && *name == who) {
            Some((_, _, count)) => *count += 1,
            None => counts.push((place, who, 1)),
        }
    }
    let many = |who: String, count: u32| if count == 1 { who } else { format!("{count} × {who}") };
    counts.into_iter().map(|(place, who, count)| (place, many(who, count))).collect()
}

/// Returns a description of the map in one sentence, for screen readers.
fn described(map: &Map) -> String {
    let names: Vec<&str> = map.zones.iter().map(|zone| zone.title.as_str()).collect();
    let zones = if names.len() == 1 { "zone" } else { "zones" };
    format!("A map of {} {zones}: {}.", names.len(), names.join(", "))
}

impl Chart {
    /// Places tokens on a chart that is already drawn.
    #[must_use]
    pub fn with_tokens(mut self, marks: &[Vec<String>]) -> Chart {
        for (plot, marks) in self.plots.iter_mut().zip(marks) {
            plot.marks.clone_from(marks);
        }
        tokens::stand(&mut self);
        self
    }

    /// Creates a chart with its title; the drawing begins below it.
    fn titled(title: &str, description: &str) -> Chart {
        let mut drawing = Drawing {
            title: title.to_owned(),
            description: description.to_owned(),
            width: WIDTH + 2 * MARGIN,
            height: MARGIN,
            ..Drawing::default()
        };
        for line in text_widths::lines(title, Face::Bold, TITLE, WIDTH) {
            drawing.height += TITLE;
            let words = DrawnText { x: MARGIN, y: drawing.height, size: TITLE, face: Face::Bold, middle: false, text: line };
            drawing.put(DrawingMark::Words(words));
        }
        drawing.height += TITLE / 2;
        Chart { drawing, ..Chart::default() }
    }

    /// Draws centred lines of text, one below another, and returns the bounding box of each line.
    fn centred(&mut self, lines: &[(Face, i32, String)], frame: Rectangle) -> Vec<Rectangle> {
        let mut frames = Vec::new();
        let mut y = frame.y;
        for (face, size, text) in lines {
            y += size;
            let words = DrawnText { x: frame.x + frame.width / 2, y, size: *size, face: *face, middle: true, text: text.clone() };
            frames.push(words.frame());
            self.drawing.put(DrawingMark::Words(words));
            y += size / 4;
        }
        frames
    }

    /// True if a frame overlaps no name and no number that is drawn so far.
    fn is_clear(&self, frame: &Rectangle) -> bool {
        let around = frame.grown(15);
        let names = self.plots.iter().flat_map(|plot| plot.label.iter().copied());
        !names.chain(self.badges.iter().map(|badge| badge.frame)).any(|other| other.overlaps(&around))
    }
}

/// Breaks a name into lines of a given width; returns the lines with their width and height.
fn name(text: &str, size: i32, width: i32) -> (Vec<(Face, i32, String)>, i32, i32) {
    let lines = text_widths::lines(text, Face::Bold, size, width);
    let wide = lines.iter().map(|line| text_widths::width(line, Face::Bold, size)).max().unwrap_or(0);
    let high = i32::try_from(lines.len()).unwrap_or(0) * (size + size / 4);
    (lines.into_iter().map(|line| (Face::Bold, size, line)).collect(), wide, high)
}

/// True if a name must be broken inside a word to fit a width.
fn is_broken(text: &str, size: i32, width: i32) -> bool {
    text.split(' ').any(|word| text_widths::width(word, Face::Bold, size) > width)
}

/// Returns the letter of a zone, or its number if it has no letter.
fn letter(map: &Map, zone: usize) -> String {
    let drawn = map.zones.get(zone).and_then(|zone| zone.letter);
    drawn.map_or_else(|| (zone + 1).to_string(), |letter| letter.to_string())
}
