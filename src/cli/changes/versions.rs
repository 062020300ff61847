//! Where the versions of packages are read from: folders, files, built packs, commits. Floor 9.

use crate::archive::{self, Archive};
use crate::cli::args::Diff;
use crate::cli::commit::Tree;
use crate::cli::compiled::{self, World};
use crate::cli::{Stop, shown};
use crate::limits::PACK_MEMBER_BYTES;
use crate::pack::Pack;
use crate::project;
use std::collections::BTreeMap;
use std::path::Path;

/// Packages by name.
pub(super) struct Packages {
    packs: BTreeMap<String, Pack>,
    /// How many errors they have.
    pub(super) errors: usize,
}

impl Packages {
    /// A path, or else a commit: of the folder that was said, or of what it is compared with.
    pub(super) fn read(asked: &str, other: &str, wanted: &Diff) -> Result<Packages, Stop> {
        let path = Path::new(asked);
        if path.exists() {
            return match path.extension().and_then(|end| end.to_str()) {
                Some("json" | archive::EXTENSION) => built(path),
                _ => compiled(path),
            };
        }
        let other = Path::new(other);
        let is_kept = other.is_dir() || (other.is_file() && other.extension().is_some_and(|end| end == "slip"));
        let folder = wanted.folder.as_deref().unwrap_or(if is_kept { other } else { Path::new(".") });
        let tree = Tree::of(asked, folder)?;
        compiled(tree.path()).map_err(|stop| match stop {
            Stop::Because(reason) => Stop::Because(format!("in {asked}: {reason}")),
            other => other,
        })
    }

    /// Each package of either, as it is in the one and in the other. Two packages alone are compared whatever they are called.
    pub(super) fn beside<'p>(&'p self, other: &'p Packages) -> Vec<(Option<&'p Pack>, Option<&'p Pack>)> {
        let only = |packs: &'p BTreeMap<String, Pack>| packs.values().next().filter(|_| packs.len() == 1);
        if let (Some(one), Some(other)) = (only(&self.packs), only(&other.packs)) {
            return vec![(Some(one), Some(other))];
        }
        let mut names: Vec<&String> = self.packs.keys().chain(other.packs.keys()).collect();
        names.sort();
        names.dedup();
        names.into_iter().map(|name| (self.packs.get(name), other.packs.get(name))).collect()
    }
}

fn built(path: &Path) -> Result<Packages, Stop> {
    let shown = shown(path);
    let because = |reason: String| Stop::because(format!("cannot read the pack `{shown}`: {reason}"));
    let mut bytes = project::stored_bytes(path, PACK_MEMBER_BYTES).map_err(|error| because(error.to_string()))?;
    if path.extension().is_some_and(|end| end == archive::EXTENSION) {
        let archive = Archive::read(&bytes).map_err(|refusal| because(refusal.message))?;
        bytes = archive.member(archive::PACK).unwrap_or_default().to_vec();
    }
    let pack = Pack::read(&bytes).map_err(because)?;
    Ok(Packages { packs: BTreeMap::from([(pack.package.name.to_string(), pack)]), errors: 0 })
}

fn compiled(path: &Path) -> Result<Packages, Stop> {
    let worlds: Vec<World> = if path.is_file() {
        vec![compiled::compile(project::load(&[path.to_owned()], &mut std::io::empty())?)]
    } else {
        compiled::worlds(path)?
    };
    let errors = compiled::errors_told(worlds.iter());
    let packs = worlds.into_iter().map(|world| (world.pack.package.name.to_string(), world.pack)).collect();
    Ok(Packages { packs, errors })
}
