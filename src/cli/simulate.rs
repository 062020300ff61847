//! `slipyard simulate`: plays an encounter many times and counts the results, or merges parts.

mod csv;
pub(super) mod encounter_source;
mod html;
mod progress;
mod svg;

use super::args::{Merge, SeatArgs, SeatPlayer, Simulate, SimulateCommand, SimulateFormat, SimulateOutputArgs};
use super::compile_projects::{self, CompiledProject};
use super::effect_report::{EffectReport, Selection, with_field};
use super::pack_items::ListedItem;
use super::play_lock::{PlayCommand, PlayLock, SimulatedGames};
use super::{CommandStatus, Console, Stop, format_by_extension, shown};
use crate::project;
use encounter_source::{EncounterSource, FoundEncounter};
use progress::Bar;
use slip_export::cards::counted;
use slip_limits::PART_BYTES;
use slip_odds::simulate::{
    SimulationPart, SimulationPlan, SimulationReport, SimulationResult, Unmergeable, effect_lines, is_elsewhere, merge, side_swap,
    simulate, typed,
};
use slip_play::stored_seat::StoredSeat;
use std::path::Path;

/// Runs a simulation, or merges the parts of one.
pub(super) fn run(wanted: &Simulate, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    match (&wanted.command, &wanted.encounter, &wanted.lock) {
        (Some(SimulateCommand::Merge(merge)), ..) => put_together(merge, console),
        (None, _, Some(file)) => {
            let lock = PlayLock::read(file, &[PlayCommand::Simulate])?;
            play(&as_locked(wanted, &lock)?, lock.what(), Some(&lock), console)
        }
        (None, Some(encounter), None) => play(wanted, encounter, None, console),
        (None, None, None) => Err(Stop::because("name an encounter")),
    }
}

/// Returns the arguments of the simulation that a lock describes.
fn as_locked(wanted: &Simulate, lock: &PlayLock) -> Result<Simulate, Stop> {
    let Some(games) = lock.games() else { return Err(Stop::because("the lock does not contain the number of games")) };
    let within = games.within.as_deref().map(str::parse).transpose();
    let within = within.map_err(|why| Stop::because(format!("in the lock, `games.within`: {why}")))?;
    let (games, mirror, mut seats) = (games.most, games.mirror, lock.seats().seats);
    // Players that the encounter itself names need no `--seat`.
    seats.retain(|seat| seat.who != SeatPlayer::Stored(StoredSeat::Encounter));
    Ok(Simulate { games, within, mirror, seed: lock.seed(), seats, ..wanted.clone() })
}

/// Returns the lock of a simulation.
fn locked(wanted: &Simulate, world: &CompiledProject, entry: ListedItem<'_>) -> Result<PlayLock, Stop> {
    let asked = SeatArgs { seats: wanted.seats.clone(), script: None };
    let games = SimulatedGames { most: wanted.games, within: wanted.within.map(|within| within.to_string()), mirror: wanted.mirror };
    Ok(PlayLock::of(PlayCommand::Simulate, &asked, wanted.seed, world, entry)?.with_games(games))
}

fn play(wanted: &Simulate, encounter: &str, lock: Option<&PlayLock>, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    // If the output is impossible, this is reported before any game is played.
    if wanted.shard.is_some()
        && let Some(seat) = wanted.seats.iter().find(|seat| !matches!(seat.who, SeatPlayer::Stored(_)))
    {
        return Err(Stop::because(format!(
            "`{}` is played by `{}`, but with --shard no side can be played by a script or a program",
            seat.side, seat.who
        )));
    }
    match wanted.shard {
        Some(_) if wanted.shown.format.is_some_and(|format| format != SimulateFormat::Text) => {
            return Err(Stop::because(
                "the file of a part always has the same format: leave out --format here, and add it to `simulate merge`",
            ));
        }
        // The file of a part, which `--shard` writes, has a format of its own and may have any name.
        Some(_) => {}
        None => _ = format(&wanted.shown)?,
    }
    if wanted.lines.is_some() && !matches!(format(&wanted.shown)?, SimulateFormat::Text | SimulateFormat::Json) {
        return Err(Stop::because("the report of `--lines` is printed as text or JSON: choose --format text or json"));
    }
    not_a_folder(wanted.shown.out.as_deref())?;
    let source = EncounterSource::open(&wanted.folder, encounter)?;
    let FoundEncounter { version: main, world, entry } = source.find(encounter, &wanted.seats)?;
    let Some(main) = main else { return super::run::refuse(world, console) };
    compile_projects::name_rules(std::iter::once(world), console)?;
    let evening = if lock.is_some() || wanted.lock_out.is_some() { Some(locked(wanted, world, entry)?) } else { None };
    if let Some((lock, here)) = lock.zip(evening.as_ref())
        && !lock.may_be_played(here, (world, entry), console)?
    {
        return Ok(CommandStatus::Problems);
    }
    let other = wanted
        .compare
        .as_deref()
        .map(|asked| Ok::<_, Stop>((asked, EncounterSource::other(asked, &wanted.folder, encounter)?)))
        .transpose()?;
    let other = match &other {
        None => None,
        Some((asked, source)) => {
            let FoundEncounter { version, world, .. } = source.find(encounter, &wanted.seats)?;
            let Some(version) = version else { return super::run::refuse(world, console) };
            Some((*asked, version))
        }
    };
    let exchanged = if wanted.mirror { Some(side_swap::exchanged(main.encounter).map_err(Stop::because)?) } else { None };
    let image = exchanged.as_ref().map(|encounter| main.with(encounter));
    let games = wanted.shard.map_or(0..wanted.games, |shard| shard.games(wanted.games));
    let (seats, image_seats, other_seats) =
        (main.seats(), image.as_ref().map(encounter_source::SeatedEncounter::seats), other.as_ref().map(|(_, other)| other.seats()));
    let asked: Vec<String> = wanted.seats.iter().map(ToString::to_string).collect();
    let plan = SimulationPlan {
        asked: &asked,
        version: main.version(&seats),
        mirror: image.as_ref().zip(image_seats.as_ref()).map(|(image, seats)| image.version(seats)),
        other: other.as_ref().zip(other_seats.as_ref()).map(|((asked, other), seats)| (*asked, other.version(seats))),
        seed: wanted.seed,
        games: wanted.games,
        part: games.clone(),
        within: wanted.within,
        threads: threads(wanted.threads),
    };
    let mut bar = Bar::new(wanted.within);
    let done = simulate(&plan, &mut |progress| bar.show(progress, console.err));
    bar.clear(console.err);
    let done = done.map_err(Stop::because)?;
    let counts = serde_json::to_vec(&done.counts).map_err(Stop::because)?;
    if let Some(lock) = lock
        && !lock.came_out(&counts, console)?
    {
        return Ok(CommandStatus::Problems);
    }
    if let Some((file, evening)) = wanted.lock_out.as_deref().zip(evening) {
        evening.with_log(&counts).write(file, console)?;
    }
    match wanted.shard {
        Some(_) => give(&SimulationPart::new(done, games).written(), wanted.shown.out.as_deref(), console)?,
        None => {
            let lines = wanted.lines.map(|of| {
                let selection = Selection::new(world, of);
                let version = main.version(&seats);
                let played = 0..done.counts.tally.games;
                let counts = effect_lines(version, wanted.seed, played, threads(wanted.threads), &|effect| selection.has(effect));
                let games = format!("{} of {}", counted(done.counts.tally.games, "game"), main.encounter.name);
                counts.map(|counts| EffectReport::new(world, &selection, &counts, games)).map_err(Stop::because)
            });
            show(&done, &wanted.shown, lines.transpose()?.as_ref(), console)?;
            tell_where(wanted, console)?;
        }
    }
    Ok(CommandStatus::Clean)
}

/// Returns the number of threads: as requested, or one per core.
pub(super) fn threads(asked: Option<impl Into<usize>>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), Into::into)
}

fn put_together(wanted: &Merge, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    // The result must not overwrite the file of a part, because the games of that part would be lost.
    let same = |part: &Path, out: &Path| part.canonicalize().ok().zip(out.canonicalize().ok()).is_some_and(|(part, out)| part == out);
    if let Some(out) = wanted.shown.out.as_deref().filter(|out| wanted.parts.iter().any(|part| same(part, out))) {
        return Err(Stop::because(format!("`{}` is one of the parts: write the result into another file", shown(out))));
    }
    format(&wanted.shown)?;
    let mut parts = Vec::new();
    for path in &wanted.parts {
        let named = |reason: String| Stop::because(format!("cannot use `{}`: {reason}", shown(path)));
        let text = project::stored_text(path, PART_BYTES).map_err(|error| named(error.to_string()))?;
        parts.push(SimulationPart::read(&text).map_err(named)?);
    }
    let name = |place: usize| wanted.parts.get(place).map(|path| shown(path)).unwrap_or_default();
    let done = merge(&parts).map_err(|error| {
        Stop::because(match error {
            Unmergeable::OtherRun { part, what } => {
                format!("`{}` and `{}` are parts of different simulations: {what} differs", name(0), name(part))
            }
            Unmergeable::Twice { part, other } => format!("`{}` and `{}` have games in common", name(other), name(part)),
            other => other.to_string(),
        })
    })?;
    show(&done, &wanted.shown, None, console)?;
    Ok(CommandStatus::Clean)
}

/// Prints the option `--in`, if the package is not in the current folder. The user must add it to the commands in the report. The line is
/// not part of the report, because parts of a simulation may be merged in any folder.
fn tell_where(wanted: &Simulate, console: &mut Console<'_>) -> Result<(), Stop> {
    let has_games = matches!(format(&wanted.shown)?, SimulateFormat::Text | SimulateFormat::Html);
    if has_games && is_elsewhere(&wanted.folder) {
        console.out.flush()?;
        writeln!(console.err, "to run these games from here, add --in {}", typed(&shown(&wanted.folder)))?;
    }
    Ok(())
}

/// Returns the output format: the requested one, otherwise that of the file's extension.
fn format(wanted: &SimulateOutputArgs) -> Result<SimulateFormat, Stop> {
    format_by_extension::meant(wanted.format, wanted.out.as_deref())
}

fn show(done: &SimulationResult, wanted: &SimulateOutputArgs, lines: Option<&EffectReport>, console: &mut Console<'_>) -> Result<(), Stop> {
    let report = SimulationReport::of(done);
    let text = match format(wanted)? {
        SimulateFormat::Text => {
            format!("{}{}", slip_odds::simulate::text::text(&report), lines.map_or_else(String::new, |lines| format!("\n{}", lines.text())))
        }
        SimulateFormat::Json => match lines {
            Some(lines) => with_field(&report.json(), "lines", &lines.json()),
            None => report.json(),
        },
        SimulateFormat::Csv => csv::csv(&report),
        SimulateFormat::Html => html::page(&report),
    };
    give(&text, wanted.out.as_deref(), console)
}

/// Refuses an output path that is a folder, before anything is played.
pub(super) fn not_a_folder(out: Option<&Path>) -> Result<(), Stop> {
    match out.filter(|out| out.is_dir()) {
        Some(out) => Err(Stop::because(format!("`{}` is a folder: give a file", shown(out)))),
        None => Ok(()),
    }
}

/// Writes the report to a file atomically, or to the standard output.
fn give(text: &str, out: Option<&Path>, console: &mut Console<'_>) -> Result<(), Stop> {
    match out {
        None => write!(console.out, "{text}")?,
        Some(path) => {
            project::write_atomically(path, text.as_bytes())?;
            writeln!(console.err, "wrote {}", shown(path))?;
        }
    }
    Ok(())
}
