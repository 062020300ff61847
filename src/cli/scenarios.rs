//! `slipyard run` and `slipyard replay` of scenarios: encounters in order, with one log for all.
//!
//! The log of a scenario begins with a line that names the scenario and contains the initial state of campaign members. The complete logs
//! of its encounters follow. A replay compares the state carried into each encounter with the results of the earlier encounters.

pub(super) mod campaign;
mod log;

pub(super) use log::{compare, is_scenario, parts, replay};

use super::args::{RunArgs, RunFormat, SeatArgs, SeatOf};
use super::compile_projects::CompiledProject;
use super::seats;
use super::{CommandStatus, Console, Stop};
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::carry_in::CarryIn;
use slip_pack::encounter::Encounter;
use slip_pack::scenario::Scenario;
use slip_session::Seats;
use slip_session::run::{Run as Played, run_with};
use slip_session::scenario::boarding::Boarded;
use slip_session::scenario::{NextEncounter, ScenarioProgress, called, winner_of};
use slip_session::session::SeatAssignment;
use std::io::Write;

/// Plays a scenario to its end; its log is added to `logs`, whatever the output format.
pub(super) fn run(
    run: &RunArgs,
    world: &CompiledProject,
    scenario: &Scenario,
    console: &mut Console<'_>,
    mut logs: Option<&mut Vec<u8>>,
) -> Result<CommandStatus, Stop> {
    if run.format == RunFormat::Script || run.seats.script.is_some() {
        return Err(Stop::because("a script is only for one encounter: run the encounters of the scenario one by one"));
    }
    let seed = run.seed.unwrap_or(1);
    let mut campaign = run.state.as_deref().map(|file| campaign::CampaignInUse::read(file, &world.pack)).transpose()?;
    let learned = campaign.as_ref().map(|open| open.learned(&run.folder, console)).transpose()?.flatten();
    let pack = learned.as_ref().unwrap_or(&world.pack);
    let mut progress = match &campaign {
        Some(open) => ScenarioProgress::resuming(scenario, open.conditions(pack)),
        None => ScenarioProgress::new(scenario),
    };
    let head = log::head(&world.pack, scenario, seed, progress.conditions());
    if run.format == RunFormat::Json {
        write!(console.out, "{head}")?;
    }
    if let Some(logs) = &mut logs {
        write!(logs, "{head}")?;
    }
    while let Some(next) = progress.next(pack) {
        if progress.is_walkover(&next) {
            if run.format == RunFormat::Text {
                announce(&next, console.out)?;
                conclude(&progress, &next, console.out)?;
            }
            continue;
        }
        let played = encounter(run, pack, &next, seed)?;
        let fight = played.end();
        progress.record(&next, &fight, played.events.iter());
        progress.record_boardings(&played.boarded);
        if let Some(open) = &mut campaign {
            open.settle(&next, &progress);
        }
        if let Some(logs) = &mut logs {
            write!(logs, "{}", played.logs())?;
        }
        match run.format {
            RunFormat::Text => {
                announce(&next, console.out)?;
                write!(console.out, "{}{}", played.transcript(), boardings(&played.boarded))?;
                conclude(&progress, &next, console.out)?;
            }
            RunFormat::Json => write!(console.out, "{}", played.logs())?,
            RunFormat::Script => {}
        }
    }
    if let Some(open) = campaign {
        open.write(&scenario.name, &world.pack, console)?;
    }
    Ok(CommandStatus::Clean)
}

/// Plays one encounter of a scenario. Each encounter has a seed of its own, so that a longer encounter does not change the rolls of the
/// next one.
fn encounter(run: &RunArgs, pack: &Pack, next: &NextEncounter, seed: u64) -> Result<Played, Stop> {
    let seed = of_step(seed, next.number);
    let seats_here = present(&run.seats, next);
    let seating = seats::seat(pack, &next.encounter, &seats_here, Some(seed), false)?;
    let mut seats = Seats::standard();
    for (side, chair) in next.encounter.sides.iter().zip(&seating.chairs) {
        if let Some(SeatAssignment::Played(make)) = chair {
            seats = seats.with(&side.name, make());
        }
    }
    run_with(pack, &next.encounter, Dice::seeded(seed, 0), Some(seed), seats).map_err(Stop::because)
}

/// Returns the seats of the sides that take part in the encounter.
pub(super) fn present(said: &SeatArgs, next: &NextEncounter) -> SeatArgs {
    let there = |seat: &&SeatOf| next.encounter.sides.iter().any(|side| *side.name == *seat.side);
    SeatArgs { seats: said.seats.iter().filter(there).cloned().collect(), script: None }
}

/// Returns the seed of an encounter in a scenario: the seed of the scenario plus the number of the step.
pub(super) fn of_step(seed: u64, number: usize) -> u64 {
    seed.wrapping_add(u64::try_from(number).unwrap_or(u64::MAX))
}

/// Returns the accounts of the boardings that were played out in an encounter.
pub(super) fn boardings(boarded: &[Boarded]) -> String {
    boarded.iter().map(|boarded| format!("\n{}", boarded.account())).collect()
}

/// Prints the title of the next encounter, and the state that is carried in.
pub(super) fn announce(next: &NextEncounter, out: &mut dyn Write) -> Result<(), Stop> {
    writeln!(out, "=== {}. {} ===", next.number + 1, next.encounter.title)?;
    brought(next, out)?;
    writeln!(out)?;
    Ok(())
}

/// Prints the state that everyone carries into an encounter, if there is any.
pub(super) fn brought(next: &NextEncounter, out: &mut dyn Write) -> Result<(), Stop> {
    told(&next.told, out)
}

/// Prints the state that everyone carried into an encounter, as the log of that encounter records it.
pub(super) fn begun_with(brought: &CarryIn, (pack, encounter): (&Pack, &Encounter), out: &mut dyn Write) -> Result<(), Stop> {
    let mut lines: Vec<String> = brought.people.iter().flat_map(|one| one.carried.in_words(&called(pack, encounter, one))).collect();
    let aspects = brought.people.iter().flat_map(|one| &one.carried.aspects).chain(&brought.scene);
    lines.extend(aspects.map(|text| format!("\"{text}\"")));
    told(&lines, out)?;
    Ok(writeln!(out)?)
}

fn told(lines: &[String], out: &mut dyn Write) -> Result<(), Stop> {
    if !lines.is_empty() {
        writeln!(out, "Carried over:")?;
        for line in lines {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// Prints the winner.
pub(super) fn conclude(progress: &ScenarioProgress<'_>, next: &NextEncounter, out: &mut dyn Write) -> Result<(), Stop> {
    if let Some(sentence) = conclusion(progress, next) {
        writeln!(out, "\n{sentence}\n")?;
    }
    Ok(())
}

/// Returns a sentence about the winner of a step; `None` if its encounter is not over or was left out.
pub(super) fn conclusion(progress: &ScenarioProgress<'_>, next: &NextEncounter) -> Option<String> {
    let ended = progress.ended().get(next.number)?.as_ref()?;
    let (title, how) = (&next.encounter.title, if ended.walkover { " without a fight" } else { "" });
    Some(match winner_of(&next.encounter, ended) {
        Some(side) => format!("{title} is won by {}{how}.", side.as_str().replace('_', " ")),
        None => format!("{title} ends without a winner{how}."),
    })
}
