//! Places on the board's map that a player can point at: zones, borders and tokens, in the coordinates of the drawing.

use crate::drawing::Rectangle;
use crate::map_drawing::{self, Chart};
use serde::Serialize;
use slip_pack::map::Map;
use slip_table::table::{OptionPlace, TokenPlace, Viewer};
use std::collections::BTreeMap;

/// Number of the outermost band of space.
pub(super) const FARTHEST: i32 = 4;

/// Map of the board as shapes, for answers by pointing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MapView {
    /// Width of the drawing.
    pub width: i32,
    /// Height of the drawing.
    pub height: i32,
    /// Rectangle of the map itself, without the title and the key.
    pub ground: Frame,
    /// True if the names of some zones or actors are only in the key.
    pub needs_key: bool,
    /// True if the zones are boxes with round corners, joined by lines.
    pub is_graph: bool,
    /// Zones or bands, in the order of the map.
    pub zones: Vec<ZoneShape>,
    /// Borders between two zones.
    pub borders: Vec<BorderShape>,
    /// Tokens of the actors that the viewer sees.
    pub tokens: Vec<TokenShape>,
}

/// Space around the map, in tenths of a point.
const SPACE: i32 = 36;

/// Rectangle as left edge, upper edge, width and height.
type Frame = [i32; 4];

/// Shape of a zone or a band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneShape {
    /// Title of the zone.
    pub title: String,
    /// Rectangles of the zone, if it consists of rectangles.
    pub frames: Vec<Frame>,
    /// Corners of the zone, if it is an outline.
    pub corners: Vec<(i32, i32)>,
    /// Room for the label of the zone, and its font size; `None` if it would cover something.
    pub label: Option<(Frame, i32)>,
}

/// Shape of a border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BorderShape {
    /// Numbers of the two zones, the lower one first.
    pub between: (usize, usize),
    /// Titles of the two zones.
    pub title: String,
    /// Lines of the border, each with its two ends.
    pub lines: Vec<[i32; 4]>,
    /// Rectangle of the border's number.
    pub badge: Option<Frame>,
}

/// Shape of a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TokenShape {
    /// Mark of the actor.
    pub mark: String,
    /// Rectangle of the token.
    pub frame: Frame,
}

/// Place on the map that an option is about, as the pages name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewPlace {
    /// Number of a zone or a band in the map of the view.
    Zone(usize),
    /// Numbers of the zones beside a border.
    Border(usize, usize),
    /// Mark of an actor.
    Token(String),
}

impl ViewPlace {
    /// Returns the place as a view names it; `None` for a band off the map and for an actor that the viewer does not see.
    pub(super) fn of<F: slip_play::fight::Playable>(
        fight: &F,
        viewer: Viewer,
        place: OptionPlace,
        marks: &slip_table::table::Marks,
    ) -> Option<ViewPlace> {
        match place {
            OptionPlace::Ground(TokenPlace::Zone(zone)) => Some(ViewPlace::Zone(zone)),
            OptionPlace::Ground(TokenPlace::Band(band)) => {
                let number = i32::from(band) + FARTHEST;
                usize::try_from(number).ok().filter(|_| number <= 2 * FARTHEST).map(ViewPlace::Zone)
            }
            OptionPlace::Border(one, other) => Some(ViewPlace::Border(one, other)),
            OptionPlace::Actor(who) => viewer.sees(fight, who).then(|| ViewPlace::Token(marks.mark(who).to_owned())),
        }
    }
}

const fn frame(of: Rectangle) -> Frame {
    [of.x, of.y, of.width, of.height]
}

/// Returns the shapes of a chart. `labels` has the longest label of each zone that needs one.
pub(super) fn shapes(chart: &Chart, map: Option<&Map>, labels: &BTreeMap<usize, String>) -> MapView {
    let zone = |(number, plot): (usize, &crate::map_drawing::Plot)| ZoneShape {
        title: title(map, number),
        frames: in_rows(&plot.frames),
        corners: plot.corners.clone(),
        label: labels.get(&number).and_then(|text| chart.room_for_label(number, text)).map(|room| (frame(room.frame), room.size)),
    };
    let mut borders: BTreeMap<(usize, usize), BorderShape> = BTreeMap::new();
    for line in &chart.border_lines {
        let border = borders.entry(line.between).or_insert_with(|| BorderShape {
            between: line.between,
            title: format!("{} / {}", title(map, line.between.0), title(map, line.between.1)),
            lines: Vec::new(),
            badge: None,
        });
        border.lines.push([line.from.0, line.from.1, line.to.0, line.to.1]);
    }
    for badge in &chart.badges {
        let (one, other) = badge.between;
        if let Some(border) = borders.get_mut(&(one.min(other), one.max(other))) {
            border.badge = Some(frame(badge.frame));
        }
    }
    let tokens = chart.plots.iter().flat_map(|plot| plot.marks.iter().zip(&plot.tokens));
    MapView {
        width: chart.drawing.width,
        height: chart.drawing.height,
        ground: ground(chart, map.is_none()),
        is_graph: map.is_some_and(map_drawing::is_graph),
        needs_key: map.is_some() && chart.plots.iter().any(|plot| plot.short),
        zones: chart.plots.iter().enumerate().map(zone).collect(),
        borders: borders.into_values().collect(),
        tokens: tokens.map(|(mark, place)| TokenShape { mark: mark.clone(), frame: frame(*place) }).collect(),
    }
}

/// Returns the rectangle around all zones, with the numbers below them.
fn ground(chart: &Chart, has_bands: bool) -> Frame {
    let corner = |(x, y): &(i32, i32)| Rectangle { x: *x, y: *y, width: 0, height: 0 };
    let frames = chart.plots.iter().flat_map(|plot| plot.frames.iter().copied().chain(plot.corners.iter().map(corner)));
    let around = frames.reduce(|one, other| {
        let (x, y) = (one.x.min(other.x), one.y.min(other.y));
        let right = (one.x + one.width).max(other.x + other.width);
        let bottom = (one.y + one.height).max(other.y + other.height);
        Rectangle { x, y, width: right - x, height: bottom - y }
    });
    let around = around.unwrap_or(Rectangle { x: 0, y: 0, width: chart.drawing.width, height: chart.drawing.height });
    let wider = around.grown(SPACE);
    // The numbers of the bands of space are drawn below the bands.
    let height = if has_bands { chart.ground_end - wider.y } else { wider.height };
    frame(Rectangle { height, ..wider })
}

/// Returns the title of a zone, or of a band of space.
fn title(map: Option<&Map>, zone: usize) -> String {
    match map {
        Some(map) => map.zones.get(zone).map(|zone| zone.title.clone()).unwrap_or_default(),
        None => format!("Band {}", i32::try_from(zone).unwrap_or(0) - FARTHEST),
    }
}

/// Joins rectangles that are beside each other in a row: a drawn zone has one for each of its cells.
fn in_rows(frames: &[Rectangle]) -> Vec<Frame> {
    let mut sorted: Vec<Rectangle> = frames.to_vec();
    sorted.sort_by_key(|frame| (frame.y, frame.x));
    let mut rows: Vec<Rectangle> = Vec::new();
    for next in sorted {
        match rows.last_mut().filter(|row| (row.y, row.height) == (next.y, next.height) && row.x + row.width == next.x) {
            Some(row) => row.width += next.width,
            None => rows.push(next),
        }
    }
    rows.into_iter().map(frame).collect()
}
