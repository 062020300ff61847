//! Games at the board: one thread per game, which owns the pack that the game was begun with.

use super::reply::HttpReply;
use super::server_state::ServerState;
use crate::cli::Stop;
use crate::cli::args::{SeatArgs, SeatOf, SeatPlayer};
use crate::cli::play::{drawn_seed, log_file, seat_assignments};
use crate::cli::seats;
use slip_export::board::{Board, BoardAction, Refused, StateId};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::ids::Seat;
use slip_play::log::first_record::SeatLine;
use slip_play::stored_seat::{NoPlayer, StoredSeat};
use slip_session::session::create_players;
use slip_session::session::question_stops::Stops;
use slip_session::session::replay::{self, ReplayOptions};
use slip_session::session::{SeatAssignment, Session};

use crate::project::{Boundary, read_files};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stack size of a game's thread: that of the main thread on most systems.
const STACK: usize = 8 << 20;

/// Open games of the board, by the names of their files.
pub(super) struct OpenGames {
    folder: PathBuf,
    /// Folder of the games; files elsewhere are neither read nor written.
    boundary: Boundary,
    played: Mutex<BTreeMap<String, Sender<Asked>>>,
    /// Lock that is held while a game is opened, so that two requests never continue the same file.
    opening: Mutex<()>,
    /// Files of games that are being created, so that two games that begin at the same time have different names.
    begun: Mutex<BTreeSet<PathBuf>>,
    /// Questions that people are asked in a game that is opened.
    stops: Stops,
}

/// Saved game in the folder.
#[derive(Serialize)]
pub(super) struct SavedGame {
    file: String,
    encounter: String,
    seed: Option<u64>,
    sides: Vec<(String, String)>,
}

/// Request of a page to begin a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Begin {
    encounter: String,
    /// Player of each side: `human`, `doctrine`, `random` or the name of a doctrine.
    seats: BTreeMap<String, String>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    table_dice: bool,
}

enum Deeds {
    Look(Option<usize>),
    Do(StateId, BoardAction),
    Seat(StateId, String),
}

/// Request to a game, and the channel for the answer.
struct Asked {
    deed: Deeds,
    reply: Sender<HttpReply>,
}

impl OpenGames {
    pub(super) fn new(folder: PathBuf, boundary: Boundary, stops: Stops) -> OpenGames {
        OpenGames { folder, boundary, played: Mutex::default(), opening: Mutex::default(), begun: Mutex::default(), stops }
    }

    fn played(&self) -> MutexGuard<'_, BTreeMap<String, Sender<Asked>>> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the saved games in the folder.
    pub(super) fn kept(&self) -> Vec<SavedGame> {
        let mut names = self.names();
        names.sort();
        names.into_iter().filter_map(|file| kept(&self.boundary, &self.folder.join(&file), file)).collect()
    }

    /// Returns the names of files in the folder that may be games. Links are left out, since they lead elsewhere.
    fn names(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let files = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        files.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_name(name)).collect()
    }

    /// Returns the path of a saved game; `None` for any other name.
    fn listed(&self, file: &str) -> Option<PathBuf> {
        let name = self.names().into_iter().find(|name| name == file)?;
        let path = self.folder.join(&name);
        kept(&self.boundary, &path, name).map(|_| path)
    }

    /// Returns a value that changes whenever a game is added to the folder or removed from it.
    pub(super) fn mark(&self) -> Option<String> {
        let changed = std::fs::metadata(&self.folder).and_then(|folder| folder.modified()).ok()?;
        changed.duration_since(std::time::UNIX_EPOCH).ok().map(|since| since.as_nanos().to_string())
    }

    fn begun(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a file name that no existing or new game has.
    fn free_name(&self, encounter: &str, seed: Option<u64>) -> PathBuf {
        let mut begun = self.begun();
        let (path, _) = log_file::free_name(&self.folder, encounter, seed, |path| begun.contains(path) || !log_file::may_begin(path));
        begun.insert(path.clone());
        path
    }

    /// Begins a game, and returns the name of its file.
    pub(super) fn begin(&self, house: &ServerState, begin: &Begin) -> Result<String, String> {
        let pack = house.pack_with(&begin.encounter).ok_or_else(|| format!("there is no encounter `{}`", begin.encounter))?;
        let seed = (!begin.table_dice).then(|| begin.seed.unwrap_or_else(drawn_seed));
        let name = begin.encounter.rsplit('.').next().unwrap_or(&begin.encounter);
        let seats = begin.seats.iter().map(|(side, who)| Ok(SeatOf { side: side.clone(), who: SeatPlayer::Stored(seat(who)?) }));
        let seats = SeatArgs { seats: seats.collect::<Result<_, String>>()?, ..SeatArgs::default() };
        let path = self.free_name(name, seed);
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let how = Whence::Begin { seats, seed };
        let start = Start { pack, key: begin.encounter.clone(), path: path.clone(), how, stops: self.stops };
        let opened = self.open(&file, start);
        // By now the file has been created, or the attempt has failed.
        self.begun().remove(&path);
        opened.map(|()| file)
    }

    /// Shows an open game. A game that is not open is not opened, since that would lock its file and might continue play.
    pub(super) fn look(&self, file: &str, at: Option<usize>) -> HttpReply {
        self.ask(file, Deeds::Look(at))
    }

    /// Executes a request: `{"do": "open"}`, `{"do": "seat", "words": "crew=human"}`, or one of [`BoardAction`]. A request other than
    /// `open` applies to the moment of the game that the page showed.
    pub(super) fn act(&self, house: &ServerState, file: &str, moment: Option<StateId>, body: &[u8]) -> HttpReply {
        #[derive(Deserialize)]
        #[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
        enum Handing {
            Open {},
            Seat { words: String },
        }
        let handing = serde_json::from_slice(body);
        if let Ok(Handing::Open {}) = handing {
            return self.go_on(house, file);
        }
        let Some(moment) = moment else {
            return HttpReply::error(400, "the request lacks the parameter `moment`");
        };
        if let Ok(Handing::Seat { words }) = handing {
            return self.ask(file, Deeds::Seat(moment, words));
        }
        match serde_json::from_slice(body) {
            Ok(deed) => self.ask(file, Deeds::Do(moment, deed)),
            Err(error) => HttpReply::error(400, &format!("the request is not valid: {error}")),
        }
    }

    /// Opens a saved game, unless it is open already, and shows it.
    fn go_on(&self, house: &ServerState, file: &str) -> HttpReply {
        // The lock is held until the game is open, so that two requests do not open it twice.
        let _opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let (reply, answer) = channel();
        if self.send(file, Asked { deed: Deeds::Look(None), reply }).is_ok()
            && let Ok(shown) = answer.recv()
        {
            return shown;
        }
        let Some(path) = self.listed(file) else { return HttpReply::error(404, "there is no such game") };
        match self.resume(house, file, path) {
            Ok(()) => self.look(file, None),
            Err(why) => HttpReply::error(409, &why),
        }
    }

    fn ask(&self, file: &str, deed: Deeds) -> HttpReply {
        let (reply, answer) = channel();
        match self.send(file, Asked { deed, reply }) {
            Ok(()) => {
                answer.recv().unwrap_or_else(|_| HttpReply::error(500, "the game was closed; open it again to continue from its file"))
            }
            Err(_) if self.listed(file).is_some() => {
                HttpReply::json(409, &serde_json::json!({ "error": "this game is not open here", "is_closed": true }))
            }
            Err(_) => HttpReply::error(404, "there is no such game"),
        }
    }

    /// Sends a request to an open game; returns it if the game is not open.
    fn send(&self, file: &str, asked: Asked) -> Result<(), Asked> {
        let known = self.played().get(file).cloned();
        match known {
            Some(game) => game.send(asked).map_err(|failed| failed.0),
            None => Err(asked),
        }
    }

    /// Continues a game from its file.
    fn resume(&self, house: &ServerState, file: &str, path: PathBuf) -> Result<(), String> {
        self.boundary.real(&path).map_err(|denied| denied.failure("read", &path).message)?;
        let kept = log_file::LockedLogFile::open(&path).map_err(said)?;
        let header = replay::header(&kept.text).map_err(|trouble| format!("cannot continue `{file}`: {trouble}"))?;
        let package = header.package.split(' ').next().unwrap_or("");
        let key = format!("{package}.{}", header.encounter);
        let pack = house.pack_with(&key).ok_or_else(|| format!("`{file}` is a game of `{key}`, which is not in these packages"))?;
        self.open(file, Start { pack, key, path, how: Whence::Resume { kept }, stops: self.stops })
    }

    fn open(&self, file: &str, start: Start) -> Result<(), String> {
        let (game, asked) = channel();
        let (ready, opened) = channel();
        let body = move || {
            if let Err(why) = start.play(&asked, &ready) {
                // The receiver is gone if the game was opened; otherwise it receives the reason.
                let _ = ready.send(Err(why));
            }
        };
        std::thread::Builder::new().name("game".to_owned()).stack_size(STACK).spawn(body).map_err(|error| error.to_string())?;
        opened.recv().unwrap_or_else(|_| Err("the game could not be started".to_owned()))?;
        self.played().insert(file.to_owned(), game);
        Ok(())
    }
}

/// Way in which a game starts: new, or from its file.
struct Start {
    pack: Arc<Pack>,
    key: String,
    path: PathBuf,
    how: Whence,
    /// Questions that people are asked.
    stops: Stops,
}

enum Whence {
    Begin { seats: SeatArgs, seed: Option<u64> },
    Resume { kept: log_file::LockedLogFile },
}

impl Start {
    /// Runs the thread of a game: plays and answers requests until all senders of requests are gone.
    fn play(self, asked: &Receiver<Asked>, ready: &Sender<Result<(), String>>) -> Result<(), String> {
        let pack = &*self.pack;
        let encounter = pack.encounters.get(self.key.as_str()).filter(|encounter| encounter.valid);
        let encounter = encounter.ok_or_else(|| format!("`{}` has errors and cannot be played", self.key))?;
        let (mut session, seed) = match self.how {
            Whence::Begin { seats, seed } => {
                let chairs = seat_assignments::chairs(pack, encounter, &seats, None, seat_assignments::seed(seed)).map_err(said)?;
                (log_file::begin(pack, encounter, seed, chairs, &self.path).map_err(said)?, seat_assignments::seed(seed))
            }
            Whence::Resume { kept } => {
                let text = kept.text.clone();
                let seed = seat_assignments::seed(replay::header(&text).map_err(|trouble| trouble.to_string())?.seed);
                let stands = Session::retrace(pack, encounter, &text, ReplayOptions::default())
                    .map_err(|trouble| log_file::explained(&trouble))?
                    .stands;
                let sink = kept.go_on(stands).map_err(said)?;
                // Replaced players are recorded in the log, which the board shows, so the notes are not needed.
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
        for Asked { deed, reply } in asked {
            let done = match deed {
                Deeds::Look(at) => Ok(at),
                Deeds::Do(moment, deed) => board.must_be(moment).and_then(|()| board.act(deed)).map(|()| None),
                Deeds::Seat(moment, words) => match handed(pack, encounter, &words, seed) {
                    Ok((seat, chair)) => board.must_be(moment).and_then(|()| board.hand_over(seat, chair)).map(|()| None),
                    Err(why) => Err(Refused::Because(why)),
                },
            };
            let said = match done {
                Ok(at) => HttpReply::json(200, &board.view(at)),
                Err(refused) => HttpReply::error(status(&refused), &words(&refused)),
            };
            // Errors of a browser that has closed the connection are ignored.
            let _ = reply.send(said);
        }
        Ok(())
    }
}

/// Returns the message that the command line would print for an error.
fn said(stop: Stop) -> String {
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

/// Parses the player that a page names. As in a file, programs and scripts are not allowed.
fn seat(who: &str) -> Result<StoredSeat, String> {
    who.trim().parse().map_err(|wrong: NoPlayer| wrong.to_string())
}

/// Seats the player of `SIDE=WHO` from a page.
fn handed(pack: &Pack, encounter: &Encounter, words: &str, seed: u64) -> Result<(Seat, SeatAssignment), String> {
    let (side, who) = words.split_once('=').ok_or_else(|| "write SIDE=WHO".to_owned())?;
    let seat_of = seats::seat_of(encounter, side.trim()).map_err(said)?;
    let chair = create_players::chair(&seat(who)?, pack, encounter, seat_of, seed).map_err(|why| why.to_string())?;
    Ok((seat_of, chair))
}

/// True if a word is a name for a file in the folder: not hidden, and no path that leads elsewhere. Any extension is allowed.
fn is_name(word: &str) -> bool {
    !word.is_empty() && !word.starts_with('.') && !word.contains(['/', '\\', ':']) && slip_printable::line(word) == word
}

/// Returns a saved game if the file begins like a log.
fn kept(boundary: &Boundary, path: &Path, file: String) -> Option<SavedGame> {
    use std::io::{BufRead, BufReader, Read};
    let mut line = String::new();
    // The first line of a game is short; other files may be anything.
    BufReader::new(read_files::open_within(boundary, path).ok()?.take(log_file::FIRST_LINE)).read_line(&mut line).ok()?;
    let header = replay::header(&line).ok()?;
    let sides = header.seats.iter().map(|seat| (seat.side.to_string(), seat.player.log_word().to_owned())).collect();
    Some(SavedGame { file, encounter: header.encounter.to_string(), seed: header.seed, sides })
}
