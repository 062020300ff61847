//! `NAME.sliplock`: what an evening was played with, so that anyone plays the same one. Floor 9.
//!
//! The hashes of the packages pin the content; seed and seats pin the play; the hash of the log proves that it was the same. Of what people
//! play the log is theirs: a lock pins how they began. Of a simulation it pins how many games, and the hash is that of their counts.
//! Edition and rules follow from the packages and stand there for people, who want to see them without looking anything up.

use super::args::{SeatArgs, SeatOf, Who};
use super::compiled::World;
use super::items::{Entry, Thing};
use super::{Console, Stop, shown};
use crate::archive;
use crate::diagnostic::Code;
use crate::pack::encounter::{Encounter, Side};
use crate::pack::{self, Name};
use crate::project;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// Version of the file's form.
const FORMAT: u32 = 1;

/// By which command it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum By {
    /// By those who were seated.
    #[default]
    Run,
    /// By people, too.
    Play,
    /// Many times.
    Simulate,
}

/// How many games of a simulation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Games {
    /// How many, or at most.
    pub(super) most: u64,
    /// As behind `--within`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) within: Option<String>,
    /// Whether each was also played with the sides in each other's places.
    #[serde(default)]
    pub(super) mirror: bool,
}

/// What was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Evening {
    format: u32,
    /// Who wrote it.
    tool: String,
    /// The command.
    #[serde(default)]
    by: By,
    /// The encounter or scenario, as `package.name`.
    play: String,
    /// The edition of the language its package is written in.
    edition: u32,
    /// The standard library, what the package stands on, and the package itself.
    packages: Vec<Pinned>,
    /// The rulesets in force.
    rules: Vec<String>,
    seed: u64,
    /// Who sits where; of a scenario, those who were named.
    seats: Vec<Seated>,
    /// Of a simulation, its games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<Games>,
    /// The hash of the log, or of what was counted; none of what people play.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    log: String,
}

/// A package by its content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pinned {
    name: String,
    version: String,
    /// As `slipyard.lock` pins it.
    hash: String,
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seated {
    side: String,
    /// As behind `--seat SIDE=`.
    who: String,
    /// The doctrine that `doctrine` means, where the encounter gives one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    doctrine: String,
}

impl Evening {
    /// What is about to be played; its log is not known yet.
    pub(super) fn of(by: By, asked: &SeatArgs, seed: u64, world: &World, entry: Entry<'_>) -> Result<Evening, Stop> {
        let is_unknown = |who: &Who| matches!(who, Who::Script(_) | Who::Program(_)) || (by != By::Play && *who == Who::Human);
        if let Some(seat) = asked.seats.iter().find(|seat| is_unknown(&seat.who)) {
            let why = format!("`{}` is played by `{}`, which no lock can pin", seat.side, seat.who);
            return Err(Stop::because(match by {
                By::Simulate => why,
                By::Run | By::Play => format!("{why}: keep the log instead, which `slipyard replay` tells again"),
            }));
        }
        if asked.script.is_some() {
            return Err(Stop::because("a script is no part of the packages: keep it, or the log (`--format json`), beside them"));
        }
        let project = &world.project;
        let root = project.roots.first().copied().unwrap_or_default();
        let packages = project.sources.closure(root).into_iter().filter_map(|id| {
            let package = project.sources.package(id)?;
            Some(Pinned { name: package.name.clone(), version: package.version.clone(), hash: project.hash_of(id) })
        });
        let (rules, seats) = match entry.thing {
            Thing::Encounter(encounter) => (&encounter.rules.rulesets, sides(encounter, asked)),
            _ => (&world.pack.rules.rulesets, asked.seats.iter().map(|seat| seated(&seat.side, &seat.who)).collect()),
        };
        Ok(Evening {
            format: FORMAT,
            tool: format!("slipyard {}", env!("CARGO_PKG_VERSION")),
            by,
            play: pack::key(entry.package, entry.name).to_string(),
            edition: world.pack.package.edition,
            packages: packages.collect(),
            rules: rules.iter().map(Name::to_string).collect(),
            seed,
            seats,
            games: None,
            log: String::new(),
        })
    }

    /// Reads the file, if it is of one of some commands.
    pub(super) fn read(file: &Path, wanted: &[By]) -> Result<Evening, Stop> {
        let evening = Evening::of_file(file)?;
        if wanted.contains(&evening.by) {
            return Ok(evening);
        }
        let shown = shown(file);
        let (what, command) = match evening.by {
            By::Run => ("of a game that played itself", "run"),
            By::Play => ("of a game that people played", "play"),
            By::Simulate => ("of a simulation", "simulate"),
        };
        Err(Stop::because(format!("`{shown}` is {what}: `slipyard {command} --lock {shown}`")))
    }

    fn of_file(file: &Path) -> Result<Evening, Stop> {
        let shown = shown(file);
        let bytes = project::bytes(file)?;
        let wrong = |reason: &str| Stop::because(format!("`{shown}` is no lock of an evening: {reason}"));
        let value: Value = serde_json::from_slice(&bytes).map_err(|error| wrong(&error.to_string()))?;
        match value.get("format").and_then(Value::as_u64) {
            Some(format) if format > u64::from(FORMAT) => {
                let by = value.get("tool").and_then(Value::as_str).unwrap_or("a later slipyard");
                return Err(Stop::because(format!(
                    "`{shown}` is of format {format}, written by {by}; this slipyard reads format {FORMAT}"
                )));
            }
            Some(_) => {}
            None => return Err(wrong("it does not say which format it has")),
        }
        let evening: Evening = serde_json::from_value(value).map_err(|error| wrong(&error.to_string()))?;
        let log = (evening.by != By::Play).then_some(&evening.log);
        let hashes = evening.packages.iter().map(|package| &package.hash).chain(log);
        let mistaken = hashes.into_iter().find(|hash| !archive::is_hash(hash)).map(|hash| wrong(&format!("`{hash}` is no hash")));
        mistaken.map_or(Ok(evening), Err)
    }

    /// The same, ending in this log.
    pub(super) fn with_log(self, log: &[u8]) -> Evening {
        Evening { log: archive::hash(log), ..self }
    }

    /// What is to be played, as `package.name`.
    pub(super) fn what(&self) -> &str {
        &self.play
    }

    /// What the dice are drawn from.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether nobody at a table had a part in it.
    pub(super) fn played_itself(&self) -> bool {
        self.by == By::Run
    }

    /// Who sits where.
    pub(super) fn seats(&self) -> Result<SeatArgs, Stop> {
        let seats = self.seats.iter().map(|seat| format!("{}={}", seat.side, seat.who).parse::<SeatOf>());
        let seats: Result<Vec<SeatOf>, String> = seats.collect();
        Ok(SeatArgs { seats: seats.map_err(Stop::because)?, script: None })
    }

    /// Of a simulation, its games.
    pub(super) fn games(&self) -> Option<&Games> {
        self.games.as_ref()
    }

    /// The same, of a simulation of so many games.
    pub(super) fn with_games(self, games: Games) -> Evening {
        Evening { games: Some(games), ..self }
    }

    /// Whether the same can be played here. What differs is said.
    pub(super) fn may_be_played(&self, here: &Evening, console: &mut Console<'_>) -> Result<bool, Stop> {
        let differences = self.differences(here);
        for difference in &differences {
            writeln!(console.err, "error[{}]: {difference}", Code::PackMismatch)?;
        }
        if !differences.is_empty() {
            writeln!(console.err, "nothing is played: this would be another evening")?;
        }
        Ok(differences.is_empty())
    }

    /// Whether what came of it is what came of it then. If not, that is said.
    pub(super) fn came_out(&self, log: &[u8], console: &mut Console<'_>) -> Result<bool, Stop> {
        if archive::hash(log) == self.log {
            return Ok(true);
        }
        let now = env!("CARGO_PKG_VERSION");
        let why = format!("the packages are the same, but slipyard {now} plays differently");
        writeln!(console.err, "error[{}]: `{}` goes another way than it did with {}: {why}", Code::PackMismatch, self.play, self.tool)?;
        Ok(false)
    }

    /// Writes the file.
    pub(super) fn write(&self, file: &Path, console: &mut Console<'_>) -> Result<(), Stop> {
        let mut bytes = serde_json::to_vec_pretty(self).map_err(Stop::because)?;
        bytes.push(b'\n');
        project::write_atomically(file, &bytes)?;
        console.out.flush()?;
        writeln!(console.err, "wrote {}", shown(file))?;
        Ok(())
    }

    /// What is not as it was, in sentences.
    fn differences(&self, here: &Evening) -> Vec<String> {
        let mut said = Vec::new();
        for locked in &self.packages {
            match here.packages.iter().find(|there| there.name == locked.name) {
                None => said.push(format!("{} was a part of it, and is none here", locked.named())),
                Some(there) if there.hash != locked.hash => said.push(changed(locked, there)),
                Some(_) => {}
            }
        }
        for there in here.packages.iter().filter(|there| !self.packages.iter().any(|locked| locked.name == there.name)) {
            said.push(format!("{} is a part of it here, and was none", there.named()));
        }
        if said.is_empty() {
            // With the same packages these follow, unless somebody wrote into the file.
            let follows = [
                ("`edition` is not that", self.edition == here.edition),
                ("`rules` are not those", self.rules == here.rules),
                ("`seats` are not those", self.seats == here.seats),
            ];
            said.extend(follows.iter().filter(|(_, same)| !same).map(|(what, _)| format!("its {what} of `{}`", self.play)));
        }
        said
    }
}

fn changed(locked: &Pinned, there: &Pinned) -> String {
    if locked.version == there.version {
        format!("{} is not what it was: its content has changed", locked.named())
    } else {
        format!("`{}` was version {}, here it is version {}", locked.name, locked.version, there.version)
    }
}

impl Pinned {
    /// Name and version; files of no package have neither.
    fn named(&self) -> String {
        match (self.name.as_str(), self.version.as_str()) {
            ("", _) => "what is in the files".to_owned(),
            (name, "") => format!("`{name}`"),
            (name, version) => format!("`{name}` {version}"),
        }
    }
}

/// Every side of an encounter.
fn sides(encounter: &Encounter, asked: &SeatArgs) -> Vec<Seated> {
    let of = |side: &Side| match asked.seats.iter().find(|seat| side.name == seat.side.as_str()) {
        Some(seat) if seat.who != Who::Doctrine => seated(&side.name, &seat.who),
        _ => Seated { doctrine: side.doctrine.as_ref().map(Name::to_string).unwrap_or_default(), ..seated(&side.name, &Who::Doctrine) },
    };
    encounter.sides.iter().map(of).collect()
}

fn seated(side: &str, who: &Who) -> Seated {
    Seated { side: side.to_owned(), who: who.to_string(), doctrine: String::new() }
}
