//! Scenarios at the board: each encounter is a game with a file of its own, as `slipyard play` names them. A small file beside them has the
//! scenario, its seed and its players; what one encounter leaves to the next is computed from the files of the games.

use crate::cli::play::scenario::path_of;
use crate::cli::scenarios::{self, of_step};
use crate::project::{self, Boundary, read_files};
use serde::{Deserialize, Serialize};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::scenario::Scenario;
use slip_play::stored_seat::StoredSeat;
use slip_session::scenario::{NextEncounter, ScenarioProgress};
use slip_session::session::Session;
use slip_session::session::replay::{ReplayOptions, kept};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// End of the name of a scenario's file.
const SUFFIX: &str = ".scenario.json";

/// Content of a scenario's file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredScenario {
    /// Key of the scenario.
    pub(super) scenario: String,
    /// Seed of the dice; `None` if dice are typed in.
    pub(super) seed: Option<u64>,
    /// Player of each side: `human`, `doctrine`, `random` or the name of a doctrine.
    pub(super) seats: BTreeMap<String, String>,
}

/// Files of a scenario that is being played.
#[derive(Clone)]
pub(super) struct ScenarioFiles {
    folder: PathBuf,
    boundary: Boundary,
    /// Beginning of the names of all files of the scenario.
    stem: String,
    pub(super) stored: StoredScenario,
}

/// Step of a scenario whose game is open.
pub(super) struct OpenStep<'p> {
    scenario: &'p Scenario,
    /// Progress of the scenario before the encounter of the current step ends.
    progress: ScenarioProgress<'p>,
    /// Encounter of the step, with the state that is carried in.
    pub(super) next: NextEncounter,
}

/// State of a scenario, as the pages show it.
#[derive(Serialize)]
pub(super) struct ShownScenario {
    title: String,
    doc: String,
    /// Number of the step, counted from 1.
    number: usize,
    /// Titles of the encounters of all steps.
    steps: Vec<String>,
    /// Sentences about the encounters before this one.
    before: Vec<String>,
    /// State that is carried into this encounter, a line for each entry.
    carried: Vec<String>,
    /// Result of this encounter, and of those that follow without a fight; empty while the encounter is played.
    result: Vec<String>,
    /// Next encounter, once this one is over.
    next: Option<ShownNext>,
}

/// Next encounter, as the pages show it.
#[derive(Serialize)]
struct ShownNext {
    title: String,
    carried: Vec<String>,
}

/// Game of the next encounter.
pub(super) struct FollowingGame {
    pub(super) file: String,
    pub(super) path: PathBuf,
    pub(super) key: String,
    pub(super) seed: Option<u64>,
    pub(super) seats: BTreeMap<String, String>,
}

impl ScenarioFiles {
    /// Writes the file of a new scenario, under a name that no other one has.
    pub(super) fn create(folder: &Path, boundary: &Boundary, scenario: &Scenario, stored: StoredScenario) -> Result<ScenarioFiles, String> {
        let usual = match stored.seed {
            Some(seed) => format!("{}-{seed}", scenario.name),
            None => format!("{}-table", scenario.name),
        };
        let others = (2_u32..).map(|number| format!("{usual}-{number}"));
        let is_free = |stem: &String| {
            let steps = scenario.steps.iter().enumerate();
            let mut files = steps.map(|(number, step)| folder.join(path_of(stem, number, short(&step.encounter))));
            !folder.join(format!("{stem}{SUFFIX}")).exists() && files.all(|file| !file.exists() && !file.is_symlink())
        };
        let stem = std::iter::once(usual.clone()).chain(others).find(is_free).unwrap_or(usual);
        let path = folder.join(format!("{stem}{SUFFIX}"));
        let text = serde_json::to_string(&stored).map_err(|error| error.to_string())?;
        project::write_atomically(&path, format!("{text}\n").as_bytes()).map_err(|error| error.to_string())?;
        Ok(ScenarioFiles { folder: folder.to_owned(), boundary: boundary.clone(), stem, stored })
    }

    /// Returns the scenario that a game of the folder belongs to; `None` for the game of a single encounter.
    pub(super) fn of_game(folder: &Path, boundary: &Boundary, file: &str) -> Option<ScenarioFiles> {
        let name = file.strip_suffix(".jsonl")?;
        let (front, encounter) = name.rsplit_once('-')?;
        let (stem, number) = front.rsplit_once('-')?;
        number.parse::<usize>().ok().filter(|_| !encounter.is_empty())?;
        let mut text = String::new();
        let path = folder.join(format!("{stem}{SUFFIX}"));
        let opened = read_files::open_within(boundary, &path).ok()?;
        opened.take(slip_limits::LOG_BYTES).read_to_string(&mut text).ok()?;
        let stored = serde_json::from_str(&text).ok()?;
        Some(ScenarioFiles { folder: folder.to_owned(), boundary: boundary.clone(), stem: stem.to_owned(), stored })
    }

    fn path(&self, next: &NextEncounter) -> PathBuf {
        self.folder.join(path_of(&self.stem, next.number, &next.encounter.name))
    }

    /// Returns the first encounter of the scenario.
    pub(super) fn first(&self, pack: &Pack) -> Result<FollowingGame, String> {
        let mut progress = ScenarioProgress::new(self.scenario(pack)?);
        let next = next_fight(&mut progress, pack, &mut Vec::new()).ok_or_else(|| "the scenario has no encounter to play".to_owned())?;
        Ok(self.following(&next, self.stored.seats.clone()))
    }

    fn scenario<'p>(&self, pack: &'p Pack) -> Result<&'p Scenario, String> {
        let key = &self.stored.scenario;
        let found = pack.scenarios.get(key.as_str()).filter(|scenario| scenario.valid);
        found.ok_or_else(|| format!("the scenario `{key}` has errors, or is not in these packages"))
    }

    fn following(&self, next: &NextEncounter, seats: BTreeMap<String, String>) -> FollowingGame {
        let path = self.path(next);
        FollowingGame {
            file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            path,
            key: slip_pack::key(&next.encounter.package, &next.encounter.name).to_string(),
            seed: self.stored.seed.map(|seed| of_step(seed, next.number)),
            seats: seats.into_iter().filter(|(side, _)| next.encounter.sides.iter().any(|there| *there.name == **side)).collect(),
        }
    }

    /// Goes through the finished games of the scenario, up to the step whose game has this path.
    ///
    /// # Errors
    /// A sentence if a game before it is missing, not over, or cannot be read.
    pub(super) fn step<'p>(&self, pack: &'p Pack, path: &Path) -> Result<OpenStep<'p>, String> {
        let scenario = self.scenario(pack)?;
        let mut progress = ScenarioProgress::new(scenario);
        loop {
            let none = || format!("the scenario `{}` does not reach this encounter", scenario.name);
            let next = next_fight(&mut progress, pack, &mut Vec::new()).ok_or_else(none)?;
            let played = self.path(&next);
            if played == path {
                return Ok(OpenStep { scenario, progress, next });
            }
            let title = &next.encounter.title;
            let text = self.text(&played).map_err(|why| format!("cannot read the game of {title}, which comes before: {why}"))?;
            let retraced = Session::retrace(pack, &next.encounter, &text, ReplayOptions::default());
            let session = retraced.map_err(|trouble| format!("the game of {title} does not fit: {trouble}"))?.session;
            if session.outcome().is_none() {
                return Err(format!("{title} comes before this encounter and is not over"));
            }
            record(&mut progress, &next, &session)?;
        }
    }

    fn text(&self, path: &Path) -> Result<String, String> {
        let mut text = String::new();
        let opened = read_files::open_within(&self.boundary, path).map_err(|denied| denied.failure("read", path).message)?;
        opened.take(slip_limits::LOG_BYTES).read_to_string(&mut text).map_err(|error| error.to_string())?;
        Ok(text)
    }

    /// Returns the game that follows a step whose encounter is over; `None` if the scenario is over. Players keep their sides.
    pub(super) fn after(&self, pack: &Pack, step: &OpenStep<'_>, session: &Session) -> Result<Option<FollowingGame>, String> {
        let (Some(next), _) = step.after(pack, session)? else { return Ok(None) };
        let mut seats = self.stored.seats.clone();
        let here = session.seats().map(|line| (line.side.to_string(), player_word(&line.player)));
        seats.extend(here.filter_map(|(side, player)| Some((side, player?))));
        Ok(Some(self.following(&next, seats)))
    }

    /// True if the game that follows a step has begun, so that the step can no longer be changed.
    pub(super) fn has_gone_on(&self, pack: &Pack, step: &OpenStep<'_>, session: &Session) -> bool {
        session.outcome().is_some() && self.after(pack, step, session).is_ok_and(|next| next.is_some_and(|next| next.path.exists()))
    }
}

impl OpenStep<'_> {
    /// Returns the encounter after this one, with sentences about this one and about those that are decided without a fight.
    fn after(&self, pack: &Pack, session: &Session) -> Result<(Option<NextEncounter>, Vec<String>), String> {
        let mut progress = self.progress.clone();
        record(&mut progress, &self.next, session)?;
        let mut result: Vec<String> = scenarios::conclusion(&progress, &self.next).into_iter().collect();
        let next = next_fight(&mut progress, pack, &mut result);
        Ok((next, result))
    }

    /// Returns the state of the scenario for the pages.
    pub(super) fn shown(&self, pack: &Pack, session: &Session) -> ShownScenario {
        let title = |key: &str| pack.encounters.get(key).map_or_else(|| key.to_owned(), |encounter| encounter.title.clone());
        let (next, result) = match session.outcome() {
            Some(_) => self.after(pack, session).unwrap_or_else(|why| (None, vec![why])),
            None => (None, Vec::new()),
        };
        let encounter_of = |number: usize| self.scenario.steps.get(number).and_then(|step| pack.encounters.get(&step.encounter));
        let before = (0..self.next.number).filter_map(|number| {
            let earlier = NextEncounter { number, encounter: Encounter::clone(encounter_of(number)?), told: Vec::new() };
            scenarios::conclusion(&self.progress, &earlier)
        });
        ShownScenario {
            title: self.scenario.title.clone(),
            doc: self.scenario.doc.clone().unwrap_or_default(),
            number: self.next.number + 1,
            steps: self.scenario.steps.iter().map(|step| title(&step.encounter)).collect(),
            before: before.collect(),
            carried: self.next.told.clone(),
            result,
            next: next.map(|next| ShownNext { title: next.encounter.title, carried: next.told }),
        }
    }
}

/// Returns the next encounter that is played, with sentences about those before it that are decided without a fight.
fn next_fight(progress: &mut ScenarioProgress<'_>, pack: &Pack, told: &mut Vec<String>) -> Option<NextEncounter> {
    loop {
        let next = progress.next(pack)?;
        if !progress.is_walkover(&next) {
            return Some(next);
        }
        told.extend(scenarios::conclusion(progress, &next));
    }
}

fn record(progress: &mut ScenarioProgress<'_>, next: &NextEncounter, session: &Session) -> Result<(), String> {
    progress.record(next, session.fight(), kept(session.journal()));
    progress.record_boardings(&session.boarded().map_err(|error| error.to_string())?);
    Ok(())
}

/// Returns the word that seats a player again; `None` for programs and scripts, which a page never starts.
fn player_word(player: &StoredSeat) -> Option<String> {
    (!matches!(player, StoredSeat::Outside(_))).then(|| player.to_string())
}

/// Returns the name in a key without its package.
fn short(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}
