//! Where the versions of packages are read from: folders, files, built packs, commits. Floor 9.

use crate::archive::{self, Archive};
use crate::cache::Cache;
use crate::cli::args::Diff;
use crate::cli::commit::Tree;
use crate::cli::compiled::{self, World};
use crate::cli::{Stop, shown};
use crate::limits::PACK_MEMBER_BYTES;
use crate::pack::{Pack, PackageInfo};
use crate::project;
use crate::source::Package;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Packages by name.
pub(super) struct Packages {
    packs: BTreeMap<String, Pack>,
    /// How many errors they have.
    pub(super) errors: usize,
}

/// Where packages are read from.
enum Place {
    /// A built pack.
    Built(PathBuf),
    /// Texts, and the commit that they were taken from.
    Texts(PathBuf, Option<Tree>),
}

/// Reads the two versions that are compared. Packages that are the same in both, with all that they depend on, are not compiled:
/// there is nothing to compare in them. Games are played with compiled packages.
pub(super) fn both(wanted: &Diff) -> Result<(Packages, Packages), Stop> {
    let (old, new) = (Place::of(&wanted.old, &wanted.new, wanted)?, Place::of(&wanted.new, &wanted.old, wanted)?);
    let same = if wanted.games.is_some() { BTreeSet::new() } else { same(&old, &new) };
    Ok((old.read(&wanted.old, &same)?, new.read(&wanted.new, &same)?))
}

/// The names of packages that are the same in both places.
fn same(old: &Place, new: &Place) -> BTreeSet<String> {
    match (old.hashes(), new.hashes()) {
        (Some(old), Some(new)) => old.into_iter().filter(|(name, hash)| new.get(name) == Some(hash)).map(|(name, _)| name).collect(),
        _ => BTreeSet::new(),
    }
}

impl Place {
    /// A path, or else a commit: of the folder that was said, or of what it is compared with.
    fn of(asked: &str, other: &str, wanted: &Diff) -> Result<Place, Stop> {
        let path = Path::new(asked);
        if path.exists() {
            return Ok(match path.extension().and_then(|end| end.to_str()) {
                Some("json" | archive::EXTENSION) => Place::Built(path.to_owned()),
                _ => Place::Texts(path.to_owned(), None),
            });
        }
        let other = Path::new(other);
        let is_kept = other.is_dir() || (other.is_file() && other.extension().is_some_and(|end| end == "slip"));
        let folder = wanted.folder.as_deref().unwrap_or(if is_kept { other } else { Path::new(".") });
        let tree = Tree::of(asked, folder)?;
        Ok(Place::Texts(tree.path().to_owned(), Some(tree)))
    }

    /// The hashes of its packages with all that they depend on, by name; none if it is not folders of packages that can be loaded
    /// together, each by its own name.
    fn hashes(&self) -> Option<BTreeMap<String, String>> {
        let Place::Texts(path, _) = self else { return None };
        let folders = project::packages(path).ok().filter(|_| path.is_dir())?;
        let project = project::load(&folders, &mut std::io::empty()).ok().filter(|project| !project.is_partial())?;
        let hashes = project.hashes_with_dependencies();
        let mut named: BTreeMap<String, String> = BTreeMap::new();
        for root in &project.roots {
            let name = project.sources.package(*root).map(|package| package.name.clone()).filter(|name| !name.is_empty())?;
            if named.insert(name, hashes.get(root)?.clone()).is_some() {
                return None;
            }
        }
        Some(named)
    }

    /// Compiles what is not the same in both places.
    fn read(&self, asked: &str, same: &BTreeSet<String>) -> Result<Packages, Stop> {
        match self {
            Place::Built(path) => built(path),
            Place::Texts(path, None) => compiled(path, same),
            Place::Texts(path, Some(_)) => compiled(path, same).map_err(|stop| match stop {
                Stop::Because(reason) => Stop::Because(format!("in {asked}: {reason}")),
                other => other,
            }),
        }
    }
}

impl Packages {
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

fn compiled(path: &Path, same: &BTreeSet<String>) -> Result<Packages, Stop> {
    if path.is_file() {
        return Ok(packages(vec![compiled::compile(project::load(&[path.to_owned()], &mut std::io::empty())?)]));
    }
    if same.is_empty() {
        return Ok(packages(compiled::worlds(path)?));
    }
    let folders = project::packages(path)?;
    let project = project::load(&folders, &mut std::io::empty())?;
    let about = project.roots.iter().filter_map(|root| project.sources.package(*root));
    let mut packs: BTreeMap<String, Pack> = about.map(|package| (package.name.clone(), unread(package))).collect();
    let about = project.roots.iter().filter_map(|root| project.sources.package(*root));
    let by_root: BTreeMap<&str, &String> = about.map(|package| (package.root.as_str(), &package.name)).collect();
    let is_other = |folder: &&PathBuf| {
        let key = shown(folder);
        by_root.get(key.as_str()).is_none_or(|name| !same.contains(*name))
    };
    let others: Vec<PathBuf> = folders.iter().filter(is_other).cloned().collect();
    let compiled = packages(compiled::worlds_in(&others)?);
    packs.extend(compiled.packs);
    // All of them are judged, as `slipyard check` does.
    let errors = compiled::errors_told(std::iter::once(&compiled::verdict(project, &Cache::nowhere())));
    Ok(Packages { packs, errors })
}

fn packages(worlds: Vec<World>) -> Packages {
    let errors = compiled::errors_told(worlds.iter());
    Packages { packs: worlds.into_iter().map(|world| (world.pack.package.name.to_string(), world.pack)).collect(), errors }
}

/// A package of which nothing is compared.
fn unread(package: &Package) -> Pack {
    let about = PackageInfo { name: package.name.as_str().into(), version: package.version.as_str().into(), ..PackageInfo::default() };
    Pack { package: about, ..Pack::default() }
}
