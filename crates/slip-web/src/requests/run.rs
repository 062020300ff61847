//! `run`: plays an encounter with a seed.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_dice::Dice;
use slip_session::Seats;
use slip_session::run::run_with;

/// Encounter to play.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Run {
    /// Folder of the package.
    package: String,
    /// Name of the encounter.
    encounter: String,
    /// Seed of the dice.
    seed: u64,
}

/// Game that was played.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct PlayedGame {
    title: String,
    /// Account of the game, as `run` prints it.
    account: String,
    /// Log of the game, as `run --format json` prints it.
    log: String,
}

/// Plays the encounter; every side is played by its doctrine.
pub(crate) fn answer(session: &Session, asked: &Run) -> Result<PlayedGame, String> {
    let world = session.world(&asked.package)?;
    let encounter = world.encounter(&asked.encounter)?;
    let played = run_with(world.pack(), encounter, Dice::seeded(asked.seed, 0), Some(asked.seed), Seats::standard());
    let played = played.map_err(|error| error.to_string())?;
    let boardings: String = played.boarded.iter().map(|boarded| format!("\n{}", boarded.account())).collect();
    Ok(PlayedGame { title: encounter.title.to_string(), account: format!("{}{boardings}", played.transcript()), log: played.logs() })
}
