//! Draws the board's map with a token for every actor.

use super::Board;
use super::map_view::{FARTHEST, MapView, shapes};
use crate::drawing::{DrawingMark, DrawnText, Face, Fill, LineStyle, Rectangle};
use crate::map_drawing;
use crate::svg;
use slip_pack::encounter::Play;
use slip_play::fight::{Fight, Playable};
use slip_play::ids::TableKey;
use slip_play::question::Ask;
use slip_table::table::{self, MapToken, TokenPlace, Viewer};
use std::collections::BTreeMap;

/// Number of bands of space.
const BANDS: usize = 9;

/// Returns the drawing of the map, or of the bands in space, and its places for pointing. The drawing has a token for every actor on it
/// that the viewer may see. `None` if the encounter has neither a map nor bands. `labels` has the longest label of each zone that needs
/// one.
pub(super) fn picture(
    board: &Board<'_>,
    fight: &Fight,
    viewer: Viewer,
    asked: Option<&Ask>,
    labels: &BTreeMap<usize, String>,
) -> Option<(String, MapView)> {
    let everybody = table::tokens(fight, &board.marks).into_iter().filter(|token| viewer.sees(fight, token.who));
    let everybody: Vec<MapToken> = everybody.collect();
    let places = board.map.map_or(BANDS, |map| map.zones.len());
    let mut standing: Vec<Vec<&MapToken>> = vec![Vec::new(); places];
    for token in &everybody {
        let place = match token.spot {
            Some(TokenPlace::Zone(zone)) => Some(zone),
            Some(TokenPlace::Band(band)) => usize::try_from(i32::from(band) + FARTHEST).ok(),
            None => None,
        };
        if let Some(here) = place.and_then(|place| standing.get_mut(place)) {
            here.push(token);
        }
    }
    let marks = |tokens: &Vec<&MapToken>| tokens.iter().map(|token| token.mark.clone()).collect::<Vec<_>>();
    let marked: Vec<Vec<String>> = standing.iter().map(marks).collect();
    let mut chart = match board.map {
        Some(map) => map_drawing::board(map, &marked, &marks(&everybody.iter().collect())),
        None if board.encounter.play == Play::Space => {
            // Ships are drawn at their current positions, not at their starting positions.
            let mut empty = board.encounter.clone();
            empty.sides.iter_mut().for_each(|side| side.actors.clear());
            map_drawing::space_board(&empty, board.pack).with_tokens(&marked)
        }
        None => return None,
    };
    let acting = asked.and_then(|ask| ask.me.actor());
    let frames: Vec<Vec<Rectangle>> = chart.plots.iter().map(|plot| plot.tokens.clone()).collect();
    for (token, frame) in standing.iter().flatten().zip(frames.into_iter().flatten()) {
        chart.drawing.put(put(token, frame, fight.title_of(token.who), acting == Some(token.who)));
    }
    Some((svg::element(&chart.drawing), shapes(&chart, board.map, labels)))
}

/// Returns the mark for a token: its shape and shade show the side, a heavy outline shows the deciding actor, and the tooltip shows the
/// name.
fn put(token: &MapToken, frame: Rectangle, name: &str, acting: bool) -> DrawingMark {
    let fill = if token.seat.place() < 2 { Fill::Paper } else { Fill::Tint };
    let half = frame.height / 2;
    let pen = LineStyle::of(if acting { (half * 2 / 5).max(16) } else { 12 });
    let round = if token.seat.place().is_multiple_of(2) { half } else { half / 5 };
    let (x, y) = frame.middle();
    let size = map_drawing::letters(half);
    let words = DrawnText { x, y: y + size * 3 / 8, size, face: Face::Bold, middle: true, text: token.mark.clone() };
    let title = if name == token.mark { name.to_owned() } else { format!("{} – {name}", token.mark) };
    DrawingMark::Thing(title, vec![DrawingMark::Box(frame, round, pen, fill), DrawingMark::Words(words)])
}
