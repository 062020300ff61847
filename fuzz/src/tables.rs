//! The packages of this repository, compiled once, and their encounters.

use slipyard::compile::compile;
use slipyard::pack::Pack;
use slipyard::pack::encounter::Encounter;
use slipyard::project;

/// A package and one encounter of it.
pub struct Scene {
    /// The package.
    pub pack: &'static Pack,
    /// The encounter.
    pub encounter: &'static Encounter,
}

/// Every encounter of these packages of `content/`, in the order of names. They are kept until the program ends.
pub fn scenes(packages: &[&str]) -> Vec<Scene> {
    let mut found = Vec::new();
    for package in packages {
        let project = project::load_package(&crate::root().join("content").join(package)).expect("it is in the repository");
        let pack: &'static Pack = Box::leak(Box::new(compile(&project.sources).pack));
        found.extend(pack.encounters.values().map(|encounter| Scene { pack, encounter }));
    }
    found
}
