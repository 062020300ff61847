//! A brawl in an alley, and simulations of it.

use crate::simulate::shared_fights;
use slip_odds::simulate::{PlayersMaker, Precision, SimulationError, SimulationPlan, SimulationResult, Version, simulate};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_session::Seats;
use std::sync::OnceLock;

const TEXT: &str = include_str!("../cli/simulate.in/now/alley.slip");

pub const STANDARD: PlayersMaker<'static> = &|_| Ok(Seats::standard());
pub const RANDOM: PlayersMaker<'static> = &|_| Ok(Seats::random());

pub fn pack() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| shared_fights::compiled(TEXT))
}

/// Returns the package with a text replaced.
pub fn changed(what: &str, into: &str) -> Pack {
    assert!(TEXT.contains(what));
    shared_fights::compiled(&TEXT.replace(what, into))
}

pub fn encounter(name: &str) -> &'static Encounter {
    &pack().encounters[format!("own.{name}").as_str()]
}

pub fn version(name: &str) -> Version<'static> {
    Version { pack: pack(), encounter: encounter(name), seats: STANDARD }
}

/// Returns a plan of this many games of a version.
pub fn plan(version: Version<'_>, games: u64) -> SimulationPlan<'_> {
    SimulationPlan { version, asked: &[], mirror: None, other: None, seed: 1, games, part: 0..games, within: None, threads: 1 }
}

pub fn within(text: &str) -> Option<Precision> {
    Some(text.parse().unwrap())
}

pub fn done(plan: &SimulationPlan<'_>) -> SimulationResult {
    simulate(plan, &mut |_| ()).unwrap()
}

pub fn trouble(plan: &SimulationPlan<'_>) -> SimulationError {
    simulate(plan, &mut |_| ()).unwrap_err()
}
