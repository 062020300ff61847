//! `NAME.sliplock`: a lock of a played game, so that others can play exactly the same game.
//!
//! The hashes of the packages pin the content, the seed and the seats pin the play, and the hash of the log proves that the result is the
//! same. For a game with human players, only the beginning is pinned. For a simulation, the number of games is pinned, and the hash is
//! computed from the counts. Edition and rules follow from the packages; they are written only for people who read the file.

use super::args::{SeatArgs, SeatOf, SeatPlayer};
use super::compile_projects::CompiledProject;
use super::pack_items::{ListedItem, Thing};
use super::{Console, Stop, shown};
use crate::project;
use serde::{Deserialize, Serialize};
use slip_limits::{GAMES, NAME_BYTES, PLAY_LOCK_BYTES};
use slip_pack::Name;
use slip_pack::archive;
use slip_pack::encounter::{Encounter, Side};
use slip_pack::json_reader;
use slip_play::ids::{Seat, TableKey};
use slip_play::stored_seat::{StoredSeat, is_doctrine_name};
use slip_session::session::create_players::{self, NotSeated};
use slip_source::diagnostic::Code;
use std::path::Path;

/// Version of the file format.
const FORMAT: u32 = 1;

/// Command with which the game was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PlayCommand {
    /// The command `slipyard run`.
    #[default]
    Run,
    /// `slipyard play`, for games with human players.
    Play,
    /// The command `slipyard simulate`.
    Simulate,
}

/// Games of a simulation: their number and how they are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SimulatedGames {
    /// Number of games; with `--within`, the largest number.
    pub(super) most: u64,
    /// Value of the option `--within`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) within: Option<String>,
    /// True if each game was also played with the sides' positions swapped.
    #[serde(default)]
    pub(super) mirror: bool,
}

/// Lock of a played game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayLock {
    format: u32,
    /// Name and version of the tool that wrote the file.
    tool: String,
    /// Command with which the game was played.
    #[serde(default)]
    by: PlayCommand,
    /// Name of the encounter or scenario, as `package.name`.
    play: String,
    /// Edition of the language that the package is written in.
    edition: u32,
    /// The standard library, the dependencies, and the package itself.
    packages: Vec<Pinned>,
    /// Rulesets that were in force.
    rules: Vec<String>,
    seed: u64,
    /// Player of each side. For a scenario, only of the sides for which the user named a player.
    seats: Vec<LockedSeat>,
    /// Games of a simulation; `None` for a single game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<SimulatedGames>,
    /// Path of the lock file, for messages.
    #[serde(skip)]
    file: String,
    /// Hash of the log, or of the counts of a simulation; empty for games with human players.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    log: String,
}

/// Package that a lock pins by the hash of its content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pinned {
    name: String,
    version: String,
    /// Content hash, as in `slipyard.lock`.
    hash: String,
    /// True for a standard library other than the embedded one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    other_rules: bool,
}

/// Player of a side in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockedSeat {
    side: String,
    /// Player. Programs and scripts are never stored, since only the command line may name them.
    who: StoredSeat,
    /// Doctrine that the player named `doctrine` follows, if the encounter names one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    doctrine: String,
}

/// Fields that are read before the rest of a file, to find out if the file is a lock of a game.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: Option<u32>,
    #[serde(default)]
    tool: Option<String>,
}

/// Longest name or version in a lock, in bytes; a name may be `package.name`.
const MOST_NAME: usize = 2 * NAME_BYTES + 1;

/// True if a text can be printed as a name.
fn is_plain(text: &str) -> bool {
    text.len() <= MOST_NAME && !text.contains(char::is_control)
}

/// True if a text is a readable lock of a game.
pub fn is_play_lock(text: &str) -> bool {
    PlayLock::of_text("", text).is_ok()
}

impl PlayLock {
    /// Returns the lock of a game that is about to be played, without the hash of its log.
    pub(super) fn of(
        by: PlayCommand,
        asked: &SeatArgs,
        seed: u64,
        world: &CompiledProject,
        entry: ListedItem<'_>,
    ) -> Result<PlayLock, Stop> {
        let pinned = |seat: &SeatOf| match &seat.who {
            SeatPlayer::Stored(StoredSeat::Human) if by != PlayCommand::Play => None,
            SeatPlayer::Stored(stored) => Some((seat.side.clone(), stored.clone())),
            SeatPlayer::Script(_) | SeatPlayer::Program(_) => None,
        };
        let not_pinned = |seat: &SeatOf| {
            let why = format!("`{}` is played by `{}`, and a lock cannot record such a player", seat.side, seat.who);
            Stop::because(match by {
                PlayCommand::Simulate => why,
                PlayCommand::Run | PlayCommand::Play => format!("{why}: keep the log instead; `slipyard replay` prints the game again"),
            })
        };
        let players = asked.seats.iter().map(|seat| pinned(seat).ok_or_else(|| not_pinned(seat))).collect::<Result<Vec<_>, Stop>>()?;
        if asked.script.is_some() {
            return Err(Stop::because("a lock cannot record a script: keep the script, or the log (`--format json`), instead"));
        }
        let project = &world.project;
        let root = project.roots.first().copied().unwrap_or_default();
        let packages = project.sources.closure(root).into_iter().filter_map(|id| {
            let package = project.sources.package(id)?;
            let (name, version) = (package.name.clone(), package.version.clone());
            Some(Pinned { name, version, hash: project.hash_of(id), other_rules: package.foreign.is_some() })
        });
        let (rules, seats) = match entry.thing {
            Thing::Encounter(encounter) => (&encounter.rules.rulesets, sides(encounter, &players)),
            _ => (&world.pack.rules.rulesets, players.iter().map(|(side, who)| seated(side, who)).collect()),
        };
        Ok(PlayLock {
            format: FORMAT,
            tool: format!("slipyard {}", env!("CARGO_PKG_VERSION")),
            by,
            play: slip_pack::key(entry.package, entry.name).to_string(),
            edition: world.pack.package.edition,
            packages: packages.collect(),
            rules: rules.iter().map(Name::to_string).collect(),
            seed,
            seats,
            games: None,
            file: String::new(),
            log: String::new(),
        })
    }

    /// Reads a lock. Refuses a lock that was written by a command which is not in `wanted`.
    pub(super) fn read(file: &Path, wanted: &[PlayCommand]) -> Result<PlayLock, Stop> {
        let evening = PlayLock::of_file(file)?;
        if wanted.contains(&evening.by) {
            return Ok(evening);
        }
        let shown = shown(file);
        let (what, command) = match evening.by {
            PlayCommand::Run => ("the lock of a game without human players", "run"),
            PlayCommand::Play => ("the lock of a game with human players", "play"),
            PlayCommand::Simulate => ("the lock of a simulation", "simulate"),
        };
        Err(Stop::because(format!("`{shown}` is {what}: use `slipyard {command} --lock {shown}`")))
    }

    fn of_file(file: &Path) -> Result<PlayLock, Stop> {
        let text = project::stored_text(file, PLAY_LOCK_BYTES).map_err(|error| Stop::unread(file, &error))?;
        PlayLock::of_text(&shown(file), &text)
    }

    fn of_text(shown: &str, text: &str) -> Result<PlayLock, Stop> {
        let wrong = |reason: &str| Stop::because(format!("`{shown}` is not the lock of a game: {reason}"));
        let head: Head = json_reader::read(text).map_err(|unread| wrong(&unread.to_string()))?;
        match head.format {
            Some(FORMAT) => {}
            Some(format) if format > FORMAT => {
                let by = head.tool.filter(|tool| is_plain(tool)).unwrap_or_else(|| "a later slipyard".to_owned());
                return Err(Stop::because(format!("`{shown}` has format {format}, written by {by}; this slipyard reads format {FORMAT}")));
            }
            Some(format) => return Err(wrong(&format!("`format`: there is no format {format}"))),
            None => return Err(wrong("the field `format` is missing")),
        }
        let evening: PlayLock = json_reader::read(text).map_err(|unread| wrong(&unread.to_string()))?;
        match evening.fault() {
            Some(fault) => Err(wrong(&fault)),
            None => Ok(PlayLock { file: shown.to_owned(), ..evening }),
        }
    }

    /// Returns an error for the first value that is of the right type but impossible. `None` if all values are possible.
    fn fault(&self) -> Option<String> {
        let PlayLock { tool, play, packages, rules, seats, games, log, by, .. } = self;
        let is_name = |text: &str| is_doctrine_name(text.strip_prefix('.').unwrap_or(text));
        if !is_name(play) {
            return Some("`play` is not the name of an encounter or scenario".to_owned());
        }
        let named = [("tool".to_owned(), tool)].into_iter();
        let named = named.chain(packages.iter().enumerate().map(|(number, package)| (format!("packages[{number}].name"), &package.name)));
        let named =
            named.chain(packages.iter().enumerate().map(|(number, package)| (format!("packages[{number}].version"), &package.version)));
        let named = named.chain(rules.iter().enumerate().map(|(number, name)| (format!("rules[{number}]"), name)));
        let mut named = named.chain(seats.iter().enumerate().flat_map(|(number, seat)| {
            [(format!("seats[{number}].side"), &seat.side), (format!("seats[{number}].doctrine"), &seat.doctrine)]
        }));
        if let Some((field, _)) = named.find(|(_, text)| !is_plain(text)) {
            return Some(format!("`{field}` is not a name: it is longer than {MOST_NAME} bytes, or contains control characters"));
        }
        let hashes = packages.iter().enumerate().map(|(number, package)| (format!("packages[{number}].hash"), &package.hash));
        let log = (*by != PlayCommand::Play).then(|| ("log".to_owned(), log));
        if let Some((field, _)) = hashes.chain(log).find(|(_, hash)| !archive::is_hash(hash)) {
            return Some(format!("`{field}` is not a hash"));
        }
        let human = |seat: &LockedSeat| *by != PlayCommand::Play && seat.who == StoredSeat::Human;
        if let Some(number) = seats.iter().position(human) {
            return Some(format!("`seats[{number}].who` is `human`: only a lock of `slipyard play` has human players"));
        }
        match (by, games) {
            (PlayCommand::Simulate, None) => Some("`games` is missing: a simulation needs the number of games".to_owned()),
            (PlayCommand::Simulate, Some(games)) if !(1..=GAMES).contains(&games.most) => {
                Some(format!("`games.most` is {}; it must be 1 to {GAMES}", games.most))
            }
            (PlayCommand::Run | PlayCommand::Play, Some(_)) => Some("`games` is only allowed in the lock of a simulation".to_owned()),
            _ => None,
        }
    }

    /// Returns the lock with the hash of this log.
    pub(super) fn with_log(self, log: &[u8]) -> PlayLock {
        PlayLock { log: archive::hash(log), ..self }
    }

    /// Returns the name of the encounter or scenario that was played, as `package.name`.
    pub(super) fn what(&self) -> &str {
        &self.play
    }

    /// Returns the seed of the dice.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// True if no human player took part.
    pub(super) fn played_itself(&self) -> bool {
        self.by == PlayCommand::Run
    }

    /// Returns the players of the sides.
    pub(super) fn seats(&self) -> SeatArgs {
        let seats = self.seats.iter().map(|seat| SeatOf { side: seat.side.clone(), who: SeatPlayer::Stored(seat.who.clone()) });
        SeatArgs { seats: seats.collect(), script: None }
    }

    /// Returns the games of a simulation.
    pub(super) fn games(&self) -> Option<&SimulatedGames> {
        self.games.as_ref()
    }

    /// Returns the lock with the games of a simulation added.
    pub(super) fn with_games(self, games: SimulatedGames) -> PlayLock {
        PlayLock { games: Some(games), ..self }
    }

    /// Checks that the package declares every doctrine that the lock names.
    fn check_doctrines(&self, world: &CompiledProject, entry: ListedItem<'_>) -> Result<(), Stop> {
        let Thing::Encounter(encounter) = entry.thing else { return Ok(()) };
        for (number, seat) in self.seats.iter().enumerate() {
            let place = encounter.sides.iter().position(|side| side.name == seat.side.as_str()).unwrap_or(0);
            let why = |why: NotSeated| Stop::because(format!("`{}`: `seats[{number}].who`: {why}", self.file));
            create_players::check(&seat.who, &world.pack, encounter, Seat::of(place)).map_err(why)?;
        }
        Ok(())
    }

    /// True if the same game can be played with the present packages. Differences are printed.
    pub(super) fn may_be_played(
        &self,
        here: &PlayLock,
        (world, entry): (&CompiledProject, ListedItem<'_>),
        console: &mut Console<'_>,
    ) -> Result<bool, Stop> {
        self.check_doctrines(world, entry)?;
        let differences = self.differences(here);
        for difference in &differences {
            writeln!(console.err, "error[{}]: {difference}", Code::PackMismatch)?;
        }
        if !differences.is_empty() {
            writeln!(console.err, "nothing was played, because the game would not be the same")?;
        }
        Ok(differences.is_empty())
    }

    /// True if the game ended as the lock says. Prints a message if it did not.
    pub(super) fn came_out(&self, log: &[u8], console: &mut Console<'_>) -> Result<bool, Stop> {
        if archive::hash(log) == self.log {
            return Ok(true);
        }
        let now = env!("CARGO_PKG_VERSION");
        let why = format!("the packages are the same, but slipyard {now} plays differently");
        writeln!(
            console.err,
            "error[{}]: the result of `{}` is not the one that it had with {}: {why}",
            Code::PackMismatch,
            self.play,
            self.tool
        )?;
        Ok(false)
    }

    /// Writes the lock file.
    pub(super) fn write(&self, file: &Path, console: &mut Console<'_>) -> Result<(), Stop> {
        let mut bytes = serde_json::to_vec_pretty(self).map_err(Stop::because)?;
        bytes.push(b'\n');
        project::write_atomically(file, &bytes)?;
        console.out.flush()?;
        writeln!(console.err, "wrote {}", shown(file))?;
        Ok(())
    }

    /// Returns the differences between this lock and another, as sentences.
    fn differences(&self, here: &PlayLock) -> Vec<String> {
        let mut said = Vec::new();
        for locked in &self.packages {
            match here.packages.iter().find(|there| there.name == locked.name) {
                None => said.push(format!("the locked game used {}, but this one does not", locked.named())),
                Some(there) if there.hash != locked.hash => said.push(changed(locked, there)),
                Some(_) => {}
            }
        }
        for there in here.packages.iter().filter(|there| !self.packages.iter().any(|locked| locked.name == there.name)) {
            said.push(format!("this game uses {}, but the locked one did not", there.named()));
        }
        if said.is_empty() {
            // These fields follow from the packages, so they can differ only if someone has edited the lock.
            let follows = [
                ("`edition` in the lock differs from that", self.edition == here.edition),
                ("`rules` in the lock differ from those", self.rules == here.rules),
                ("`seats` in the lock differ from those", self.seats == here.seats),
            ];
            said.extend(follows.iter().filter(|(_, same)| !same).map(|(what, _)| format!("{what} of `{}`", self.play)));
        }
        said
    }
}

fn changed(locked: &Pinned, there: &Pinned) -> String {
    if locked.version == there.version {
        format!("the content of {} has changed", locked.named())
    } else {
        format!("`{}` was version {} in the locked game, but is version {} here", locked.name, locked.version, there.version)
    }
}

impl Pinned {
    /// Returns the name and version of a package. Files outside a package have neither and are described in words.
    fn named(&self) -> String {
        match (self.name.as_str(), self.version.as_str()) {
            ("", _) => "the content of the files".to_owned(),
            (name, "") => format!("`{name}`"),
            (name, version) => format!("`{name}` {version}"),
        }
    }
}

/// Returns the players of all sides of an encounter.
fn sides(encounter: &Encounter, players: &[(String, StoredSeat)]) -> Vec<LockedSeat> {
    let own = |side: &Side| side.doctrine.as_ref().map(Name::to_string).unwrap_or_default();
    let of = |side: &Side| match players.iter().find(|(name, _)| side.name == name.as_str()) {
        Some((_, who)) if *who != StoredSeat::Encounter => seated(&side.name, who),
        _ => LockedSeat { doctrine: own(side), ..seated(&side.name, &StoredSeat::Encounter) },
    };
    encounter.sides.iter().map(of).collect()
}

fn seated(side: &str, who: &StoredSeat) -> LockedSeat {
    LockedSeat { side: side.to_owned(), who: who.clone(), doctrine: String::new() }
}
