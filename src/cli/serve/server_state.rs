//! Compiled packages of the server, compiled again when a file is saved.

use crate::cli::Stop;
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::doc;
use crate::cli::watch::Folders;
use serde::Serialize;
use slip_export::site::{self, Chapter, SiteFiles};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::scenario::Scenario;
use slip_report::{DrawOptions, Style};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Packages that the server shows.
pub(super) struct ServerState {
    /// Path to the packages, as given on the command line.
    pub(super) path: PathBuf,
    stands: Mutex<CompiledState>,
}

/// Last compiled state of the packages.
#[derive(Clone, Default)]
pub(super) struct CompiledState {
    /// Number of the compilation, which changes whenever the packages are compiled.
    pub(super) stamp: u64,
    pub(super) packages: Vec<ServedPackage>,
    /// Reason why the compiled state is out of date.
    pub(super) failure: Option<String>,
    /// Website made from the packages.
    pub(super) site: Arc<SiteFiles>,
}

impl CompiledState {
    /// Returns the packages with errors and their counts, on one line, or the reason why the packages could not be read.
    pub(super) fn trouble(&self) -> Option<String> {
        let wrong = self.packages.iter().filter(|package| package.errors);
        let told: Vec<String> = wrong.map(|package| format!("{}: {}", package.name, package.counts)).collect();
        self.failure.clone().or_else(|| (!told.is_empty()).then(|| told.join("; ")))
    }
}

/// Package in the list of the pages.
#[derive(Clone, Serialize)]
pub(super) struct ServedPackage {
    name: String,
    version: String,
    description: String,
    counts: String,
    errors: bool,
    findings: String,
    encounters: Vec<Scene>,
    evenings: Vec<Evening>,
    doctrines: Vec<String>,
    #[serde(skip)]
    pub(super) pack: Arc<Pack>,
}

/// Encounter in the list of the pages.
#[derive(Clone, Serialize)]
struct Scene {
    key: String,
    title: String,
    doc: String,
    play: &'static str,
    valid: bool,
    sides: Vec<String>,
}

/// Scenario, as the pages show it.
#[derive(Clone, Serialize)]
struct Evening {
    key: String,
    title: String,
    doc: String,
    valid: bool,
    /// Titles of the encounters in the scenario.
    steps: Vec<String>,
    /// Names of the sides of all encounters, each once.
    sides: Vec<String>,
}

impl ServerState {
    /// Compiles the packages of a path.
    pub(super) fn open(path: &Path) -> Result<ServerState, Stop> {
        let worlds = compile_projects::worlds(path)?;
        let path = path.to_path_buf();
        Ok(ServerState {
            path,
            stands: Mutex::new(CompiledState { site: Arc::new(drawn(&worlds)), packages: packages(worlds), ..CompiledState::default() }),
        })
    }

    pub(super) fn stands(&self) -> MutexGuard<'_, CompiledState> {
        self.stands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the pack that has an encounter of this key.
    pub(super) fn pack_with(&self, key: &str) -> Option<Arc<Pack>> {
        self.pack_that(key, |pack| pack.encounters.contains_key(key))
    }

    /// Returns the pack that has a scenario of this key.
    pub(super) fn pack_with_scenario(&self, key: &str) -> Option<Arc<Pack>> {
        self.pack_that(key, |pack| pack.scenarios.contains_key(key))
    }

    fn pack_that(&self, key: &str, has_it: impl Fn(&Pack) -> bool) -> Option<Arc<Pack>> {
        let stands = self.stands();
        let found = stands.packages.iter().find(|package| key.starts_with(&format!("{}.", package.name)) && has_it(&package.pack));
        found.map(|package| Arc::clone(&package.pack))
    }

    /// Returns the encounter of a word, NAME or PACKAGE.NAME, with its key and pack; `None` if there is none.
    ///
    /// # Errors
    /// A sentence if several packages have an encounter of this name.
    pub(super) fn encounter_called(&self, word: &str) -> Result<Option<(String, Arc<Pack>)>, String> {
        let stands = self.stands();
        let is_called = |key: &str| key == word || key.rsplit_once('.').is_some_and(|(_, name)| name == word);
        let own = |package: &ServedPackage| {
            let keys = package.encounters.iter().map(|scene| scene.key.clone()).filter(|key| is_called(key));
            keys.map(|key| (key, Arc::clone(&package.pack))).collect::<Vec<_>>()
        };
        let mut found: Vec<(String, Arc<Pack>)> = stands.packages.iter().flat_map(own).collect();
        if found.len() > 1 {
            let keys: Vec<String> = found.iter().map(|(key, _)| format!("`{key}`")).collect();
            return Err(format!("`{word}` is the name of several encounters: write one of {}", keys.join(", ")));
        }
        Ok(found.pop())
    }

    fn again(&self, path: &Path) {
        let found = compile_projects::worlds(path);
        let site = found.as_ref().ok().map(|worlds| drawn(worlds));
        let mut stands = self.stands();
        stands.stamp = stands.stamp.wrapping_add(1);
        stands.site = site.map_or_else(|| Arc::clone(&stands.site), Arc::new);
        match found {
            Ok(worlds) => {
                stands.packages = packages(worlds);
                stands.failure = None;
            }
            // The last compiled state is kept, so that a game can begin while a file is half-written.
            Err(Stop::Because(why)) => stands.failure = Some(why),
            Err(Stop::NobodyReads) => {}
        }
    }
}

/// Compiles again whenever a file is saved, until the program ends.
pub(super) fn watch(house: Arc<ServerState>, path: PathBuf) {
    std::thread::spawn(move || {
        let Ok(mut folders) = Folders::new(false) else { return };
        let mut again = false;
        loop {
            let paths = std::slice::from_ref(&path);
            let project = crate::project::load(paths, &mut std::io::empty());
            let more = match project {
                Ok(project) => folders.look_at(paths, &project).unwrap_or(false),
                Err(_) => folders.look_above(paths),
            };
            // A change is not reported if it came before the folder was watched, so the packages are compiled once more.
            if !(more && again) && folders.wait().is_err() {
                return;
            }
            house.again(&path);
            again = true;
        }
    });
}

/// Returns the website without odds, which take too long to compute here. `slipyard doc --simulate` adds them.
fn drawn<'w>(worlds: &'w [CompiledProject]) -> SiteFiles {
    let chapter = |world: &'w CompiledProject| Chapter {
        pack: &world.pack,
        findings: doc::findings(world, |file| file.shown().to_owned()),
        odds: std::collections::BTreeMap::new(),
        editor: None,
    };
    site::site(&worlds.iter().map(chapter).collect::<Vec<_>>())
}

fn packages(worlds: Vec<CompiledProject>) -> Vec<ServedPackage> {
    worlds.into_iter().map(package).collect()
}

fn package(world: CompiledProject) -> ServedPackage {
    let mut findings = Vec::new();
    let picture = DrawOptions::default();
    // Writing to memory cannot fail.
    let _ = slip_report::write(&mut findings, &world.diagnostics, &world.project.sources, Style::Plain, picture, &world.summary());
    let own = |key: &str| key.rsplit_once('.').is_some_and(|(package, _)| package == world.pack.package.name);
    let pack = &world.pack;
    ServedPackage {
        name: pack.package.name.to_string(),
        version: pack.package.version.to_string(),
        description: pack.package.description.to_string(),
        counts: compile_projects::counts(&world.diagnostics),
        errors: world.diagnostics.has_errors(),
        findings: String::from_utf8_lossy(&findings).into_owned(),
        encounters: pack.encounters.iter().filter(|(key, _)| own(key)).map(|(key, scene)| scene_of(key, scene)).collect(),
        evenings: pack.scenarios.iter().filter(|(key, _)| own(key)).map(|(key, evening)| evening_of(pack, key, evening)).collect(),
        doctrines: pack.doctrines.keys().map(|key| key.rsplit('.').next().unwrap_or(key).to_owned()).collect(),
        pack: Arc::new(world.pack),
    }
}

fn scene_of(key: &str, scene: &Encounter) -> Scene {
    Scene {
        key: key.to_owned(),
        title: scene.title.clone(),
        doc: scene.doc.clone().unwrap_or_default().to_string(),
        play: scene.play.word(),
        valid: scene.valid,
        sides: scene.sides.iter().map(|side| side.name.to_string()).collect(),
    }
}

/// Returns the names of the sides of a scenario, in the order in which they first appear.
fn sides_of(pack: &Pack, evening: &Scenario) -> Vec<String> {
    let encounters = evening.steps.iter().filter_map(|step| pack.encounters.get(&step.encounter));
    let mut sides: Vec<String> = Vec::new();
    for side in encounters.flat_map(|encounter| &encounter.sides) {
        if !sides.iter().any(|known| **known == *side.name) {
            sides.push(side.name.to_string());
        }
    }
    sides
}

fn evening_of(pack: &Pack, key: &str, evening: &Scenario) -> Evening {
    let title = |encounter: &str| pack.encounters.get(encounter).map_or_else(|| encounter.to_owned(), |scene| scene.title.clone());
    Evening {
        key: key.to_owned(),
        title: evening.title.clone(),
        doc: evening.doc.clone().unwrap_or_default(),
        valid: evening.valid,
        steps: evening.steps.iter().map(|step| title(&step.encounter)).collect(),
        sides: sides_of(pack, evening),
    }
}
