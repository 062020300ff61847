//! Finds the encounter of a simulation: the source that it is read from, and its players.

use crate::cli::args::{SeatArgs, SeatOf, SeatPlayer};
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::pack_items::{self, ListedItem, Thing};
use crate::cli::packages_in_commit::{ExtractedCommit, path_if_existing};
use crate::cli::{Stop, seats};
use crate::project;
use slip_odds::simulate::Version;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_session::Seats;
use slip_session::session::SeatAssignment;
use std::path::Path;

/// Source of an encounter.
pub(super) struct EncounterSource {
    worlds: Vec<CompiledProject>,
    /// Files extracted from a commit, kept as long as the source is used.
    _tree: Option<ExtractedCommit>,
}

/// Encounter of a source.
pub(super) struct FoundEncounter<'s> {
    /// Encounter with its players; `None` if it has errors.
    pub(super) version: Option<SeatedEncounter<'s>>,
    /// World that contains the encounter.
    pub(super) world: &'s CompiledProject,
    /// Declaration of the encounter.
    pub(super) entry: ListedItem<'s>,
}

/// Encounter with the requested players.
pub(in crate::cli) struct SeatedEncounter<'s> {
    pack: &'s Pack,
    pub(super) encounter: &'s Encounter,
    asked: SeatArgs,
}

const fn is_encounter(entry: &ListedItem<'_>) -> bool {
    matches!(entry.thing, Thing::Encounter(_))
}

impl EncounterSource {
    /// Opens a package, a folder of packages, or a Slip file.
    pub(super) fn open(path: &Path, encounter: &str) -> Result<EncounterSource, Stop> {
        if !path.is_file() {
            let worlds = compile_projects::worlds_of(path, &[encounter.to_owned()], "encounter", is_encounter)?;
            return Ok(EncounterSource { worlds, _tree: None });
        }
        let worlds = vec![compile_projects::compile(project::load(&[path.to_owned()], &mut std::io::empty())?)];
        if pack_items::find(&worlds, encounter, is_encounter).is_empty() {
            return Err(Stop::because(pack_items::unknown(&worlds, "encounter", encounter, is_encounter)));
        }
        Ok(EncounterSource { worlds, _tree: None })
    }

    /// Opens the source to compare with: a path, or else the same path in a commit.
    pub(super) fn other(asked: &str, folder: &Path, encounter: &str) -> Result<EncounterSource, Stop> {
        if let Some(path) = path_if_existing(asked, folder)? {
            return EncounterSource::open(path, encounter);
        }
        let tree = ExtractedCommit::of(asked, folder)?;
        let of_commit = |stop| match stop {
            Stop::Because(reason) => Stop::Because(format!("in {asked}: {reason}")),
            other => other,
        };
        let EncounterSource { worlds, .. } = EncounterSource::open(tree.path(), encounter).map_err(of_commit)?;
        Ok(EncounterSource { worlds, _tree: Some(tree) })
    }

    /// Returns the encounter of a name, with the requested players.
    pub(super) fn find(&self, encounter: &str, asked: &[SeatOf]) -> Result<FoundEncounter<'_>, Stop> {
        let found = pack_items::find(&self.worlds, encounter, is_encounter);
        let (world, entry) = match found.as_slice() {
            [(world, entry)] => (*world, *entry),
            several => return Err(pack_items::choose(format_args!("there are several encounters `{encounter}`"), several)),
        };
        let Thing::Encounter(encounter) = entry.thing else { return Err(Stop::because(format!("`{encounter}` is not an encounter"))) };
        if let Some(seat) = asked.iter().find(|seat| matches!(seat.who, SeatPlayer::Script(_))) {
            let side = &seat.side;
            return Err(Stop::because(format!("a script is only for one game: choose another player for `{side}`")));
        }
        let asked = SeatArgs { seats: asked.to_vec(), script: None };
        let version = encounter.valid.then_some(SeatedEncounter { pack: &world.pack, encounter, asked });
        // Impossible seats are reported before any game is played.
        version.as_ref().map(|version| seats::seat(version.pack, encounter, &version.asked, Some(0), false)).transpose()?;
        Ok(FoundEncounter { version, world, entry })
    }
}

impl<'s> SeatedEncounter<'s> {
    /// Returns an encounter with the players that the encounter names.
    pub(in crate::cli) fn of(pack: &'s Pack, encounter: &'s Encounter) -> SeatedEncounter<'s> {
        SeatedEncounter { pack, encounter, asked: SeatArgs::default() }
    }

    /// Returns the same players for another version of the encounter.
    pub(super) fn with<'o>(&self, encounter: &'o Encounter) -> SeatedEncounter<'o>
    where
        's: 'o,
    {
        SeatedEncounter { pack: self.pack, encounter, asked: SeatArgs { seats: self.asked.seats.clone(), script: None } }
    }

    /// Returns a function that assigns players to all sides of a game; its argument is the seed of the game.
    pub(in crate::cli) fn seats(&self) -> impl Fn(u64) -> Result<Seats, String> + Sync + '_ {
        |seed| {
            let seating = seats::seat(self.pack, self.encounter, &self.asked, Some(seed), false).map_err(|stop| match stop {
                Stop::Because(reason) => reason,
                Stop::NobodyReads => "the output was closed".to_owned(),
            })?;
            let mut seats = Seats::standard();
            for (side, chair) in self.encounter.sides.iter().zip(&seating.chairs) {
                if let Some(SeatAssignment::Played(make)) = chair {
                    seats = seats.with(&side.name, make());
                }
            }
            Ok(seats)
        }
    }

    pub(in crate::cli) fn version<'a>(&'a self, seats: &'a (impl Fn(u64) -> Result<Seats, String> + Sync)) -> Version<'a> {
        Version { pack: self.pack, encounter: self.encounter, seats }
    }
}
