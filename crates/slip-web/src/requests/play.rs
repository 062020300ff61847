//! `play`: a game in which the reader plays one side.
//!
//! A request contains all replies so far, and the game is played again from its seed. The session stores no game: an undo is a reply like
//! any other, and a page that was closed continues where it was.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_export::board::{Board, BoardAction, GameView, Refused, ViewActor, ViewOption, ViewQuestion};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::ids::{Seat, TableKey};
use slip_session::session::question_stops::{Preset, Stops};
use slip_session::session::{SeatAssignment, Session as Game};
use std::cell::RefCell;
use std::rc::Rc;

/// Request to play a game with the replies of the reader.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Play {
    /// Folder of the package.
    package: String,
    encounter: String,
    /// Name of the side that the reader plays; the others are played by their doctrines.
    side: String,
    seed: u64,
    /// True to be asked every question; otherwise only those that matter.
    every_question: bool,
    replies: Vec<PlayReply>,
}

/// Reply of the reader.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "reply", rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) enum PlayReply {
    /// Chooses an option of a question; `say` are words that go with it.
    Option { ask: u32, option: usize, say: Option<String> },
    /// Answers a question in words, as `slipyard play` reads them.
    Words { ask: u32, words: String },
    /// Takes the last answer back.
    Undo,
}

/// Game as the reader sees it after the last reply.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct GameAtTable {
    title: String,
    /// The stakes and the conditions for winning, a sentence for each.
    goals: Vec<String>,
    /// Round in words; empty before the first.
    round: String,
    over: bool,
    /// Lines of the account of the game so far.
    account: Vec<String>,
    /// Map with all actors, as SVG.
    picture: Option<String>,
    /// Board in words, for readers who do not see the map.
    board: String,
    people: Vec<PersonAtTable>,
    /// Sentence about the last words, if they are kept for a later question.
    notice: Option<String>,
    question: Option<QuestionAtTable>,
    /// Log so far, as `slipyard play --log` writes it.
    log: String,
}

/// Actor of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct PersonAtTable {
    title: String,
    mark: String,
    /// Title of the side; empty for an actor without one.
    side: String,
    active: bool,
    acting: bool,
    /// State in one line.
    line: String,
}

/// Question to the reader.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct QuestionAtTable {
    ask: u32,
    text: String,
    ways: Vec<String>,
    options: Vec<OptionAtTable>,
}

/// Answer that the reader may give.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct OptionAtTable {
    /// Number by which a reply names this answer.
    option: usize,
    words: String,
    sentence: String,
    about: Option<String>,
    /// Prompt for words that go with the answer.
    say: Option<String>,
    /// True if the answer is shown before the others.
    first: bool,
}

/// Plays the game up to the next question.
pub(crate) fn answer(session: &Session, asked: &Play) -> Result<GameAtTable, String> {
    let world = session.world(&asked.package)?;
    let encounter = world.encounter(&asked.encounter)?;
    let log = Rc::new(RefCell::new(String::new()));
    let mut board = Board::new(world.pack(), encounter, begun(world.pack(), encounter, asked, &log)?);
    board.go_on().map_err(why)?;
    for reply in &asked.replies {
        board.act(action(reply)).map_err(why)?;
    }
    let log = log.borrow().clone();
    Ok(at_table(board.view(None), log))
}

/// Begins the game, with a log in memory.
fn begun(pack: &Pack, encounter: &Encounter, asked: &Play, log: &Rc<RefCell<String>>) -> Result<Game, String> {
    let own = encounter.sides.iter().position(|side| side.name == asked.side);
    let own = own.ok_or_else(|| format!("the encounter has no side `{}`", asked.side))?;
    let chair = |number: usize| {
        if number == own { SeatAssignment::human() } else { SeatAssignment::of_side(pack, encounter, Seat::of(number), asked.seed) }
    };
    let chairs = (0..encounter.sides.len()).map(chair).collect();
    let place = Rc::clone(log);
    let sink = Box::new(move |lines: &str| {
        place.borrow_mut().push_str(lines);
        Ok(())
    });
    let mut game = Game::begin(pack, encounter, Some(asked.seed), chairs, sink).map_err(|error| error.to_string())?;
    game.set_all_stops(Stops::of(if asked.every_question { Preset::Full } else { Preset::Brief }));
    Ok(game)
}

fn action(reply: &PlayReply) -> BoardAction {
    match reply {
        PlayReply::Option { ask, option, say } => BoardAction::Answer { ask: *ask, option: *option, say: say.clone() },
        PlayReply::Words { ask, words } => BoardAction::Words { ask: *ask, words: words.clone() },
        PlayReply::Undo => BoardAction::Undo { answers: Some(1), redraw: false, why: None },
    }
}

fn why(refused: Refused) -> String {
    match refused {
        Refused::Because(why) | Refused::NotAllowed(why) | Refused::NotKept(why) => why,
        Refused::Late | Refused::Answered => "the package was changed since this game began: begin it again".to_owned(),
    }
}

fn at_table(view: GameView, log: String) -> GameAtTable {
    let sides = view.sides;
    let person = |person: ViewActor| PersonAtTable {
        side: sides.get(person.side).map(|(side, _)| side.clone()).unwrap_or_default(),
        title: person.title,
        mark: person.mark,
        active: person.active,
        acting: person.acting,
        line: person.line,
    };
    GameAtTable {
        title: view.title,
        goals: view.goals,
        round: view.round,
        over: view.over,
        account: view.account.into_iter().map(|line| line.text).collect(),
        picture: view.picture,
        board: view.board,
        people: view.people.into_iter().map(person).collect(),
        notice: view.notice,
        question: view.question.map(question),
        log,
    }
}

fn question(question: ViewQuestion) -> QuestionAtTable {
    let option = |(option, line): (usize, ViewOption)| OptionAtTable {
        option,
        words: line.words,
        sentence: line.sentence,
        about: line.about,
        say: line.say,
        first: line.first,
    };
    QuestionAtTable {
        ask: question.ask,
        text: question.text,
        ways: question.ways,
        options: question.options.into_iter().enumerate().map(option).collect(),
    }
}
