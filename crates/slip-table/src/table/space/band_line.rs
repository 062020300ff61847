//! Draws the line of bands of space combat, with the ships in the bands and the costs of the edges between them.

use crate::table::actor_marks::Marks;
use crate::table::style::{ColourScheme, Pen};
use crate::transcript::space::phrases::name;
use slip_play::ids::ActorId;
use slip_play::space::Space;
use slip_play::space::state::{Band, ShipLocation};
use slip_printable::columns_of;

/// Draws the line of bands; an edge between two bands has one stroke for each shift that it costs to cross.
pub(super) fn picture(fight: &Space, marks: &Marks, ink: &ColourScheme) -> Vec<String> {
    let bands: Vec<Band> = (-Band::EDGE..=Band::EDGE).map(Band).collect();
    let here: Vec<Vec<ActorId>> = bands.iter().map(|&band| standing(fight, band)).collect();
    let widest = here.iter().flatten().map(|&who| columns_of(marks.mark(who))).max().unwrap_or(0);
    let width = widest.max(2) + 2;
    let edges: Vec<String> = (-Band::EDGE - 1..=Band::EDGE).map(|left| edge(fight, left)).collect();
    let row = |cells: &[(String, Pen)], edges_shown: bool| {
        let mut line = String::new();
        for (number, edge) in edges.iter().enumerate() {
            let edge = if edges_shown { edge.clone() } else { " ".repeat(columns_of(edge)) };
            line.push_str(&ink.faint.write(&edge));
            if let Some((word, pen)) = cells.get(number) {
                let pad = width.saturating_sub(columns_of(word));
                line.push_str(&format!("{}{}{}", " ".repeat(pad / 2), pen.write(word), " ".repeat(pad - pad / 2)));
            }
        }
        line.trim_end().to_owned()
    };
    let numbers: Vec<(String, Pen)> = bands.iter().map(|band| (band.0.to_string(), Pen::NONE)).collect();
    let mut lines = vec![row(&numbers, true)];
    let deepest = here.iter().map(Vec::len).max().unwrap_or(0);
    for depth in 0..deepest {
        let cell = |there: &Vec<ActorId>| {
            there.get(depth).map_or((String::new(), Pen::NONE), |&who| (marks.mark(who).to_owned(), ink.side(fight.side(who))))
        };
        lines.push(row(&here.iter().map(cell).collect::<Vec<_>>(), true));
    }
    lines.push(legend(fight));
    lines.extend(elsewhere(fight, marks));
    lines
}

/// Returns the ships in a band, also ships that are taken out.
fn standing(fight: &Space, band: Band) -> Vec<ActorId> {
    let there = fight.state.ships.iter().filter(|(_, ship)| ship.band() == Some(band));
    there.map(|(who, _)| who).collect()
}

/// Returns the number of shifts that crossing an edge between two bands costs.
fn cost(fight: &Space, left: i8) -> usize {
    usize::try_from(crate::transcript::space::groups::edge(fight, left, left + 1)).unwrap_or(1)
}

/// Draws the edge to the right of a band with one stroke per shift; a cost above five is written as a number.
fn edge(fight: &Space, left: i8) -> String {
    match cost(fight, left) {
        few @ 0..=5 => "|".repeat(few.max(1)),
        many => format!("|{many}|"),
    }
}

/// Returns the legend that explains the strokes.
fn legend(fight: &Space) -> String {
    let past = cost(fight, Band::EDGE);
    format!("Each | costs a shift; going beyond band {} leaves the map and costs {past}.", Band::EDGE)
}

/// Lists the active ships that are not on the line of bands.
fn elsewhere(fight: &Space, marks: &Marks) -> Vec<String> {
    let mut words = Vec::new();
    for (who, ship) in fight.state.ships.iter().filter(|(_, ship)| ship.is_active()) {
        match ship.berth {
            ShipLocation::Coupled(lead) => words.push(format!("{} coupled to {}", marks.mark(who), name(fight, lead))),
            ShipLocation::Hangar(parent) => words.push(format!("{} in the hangar of {}", marks.mark(who), name(fight, parent))),
            ShipLocation::Unplaced => words.push(format!("{} not placed yet", marks.mark(who))),
            ShipLocation::Line(_) | ShipLocation::Away => {}
        }
    }
    if words.is_empty() { Vec::new() } else { vec![words.join("; ")] }
}
