//! `slipyard explore`: lists the designs that no other design beats.

use super::args::{Explore, ExploreFormat};
use super::compile_projects::{self, CompiledProject};
use super::pack_items::{self, ListedItem, Thing};
use super::{CommandStatus, Console, Stop, generate};
use slip_export::cards::counted;
use slip_export::exploration;
use slip_odds::explore::cheapest_design_that_wins::{self, Rival};
use slip_odds::explore::{self, DesignRequirement, ExploreRefusal, ExploreRequest};
use std::io::IsTerminal;
use std::time::Instant;

impl From<ExploreRefusal> for Stop {
    fn from(refusal: ExploreRefusal) -> Self {
        Stop::Because(refusal.0)
    }
}

/// Searches and prints the designs.
pub(super) fn run(asked: &Explore, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let began = Instant::now();
    let mut wish = ExploreRequest {
        design: asked.design.clone(),
        tech: asked.tech,
        require: asked.require.iter().flat_map(|demands| demands.0.iter().cloned()).collect(),
        forbid: asked.forbid.clone(),
        aims: asked.aims(),
        budget: asked.budget,
        with: asked.with.clone(),
        limit: asked.limit,
    };
    if let Some(ship) = &asked.outrun {
        wish.require.push(faster_than(asked, ship)?);
    }
    if let Some(rival) = &asked.against {
        let rival = Rival {
            name: rival.clone(),
            range: asked.at,
            chance: asked.chance.clone(),
            rank: asked.rank,
            fights: usize::from(asked.fights),
        };
        return fight(asked, &wish, &rival, console);
    }
    let mut sources = generate::surroundings(&asked.folder)?.into_sources();
    let explored = explore::explore(&mut sources, &wish)?;
    match asked.format {
        ExploreFormat::Text => console.out.write_all(exploration::text(&explored).as_bytes())?,
        ExploreFormat::Json => writeln!(console.out, "{:#}", exploration::json(&explored))?,
        ExploreFormat::Csv => console.out.write_all(exploration::table(&explored).csv().as_bytes())?,
        ExploreFormat::Slip => console.out.write_all(exploration::slip(&explored).as_bytes())?,
    }
    console.out.flush()?;
    if let Some(note) = exploration::incomplete(&explored) {
        writeln!(console.err, "note: {note}")?;
    }
    compile_projects::warn_of(explored.errors, console)?;
    writeln!(console.err, "finished in {}", took(began))?;
    Ok(CommandStatus::Clean)
}

/// Prints the cheapest design that beats an opponent.
fn fight(asked: &Explore, wish: &ExploreRequest, rival: &Rival, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let fresh = || match generate::surroundings(&asked.folder) {
        Ok(project) => Ok(project.into_sources()),
        Err(Stop::Because(reason)) => Err(ExploreRefusal(reason)),
        Err(Stop::NobodyReads) => Err(ExploreRefusal("the output was closed".to_owned())),
    };
    let began = Instant::now();
    let mut fights = 0_usize;
    let err = &mut *console.err;
    let watched = std::io::stderr().is_terminal();
    let mut told = Instant::now();
    let mut tell = |points: i64, _: usize| {
        fights += 1;
        // A long search reports its progress; errors of a closed stream are ignored.
        if watched && told.elapsed().as_secs() >= 2 {
            told = Instant::now();
            let _ = writeln!(err, "{}, now at {}", counted(fights, "fight"), counted(points, "build point"));
        }
    };
    let fought = cheapest_design_that_wins::cheapest(&fresh, wish, rival, &mut tell)?;
    match asked.format {
        ExploreFormat::Json => writeln!(console.out, "{:#}", exploration::json_of_fights(&fought, rival))?,
        ExploreFormat::Slip => match fought.winner(rival) {
            Some(bout) => write!(console.out, "{}", bout.found.text)?,
            None => writeln!(console.err, "note: no design that was tried beats the opponent")?,
        },
        ExploreFormat::Csv => console.out.write_all(exploration::csv_of_fights(&fought).as_bytes())?,
        ExploreFormat::Text => console.out.write_all(exploration::text_of_fights(&fought, rival).as_bytes())?,
    }
    console.out.flush()?;
    compile_projects::warn_of(fought.errors, console)?;
    writeln!(console.err, "{} in {}", counted(fights, "fight"), took(began))?;
    Ok(CommandStatus::Clean)
}

/// Formats a duration: `1.23 s`.
fn took(began: Instant) -> String {
    let milliseconds = began.elapsed().as_millis();
    format!("{}.{:02} s", milliseconds / 1000, milliseconds % 1000 / 10)
}

/// Returns a requirement for designs: they must exceed a given ship in the statistic that decides who chooses the range.
fn faster_than(asked: &Explore, ship: &str) -> Result<DesignRequirement, Stop> {
    let words = [ship.to_owned()];
    let built = |entry: &ListedItem<'_>| matches!(entry.thing, Thing::Built(_));
    let worlds = compile_projects::worlds_of(&asked.folder, &words, "ship", built)?;
    let found: Vec<(&CompiledProject, ListedItem<'_>)> = pack_items::find(&worlds, ship, built);
    let ships = found.iter().copied().filter(|(world, entry)| match entry.thing {
        Thing::Built(item) => item.stats.contains_key(world.pack.rules.word("v_shift_stat", "v_shift")),
        _ => false,
    });
    let ships: Vec<(&CompiledProject, ListedItem<'_>)> = ships.collect();
    // If no item of this name has the statistic, an item without it is kept. The error can then report that the statistic is missing.
    let found = if ships.is_empty() { found } else { ships };
    if found.iter().any(|(_, entry)| found.iter().any(|(_, other)| other.kind != entry.kind)) {
        return Err(pack_items::choose(format_args!("there are several items `{ship}`"), &found));
    }
    let item = found.iter().find_map(|(world, entry)| if let Thing::Built(item) = entry.thing { Some((world, item)) } else { None });
    let Some((world, item)) = item else { return Err(Stop::because(format!("there is no ship `{ship}`"))) };
    explore::outrunning(&world.pack, item).map_err(Stop::from)
}
