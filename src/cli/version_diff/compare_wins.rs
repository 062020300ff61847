//! Compares the shares of wins: plays every encounter that both versions have, with the same seeds.
#![allow(clippy::float_arithmetic, reason = "measured shares, shown as percentages")]

use crate::cli::args::Diff;
use crate::cli::simulate::encounter_source::SeatedEncounter;
use crate::cli::simulate::threads;
use crate::cli::status_line::StatusLine;
use crate::cli::{Console, Stop};
use slip_odds::simulate::report::ShareChange;
use slip_odds::simulate::{SimulationPlan, SimulationReport, simulate};
use slip_pack::Pack;
use slip_pack::changes::version_step::Bump;
use slip_pack::changes::{Category, PackageChange};
use slip_pack::encounter::Encounter;

/// Returns the shares of wins that differ significantly between the versions, and the number of encounters played.
pub(super) fn compare(
    old: &Pack,
    new: &Pack,
    games: u32,
    wanted: &Diff,
    console: &mut Console<'_>,
) -> Result<(Vec<PackageChange>, usize), Stop> {
    if old.hash() == new.hash() {
        return Ok((Vec::new(), 0));
    }
    let own = |pack: &Pack, key: &str| key.strip_prefix(pack.package.name.as_str()).is_some_and(|rest| rest.starts_with('.'));
    let both: Vec<(&Encounter, &Encounter)> = new
        .encounters
        .iter()
        .filter(|(key, encounter)| own(new, key) && encounter.valid)
        .filter_map(|(_, encounter)| Some((named(old, &encounter.name)?, encounter)))
        .collect();
    let mut line = StatusLine::new();
    let mut changes = Vec::new();
    for (number, (before, after)) in both.iter().enumerate() {
        let name = &after.name;
        let (was, is) = (SeatedEncounter::of(old, before), SeatedEncounter::of(new, after));
        let (old_seats, new_seats) = (was.seats(), is.seats());
        let plan = SimulationPlan {
            asked: &[],
            version: is.version(&new_seats),
            mirror: None,
            other: Some((wanted.old.as_str(), was.version(&old_seats))),
            seed: wanted.seed,
            games: games.into(),
            part: 0..games.into(),
            within: None,
            threads: threads(wanted.threads),
        };
        let of = both.len();
        let done = simulate(&plan, &mut |progress| {
            line.show(|| format!("encounter {} of {of}: {name}, {} games", number.saturating_add(1), progress.played), console.err);
        });
        line.clear(console.err);
        let report = SimulationReport::of(&done.map_err(Stop::because)?);
        let clear = report.comparison.iter().flat_map(|comparison| &comparison.winners).filter(|row| row.change.clear);
        changes.extend(clear.map(|row| change(name, row)));
    }
    Ok((changes, both.len()))
}

fn named<'p>(pack: &'p Pack, name: &str) -> Option<&'p Encounter> {
    pack.encounters.get(&slip_pack::key(&pack.package.name, name)).filter(|encounter| encounter.valid)
}

fn change(encounter: &str, row: &ShareChange) -> PackageChange {
    let percent = |share: f64| format!("{:.1}%", share * 100.0);
    let who = row.side.as_ref().map_or_else(|| "no side wins".to_owned(), |side| format!("`{side}` wins"));
    let (there, here) = (percent(row.change.there), percent(row.change.here));
    let (low, high) = (row.change.low * 100.0, row.change.high * 100.0);
    PackageChange {
        category: Category::Odds,
        kind: "encounter".to_owned(),
        name: encounter.to_owned(),
        what: format!("{who} {there} → {here} (by {low:+.1} to {high:+.1})"),
        asks: Bump::Minor,
    }
}
