//! Encounters to play: those of the packages of this repository, compiled once, and small ones.

use slip_compile::compile;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slipyard::project;
use std::path::PathBuf;

/// A package and one encounter of it.
pub struct Scene {
    /// Package.
    pub pack: &'static Pack,
    /// Encounter.
    pub encounter: &'static Encounter,
}

/// Returns every encounter of these packages of `content/`, sorted by name. They are kept until the program ends.
pub fn scenes(packages: &[&str]) -> Vec<Scene> {
    of_folders(packages.iter().map(|package| crate::root().join("content").join(package)))
}

/// Returns one small encounter of each kind, which starts much faster than those of `content/`.
pub fn little() -> Vec<Scene> {
    of_folders(std::iter::once(crate::root().join("fuzz/tables")))
}

fn of_folders(folders: impl Iterator<Item = PathBuf>) -> Vec<Scene> {
    let mut found = Vec::new();
    for folder in folders {
        let project = project::load_package(&folder).expect("it is in the repository");
        let pack: &'static Pack = Box::leak(Box::new(compile(&project.sources).pack));
        found.extend(pack.encounters.values().map(|encounter| Scene { pack, encounter }));
    }
    found
}
