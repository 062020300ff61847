//! Thread of a game at the board. It owns the pack that the game was begun with, and executes the requests of pages one after the other.

use super::changes::{ChangeKind, Changes};
use super::reply::HttpReply;
use super::scenario_games::{FollowingGame, OpenStep, ScenarioFiles, ShownScenario};
use crate::cli::Stop;
use crate::cli::args::SeatArgs;
use crate::cli::play::{log_file, seat_assignments};
use crate::cli::seats;
use serde::Serialize;
use slip_export::board::{Board, BoardAction, GameView, Participant, Refused, StateId};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::ids::{Seat, TableKey};
use slip_play::log::first_record::SeatLine;
use slip_play::stored_seat::{NoPlayer, StoredSeat};
use slip_session::session::create_players;
use slip_session::session::question_stops::Stops;
use slip_session::session::replay::{self, ReplayOptions};
use slip_session::session::{SeatAssignment, Session};
use slip_table::table::{self, Viewer};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

/// Request to a game, with the channel for the reply.
pub(super) enum GameDeed {
    /// Shows the game, at a line of the log or as it is now.
    Look { by: Participant, at: Option<usize>, reply: Sender<HttpReply> },
    /// Executes an action in the state that the page showed.
    Do { by: Participant, moment: StateId, deed: BoardAction, reply: Sender<HttpReply> },
    /// Gives a side to another player.
    Seat { by: Participant, moment: StateId, words: String, reply: Sender<HttpReply> },
    /// Returns the sides.
    Sides(Sender<Vec<SideInfo>>),
    /// Returns the game that follows in a scenario, with its files and its pack.
    Following(Sender<Result<Following, String>>),
}

/// Game that follows in a scenario, the files of the scenario, and its pack.
pub(super) type Following = (FollowingGame, ScenarioFiles, Arc<Pack>);

/// Side of a game.
#[derive(Clone)]
pub(super) struct SideInfo {
    /// Name of the side in the files.
    pub(super) name: String,
    /// Title of the side for people.
    pub(super) title: String,
    /// True if a person plays the side, and not the program.
    pub(super) is_played_by_person: bool,
}

/// Game that its thread is to begin or to continue.
pub(super) struct GameStart {
    pub(super) pack: Arc<Pack>,
    pub(super) key: String,
    pub(super) path: PathBuf,
    pub(super) how: StartOfGame,
    /// Questions that people are asked.
    pub(super) stops: Stops,
    /// Scenario that the game is a step of.
    pub(super) scenario: Option<ScenarioFiles>,
}

/// Way in which the thread gets its game.
pub(super) enum StartOfGame {
    /// A new game.
    New { seats: SeatArgs, seed: Option<u64> },
    /// A saved game, continued from its file.
    Saved { kept: log_file::LockedLogFile },
}

impl GameStart {
    /// Runs the thread of a game: plays and answers requests until all senders of requests are gone.
    pub(super) fn play(self, deeds: &Receiver<GameDeed>, ready: &Sender<Result<(), String>>, changes: &Changes) -> Result<(), String> {
        let pack = &*self.pack;
        let step = self.scenario.as_ref().map(|files| files.step(pack, &self.path)).transpose()?;
        let carried = step.as_ref().map(|step| &step.next.encounter);
        let encounter = carried.or_else(|| pack.encounters.get(self.key.as_str())).filter(|encounter| encounter.valid);
        let encounter = encounter.ok_or_else(|| format!("`{}` has errors and cannot be played", self.key))?;
        let (mut session, seed) = match self.how {
            StartOfGame::New { seats, seed } => {
                let chairs = seat_assignments::chairs(pack, encounter, &seats, None, seat_assignments::seed(seed)).map_err(said)?;
                (log_file::begin(pack, encounter, seed, chairs, &self.path).map_err(said)?, seat_assignments::seed(seed))
            }
            StartOfGame::Saved { kept } => {
                let text = kept.text.clone();
                let seed = seat_assignments::seed(replay::header(&text).map_err(|trouble| trouble.to_string())?.seed);
                let stands = Session::retrace(pack, encounter, &text, ReplayOptions::default())
                    .map_err(|trouble| log_file::explained(&trouble))?
                    .stands;
                let sink = kept.go_on(stands).map_err(said)?;
                // The notes about replaced players are not needed: the log records them, and the board shows the log.
                let mut again = seat_assignments::ResumedSeats::new(pack, encounter, seed);
                let mut sit = |seat, line: &SeatLine| again.sit(seat, line);
                let resumed = Session::resume(pack, encounter, &text, &mut sit, sink).map_err(|trouble| log_file::explained(&trouble))?;
                (resumed.session, seed)
            }
        };
        session.set_all_stops(self.stops);
        session.advise(pack, encounter);
        let mut board = Board::new(pack, encounter, session);
        board.go_on().map_err(|refused| words(&refused))?;
        if ready.send(Ok(())).is_err() {
            return Ok(());
        }
        let scenario = self.scenario.as_ref().zip(step.as_ref());
        let mut game = RunningGame { pack, shared_pack: &self.pack, encounter, board, seed, scenario, views: BTreeMap::new() };
        for deed in deeds {
            if game.execute(deed) {
                changes.announce(ChangeKind::Game);
            }
        }
        Ok(())
    }
}

/// Game as the pages show it.
#[derive(Serialize)]
struct ShownGame {
    #[serde(flatten)]
    view: GameView,
    /// Scenario that the game is a step of.
    scenario: Option<ShownScenario>,
}

/// Game in its thread.
struct RunningGame<'a> {
    pack: &'a Pack,
    shared_pack: &'a Arc<Pack>,
    encounter: &'a Encounter,
    board: Board<'a>,
    /// Scenario that the game is a step of.
    scenario: Option<(&'a ScenarioFiles, &'a OpenStep<'a>)>,
    /// Seed for the decisions of players.
    seed: u64,
    /// Views of the current state, by viewer, kept because many pages ask for the same view at once.
    views: BTreeMap<Participant, HttpReply>,
}

impl RunningGame<'_> {
    /// Executes a request; true if the game may have changed. Errors of a browser that has closed the connection are ignored.
    fn execute(&mut self, deed: GameDeed) -> bool {
        match deed {
            GameDeed::Sides(reply) => {
                let _ = reply.send(self.sides());
                false
            }
            GameDeed::Following(reply) => {
                let _ = reply.send(self.following());
                false
            }
            GameDeed::Look { by, at, reply } => {
                let _ = reply.send(self.view(&by, at));
                false
            }
            GameDeed::Do { by, moment, deed, reply } => {
                let done = self.act(&by, moment, deed);
                self.finish(&by, done, &reply)
            }
            GameDeed::Seat { by, moment, words, reply } => {
                let done = self.hand_over(&by, moment, &words);
                self.finish(&by, done, &reply)
            }
        }
    }

    /// Replies to a request that may have changed the game. The reply is the new view, or the reason why the request was refused. Returns
    /// true if the request was executed.
    fn finish(&mut self, by: &Participant, done: Result<(), Refused>, reply: &Sender<HttpReply>) -> bool {
        self.views.clear();
        let is_done = done.is_ok();
        let _ = reply.send(match done {
            Ok(()) => self.view(by, None),
            Err(refused) => HttpReply::error(status(&refused), &words(&refused)),
        });
        is_done
    }

    fn view(&mut self, by: &Participant, at: Option<usize>) -> HttpReply {
        let (pack, board, scenario) = (self.pack, &self.board, self.scenario);
        let shown = || {
            let scenario = scenario.map(|(_, step)| step.shown(pack, board.session()));
            HttpReply::json(200, &ShownGame { view: board.view_for(by, at), scenario })
        };
        if at.is_some() {
            return shown();
        }
        self.views.entry(by.clone()).or_insert_with(shown).clone()
    }

    /// Returns the game that follows in the scenario.
    fn following(&self) -> Result<Following, String> {
        let (files, step) = self.scenario.ok_or_else(|| "this game is no part of a scenario".to_owned())?;
        if self.board.session().outcome().is_none() {
            return Err("this encounter is not over".to_owned());
        }
        let next = files.after(self.pack, step, self.board.session())?.ok_or_else(|| "the scenario is over".to_owned())?;
        Ok((next, files.clone(), Arc::clone(self.shared_pack)))
    }

    fn act(&mut self, by: &Participant, moment: StateId, deed: BoardAction) -> Result<(), Refused> {
        let is_one_of_several = by.answers_for.is_some();
        // One of several players may change their own stops at any time. The change does not depend on the state of the game that the page
        // showed.
        if !(is_one_of_several && matches!(deed, BoardAction::Stops { .. })) {
            self.board.must_be(moment).map_err(|late| if is_one_of_several { self.board.too_late(moment, &deed) } else { late })?;
        }
        let changes_the_past = matches!(deed, BoardAction::Undo { .. } | BoardAction::Rule { .. });
        if changes_the_past && self.scenario.is_some_and(|(files, step)| files.has_gone_on(self.pack, step, self.board.session())) {
            return Err(Refused::NotAllowed(
                "the next encounter of the scenario has begun, so this one can no longer be changed".to_owned(),
            ));
        }
        self.board.act_as(by, deed)
    }

    /// Gives a side to another player: `crew=human`.
    fn hand_over(&mut self, by: &Participant, moment: StateId, words: &str) -> Result<(), Refused> {
        if by.viewer != Viewer::Referee {
            return Err(Refused::NotAllowed("only the referee can do this".to_owned()));
        }
        let (seat, chair) = handed(self.pack, self.encounter, words, self.seed).map_err(Refused::Because)?;
        self.board.must_be(moment).and_then(|()| self.board.hand_over(seat, chair))
    }

    fn sides(&self) -> Vec<SideInfo> {
        let people = self.board.seats_of_people();
        let lines = self.board.session().seats().enumerate();
        let info = |(number, line): (usize, &SeatLine)| SideInfo {
            name: line.side.to_string(),
            title: table::side_title(self.board.session().fight(), Seat::of(number)),
            is_played_by_person: people.contains(&Seat::of(number)),
        };
        lines.map(info).collect()
    }
}

/// Returns the message that the command line would print for an error.
pub(super) fn said(stop: Stop) -> String {
    match stop {
        Stop::Because(why) => why,
        Stop::NobodyReads => String::new(),
    }
}

fn status(refused: &Refused) -> u16 {
    match refused {
        Refused::Because(_) => 422,
        Refused::Late | Refused::Answered => 409,
        Refused::NotAllowed(_) => 403,
        Refused::NotKept(_) => 507,
    }
}

fn words(refused: &Refused) -> String {
    match refused {
        Refused::Because(why) | Refused::NotKept(why) | Refused::NotAllowed(why) => why.clone(),
        Refused::Answered => "this question was already answered".to_owned(),
        Refused::Late => "the game has changed in the meantime".to_owned(),
    }
}

/// Parses the player that a page names. Programs and scripts are refused, as in files.
pub(super) fn seat(who: &str) -> Result<StoredSeat, String> {
    who.trim().parse().map_err(|wrong: NoPlayer| wrong.to_string())
}

/// Parses `SIDE=WHO` from a page, and returns the side with its new player.
fn handed(pack: &Pack, encounter: &Encounter, words: &str, seed: u64) -> Result<(Seat, SeatAssignment), String> {
    let (side, who) = words.split_once('=').ok_or_else(|| "write SIDE=WHO".to_owned())?;
    let seat_of = seats::seat_of(encounter, side.trim()).map_err(said)?;
    let chair = create_players::chair(&seat(who)?, pack, encounter, seat_of, seed).map_err(|why| why.to_string())?;
    Ok((seat_of, chair))
}
