//! Draws the map of a fight as text: walls, doors, names of zones, and the marks of actors in them.

use super::actor_marks::Marks;
use super::style::{ColourScheme, Pen};
use slip_pack::map::{self, BorderValue};
use slip_play::ids::{ActorId, Seat, TableKey, ZoneId};
use slip_play::personal::Personal;
use std::collections::BTreeMap;

/// Maximum width and height of a drawn map; a larger picture is shown as written in the source.
const WIDEST: usize = 78;
const HIGHEST: usize = 45;

/// Edge between two neighbouring cells of the picture. Where edges meet, the edge whose variant comes last is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CellEdge {
    /// No edge, because both cells belong to the same zone.
    Inside,
    /// Border that costs nothing to cross.
    Free,
    /// Open door.
    Open,
    /// Border that costs points to cross.
    Costs,
    /// Closed door.
    Closed,
    /// Wall, which cannot be crossed.
    Wall,
}

/// Parts of a fight that a drawn map shows.
pub(super) trait Plotted {
    /// Returns the edge between two zones.
    fn between(&self, a: ZoneId, b: ZoneId) -> CellEdge;
    /// Returns the active actors in a zone, with their sides.
    fn standing_in(&self, zone: ZoneId) -> Vec<(ActorId, Seat)>;
}

impl Plotted for Personal {
    fn between(&self, a: ZoneId, b: ZoneId) -> CellEdge {
        let map = &self.roster.map;
        let between = map.borders.iter().filter(|(_, border)| (border.a, border.b) == (a, b) || (border.a, border.b) == (b, a));
        let states = between.filter_map(|(id, _)| self.state.board.borders.row(id));
        let edge = states.map(|state| match (state.value, state.pass()) {
            (BorderValue::Wall, _) => CellEdge::Wall,
            (_, None) => CellEdge::Closed,
            (BorderValue::Stateless(_), Some(0)) => CellEdge::Free,
            (BorderValue::Stateful { .. }, Some(0)) => CellEdge::Open,
            (_, Some(_)) => CellEdge::Costs,
        });
        edge.min().unwrap_or(CellEdge::Wall)
    }

    fn standing_in(&self, zone: ZoneId) -> Vec<(ActorId, Seat)> {
        standing(self, zone).into_iter().map(|who| (who, self.roster.side(who))).collect()
    }
}

impl CellEdge {
    const fn letters(self) -> [char; 2] {
        match self {
            CellEdge::Inside => [' ', ' '],
            CellEdge::Free => ['.', ':'],
            CellEdge::Open => ['\'', '\''],
            CellEdge::Costs => ['-', '|'],
            CellEdge::Closed => ['+', '+'],
            CellEdge::Wall => ['#', '#'],
        }
    }

    const fn meaning(self) -> Option<&'static str> {
        match self {
            CellEdge::Inside => None,
            CellEdge::Free => Some(". : free to cross"),
            CellEdge::Open => Some("' open door"),
            CellEdge::Costs => Some("- | costs points"),
            CellEdge::Closed => Some("+ closed door"),
            CellEdge::Wall => Some("# wall"),
        }
    }
}

/// Character of the drawing, with its colour.
#[derive(Clone, Copy)]
struct DrawnLetter {
    letter: char,
    pen: Pen,
    /// Zone that the character is in; `None` for walls and everything outside of zones.
    zone: Option<ZoneId>,
}

/// Draws the map; `None` if the map has no picture.
pub(super) fn plan(fight: &dyn Plotted, map: &map::Map, marks: &Marks, ink: &ColourScheme) -> Option<Vec<String>> {
    let cells = cells(map);
    let columns = cells.keys().map(|(column, _)| column + 1).max()?;
    let rows = cells.keys().map(|(_, row)| row + 1).max()?;
    let (width, height) = ((WIDEST / columns).min(7), 2);
    if width < 3 || rows * height + 1 > HIGHEST {
        return Some(map.picture.clone());
    }
    let mut sheet = Sheet { cells, columns, rows, width, height, fight, letters: Vec::new() };
    sheet.draw();
    for (number, zone) in map.zones.iter().enumerate() {
        sheet.label(ZoneId::of(number), zone, marks, ink);
    }
    let mut lines: Vec<String> = sheet.letters.iter().map(|row| written(row)).collect();
    lines.push(sheet.legend());
    Some(lines)
}

/// Returns the zone of each cell of the picture.
fn cells(map: &map::Map) -> BTreeMap<(usize, usize), ZoneId> {
    let of = |(number, zone): (usize, &map::Zone)| {
        let zone = zone.cells.clone();
        zone.into_iter().map(move |(column, row)| ((usize::from(column), usize::from(row)), ZoneId::of(number)))
    };
    map.zones.iter().enumerate().flat_map(of).collect()
}

/// Formats a row of characters with their colours, without trailing blanks.
fn written(row: &[DrawnLetter]) -> String {
    let end = row.iter().rposition(|letter| letter.letter != ' ').map_or(0, |last| last + 1);
    let mut line = String::new();
    let mut pen = Pen::NONE;
    for letter in row.iter().take(end) {
        if letter.pen != pen {
            line.push_str(pen.off);
            line.push_str(letter.pen.on);
            pen = letter.pen;
        }
        line.push(letter.letter);
    }
    line.push_str(pen.off);
    line
}

struct Sheet<'a> {
    cells: BTreeMap<(usize, usize), ZoneId>,
    columns: usize,
    rows: usize,
    width: usize,
    height: usize,
    fight: &'a dyn Plotted,
    letters: Vec<Vec<DrawnLetter>>,
}

impl Sheet<'_> {
    /// Returns the zone of a cell, with cells counted from 1; `None` at 0 or past the end.
    fn cell(&self, column: usize, row: usize) -> Option<ZoneId> {
        self.cells.get(&(column.checked_sub(1)?, row.checked_sub(1)?)).copied()
    }

    /// Returns the edge between two neighbouring cells.
    fn edge(&self, a: Option<ZoneId>, b: Option<ZoneId>) -> CellEdge {
        match (a, b) {
            (a, b) if a == b => CellEdge::Inside,
            (Some(a), Some(b)) => self.fight.between(a, b),
            _ => CellEdge::Wall,
        }
    }

    /// Draws the edges between cells, and records the zone that each character is in.
    fn draw(&mut self) {
        for y in 0..=self.rows * self.height {
            let mut line = Vec::new();
            for x in 0..=self.columns * self.width {
                line.push(self.letter(x, y));
            }
            self.letters.push(line);
        }
    }

    fn letter(&self, x: usize, y: usize) -> DrawnLetter {
        let (column, row) = (x / self.width + 1, y / self.height + 1);
        let (on_side, on_top) = (x.is_multiple_of(self.width), y.is_multiple_of(self.height));
        let here = self.cell(column, row);
        let left = if on_side { self.cell(column - 1, row) } else { here };
        let above = if on_top { self.cell(column, row - 1) } else { here };
        let corner = match (on_side, on_top) {
            (true, true) => self.cell(column - 1, row - 1),
            (true, false) => left,
            _ => above,
        };
        let zone = (here == left && here == above && here == corner).then_some(here).flatten();
        let across = self.edge(left, here).max(if on_top { self.edge(corner, above) } else { CellEdge::Inside });
        let along = self.edge(above, here).max(if on_side { self.edge(corner, left) } else { CellEdge::Inside });
        let letter = if across > along {
            let [_, upright] = across.letters();
            upright
        } else {
            let [level, _] = along.letters();
            level
        };
        DrawnLetter { letter, pen: Pen::NONE, zone }
    }

    /// Writes the name of a zone and the marks of its actors into the drawing of the zone, as far as they fit.
    fn label(&mut self, id: ZoneId, zone: &map::Zone, marks: &Marks, ink: &ColourScheme) {
        let here = self.fight.standing_in(id);
        let title = zone.title.split_whitespace().map(|word| (word.to_owned(), ink.strong));
        let title: Vec<(String, Pen)> = title.collect();
        let people = here.iter().map(|&(who, side)| (marks.mark(who).to_owned(), ink.side(side)));
        let people: Vec<(String, Pen)> = people.collect();
        let letter = zone.letter.map(|letter| (letter.to_string(), ink.strong));
        let letter: Vec<(String, Pen)> = letter.into_iter().collect();
        let room = self.room(id);
        let below = |head: &[(String, Pen)]| {
            let head = laid(head, &room)?;
            let last = head.iter().map(|&(line, ..)| line).max()?;
            let rest = room.get(last + 1..).unwrap_or(&[]);
            let body = laid(&people, rest)?;
            Some(head.into_iter().chain(body.into_iter().map(|(line, x, word)| (line + last + 1, x, word))).collect::<Vec<_>>())
        };
        let words = below(&title)
            .or_else(|| laid(&[&title[..], &people[..]].concat(), &room))
            .or_else(|| below(&letter))
            .or_else(|| laid(&[&letter[..], &people[..]].concat(), &room))
            .or_else(|| laid(&people, &room));
        for (line, x, (word, pen)) in words.into_iter().flatten() {
            let Some(&(y, from, _)) = room.get(line) else { continue };
            for (place, letter) in (from + x..).zip(word.chars()) {
                if let Some(there) = self.letters.get_mut(y).and_then(|row| row.get_mut(place)) {
                    (there.letter, there.pen) = (letter, pen);
                }
            }
        }
    }

    /// Returns, for each row of the drawing, the longest stretch inside a zone: row, first column, length. The stretch is shortened by a
    /// margin of one character.
    fn room(&self, id: ZoneId) -> Vec<(usize, usize, usize)> {
        let stretch = |(y, row): (usize, &Vec<DrawnLetter>)| {
            let (mut best, mut from) = ((0, 0), None);
            for (x, letter) in row.iter().enumerate() {
                if letter.zone == Some(id) {
                    let start = *from.get_or_insert(x);
                    if x + 1 - start > best.1 {
                        best = (start, x + 1 - start);
                    }
                } else {
                    from = None;
                }
            }
            (best.1 > 2).then(|| (y, best.0 + 1, best.1 - 2))
        };
        self.letters.iter().enumerate().filter_map(stretch).collect()
    }

    /// Returns the legend of the edge characters that occur in the drawing.
    fn legend(&self) -> String {
        let there = |edge: &CellEdge| {
            let written = edge.letters();
            self.letters.iter().flatten().any(|letter| letter.zone.is_none() && letter.pen == Pen::NONE && written.contains(&letter.letter))
        };
        let edges = [CellEdge::Wall, CellEdge::Free, CellEdge::Costs, CellEdge::Closed, CellEdge::Open];
        let words: Vec<&str> = edges.iter().filter(|edge| there(edge)).filter_map(|edge| edge.meaning()).collect();
        words.join("   ")
    }
}

/// Returns the active actors in a zone.
pub(super) fn standing(fight: &Personal, zone: ZoneId) -> Vec<ActorId> {
    let there = fight.state.actors.iter().filter(|(_, actor)| actor.is_active() && actor.zone == zone);
    there.map(|(who, _)| who).collect()
}

/// Distributes words over lines of the given lengths. Returns line, column and word of each; `None` if they do not fit.
#[allow(clippy::type_complexity, reason = "the type is private to this module")]
fn laid(words: &[(String, Pen)], room: &[(usize, usize, usize)]) -> Option<Vec<(usize, usize, (String, Pen))>> {
    let mut laid = Vec::new();
    let (mut line, mut x) = (0, 0);
    for word in words {
        let length = word.0.chars().count();
        let gap = usize::from(x > 0);
        while x + usize::from(x > 0) + length > room.get(line)?.2 {
            line += 1;
            x = 0;
        }
        if x > 0 {
            x += gap;
        }
        laid.push((line, x, word.clone()));
        x += length;
    }
    Some(laid)
}
