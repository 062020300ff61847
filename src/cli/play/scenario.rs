//! A scenario at the keyboard: its encounters in order, each saved in its own file.
//!
//! The files are named after the scenario, its seed and the number of the step. If files exist, the same command reads them and continues
//! after the last one.

use super::continue_command::ContinueCommand;
use super::execute_command::REFEREE;
use super::game::TableGame;
use super::input::Input;
use super::typed_commands::Back;
use super::{campaign, dice_seed, log_file, screen, seat_assignments};
use crate::cli::args::{Asking, Play};
use crate::cli::compile_projects::CompiledProject;
use crate::cli::scenarios::campaign::CampaignInUse;
use crate::cli::{CommandStatus, Console, Stop, scenarios};
use slip_export::board::Board;
use slip_pack::Pack;
use slip_pack::scenario::Scenario;
use slip_play::log::first_record::SeatLine;
use slip_session::scenario::{NextEncounter, ScenarioProgress};
use slip_session::session::replay::{ReplayOptions, kept};
use slip_session::session::{LogError, Session};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Plays a scenario, or continues one.
pub(super) fn play(play: &Play, world: &CompiledProject, scenario: &Scenario, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    if play.log.is_some() {
        return Err(Stop::because("a scenario saves each encounter in a file of its own: leave out --log"));
    }
    let unknown = |side: &&str| {
        let encounters = scenario.steps.iter().filter_map(|step| world.pack.encounters.get(&step.encounter));
        !encounters.flat_map(|encounter| &encounter.sides).any(|there| there.name == *side)
    };
    if let Some(side) = play.side.iter().chain(play.seats.seats.iter().map(|seat| &seat.side)).map(String::as_str).find(unknown) {
        return Err(Stop::because(format!("no encounter of `{}` has a side `{side}`", scenario.name)));
    }
    let seed = dice_seed(play);
    let stem = match seed {
        Some(seed) => format!("{}-{seed}", scenario.name),
        None => format!("{}-table", scenario.name),
    };
    let mut again = match seed {
        Some(seed) => format!("slipyard play {} --seed {seed}", scenario.name),
        None => format!("slipyard play {} --table-dice", scenario.name),
    };
    // The players keep their sides in the encounters that follow.
    let seats = play.side.iter().map(|side| format!(" --as {side}"));
    let seats = seats.chain(play.seats.seats.iter().map(|seat| format!(" --seat {}", super::messages::quoted(&seat.to_string()))));
    again.extend(seats);
    if play.folder != Path::new(".") {
        again.push_str(&format!(" --in {}", super::messages::quoted(&crate::cli::shown(&play.folder))));
    }
    again.push_str(&campaign::again(play));
    let again = ContinueCommand::new(again, play.ask);
    let _farewell = super::interrupt::FarewellMessage::new(&again);
    if !play.full_screen {
        super::interrupt::listen()?;
    }
    let label = format!("{} ({stem})", scenario.name);
    let mut open = play.state.as_deref().map(|file| CampaignInUse::read(file, &world.pack)).transpose()?;
    if let Some((open, file)) = open.as_ref().zip(play.state.as_deref()).filter(|_| has_begun(scenario, &stem)) {
        campaign::is_new(open, file, &label)?;
    }
    let learned = open.as_ref().map(|open| open.learned(&play.folder, console)).transpose()?.flatten();
    let pack = learned.as_ref().unwrap_or(&world.pack);
    let mut progress = match &open {
        Some(open) => ScenarioProgress::resuming(scenario, open.conditions(pack)),
        None => ScenarioProgress::new(scenario),
    };
    let mut input = Input::new(console.input, !std::io::stdin().is_terminal());
    let mut wrapped;
    let mut out: &mut dyn Write = match super::wrap::terminal_width() {
        Some(width) => {
            wrapped = super::wrap::Wrapped::new(console.out, width);
            &mut wrapped
        }
        None => console.out,
    };
    // State of the scenario before each encounter that was played. An undo can use it to go back to an earlier encounter.
    let mut earlier = Vec::new();
    let mut back: Option<Back> = None;
    loop {
        let before = (progress.clone(), open.clone());
        let Some(next) = progress.next(pack) else { break };
        if back.is_none() {
            scenarios::announce(&next, out)?;
        }
        if !progress.is_walkover(&next) {
            let path = path_of(&stem, next.number, &next.encounter.name);
            let own = seed.map(|seed| scenarios::of_step(seed, next.number));
            let (mut session, resumed, notes) = sit(play, pack, &next, own, &path)?;
            for note in notes {
                writeln!(console.err, "{note}")?;
            }
            session.set_all_stops(Asking::stops(play.ask));
            session.advise(pack, &next.encounter);
            let line = back.as_ref().and_then(|back| session.line_before(back.answers).or_else(|| session.line_before(None)));
            if let Some((back, line)) = back.take().zip(line) {
                session.undo(line, REFEREE, back.why.as_deref(), back.redraw).map_err(Stop::because)?;
                writeln!(out, "(taken back: the game is again in encounter {}, {})", next.number + 1, next.encounter.title)?;
            }
            let seed = seat_assignments::seed(own);
            let session = if play.full_screen {
                let mut board = Board::new(pack, &next.encounter, session);
                if board.session().outcome().is_none() {
                    screen::play(pack, &next.encounter, &mut board, seed)?;
                }
                board.into_session()
            } else {
                let mut game = TableGame::new(pack, next.encounter.clone(), session, path.clone(), seed, input, console.colour, out);
                game.again.clone_from(&again);
                game.may_go_back = !earlier.is_empty();
                if game.session.outcome().is_none() {
                    game.greet(resumed)?;
                    game.play()?;
                }
                let session;
                let wanted;
                TableGame { input, out, session, back: wanted, .. } = game;
                if let Some((wanted, (old_progress, old_open))) = wanted.and_then(|wanted| earlier.pop().map(|before| (wanted, before))) {
                    // The undo goes back into the previous encounter. The log of this encounter is therefore set aside, and this encounter
                    // will begin again.
                    drop(session);
                    log_file::set_aside(&path)?;
                    (progress, open, back) = (old_progress, old_open, Some(wanted));
                    continue;
                }
                session
            };
            earlier.push(before);
            if session.outcome().is_none() {
                return Ok(CommandStatus::Clean);
            }
            progress.record(&next, session.fight(), kept(session.journal()));
            progress.record_boardings(&session.boarded().map_err(Stop::because)?);
            if let Some(open) = &mut open {
                open.settle(&next, &progress);
            }
        }
        scenarios::conclude(&progress, &next, out)?;
    }
    if let Some((open, file)) = open.zip(play.state.as_deref()) {
        campaign::close(open, file, &label, &world.pack, console)?;
    }
    Ok(CommandStatus::Clean)
}

/// Returns the log file of an encounter.
pub(in crate::cli) fn path_of(stem: &str, number: usize, encounter: &str) -> PathBuf {
    PathBuf::from(format!("{stem}-{}-{encounter}.jsonl", number + 1))
}

/// True if any encounter of the scenario has been begun.
fn has_begun(scenario: &Scenario, stem: &str) -> bool {
    let steps = scenario.steps.iter().enumerate();
    let mut files = steps.map(|(number, step)| path_of(stem, number, step.encounter.rsplit('.').next().unwrap_or(&step.encounter)));
    files.any(|file| file.exists())
}

/// Opens the game of a step from its file, if the file exists.
fn sit(play: &Play, pack: &Pack, next: &NextEncounter, own: Option<u64>, path: &Path) -> Result<(Session, bool, Vec<String>), Stop> {
    if path.is_symlink() {
        let path = path.display();
        return Err(Stop::because(format!("`{path}` is a link, but the game is saved in a file of that name: remove the link")));
    }
    let (encounter, seed) = (&next.encounter, seat_assignments::seed(own));
    if log_file::may_begin(path) {
        let said = scenarios::present(&play.seats, next);
        let side = play.side.as_deref().filter(|side| encounter.sides.iter().any(|there| there.name == *side));
        let chairs = seat_assignments::chairs(pack, encounter, &said, side, seed)?;
        return Ok((log_file::begin(pack, encounter, own, chairs, path)?, false, Vec::new()));
    }
    let name = crate::cli::shown(path);
    let kept = log_file::LockedLogFile::open(path)?;
    let text = kept.text.clone();
    let trouble = |trouble: LogError| Stop::because(format!("cannot continue `{name}`: {}", log_file::explained(&trouble)));
    let stands = Session::retrace(pack, encounter, &text, ReplayOptions::default()).map_err(trouble)?.stands;
    let sink = kept.go_on(stands)?;
    let mut again = seat_assignments::ResumedSeats::new(pack, encounter, seed);
    let mut sit = |seat, line: &SeatLine| again.sit(seat, line);
    let session = Session::resume(pack, encounter, &text, &mut sit, sink).map_err(trouble)?.session;
    Ok((session, true, again.notes))
}
