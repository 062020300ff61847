//! Reads the versions of packages from folders, files, built packs or commits.

use super::dependency_changes::{self, Dependencies};
use crate::cache::Cache;
use crate::cli::args::Diff;
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::packages_in_commit::{ExtractedCommit, path_if_existing};
use crate::cli::{Stop, shown, verdict_cache};
use crate::policy::{self, ManifestLimits, RepositoryPolicy};
use crate::project::{self, Project};
use slip_compile::{TreeCache, WrittenWaiver};
use slip_limits::PACK_MEMBER_BYTES;
use slip_pack::archive::{self, Archive};
use slip_pack::changes::version_step::Bump;
use slip_pack::changes::{Category, PackageChange, PackageChanges};
use slip_pack::{Pack, PackageInfo};
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use slip_source::{Package, PackageId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Compiled packages of one version, by name.
pub(super) struct Packages {
    packs: BTreeMap<String, Pack>,
    /// Number of errors in the packages.
    pub(super) errors: usize,
    /// Limits that the manifest of each package sets, by name.
    settings: BTreeMap<String, ManifestLimits>,
    /// Waivers of each compiled package as they are written, by name.
    waivers: WaiverLines,
    /// Dependencies of each compiled package, by name.
    dependencies: BTreeMap<String, Dependencies>,
    /// Policy at the root of the repository.
    pub(super) policy: Option<RepositoryPolicy>,
    /// True if the version is a built pack.
    pub(super) is_built: bool,
    /// True if the version is only a compiled package: without its manifest, its limits are not known.
    pub(super) without_settings: bool,
}

/// Waivers of packages as they are written, by the name of the package.
type WaiverLines = BTreeMap<String, Vec<String>>;

/// Place that a version is read from.
enum Place {
    /// File that contains a built pack.
    Built(PathBuf),
    /// Folder or file with Slip texts, and the commit that they were taken from, if any.
    Texts(PathBuf, Option<ExtractedCommit>),
}

/// Packages of a version that were loaded together, each with a name of its own.
struct Loaded {
    folders: Vec<PathBuf>,
    project: Project,
    /// Packages by name. The hash of each covers its own texts and the texts of all its dependencies.
    roots: BTreeMap<String, (PackageId, String)>,
}

/// Reads the two versions that are compared. A package is not compiled if it is the same in both versions together with all its
/// dependencies, since it has no differences. If games are played, all packages are compiled.
pub(super) fn both(wanted: &Diff) -> Result<(Packages, Packages), Stop> {
    let (old, new) = (Place::of(&wanted.old, &wanted.new, wanted)?, Place::of(&wanted.new, &wanted.old, wanted)?);
    let loaded = if wanted.games.is_some() { None } else { old.loaded().zip(new.loaded()) };
    let Some((before, after)) = loaded else { return Ok((old.read(&wanted.old)?, new.read(&wanted.new)?)) };
    let is_same = |(name, (_, hash)): &(&String, &(PackageId, String))| after.roots.get(*name).is_some_and(|(_, now)| now == hash);
    let same: BTreeSet<String> = before.roots.iter().filter(is_same).map(|(name, _)| name.clone()).collect();
    let cache = verdict_cache::cache(false);
    let (same_now, changed_now) = after.parted(&same);
    let (_, changed_before) = before.parted(&same);
    let old_packs = before.packs(&same).map_err(|stop| old.explained(&wanted.old, stop))?;
    let new_packs = after.packs(&same).map_err(|stop| new.explained(&wanted.new, stop))?;
    // Errors of loading are not counted here, but below, together with the changed packages of each version.
    let unchanged = after.checked_errors(&same_now, &cache);
    let with = |errors: BTreeSet<Told>| errors.union(&unchanged).count();
    let (old_errors, new_errors) = (before.errors(&changed_before, &Cache::nowhere()), after.errors(&changed_now, &cache));
    let packages = |loaded: &Loaded, compiled: Packages, errors, place: &Place| -> Result<Packages, Stop> {
        let settings = settings(std::iter::once(&loaded.project));
        Ok(Packages { errors, settings, policy: place.policy()?, ..compiled })
    };
    Ok((packages(&before, old_packs, with(old_errors), &old)?, packages(&after, new_packs, with(new_errors), &new)?))
}

/// Identity of an error that does not depend on the folder of its package: package name, path in the package, position, code and
/// message.
type Told = (String, String, u32, u32, Code, String);

impl Loaded {
    /// Returns the packages that are the same in both versions, and all other packages.
    fn parted(&self, same: &BTreeSet<String>) -> (Vec<PackageId>, Vec<PackageId>) {
        let numbers = |wanted: bool| self.roots.iter().filter(move |(name, _)| same.contains(*name) == wanted).map(|(_, (root, _))| *root);
        (numbers(true).collect(), numbers(false).collect())
    }

    /// Returns the packages by name, with the waivers and dependencies of those that were compiled. The packages in `same` are not
    /// compiled; an empty pack takes their place.
    fn packs(&self, same: &BTreeSet<String>) -> Result<Packages, Stop> {
        let about = |(name, (root, _)): (&String, &(PackageId, String))| {
            let package = self.project.sources.package(*root)?;
            Some((name.clone(), unread(package)))
        };
        let mut packs: BTreeMap<String, Pack> = self.roots.iter().filter_map(about).collect();
        let unchanged = self.roots.iter().filter(|(name, _)| same.contains(*name));
        let root = |root: &PackageId| Some(slip_printable::line(self.project.sources.package(*root)?.root.as_str()).into_owned());
        let unchanged: BTreeSet<String> = unchanged.filter_map(|(_, (id, _))| root(id)).collect();
        let folders: Vec<PathBuf> = self.folders.iter().filter(|folder| !unchanged.contains(&shown(folder))).cloned().collect();
        let compiled = packages(compile_projects::worlds_in(&folders)?);
        packs.extend(compiled.packs);
        Ok(Packages { packs, ..compiled })
    }

    /// Returns the errors of the given packages and of their dependencies. Errors of loading are included.
    fn errors(&self, roots: &[PackageId], kept: &Cache) -> BTreeSet<Told> {
        let mut errors = self.identities(&self.project.diagnostics);
        errors.append(&mut self.checked_errors(roots, kept));
        errors
    }

    /// Returns the errors of the given packages and of their dependencies. Errors of loading are left out.
    fn checked_errors(&self, roots: &[PackageId], kept: &Cache) -> BTreeSet<Told> {
        self.identities(&kept.verdicts(&mut TreeCache::default(), &self.project.sources, roots).diagnostics)
    }

    /// Returns a key for every error among the findings: package, file, position, code and message.
    fn identities(&self, found: &Diagnostics) -> BTreeSet<Told> {
        let sources = &self.project.sources;
        let told = |found: &Diagnostic| {
            let at = found.primary.span;
            let file = sources.file(at.file)?;
            let package = sources.package(file.package())?;
            let inside = file.path().strip_prefix(package.root.as_str()).unwrap_or(file.path()).to_owned();
            Some((package.name.clone(), inside, at.start, at.end, found.code, found.message.clone()))
        };
        found.iter().filter(|found| found.severity == Severity::Error && self.project.concerns(found)).filter_map(told).collect()
    }
}

impl Place {
    /// Returns the place that an argument names: a path or, if there is no such path, a commit. The commit is looked up in the folder of
    /// `--in` or, without `--in`, in the folder of the other version.
    fn of(asked: &str, other: &str, wanted: &Diff) -> Result<Place, Stop> {
        let other = Path::new(other);
        let is_kept = other.is_dir() || (other.is_file() && other.extension().is_some_and(|end| end == "slip"));
        let folder = wanted.folder.as_deref().unwrap_or(if is_kept { other } else { Path::new(".") });
        if let Some(path) = path_if_existing(asked, folder)? {
            return Ok(match path.extension().and_then(|end| end.to_str()) {
                Some("json" | archive::EXTENSION) => Place::Built(path.to_owned()),
                _ => Place::Texts(path.to_owned(), None),
            });
        }
        let tree = ExtractedCommit::of(asked, folder)?;
        Ok(Place::Texts(tree.path().to_owned(), Some(tree)))
    }

    /// Loads the packages of this place together. `None` if the place is not a folder, two packages have the same name, or loading fails.
    fn loaded(&self) -> Option<Loaded> {
        let Place::Texts(path, _) = self else { return None };
        let folders = project::packages(path).ok().filter(|_| path.is_dir())?;
        let project = project::load(&folders, &mut std::io::empty()).ok()?;
        let roots = project.roots_by_name()?;
        Some(Loaded { folders, project, roots })
    }

    /// Compiles all packages of this place.
    fn read(&self, asked: &str) -> Result<Packages, Stop> {
        match self {
            Place::Built(path) => built(path),
            Place::Texts(path, _) => {
                let packages = compiled(path).map_err(|stop| self.explained(asked, stop))?;
                Ok(Packages { policy: self.policy()?, ..packages })
            }
        }
    }

    /// Returns the policy at the root of the repository that this place is in.
    fn policy(&self) -> Result<Option<RepositoryPolicy>, Stop> {
        let root = match self {
            Place::Built(_) => return Ok(None),
            Place::Texts(_, Some(tree)) => Some(tree.root()),
            Place::Texts(path, None) => policy::home(path),
        };
        Ok(root.map(|root| policy::at_root(&root)).transpose()?.flatten())
    }

    /// Returns an error message with the name of the commit in front, if the version is a commit.
    fn explained(&self, asked: &str, stop: Stop) -> Stop {
        match (self, stop) {
            (Place::Texts(_, Some(_)), Stop::Because(reason)) => Stop::Because(format!("in {asked}: {reason}")),
            (_, other) => other,
        }
    }
}

impl Packages {
    /// Returns the changes in the limits of a package between this version and another one.
    pub(super) fn policy_changes(&self, old: Option<&Pack>, other: &Packages, new: Option<&Pack>) -> Vec<PackageChange> {
        let of =
            |packages: &'_ Packages, pack: Option<&Pack>| pack.and_then(|pack| packages.settings.get(pack.package.name.as_str()).cloned());
        match (of(self, old), of(other, new)) {
            (Some(old), Some(new)) => policy::settings_changes(&old, &new, (self.policy.as_ref(), other.policy.as_ref())),
            (Some(old), None) if new.is_none() => policy::lost_settings(&old),
            (None, Some(new)) if old.is_none() => policy::new_settings(&new),
            _ => Vec::new(),
        }
    }

    /// Returns the waivers of a package that are in the text of the other version but not in this one, except those in `listed`. The texts
    /// are compared, because compiled items lack two kinds of waivers: those of a limit that only the policy of the repository sets, and
    /// those that nothing needs yet.
    pub(super) fn waiver_changes(
        &self,
        old: Option<&Pack>,
        other: &Packages,
        new: Option<&Pack>,
        listed: &PackageChanges,
    ) -> Vec<PackageChange> {
        if self.is_built || other.is_built {
            return Vec::new();
        }
        let written = |packages: &Packages, pack: Option<&Pack>| -> Vec<String> {
            pack.and_then(|pack| packages.waivers.get(pack.package.name.as_str()).cloned()).unwrap_or_default()
        };
        let mut known = written(self, old);
        let mut found = Vec::new();
        for line in written(other, new) {
            if let Some(at) = known.iter().position(|one| *one == line) {
                known.swap_remove(at);
                continue;
            }
            let phrase = line.trim_start_matches("allow ");
            if !listed.of(Category::Waivers).any(|change| change.what.contains(phrase)) {
                let what = format!("has a new waiver: {line}");
                found.push(PackageChange {
                    category: Category::Waivers,
                    kind: "package".to_owned(),
                    name: String::new(),
                    what,
                    asks: Bump::Minor,
                });
            }
        }
        found
    }

    /// Returns the differences between the dependencies of a package in this version and in another one.
    pub(super) fn dependency_changes(&self, old: Option<&Pack>, other: &Packages, new: Option<&Pack>) -> Vec<PackageChange> {
        let of = |packages: &'_ Packages, pack: Option<&Pack>| {
            pack.and_then(|pack| packages.dependencies.get(pack.package.name.as_str()).cloned())
        };
        // The dependencies are unknown for a package that is the same in both versions, because it was not compiled, and for a built pack.
        let (was, Some(is)) = (of(self, old), of(other, new)) else { return Vec::new() };
        if was.is_none() && old.is_some() {
            return Vec::new();
        }
        dependency_changes::changes(was.as_ref(), &is, |name| other.packs.contains_key(name))
    }

    /// Pairs the packages of the two versions by name. `None` means that a version does not have the package. If each version has only one
    /// package, the two are paired even if their names differ.
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
    let mut about = None;
    if path.extension().is_some_and(|end| end == archive::EXTENSION) {
        let archive = Archive::read(&bytes).map_err(|refusal| because(refusal.message))?;
        bytes = archive.member(archive::PACK).unwrap_or_default().to_vec();
        let manifest = archive.sources(&archive.about.package.name).find(|(name, _)| *name == project::MANIFEST);
        about = manifest.map(|(_, text)| ManifestLimits::of(&project::package_of_manifest(&String::from_utf8_lossy(text))));
    }
    let pack = Pack::read(&bytes).map_err(because)?;
    let name = pack.package.name.to_string();
    let without_settings = about.is_none();
    let settings = about.map(|settings| (name.clone(), settings)).into_iter().collect();
    let waivers = WaiverLines::new();
    let (packs, dependencies) = (BTreeMap::from([(name, pack)]), BTreeMap::new());
    Ok(Packages { packs, errors: 0, settings, waivers, dependencies, policy: None, is_built: true, without_settings })
}

fn compiled(path: &Path) -> Result<Packages, Stop> {
    if path.is_file() {
        return Ok(packages(vec![compile_projects::compile(project::load(&[path.to_owned()], &mut std::io::empty())?)]));
    }
    Ok(packages(compile_projects::worlds(path)?))
}

fn packages(worlds: Vec<CompiledProject>) -> Packages {
    let errors = compile_projects::errors_told(worlds.iter());
    let settings = settings(worlds.iter().map(|world| &world.project));
    let waivers = worlds.iter().map(|world| (world.pack.package.name.to_string(), waiver_lines(world))).collect();
    let dependencies = worlds.iter().map(|world| (world.pack.package.name.to_string(), dependency_changes::of(world))).collect();
    let packs = worlds.into_iter().map(|world| (world.pack.package.name.to_string(), world.pack)).collect();
    Packages { packs, errors, settings, waivers, dependencies, policy: None, is_built: false, without_settings: false }
}

/// Returns the waivers of a package as they are written, with single blanks between the words.
fn waiver_lines(world: &CompiledProject) -> Vec<String> {
    world.written_waivers().filter_map(|waiver: &WrittenWaiver| dependency_changes::line(world, waiver.span)).collect()
}

/// Returns the limits that the manifests of the requested packages set, by package name.
fn settings<'p>(projects: impl Iterator<Item = &'p Project>) -> BTreeMap<String, ManifestLimits> {
    let packages = projects.flat_map(|project| project.roots.iter().filter_map(|root| project.sources.package(*root)));
    packages.map(|package| (package.name.clone(), ManifestLimits::of(package))).collect()
}

/// Returns an empty pack for a package whose content is not compared.
fn unread(package: &Package) -> Pack {
    let about = PackageInfo { name: package.name.as_str().into(), version: package.version.as_str().into(), ..PackageInfo::default() };
    Pack { package: about, ..Pack::default() }
}
