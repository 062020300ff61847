//! `slipyard run`: plays an encounter and prints the account, the log or a script.

use super::args::{RunArgs, RunFormat};
use super::compile_projects::{self, CompiledProject};
use super::effect_report::{EffectReport, Selection};
use super::pack_items::{self, ListedItem, Thing};
use super::play_lock::{PlayCommand, PlayLock};
use super::seats;
use super::seats::scripts::FaultyScript;
use super::{CommandStatus, Console, Stop, scenarios};
use serde_json::json;
use slip_dice::Dice;
use slip_pack::encounter::Encounter;
use slip_play::conflict::Refusal;
use slip_play::fight::Fight;
use slip_policy::script::{faces_fallen, of_run};
use slip_report::{DrawOptions, Style, Summary};
use slip_session::effect_watch::EffectWatch;
use slip_session::run::run_watched;
use slip_session::session::SeatAssignment;
use slip_session::{RunError, Seats};
use slip_source::diagnostic::{Diagnostics, Severity};
use std::io::Write;
use std::path::Path;

/// Plays the encounter that the arguments name.
pub(super) fn run(run: &RunArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let lock = run.lock.as_deref().map(|file| PlayLock::read(file, &[PlayCommand::Run])).transpose()?;
    let asked = match (&lock, &run.encounter) {
        (Some(lock), _) => RunArgs { encounter: Some(lock.what().to_owned()), seed: Some(lock.seed()), seats: lock.seats(), ..run.clone() },
        (None, encounter) => RunArgs { encounter: Some(encounter.clone().unwrap_or_default()), ..run.clone() },
    };
    let name = asked.encounter.clone().unwrap_or_default();
    let is_encounter = |entry: &ListedItem<'_>| matches!(entry.thing, Thing::Encounter(_) | Thing::Scenario(_));
    let worlds = compile_projects::worlds_of(&run.folder, std::slice::from_ref(&name), "encounter or scenario", is_encounter)?;
    let found = pack_items::find(&worlds, &name, is_encounter);
    let (world, entry) = match found.as_slice() {
        [(world, entry)] => (*world, *entry),
        several => return Err(pack_items::choose(format_args!("there are several encounters or scenarios `{name}`"), several)),
    };
    match (&lock, &run.lock_out) {
        (None, None) => tell(&asked, world, entry, console, None),
        (Some(lock), _) => again(lock, &asked, world, entry, console),
        (None, Some(file)) => keep(file, &asked, world, entry, console),
    }
}

/// Plays the encounter or scenario, and prints the result in the requested format. The log of the game is appended to `log`, if given.
fn tell(
    run: &RunArgs,
    world: &CompiledProject,
    entry: ListedItem<'_>,
    console: &mut Console<'_>,
    log: Option<&mut Vec<u8>>,
) -> Result<CommandStatus, Stop> {
    compile_projects::name_rules(std::iter::once(world), console)?;
    match entry.thing {
        Thing::Encounter(_) if run.state.is_some() => {
            Err(Stop::because("`run --state` works only for a scenario: to play this encounter in a campaign, use `slipyard play --state`"))
        }
        Thing::Encounter(encounter) if encounter.valid => play(run, world, encounter, console, log),
        Thing::Scenario(_) if run.lines.is_some() => {
            Err(Stop::because("`--lines` counts the effects of one encounter: run one encounter of the scenario"))
        }
        Thing::Scenario(scenario) if scenario.valid => scenarios::run(run, world, scenario, console, log),
        _ => refuse(world, console),
    }
}

fn of(run: &RunArgs, world: &CompiledProject, entry: ListedItem<'_>) -> Result<PlayLock, Stop> {
    PlayLock::of(PlayCommand::Run, &run.seats, run.seed.unwrap_or(1), world, entry)
}

/// Repeats the game that a lock file records, if the packages are unchanged.
fn again(
    lock: &PlayLock,
    run: &RunArgs,
    world: &CompiledProject,
    entry: ListedItem<'_>,
    console: &mut Console<'_>,
) -> Result<CommandStatus, Stop> {
    if !lock.may_be_played(&of(run, world, entry)?, (world, entry), console)? {
        return Ok(CommandStatus::Problems);
    }
    let once = UnprintedGame::played(run, world, entry, console)?;
    if once.status == CommandStatus::Clean && !lock.came_out(&once.log, console)? {
        return Ok(CommandStatus::Problems);
    }
    console.out.write_all(&once.told)?;
    Ok(once.status)
}

/// Plays a game, and writes a lock of it.
fn keep(
    file: &Path,
    run: &RunArgs,
    world: &CompiledProject,
    entry: ListedItem<'_>,
    console: &mut Console<'_>,
) -> Result<CommandStatus, Stop> {
    let evening = of(run, world, entry)?;
    let once = UnprintedGame::played(run, world, entry, console)?;
    console.out.write_all(&once.told)?;
    if once.status == CommandStatus::Clean {
        evening.with_log(&once.log).write(file, console)?;
    }
    Ok(once.status)
}

/// Game that was played and whose output was not printed yet.
struct UnprintedGame {
    status: CommandStatus,
    /// Output of the game in the requested format.
    told: Vec<u8>,
    log: Vec<u8>,
}

impl UnprintedGame {
    fn played(run: &RunArgs, world: &CompiledProject, entry: ListedItem<'_>, console: &mut Console<'_>) -> Result<UnprintedGame, Stop> {
        let (mut told, mut log) = (Vec::new(), Vec::new());
        let Console { input, err, colour, .. } = console;
        let mut aside = Console { input: &mut **input, out: &mut told, err: &mut **err, colour: *colour };
        let status = tell(run, world, entry, &mut aside, Some(&mut log))?;
        Ok(UnprintedGame { status, told, log })
    }
}

fn play(
    run: &RunArgs,
    world: &CompiledProject,
    encounter: &Encounter,
    console: &mut Console<'_>,
    log: Option<&mut Vec<u8>>,
) -> Result<CommandStatus, Stop> {
    let seating = seats::seat(&world.pack, encounter, &run.seats, run.seed, false)?;
    let fight = Fight::begin(&world.pack, encounter).map_err(Stop::because)?;
    if let Some(faulty) = seating.scripts.faults(&fight) {
        return blame(&faulty, console);
    }
    if seating.dice().is_some() && run.seed.is_some() {
        return Err(Stop::because("the script already contains the dice: leave out --seed or the `dice` lines"));
    }
    let seed = seating.seed(run.seed)?;
    let mut seats = Seats::standard();
    for (side, chair) in encounter.sides.iter().zip(&seating.chairs) {
        if let Some(SeatAssignment::Played(make)) = chair {
            seats = seats.with(&side.name, make());
        }
    }
    let (dice, seed) = match seating.dice() {
        Some(script) => (Dice::scripted(script.faces().iter().copied()), None),
        None => (Dice::seeded(seed, 0), Some(seed)),
    };
    if run.lines.is_some() && run.format == RunFormat::Script {
        return Err(Stop::because("the report of `--lines` is printed as text or JSON: leave out --format script"));
    }
    let selection = run.lines.map(|of| Selection::new(world, of));
    let watch = selection.as_ref().map(|selection| EffectWatch::new(&world.pack, encounter, &|effect| selection.has(effect)));
    let mut watch = watch.transpose().map_err(Stop::because)?;
    let played = match run_watched(&world.pack, encounter, dice, seed, seats, watch.as_mut()) {
        Ok(played) => played,
        Err(error) => {
            let ran_out = error == RunError::Refused(Refusal::DiceRanOut);
            let faulty = match seating.dice().filter(|_| ran_out) {
                Some(script) => script.dice_error(None),
                None => seating.scripts.trouble(),
            };
            return faulty.map_or_else(|| Err(Stop::because(error)), |faulty| blame(&faulty, console));
        }
    };
    let fell = faces_fallen(&played.events);
    if let Some(faulty) = seating.dice().filter(|script| script.faces().len() > fell).and_then(|script| script.dice_error(Some(fell))) {
        return blame(&faulty, console);
    }
    if let Some(log) = log {
        write!(log, "{}", played.logs())?;
    }
    if let (Some(selection), Some(watch)) = (&selection, &mut watch) {
        let games = format!("1 game of {}", encounter.name);
        let lines = EffectReport::new(world, selection, &watch.take(), games);
        if run.format == RunFormat::Json {
            let report = json!({ "encounter": encounter.name.as_str(), "seed": seed, "games": 1, "lines": lines.json() });
            writeln!(console.out, "{report:#}")?;
            return Ok(CommandStatus::Clean);
        }
        write!(console.out, "{}{}\n{}", played.transcript(), scenarios::boardings(&played.boarded), lines.text())?;
        return Ok(CommandStatus::Clean);
    }
    match run.format {
        RunFormat::Text => write!(console.out, "{}{}", played.transcript(), scenarios::boardings(&played.boarded))?,
        RunFormat::Json => write!(console.out, "{}", played.logs())?,
        RunFormat::Script => write!(console.out, "{}", of_run(&played.header, &played.start, &played.events))?,
    }
    Ok(CommandStatus::Clean)
}

/// Reports a mistake in a script; nothing is played.
fn blame(faulty: &FaultyScript, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
    let found = Diagnostics::from_iter([faulty.diagnostic.clone()]);
    slip_report::write(console.err, &found, &faulty.sources, Style::Human, picture, &Summary::default())?;
    Ok(CommandStatus::Problems)
}

/// Prints the errors of the package instead of playing an encounter or scenario with errors.
pub(super) fn refuse(world: &CompiledProject, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let errors: Diagnostics = world.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).cloned().collect();
    let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
    slip_report::write(console.err, &errors, &world.project.sources, Style::Human, picture, &world.summary())?;
    writeln!(console.err, "nothing was played: {}", compile_projects::counts(&world.diagnostics))?;
    Ok(CommandStatus::Problems)
}
