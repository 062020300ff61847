//! Places of all actors on the map, as tokens for clients that draw the map.

use super::actor_marks::Marks;
use super::stat_line;
use crate::table::ColourScheme;
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::names::NamedThingKind;

/// Place of a token on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenPlace {
    /// Number of the zone of the map.
    Zone(usize),
    /// Number of the band of the space map, -4 to 4.
    Band(i8),
}

/// Token of an actor, ship or unit on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapToken {
    /// Actor of the token.
    pub who: ActorId,
    /// Mark of the actor.
    pub mark: String,
    /// Side of the actor.
    pub seat: Seat,
    /// Place of the actor; `None` if the actor is not on the map or there is no map.
    pub spot: Option<TokenPlace>,
    /// True if the actor is still active.
    pub active: bool,
    /// Stat line of the actor.
    pub line: String,
}

/// Returns the tokens of all actors.
pub fn tokens<F: Playable>(fight: &F, marks: &Marks) -> Vec<MapToken> {
    let everybody = (0..fight.count(NamedThingKind::Actor)).map(ActorId::of);
    let token = |who: ActorId| {
        let (spot, active) = stands(fight, who);
        let line = stat_line(fight, who, marks, &ColourScheme::PLAIN, [0; 3]);
        MapToken { who, mark: marks.mark(who).to_owned(), seat: fight.side_of(who), spot, active, line }
    };
    everybody.map(token).collect()
}

/// Returns the place of an actor on the map.
pub(super) fn place_of<F: Playable>(fight: &F, who: ActorId) -> Option<TokenPlace> {
    stands(fight, who).0
}

fn stands<F: Playable>(fight: &F, who: ActorId) -> (Option<TokenPlace>, bool) {
    match fight.seen() {
        FightRef::Personal(fight) => match fight.state.actors.row(who) {
            // Pawns have tokens too, because in social combat much depends on the zones of pawns.
            Some(actor) => (actor.is_there().then_some(TokenPlace::Zone(actor.zone.place())), actor.is_there()),
            None => (None, false),
        },
        FightRef::Space(fight) => match fight.state.ships.row(who) {
            Some(ship) => (ship.band().filter(|_| ship.is_active()).map(|band| TokenPlace::Band(band.0)), ship.is_active()),
            // A person aboard is active as long as the ship is active, and has no own place on the bands.
            None => {
                (None, fight.roster.person(who).and_then(|person| fight.state.ships.row(person.ship)).is_some_and(|ship| ship.is_active()))
            }
        },
        FightRef::Platoon(fight) => {
            // A platoon is not a unit and has no place of its own.
            let active = fight.state.unit(who).is_none_or(|unit| unit.is_active());
            (fight.zone_of(who).map(|zone| TokenPlace::Zone(zone.place())), active)
        }
        FightRef::Stakes(_) => (None, true),
    }
}
