//! `merge`: puts the parts of a simulation together.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_odds::simulate::report::SimulationReport;
use slip_odds::simulate::{SimulationPart, merge, text};

/// Parts of a simulation.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Merge {
    parts: Vec<String>,
}

/// Report of a simulation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct SimulationReply {
    games: u64,
    winners: Vec<WinnerShare>,
    /// Report, as `simulate` prints it.
    text: String,
    /// Report, as `simulate --format json` prints it.
    json: String,
}

/// Share of the games that a side wins, with its 95% interval; Shares are from 0 to 1.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct WinnerShare {
    /// Name of the side; `null` for games without a winner.
    side: Option<String>,
    games: u64,
    share: f64,
    low: f64,
    high: f64,
}

/// Merges the parts.
pub(crate) fn answer(_: &Session, asked: &Merge) -> Result<SimulationReply, String> {
    let parts = asked.parts.iter().map(|part| SimulationPart::read(part)).collect::<Result<Vec<_>, _>>()?;
    let report = SimulationReport::of(&merge(&parts).map_err(|error| error.to_string())?);
    let winners = report.winners.iter().map(|share| WinnerShare {
        side: share.side.clone(),
        games: share.games,
        share: share.share,
        low: share.low,
        high: share.high,
    });
    Ok(SimulationReply { games: report.games, winners: winners.collect(), text: text::text(&report), json: report.json() })
}
