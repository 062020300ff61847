//! `simulate`: plays a part of the games of a simulation. The page asks part by part, shows its progress in between, and lets `merge` put
//! the parts together.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_odds::simulate::{SimulationPart, SimulationPlan, Version, simulate};
use slip_session::Seats;

/// Part of a simulation.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Simulate {
    /// Folder of the package.
    package: String,
    /// Name of the encounter.
    encounter: String,
    seed: u64,
    /// Number of games of the whole simulation.
    games: u64,
    /// Number of the first game of this part, from 0.
    from: u64,
    /// Number of the first game that is no longer in this part.
    to: u64,
}

/// Part that was played.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct PlayedPart {
    /// The part, as `simulate --shard` writes it.
    part: String,
}

/// Plays the games of the part.
pub(crate) fn answer(session: &Session, asked: &Simulate) -> Result<PlayedPart, String> {
    if asked.from >= asked.to || asked.to > asked.games {
        return Err(format!("the games {} to {} are no part of {} games", asked.from, asked.to, asked.games));
    }
    let world = session.world(&asked.package)?;
    let encounter = world.encounter(&asked.encounter)?;
    let seats = |_: u64| Ok(Seats::standard());
    let plan = SimulationPlan {
        version: Version { pack: world.pack(), encounter, seats: &seats },
        asked: &[],
        mirror: None,
        other: None,
        seed: asked.seed,
        games: asked.games,
        part: asked.from..asked.to,
        within: None,
        // A web page has no threads. It starts several workers instead, and each worker plays a different part.
        threads: 0,
    };
    let done = simulate(&plan, &mut |_| {}).map_err(|error| error.to_string())?;
    Ok(PlayedPart { part: SimulationPart::new(done, asked.from..asked.to).written() })
}
