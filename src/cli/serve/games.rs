//! Games at the board: the open ones, each with its thread, and the saved ones in the folder of games.

use super::changes::Changes;
use super::event_stream::StreamCount;
use super::game_thread::{GameDeed, GameStart, SideInfo, StartOfGame, said, seat};
use super::reply::HttpReply;
use super::scenario_games::{FollowingGame, ScenarioFiles, StoredScenario};
use super::server_state::ServerState;
use crate::cli::args::{SeatArgs, SeatOf, SeatPlayer};
use crate::cli::play::{drawn_seed, log_file};
use crate::project::{Boundary, read_files};
use serde::{Deserialize, Serialize};
use slip_export::board::{Participant, StateId};
use slip_pack::Pack;
use slip_session::session::question_stops::Stops;
use slip_session::session::replay;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stack size of a game's thread: that of the main thread on most systems.
const STACK: usize = 8 << 20;

/// Body of the request with which a page opens a saved game.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum OpeningDeed {
    Open {},
    /// Begins the next encounter of the scenario, or opens it if it has begun.
    Next {},
}

/// Body of the request by which a page gives a side another player.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum SeatDeed {
    Seat { words: String },
}

/// Open games of the board, by the names of their files.
pub(super) struct OpenGames {
    folder: PathBuf,
    /// Folder of the games; files elsewhere are neither read nor written.
    boundary: Boundary,
    played: Mutex<BTreeMap<String, OpenGame>>,
    /// Lock that is held while a game is opened, so that two requests never continue the same file.
    opening: Mutex<()>,
    /// Files of games that are being created. Two games that begin at the same time thus get different names.
    begun: Mutex<BTreeSet<PathBuf>>,
    /// Settings of the questions that people are asked (stops) in each game that is opened.
    stops: Stops,
    /// Pages that wait for changes of games.
    pub(super) streams: StreamCount,
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
    /// Key of an encounter; empty for a scenario.
    #[serde(default)]
    encounter: String,
    /// Key of a scenario.
    #[serde(default)]
    scenario: Option<String>,
    /// Player of each side: `human`, `doctrine`, `random` or the name of a doctrine.
    seats: BTreeMap<String, String>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    table_dice: bool,
}

/// Open game, with the channel to its thread.
#[derive(Clone)]
struct OpenGame {
    deeds: Sender<GameDeed>,
    changes: Arc<Changes>,
}

impl OpenGames {
    pub(super) fn new(folder: PathBuf, boundary: Boundary, stops: Stops) -> OpenGames {
        OpenGames {
            folder,
            boundary,
            played: Mutex::default(),
            opening: Mutex::default(),
            begun: Mutex::default(),
            stops,
            streams: StreamCount::new(slip_limits::EVENT_STREAMS),
        }
    }

    fn played(&self) -> MutexGuard<'_, BTreeMap<String, OpenGame>> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the saved games in the folder.
    pub(super) fn kept(&self) -> Vec<SavedGame> {
        let mut names = self.names();
        names.sort();
        names.into_iter().filter_map(|file| kept(&self.boundary, &self.folder.join(&file), file)).collect()
    }

    /// Returns the names of files in the folder that may be games. Links are left out, since they may lead out of the folder.
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

    /// Begins a game, or a scenario with its first encounter, and returns the name of the game's file.
    pub(super) fn begin(&self, house: &ServerState, begin: &Begin) -> Result<String, String> {
        if let Some(key) = &begin.scenario {
            return self.begin_scenario(house, key, begin);
        }
        let pack = house.pack_with(&begin.encounter).ok_or_else(|| format!("there is no encounter `{}`", begin.encounter))?;
        let seed = (!begin.table_dice).then(|| begin.seed.unwrap_or_else(drawn_seed));
        let name = begin.encounter.rsplit('.').next().unwrap_or(&begin.encounter);
        self.begin_in_free_file(pack, &begin.encounter, name, seat_args(&begin.seats)?, seed)
    }

    /// Begins a scenario with its first encounter.
    fn begin_scenario(&self, house: &ServerState, key: &str, begin: &Begin) -> Result<String, String> {
        let pack = house.pack_with_scenario(key).ok_or_else(|| format!("there is no scenario `{key}`"))?;
        let scenario = pack.scenarios.get(key).filter(|scenario| scenario.valid);
        let scenario = scenario.ok_or_else(|| format!("`{key}` has errors and cannot be played"))?;
        // The players are checked before a file is written.
        seat_args(&begin.seats)?;
        let seed = (!begin.table_dice).then(|| begin.seed.unwrap_or_else(drawn_seed));
        let stored = StoredScenario { scenario: key.to_owned(), seed, seats: begin.seats.clone() };
        let _opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let files = ScenarioFiles::create(&self.folder, &self.boundary, scenario, stored)?;
        let first = files.first(&pack)?;
        let file = first.file.clone();
        self.begin_step(first, files, pack).map(|()| file)
    }

    /// Begins the game of an encounter of a scenario.
    fn begin_step(&self, game: FollowingGame, files: ScenarioFiles, pack: Arc<Pack>) -> Result<(), String> {
        let how = StartOfGame::New { seats: seat_args(&game.seats)?, seed: game.seed };
        self.open(&game.file, GameStart { pack, key: game.key, path: game.path, how, stops: self.stops, scenario: Some(files) })
    }

    /// Begins the encounter that follows in a scenario, or opens its game if it has begun, and returns the name of the game's file.
    fn follow(&self, house: &ServerState, file: &str) -> Result<String, String> {
        let _opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let (reply, answer) = channel();
        self.send(file, GameDeed::Following(reply)).map_err(|_| "this game is not open here".to_owned())?;
        let (next, files, pack) = answer.recv().unwrap_or_else(|_| Err("the game was closed".to_owned()))?;
        let name = next.file.clone();
        if self.played().contains_key(&name) {
            return Ok(name);
        }
        if log_file::may_begin(&next.path) {
            self.begin_step(next, files, pack)?;
        } else {
            self.resume(house, &name, next.path)?;
        }
        Ok(name)
    }

    /// Begins a game in a file whose name is not taken, and returns the name.
    pub(super) fn begin_in_free_file(
        &self,
        pack: Arc<Pack>,
        key: &str,
        name: &str,
        seats: SeatArgs,
        seed: Option<u64>,
    ) -> Result<String, String> {
        let path = self.free_name(name, seed);
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let how = StartOfGame::New { seats, seed };
        let start = GameStart { pack, key: key.to_owned(), path: path.clone(), how, stops: self.stops, scenario: None };
        let opened = self.open(&file, start);
        // The name need not be reserved any longer: the file has been created, or creating it has failed.
        self.begun().remove(&path);
        opened.map(|()| file)
    }

    /// Shows an open game. A closed game is not opened for this: that would lock its file and might continue play.
    pub(super) fn look(&self, file: &str, by: Participant, at: Option<usize>) -> HttpReply {
        self.ask(file, |reply| GameDeed::Look { by, at, reply })
    }

    /// Returns the changes of an open game.
    pub(super) fn changes(&self, file: &str) -> Option<Arc<Changes>> {
        self.played().get(file).map(|game| Arc::clone(&game.changes))
    }

    /// Returns the sides of an open game.
    pub(super) fn sides(&self, file: &str) -> Option<Vec<SideInfo>> {
        let (reply, sides) = channel();
        self.send(file, GameDeed::Sides(reply)).ok()?;
        sides.recv().ok()
    }

    /// Executes a request: `{"do": "open"}`, `{"do": "seat", "words": "crew=human"}`, or one of [`slip_export::board::BoardAction`]. A request other than
    /// `open` applies to the moment of the game that the page showed.
    pub(super) fn act(&self, house: &ServerState, file: &str, moment: Option<StateId>, body: &[u8]) -> HttpReply {
        match serde_json::from_slice(body) {
            Ok(OpeningDeed::Open {}) => return self.go_on(house, file),
            Ok(OpeningDeed::Next {}) => {
                return match self.follow(house, file) {
                    Ok(game) => HttpReply::json(201, &serde_json::json!({ "game": game })),
                    Err(why) => HttpReply::error(422, &why),
                };
            }
            Err(_) => {}
        }
        self.act_as(file, Participant::everybody(), moment, body)
    }

    /// Executes the request of a person in an open game: `{"do": "seat", "words": "crew=human"}`, or one of
    /// [`slip_export::board::BoardAction`].
    pub(super) fn act_as(&self, file: &str, by: Participant, moment: Option<StateId>, body: &[u8]) -> HttpReply {
        let Some(moment) = moment else {
            return HttpReply::error(400, "the request lacks the parameter `moment`");
        };
        if let Ok(SeatDeed::Seat { words }) = serde_json::from_slice(body) {
            return self.ask(file, |reply| GameDeed::Seat { by, moment, words, reply });
        }
        match serde_json::from_slice(body) {
            Ok(deed) => self.ask(file, |reply| GameDeed::Do { by, moment, deed, reply }),
            Err(error) => HttpReply::error(400, &format!("the request is not valid: {error}")),
        }
    }

    /// Opens a saved game, unless it is open already, and shows it.
    fn go_on(&self, house: &ServerState, file: &str) -> HttpReply {
        // The lock is held until the game is open, so that two requests do not open it twice.
        let _opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let (reply, answer) = channel();
        let look = GameDeed::Look { by: Participant::everybody(), at: None, reply };
        if self.send(file, look).is_ok()
            && let Ok(shown) = answer.recv()
        {
            return shown;
        }
        let Some(path) = self.listed(file) else { return HttpReply::error(404, "there is no such game") };
        match self.resume(house, file, path) {
            Ok(()) => self.look(file, Participant::everybody(), None),
            Err(why) => HttpReply::error(409, &why),
        }
    }

    /// Opens a saved game of the folder, for example to share it.
    pub(super) fn open_saved(&self, house: &ServerState, file: &str) -> Result<(), String> {
        let path = self.listed(file).ok_or_else(|| format!("there is no encounter and no saved game `{file}`"))?;
        self.resume(house, file, path)
    }

    fn ask(&self, file: &str, deed: impl FnOnce(Sender<HttpReply>) -> GameDeed) -> HttpReply {
        let (reply, answer) = channel();
        match self.send(file, deed(reply)) {
            Ok(()) => {
                answer.recv().unwrap_or_else(|_| HttpReply::error(500, "the game was closed; open it again to continue from its file"))
            }
            Err(_) if self.listed(file).is_some() => {
                HttpReply::json(409, &serde_json::json!({ "error": "this game is not open here", "is_closed": true }))
            }
            Err(_) => HttpReply::error(404, "there is no such game"),
        }
    }

    /// Sends a request to the thread of an open game; gives the request back if the game is not open.
    fn send(&self, file: &str, deed: GameDeed) -> Result<(), GameDeed> {
        let known = self.played().get(file).cloned();
        match known {
            Some(game) => game.deeds.send(deed).map_err(|failed| failed.0),
            None => Err(deed),
        }
    }

    /// Continues a game from its file.
    fn resume(&self, house: &ServerState, file: &str, path: PathBuf) -> Result<(), String> {
        self.boundary.real(&path).map_err(|denied| denied.failure("read", &path).message)?;
        let kept = log_file::LockedLogFile::open(&path).map_err(said)?;
        let header = replay::header(&kept.text).map_err(|trouble| format!("cannot continue `{file}`: {trouble}"))?;
        let package = header.package.split(' ').next().unwrap_or("");
        let key = format!("{package}.{}", header.encounter);
        let scenario = ScenarioFiles::of_game(&self.folder, &self.boundary, file);
        let of_scenario = scenario.as_ref().and_then(|files| house.pack_with_scenario(&files.stored.scenario));
        let pack = of_scenario.or_else(|| house.pack_with(&key));
        let pack = pack.ok_or_else(|| format!("`{file}` is a game of `{key}`, which is not in these packages"))?;
        self.open(file, GameStart { pack, key, path, how: StartOfGame::Saved { kept }, stops: self.stops, scenario })
    }

    fn open(&self, file: &str, start: GameStart) -> Result<(), String> {
        let (deeds, received) = channel();
        let (ready, opened) = channel();
        let changes = Arc::new(Changes::default());
        let told = Arc::clone(&changes);
        let body = move || {
            if let Err(why) = start.play(&received, &ready, &told) {
                // If the game was opened, the receiver no longer listens for this error. Otherwise the error is the reason why the game was
                // not opened.
                let _ = ready.send(Err(why));
            }
        };
        std::thread::Builder::new().name("game".to_owned()).stack_size(STACK).spawn(body).map_err(|error| error.to_string())?;
        opened.recv().unwrap_or_else(|_| Err("the game could not be started".to_owned()))?;
        self.played().insert(file.to_owned(), OpenGame { deeds, changes });
        Ok(())
    }
}

/// Returns the players of the sides that a page names.
fn seat_args(seats: &BTreeMap<String, String>) -> Result<SeatArgs, String> {
    let seats = seats.iter().map(|(side, who)| Ok(SeatOf { side: side.clone(), who: SeatPlayer::Stored(seat(who)?) }));
    Ok(SeatArgs { seats: seats.collect::<Result<_, String>>()?, ..SeatArgs::default() })
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
