//! A scenario at the keyboard: its encounters one after another, each kept in a file of its own. Floor 9.
//!
//! The files are named after the scenario, its seed and the number of the step. The same command reads those that are there again, and goes on
//! where they end.

use super::game::Game;
use super::input::Input;
use super::{chairs, dice_seed, journal, screen};
use crate::board::Board;
use crate::cli::args::Play;
use crate::cli::compiled::World;
use crate::cli::{Console, Status, Stop, scenarios};
use crate::pack::Pack;
use crate::pack::scenario::Scenario;
use crate::play::run::SeatLine;
use crate::play::scenario::{Next, Progress};
use crate::play::session::retrace::{How, kept};
use crate::play::session::{Session, Trouble};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Plays a scenario, or goes on with one.
pub(super) fn play(play: &Play, world: &World, scenario: &Scenario, console: &mut Console<'_>) -> Result<Status, Stop> {
    if play.log.is_some() {
        return Err(Stop::because("a scenario keeps a file for each of its encounters, named after it: leave out --log"));
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
    // Whoever sat where sits there in the encounters to come, too.
    let seats = play.side.iter().map(|side| format!(" --as {side}"));
    let seats = seats.chain(play.seats.seats.iter().map(|seat| format!(" --seat {}", super::say::quoted(&seat.to_string()))));
    again.extend(seats);
    if play.folder != Path::new(".") {
        again.push_str(&format!(" --in {}", super::say::quoted(&play.folder.display().to_string())));
    }
    let mut progress = Progress::new(scenario);
    let mut input = Input::new(console.input, !std::io::stdin().is_terminal());
    let mut out: &mut dyn Write = console.out;
    while let Some(next) = progress.next(&world.pack) {
        scenarios::announce(&next, out)?;
        if !progress.is_walkover(&next) {
            let path = PathBuf::from(format!("{stem}-{}-{}.jsonl", next.number + 1, next.encounter.name));
            let own = seed.map(|seed| scenarios::of_step(seed, next.number));
            let (session, resumed) = sit(play, &world.pack, &next, own, &path)?;
            let seed = chairs::seed(own);
            let session = if play.full_screen {
                let mut board = Board::new(&world.pack, &next.encounter, session);
                if board.session().outcome().is_none() {
                    screen::play(&world.pack, &next.encounter, &mut board, seed)?;
                }
                board.into_session()
            } else {
                let mut game = Game::new(&world.pack, next.encounter.clone(), session, path, seed, input, console.colour, out);
                game.again.clone_from(&again);
                if game.session.outcome().is_none() {
                    game.greet(resumed)?;
                    game.play()?;
                }
                let session;
                Game { input, out, session, .. } = game;
                session
            };
            if session.outcome().is_none() {
                return Ok(Status::Clean);
            }
            progress.record(&next, session.fight(), kept(session.journal()));
            progress.record_boardings(&session.boarded().map_err(Stop::because)?);
        }
        scenarios::conclude(&progress, &next, out)?;
    }
    Ok(Status::Clean)
}

/// The game of a step: from its file if there is one, else anew.
fn sit(play: &Play, pack: &Pack, next: &Next, own: Option<u64>, path: &Path) -> Result<(Session, bool), Stop> {
    let (encounter, seed) = (&next.encounter, chairs::seed(own));
    if !path.exists() {
        let said = scenarios::present(&play.seats, next);
        let side = play.side.as_deref().filter(|side| encounter.sides.iter().any(|there| there.name == *side));
        let chairs = chairs::chairs(pack, encounter, &said, side, seed)?;
        return Ok((journal::begin(pack, encounter, own, chairs, path)?, false));
    }
    let name = path.display();
    let kept = journal::Kept::open(path)?;
    let text = kept.text.clone();
    let trouble = |trouble: Trouble| Stop::because(format!("cannot go on with `{name}`: {}", journal::explained(&trouble)));
    let stands = Session::retrace(pack, encounter, &text, How::default()).map_err(trouble)?.stands;
    let sink = kept.go_on(stands)?;
    let mut again = |seat, line: &SeatLine| chairs::again(pack, encounter, seat, line, seed);
    Ok((Session::resume(pack, encounter, &text, &mut again, sink).map_err(trouble)?.session, true))
}
