//! Places of all actors on the map, as tokens for clients that draw the map.

use super::marks::Marks;
use super::stat_line;
use crate::table::Ink;
use slip_play::fight::{Playable, Seen};
use slip_play::ids::{ActorId, Key, Seat};
use slip_play::names::Sort;

/// Place of a token on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// Number of the zone of the map.
    Zone(usize),
    /// Number of the band of the space map, -4 to 4.
    Band(i8),
}

/// Token of an actor, ship or unit on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Actor of the token.
    pub who: ActorId,
    /// Mark of the actor.
    pub mark: String,
    /// Side of the actor.
    pub seat: Seat,
    /// Place of the actor; `None` if the actor is not on the map or there is no map.
    pub spot: Option<Spot>,
    /// True if the actor is still active.
    pub active: bool,
    /// Stat line of the actor.
    pub line: String,
}

/// Returns the tokens of all actors.
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
            // Pawns are shown too, because much of a social combat is about their zones.
            Some(actor) => (actor.is_there().then_some(Spot::Zone(actor.zone.place())), actor.is_there()),
            None => (None, false),
        },
        Seen::Space(fight) => match fight.state.ships.row(who) {
            Some(ship) => (ship.band().filter(|_| ship.is_active()).map(|band| Spot::Band(band.0)), ship.is_active()),
            // A person aboard is active as long as the ship is, and has no place on the line of bands.
            None => {
                (None, fight.roster.person(who).and_then(|person| fight.state.ships.row(person.ship)).is_some_and(|ship| ship.is_active()))
            }
        },
        Seen::Platoon(fight) => {
            // A platoon is not a unit and has no place of its own.
            let active = fight.state.unit(who).is_none_or(|unit| unit.is_active());
            (fight.zone_of(who).map(|zone| Spot::Zone(zone.place())), active)
        }
        Seen::Pool(_) => (None, true),
    }
}
