//! `slipyard play`: a game at the keyboard, line by line.
//!
//! [`slip_table::table`] makes the text that is shown; [`slip_session::session`] decides the order of questions. This module has the
//! prompt, the commands and the log file.

mod campaign;
mod continue_command;
mod execute_command;
mod free_text;
mod game;
mod help_topics;
mod input;
mod interrupt;
pub(super) mod log_file;
mod marked_target;
mod messages;
mod real_dice;
pub(super) mod scenario;
mod screen;
pub(super) mod seat_assignments;
mod shown_question;
mod standing_order;
mod tell_events;
mod typed_commands;
mod wrap;

use super::args::{Asking, Play, SeatOf, SeatPlayer};
use super::compile_projects::{self, CompiledProject};
use super::pack_items::{self, ListedItem, Thing};
use super::play_lock::{PlayCommand, PlayLock};
use super::{CommandStatus, Console, Stop, run as runs};
use continue_command::ContinueCommand;
use game::TableGame;
use input::Input;
use slip_export::board::Board;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::ids::{Seat, TableKey};
use slip_play::log::first_record::SeatLine;
use slip_play::stored_seat::StoredSeat;
use slip_session::session::question_stops::Stops;
use slip_session::session::replay::{self, ReplayOptions};
use slip_session::session::{LogError, Session};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Upper limit of random seeds, which keeps them short enough to read aloud and type.
const SHORT_SEED: u64 = 1_000_000;

/// Plays an encounter, or continues a saved one.
pub(super) fn run(play: &Play, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    seat_assignments::one_a_side(&play.seats, play.side.as_deref())?;
    // The seats are checked before anything is written, so that a game that cannot be played is not saved.
    if play.full_screen {
        screen::wants_a_terminal()?;
    }
    match (&play.resume, &play.encounter, &play.lock) {
        (Some(file), ..) => go_on(play, file, console),
        (None, _, Some(file)) => {
            let lock = PlayLock::read(file, &[PlayCommand::Play, PlayCommand::Run])?;
            begin(&as_locked(play, &lock), lock.what(), Some(&lock), console)
        }
        (None, Some(encounter), None) => begin(play, encounter, None, console),
        (None, None, None) => Err(Stop::because("name an encounter")),
    }
}

/// Returns the arguments with the seed and the players that the lock of a game names.
fn as_locked(play: &Play, lock: &PlayLock) -> Play {
    Play { seed: Some(lock.seed()), seats: lock.seats(), ..play.clone() }
}

/// Returns the arguments with the side that the user plays: the side of `--as`. If no human player took part in the locked game, the first
/// side is the default; otherwise the arguments stay unchanged.
fn seated(play: &Play, lock: &PlayLock, entry: &ListedItem<'_>) -> Result<Play, Stop> {
    let first = match entry.thing {
        Thing::Encounter(encounter) => encounter.sides.first().map(|side| side.name.to_string()),
        _ => None,
    };
    let side = match &play.side {
        None if !lock.played_itself() => return Ok(play.clone()),
        side => side.clone().or(first).ok_or_else(|| Stop::because("choose your side in this scenario with --as SIDE"))?,
    };
    let mut seats = play.seats.clone();
    seats.seats.retain(|seat| seat.side != side);
    Ok(Play { side: Some(side), seats, ..play.clone() })
}

fn begin(play: &Play, word: &str, lock: Option<&PlayLock>, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let word = word.to_owned();
    let is_playable = |entry: &ListedItem<'_>| matches!(entry.thing, Thing::Encounter(_) | Thing::Scenario(_));
    let worlds = compile_projects::worlds_of(&play.folder, std::slice::from_ref(&word), "encounter or scenario", is_playable)?;
    let found = pack_items::find(&worlds, &word, is_playable);
    // The seed is drawn here, because the lock and the game must have the same one.
    let play = &Play { seed: dice_seed(play), ..play.clone() };
    let play = &match (lock, found.as_slice()) {
        (Some(lock), [(_, entry)]) => seated(play, lock, entry)?,
        _ => play.clone(),
    };
    if let [(world, entry)] = found.as_slice() {
        let is_sound = match entry.thing {
            Thing::Encounter(encounter) => encounter.valid,
            Thing::Scenario(scenario) => scenario.valid,
            _ => false,
        };
        if is_sound && !kept(play, lock, world, *entry, console)? {
            return Ok(CommandStatus::Problems);
        }
    }
    compile_projects::name_rules(found.iter().map(|(world, _)| *world), console)?;
    if let [(world, ListedItem { thing: Thing::Scenario(scenario), .. })] = found.as_slice() {
        return if scenario.valid { scenario::play(play, world, scenario, console) } else { runs::refuse(world, console) };
    }
    let (world, encounter) = only(&worlds, &word)?;
    if !encounter.valid {
        return runs::refuse(world, console);
    }
    campaign::within(play, world, encounter, console, |pack, encounter, console| anew(play, pack, encounter, console))
}

/// Plays an encounter from the beginning.
fn anew(play: &Play, pack: &Pack, encounter: &Encounter, console: &mut Console<'_>) -> Result<Played, Stop> {
    let dice_seed = dice_seed(play);
    let seed = seat_assignments::seed(dice_seed);
    let chairs = seat_assignments::chairs(pack, encounter, &play.seats, play.side.as_deref(), seed)?;
    let (path, moved) = match &play.log {
        Some(path) if path.is_dir() => {
            let named = path.join(format!("{}.jsonl", encounter.name));
            let said = format!(
                "`{}` is a folder, but a game is saved in a file: write `--log {}`",
                crate::cli::shown(path),
                crate::cli::shown(&named)
            );
            return Err(Stop::because(said));
        }
        Some(path) => (path.clone(), false),
        None => log_file::free_name(Path::new(""), &encounter.name, dice_seed, |path| !log_file::may_begin(path)),
    };
    let session = log_file::begin(pack, encounter, dice_seed, chairs, &path)?;
    if moved {
        writeln!(
            console.err,
            "a file with the usual name of this game already exists; the new game is saved in {}",
            crate::cli::shown(&path)
        )?;
    }
    let kept = GameFile { again: again(play, &path), path, resumed: false, full_screen: play.full_screen, stops: Asking::stops(play.ask) };
    sit_down(pack, encounter, session, kept, seed, console)
}

/// Compares the game with the lock that `--lock` names, or writes the lock for `--lock-out`. True if the game may be played.
fn kept(
    play: &Play,
    lock: Option<&PlayLock>,
    world: &CompiledProject,
    entry: ListedItem<'_>,
    console: &mut Console<'_>,
) -> Result<bool, Stop> {
    if let Some(lock) = lock {
        let by = if lock.played_itself() { PlayCommand::Run } else { PlayCommand::Play };
        return lock.may_be_played(&PlayLock::of(by, &lock.seats(), lock.seed(), world, entry)?, (world, entry), console);
    }
    let Some(file) = &play.lock_out else { return Ok(true) };
    let seed = play.seed.ok_or_else(|| Stop::because("a lock needs a seed: --table-dice and --lock-out cannot be combined"))?;
    let mut seats = play.seats.clone();
    let first = match entry.thing {
        Thing::Encounter(encounter) if seats.seats.is_empty() => encounter.sides.first().map(|side| side.name.to_string()),
        _ => None,
    };
    if let Some(side) = play.side.clone().or(first) {
        seats.seats.retain(|seat| seat.side != side);
        seats.seats.push(SeatOf { side, who: SeatPlayer::Stored(StoredSeat::Human) });
    }
    PlayLock::of(PlayCommand::Play, &seats, seed, world, entry)?.write(file, console)?;
    Ok(true)
}

/// Returns the seed of the dice: the given one, or a random one. `None` if the players roll real dice.
fn dice_seed(play: &Play) -> Option<u64> {
    (!play.table_dice).then(|| play.seed.unwrap_or_else(drawn_seed))
}

/// Returns a random seed.
pub(super) fn drawn_seed() -> u64 {
    RandomState::new().build_hasher().finish() % SHORT_SEED
}

/// Continues a game from its file, at the question at which it was left.
fn go_on(play: &Play, file: &Path, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let name = crate::cli::shown(file);
    let kept = log_file::LockedLogFile::open(file)?;
    let trouble = |trouble: LogError| Stop::because(format!("cannot continue `{name}`: {}", log_file::explained(&trouble)));
    let text = kept.text.clone();
    let header = replay::header(&text).map_err(trouble)?;
    let package = header.package.split(' ').next().unwrap_or("");
    let word = format!("{package}.{}", header.encounter);
    let is_encounter = |entry: &ListedItem<'_>| matches!(entry.thing, Thing::Encounter(_));
    let worlds = compile_projects::worlds_of(&play.folder, std::slice::from_ref(&word), "encounter", is_encounter)?;
    let (world, encounter) = only(&worlds, &word)?;
    compile_projects::name_rules(std::iter::once(world), console)?;
    let resume = |pack: &Pack, encounter: &Encounter, console: &mut Console<'_>| again_from(play, file, kept, (pack, encounter), console);
    campaign::within(play, world, encounter, console, resume)
}

/// Opens a saved game from its file.
fn again_from(
    play: &Play,
    file: &Path,
    kept: log_file::LockedLogFile,
    (pack, encounter): (&Pack, &Encounter),
    console: &mut Console<'_>,
) -> Result<Played, Stop> {
    let name = crate::cli::shown(file);
    // A game of a campaign began with the campaign's state. If the log differs, the user may only have left out `--state`.
    let lacks = |trouble: &LogError| play.state.is_none() && trouble.is_difference();
    let trouble = |trouble: LogError| {
        let hint = match &trouble {
            LogError::OtherBrought => {
                "\nThe campaign has changed since the game began; without --state the game continues with the people and ships as they were then"
            }
            other if lacks(other) => "\nIf the game belongs to a campaign, add --state FILE",
            _ => "",
        };
        Stop::because(format!("cannot continue `{name}`: {}{hint}", log_file::explained(&trouble)))
    };
    let text = kept.text.clone();
    let header = replay::header(&text).map_err(trouble)?;
    if header.brought.is_some() && play.state.is_none() {
        let said = "note: this game began in a campaign; without --state FILE its result is not saved in the campaign";
        writeln!(console.err, "{said}")?;
    }
    let seed = seat_assignments::seed(header.seed);
    let stands = Session::retrace(pack, encounter, &text, ReplayOptions::default()).map_err(trouble)?.stands;
    let sink = kept.go_on(stands)?;
    let mut again_seated = seat_assignments::ResumedSeats::new(pack, encounter, seed);
    let mut sit = |seat, line: &SeatLine| again_seated.sit(seat, line);
    let retraced = Session::resume(pack, encounter, &text, &mut sit, sink).map_err(trouble)?;
    for note in again_seated.notes {
        writeln!(console.err, "{note}")?;
    }
    if let Some(cut) = retraced.cut {
        writeln!(console.err, "{cut}")?;
    }
    let kept = GameFile {
        again: again(play, file),
        path: file.to_owned(),
        resumed: true,
        full_screen: play.full_screen,
        stops: Asking::stops(play.ask),
    };
    sit_down(pack, encounter, retraced.session, kept, seed, console)
}

/// Returns the command line that continues a game, for use in this folder.
fn again(play: &Play, path: &Path) -> ContinueCommand {
    let quoted = |path: &Path| messages::quoted(&crate::cli::shown(path));
    let folder = if play.folder == Path::new(".") { String::new() } else { format!(" --in {}", quoted(&play.folder)) };
    let screen = if play.full_screen { " --full-screen" } else { "" };
    let line = format!("slipyard play --resume {}{}{folder}{screen}", quoted(path), campaign::again(play));
    ContinueCommand::new(line, play.ask)
}

/// Returns the encounter of this name.
///
/// # Errors
/// If several packages have an encounter of this name.
fn only<'w>(worlds: &'w [CompiledProject], word: &str) -> Result<(&'w CompiledProject, &'w Encounter), Stop> {
    let is_encounter = |entry: &ListedItem<'_>| matches!(entry.thing, Thing::Encounter(_));
    let found = pack_items::find(worlds, word, is_encounter);
    match found.as_slice() {
        [(world, ListedItem { thing: Thing::Encounter(encounter), .. })] => Ok((*world, *encounter)),
        several => Err(pack_items::choose(format_args!("several packages have an encounter `{word}`"), several)),
    }
}

/// File of a game, and the data for continuing the game.
struct GameFile {
    path: PathBuf,
    /// Command line that continues the game.
    again: ContinueCommand,
    /// True if the game was continued from a file.
    resumed: bool,
    /// True if the game is played on the full screen.
    full_screen: bool,
    /// Questions that the people at the keyboard are asked.
    stops: Stops,
}

/// Game, and its log file, as they are when the player leaves or the game ends.
struct Played {
    status: CommandStatus,
    session: Session,
    /// Log file of the game.
    log: PathBuf,
}

fn sit_down(
    pack: &Pack,
    encounter: &Encounter,
    mut session: Session,
    kept: GameFile,
    seed: u64,
    console: &mut Console<'_>,
) -> Result<Played, Stop> {
    let log = kept.path.clone();
    session.set_all_stops(kept.stops);
    session.advise(pack, encounter);
    let _farewell = interrupt::FarewellMessage::new(&kept.again);
    if kept.full_screen {
        let mut board = Board::new(pack, encounter, session);
        let status = screen::play(pack, encounter, &mut board, seed)?;
        if board.session().outcome().is_some() {
            writeln!(console.out, "The game is saved in {}.", crate::cli::shown(&log))?;
        } else {
            let mut again = kept.again;
            if let Some(person) = board.session().seats().position(|line| line.player == StoredSeat::Human) {
                again.keep_stops(board.session().stops_of(Seat::of(person)));
            }
            writeln!(console.out, "{}", again.sentence())?;
        }
        return Ok(Played { status, session: board.into_session(), log });
    }
    interrupt::listen()?;
    let echo = !std::io::stdin().is_terminal();
    let input = Input::new(console.input, echo);
    let mut wrapped;
    let out: &mut dyn Write = match wrap::terminal_width() {
        Some(width) => {
            wrapped = wrap::Wrapped::new(console.out, width);
            &mut wrapped
        }
        None => console.out,
    };
    let mut game = TableGame::new(pack, encounter.clone(), session, kept.path, seed, input, console.colour, out);
    game.again = kept.again;
    game.greet(kept.resumed)?;
    let status = game.play()?;
    Ok(Played { status, session: game.session, log })
}
