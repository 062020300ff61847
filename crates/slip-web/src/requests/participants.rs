//! `participants`: the sides of an encounter and their actors.

use crate::session::Session;
use serde::{Deserialize, Serialize};

/// Encounter whose sides are requested.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Participants {
    /// Folder of the package.
    package: String,
    /// Name of the encounter.
    encounter: String,
}

/// Sides of an encounter.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct EncounterSides {
    /// Kind of the conflict: `personal`, `social`, `space`, `platoon` or `stakes`.
    play: String,
    sides: Vec<EncounterSide>,
    /// Names of the zones of the place; empty for ships.
    zones: Vec<String>,
}

/// Side of an encounter.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct EncounterSide {
    name: String,
    /// Names of the actors, such as `deckhand#2`.
    actors: Vec<String>,
}

/// Returns the sides.
pub(crate) fn answer(session: &Session, asked: &Participants) -> Result<EncounterSides, String> {
    let world = session.world(&asked.package)?;
    let encounter = world.encounter(&asked.encounter)?;
    let side = |side: &slip_pack::encounter::Side| EncounterSide {
        name: side.name.to_string(),
        actors: side.actors.iter().map(|actor| actor.name.to_string()).collect(),
    };
    let place = encounter.map.as_ref().and_then(|key| world.pack().maps.get(key));
    Ok(EncounterSides {
        play: encounter.play.word().to_owned(),
        sides: encounter.sides.iter().map(side).collect(),
        zones: place.into_iter().flat_map(|map| &map.zones).map(|zone| zone.name.to_string()).collect(),
    })
}
