//! Where everybody stands, for those who draw it.

use super::marks::Marks;
use super::stat_line;
use crate::table::Ink;
use slip_play::fight::{Playable, Seen};
use slip_play::ids::{ActorId, Key, Seat};
use slip_play::names::Sort;

/// A place that somebody stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// A zone of the map, by its number.
    Zone(usize),
    /// A band of the line of space, -4 to 4.
    Band(i8),
}

/// Somebody, or a ship or a unit, as a token on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Who.
    pub who: ActorId,
    /// Their short mark.
    pub mark: String,
    /// Their side.
    pub seat: Seat,
    /// Where they stand; none if they are not about, or there is no map.
    pub spot: Option<Spot>,
    /// True if they are still in it.
    pub active: bool,
    /// How they stand, in a line.
    pub line: String,
}

/// Everybody.
pub fn tokens<F: Playable>(fight: &F, marks: &Marks) -> Vec<Token> {
    let everybody = (0..fight.count(Sort::Actor)).map(ActorId::of);
    let token = |who: ActorId| {
        let (spot, active) = stands(fight, who);
        let line = stat_line(fight, who, marks, &Ink::PLAIN, [0; 3]);
        Token { who, mark: marks.mark(who).to_owned(), seat: fight.side_of(who), spot, active, line }
    };
    everybody.map(token).collect()
}

fn stands<F: Playable>(fight: &F, who: ActorId) -> (Option<Spot>, bool) {
    match fight.seen() {
        Seen::Personal(fight) => match fight.state.actors.row(who) {
            // Pawns stand where they are moved to, and are what much of a talk is about.
            Some(actor) => (actor.is_there().then_some(Spot::Zone(actor.zone.place())), actor.is_there()),
            None => (None, false),
        },
        Seen::Space(fight) => match fight.state.ships.row(who) {
            Some(ship) => (ship.band().filter(|_| ship.is_active()).map(|band| Spot::Band(band.0)), ship.is_active()),
            // Whoever is aboard a ship is in it as long as she is, and has no place of their own on the line.
            None => {
                (None, fight.roster.person(who).and_then(|person| fight.state.ships.row(person.ship)).is_some_and(|ship| ship.is_active()))
            }
        },
        Seen::Platoon(fight) => {
            // A platoon is no unit, and stands nowhere by itself.
            let active = fight.state.unit(who).is_none_or(|unit| unit.is_active());
            (fight.zone_of(who).map(|zone| Spot::Zone(zone.place())), active)
        }
        Seen::Pool(_) => (None, true),
    }
}
