//! `slipyard.lock`: pins the content that a package was last checked with.
//!
//! The lock of a package names its direct and indirect dependencies and its standard library, with version and content hash. Differences
//! from the current content are reported. The lock never decides which files are read; only the paths in the manifest do. Only [`write`]
//! writes a lock, and only if its text would change.
//!
//! Packages of the same repository are not pinned. Every commit contains all of them, so a change of one package does not change the locks
//! of the others.

mod text;

use super::{
    Boundary, Denied, LOCK, LoadFailure, Project, Writer, boundary, discover_packages, errors, fetched_folder, read_files, repository_root,
};
use slip_compile::stdlib;
use slip_limits::FILE_BYTES;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{Package, PackageId, Sources, Span};

pub(super) use slip_manifest::package_hash::{hash, hash_of};

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
pub(super) use text::read;
use text::{WrittenLock, render, same_text};

/// Content of a lock file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lock {
    /// Standard library that the package was checked with.
    std: LibraryPin,
    /// True if the lock leaves out packages of the same repository.
    repository: bool,
    /// Pinned dependencies by name.
    pins: BTreeMap<String, Pin>,
}

/// Standard library that a package is checked with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct LibraryPin {
    version: String,
    /// Content hash; empty in locks of the first format.
    hash: String,
}

/// Pinned dependency.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pin {
    version: String,
    /// Content hash: `sha256:` and 64 hexadecimal digits.
    hash: String,
    /// Names of other dependencies that this dependency needs.
    needs: BTreeSet<String>,
}

/// Lock of a requested package, and the result of comparing the lock with the current content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locked {
    /// Package that the lock belongs to.
    pub package: PackageId,
    /// True if the package has dependencies.
    pub has_dependencies: bool,
    /// Result of comparing the lock with the current content.
    pub standing: LockComparison,
    path: PathBuf,
    /// Text of the lock file, if the file exists.
    text: Option<String>,
    /// Content of the lock file, if it could be read.
    written: Option<Lock>,
}

/// Result of comparing a lock with the current content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LockComparison {
    /// The package has no lock file.
    Missing,
    /// The lock is up to date.
    Current,
    /// Some dependencies are not pinned in the lock, or pinned ones no longer exist.
    Outdated,
    /// These packages have changed since they were pinned; `std` is the standard library.
    Changed(Vec<String>),
    /// The lock cannot be read, for a reason that was reported.
    Unreadable,
    /// The lock has a newer format than this version reads.
    Newer,
}

/// Compares the lock of a package with the current content, and reports differences.
///
/// A package with an unreadable manifest is treated as unchanged, because the cause was already reported. The same is true for dependencies
/// that may be missing because of such a manifest.
pub(super) fn check(
    sources: &mut Sources,
    hashes: &mut Hashes,
    (root, folder): (PackageId, &Path),
    misread: &BTreeSet<PackageId>,
    out: &mut Diagnostics,
) -> Result<Locked, LoadFailure> {
    let path = folder.join(LOCK);
    let rests = |package: &Package| !package.dependencies.is_empty() || package.places.library.is_some();
    let has_dependencies = sources.package(root).is_some_and(rests);
    let boundary = Boundary::of_package(folder).map_err(|error| LoadFailure::io("read", folder, &error))?;
    let text = match read_files::within(&boundary, &path, u64::try_from(FILE_BYTES).unwrap_or(u64::MAX)) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(Denied::Failed(error)) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(Denied::Outside(outside)) => {
            let file = sources.add_file(root, &discover_packages::slashed(&path), "");
            out.push(boundary::finding(Span::new(file, 0, 0), LOCK, &outside));
            let standing = LockComparison::Unreadable;
            return Ok(Locked { package: root, has_dependencies, standing, path, text: Some(String::new()), written: None });
        }
        Err(denied) => return Err(denied.failure("read", &path)),
    };
    let mut locked = Locked { package: root, has_dependencies, standing: LockComparison::Missing, path, text, written: None };
    let Some(text) = &locked.text else { return Ok(locked) };
    let file = sources.add_file(root, &discover_packages::slashed(&locked.path), text.as_str());
    let whole = sources.file(file).map(|file| file.text().to_owned()).unwrap_or_default();
    locked.standing = match read(file, &whole, out) {
        Ok(written) => {
            let actual = actual(sources, hashes, root, written.lock.repository);
            let found = compare(sources, (root, misread), &written, &actual, Span::new(file, 0, 0));
            locked.written = Some(written.lock);
            found.diagnostics.into_iter().for_each(|diagnostic| out.push(diagnostic));
            found.standing
        }
        Err(unreadable) => unreadable,
    };
    Ok(locked)
}

impl Locked {
    /// Returns the new text of the lock, for [`Locked::write`]. With `anew`, every dependency is pinned as it is in these sources.
    /// Otherwise existing pins stay as they are.
    pub fn text(&self, sources: &Sources, anew: bool) -> String {
        let repository = self.written.as_ref().is_some_and(|written| written.repository);
        let actual = actual(sources, &mut Hashes::default(), self.package, repository);
        match self.written.as_ref().filter(|_| !anew) {
            Some(written) => render(&keep(written, &actual)),
            None => render(&actual),
        }
    }

    /// Writes a new text of the lock if it differs from the file. Line ends do not count as a difference. Returns true if the file was
    /// written.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, wanted: &str) -> Result<bool, LoadFailure> {
        if self.text.as_ref().is_some_and(|text| same_text(text, wanted)) {
            return Ok(false);
        }
        Writer::in_package(self.path.parent().unwrap_or(Path::new("")))?.write(&self.path, wanted.as_bytes())?;
        Ok(true)
    }

    /// Returns the path of the lock for messages.
    pub fn shown(&self) -> String {
        discover_packages::shown(&self.path)
    }
}

fn library(sources: &Sources, root: PackageId) -> LibraryPin {
    let id = sources.library_of(root);
    let version = sources.package(id).map(|package| package.version.clone()).unwrap_or_default();
    LibraryPin { version, hash: hash(sources, id) }
}

/// Returns the lock that matches the current dependencies of a package. `repository` is used for a package that is in no repository, such
/// as a downloaded copy. It is true if the lock on the disk has no pins for packages of the same repository; then the new lock has none
/// either.
fn actual(sources: &Sources, hashes: &mut Hashes, root: PackageId, repository: bool) -> Lock {
    let closure = sources.closure(root);
    let by_path = reached_by_path(sources, root);
    let mut lock = Lock { std: library(sources, root), ..Lock::default() };
    for id in closure.into_iter().filter(|id| *id != root && *id != sources.library_of(root)) {
        let Some(package) = sources.package(id).filter(|package| !package.name.is_empty()) else { continue };
        if by_path.contains(&id) && hashes.is_beside(sources, root, id, repository) {
            lock.repository = true;
            continue;
        }
        // Every dependency in the manifest is listed, even if the dependency could not be read.
        let needs = package.dependencies.iter().map(|(name, _)| name).chain(&package.missing).cloned().collect();
        lock.pins.insert(package.name.clone(), Pin { version: package.version.clone(), hash: hashes.of(sources, id), needs });
    }
    lock
}

/// Returns the dependencies of a package that it reaches through folders, not through a pack. A dependency that the package has only in a
/// pack is pinned even if a folder with the same texts was loaded for another package. Otherwise the lock would depend on which packages
/// are checked together.
fn reached_by_path(sources: &Sources, root: PackageId) -> BTreeSet<PackageId> {
    let mut reached = BTreeSet::new();
    let mut next = vec![root];
    while let Some(id) = next.pop() {
        let Some(package) = sources.package(id).filter(|package| !package.sealed) else { continue };
        next.extend(package.dependencies.iter().map(|(_, id)| *id).filter(|id| reached.insert(*id)));
    }
    reached
}

/// Content hashes of packages, and the repositories of the packages. Each is computed only once.
#[derive(Default)]
pub(super) struct Hashes {
    hashes: BTreeMap<PackageId, String>,
    repositories: BTreeMap<PackageId, Option<PathBuf>>,
}

impl Hashes {
    /// Returns the content hash of a package whose files have all been read: see [`hash`].
    pub(super) fn of(&mut self, sources: &Sources, id: PackageId) -> String {
        self.hashes.entry(id).or_insert_with(|| hash(sources, id)).clone()
    }

    /// True if a dependency is a folder in the repository of a package, so that every commit of the repository contains both. If the
    /// package is in no repository, returns `otherwise` for a folder.
    fn is_beside(&mut self, sources: &Sources, root: PackageId, id: PackageId, otherwise: bool) -> bool {
        let is_folder = sources.package(id).is_some_and(|package| !package.sealed && !fetched_folder::is_inside(Path::new(&package.root)));
        match self.repository(sources, root) {
            _ if !is_folder => false,
            Some(of_root) => self.repository(sources, id) == Some(of_root),
            None => otherwise,
        }
    }

    fn repository(&mut self, sources: &Sources, id: PackageId) -> Option<PathBuf> {
        let find = || repository_root(Path::new(&sources.package(id)?.root));
        self.repositories.entry(id).or_insert_with(find).clone()
    }
}

/// Returns a lock for the current dependencies: written pins are kept, and missing pins are added.
fn keep(written: &Lock, actual: &Lock) -> Lock {
    let pins = actual.pins.iter().map(|(name, pin)| (name.clone(), written.pins.get(name).unwrap_or(pin).clone()));
    // A lock of the first format has no hash of the library, so the hash is added.
    let std = if written.std.hash.is_empty() { &actual.std } else { &written.std };
    Lock { std: std.clone(), repository: actual.repository, pins: pins.collect() }
}

/// Result of comparing a lock with the current content, and the diagnostics.
struct Comparison {
    standing: LockComparison,
    diagnostics: Vec<Diagnostic>,
}

fn compare(
    sources: &Sources,
    (root, misread): (PackageId, &BTreeSet<PackageId>),
    written: &WrittenLock,
    actual: &Lock,
    start: Span,
) -> Comparison {
    let mut diagnostics = Vec::new();
    let mut changed = Vec::new();
    let (library, at) = (&written.lock.std, written.std_at.unwrap_or(start));
    let is_pinned = !library.hash.is_empty();
    let mut outdated = false;
    // If the manifest names a library that cannot be used, this was reported before, and the pin is not compared.
    let is_lost = sources.package(root).is_some_and(|package| package.lost_library);
    let differs = library.version != actual.std.version || (is_pinned && library.hash != actual.std.hash);
    if differs && !is_lost {
        changed.push("std".to_owned());
        let is_foreign = actual.std.hash != stdlib::hash();
        diagnostics.push(errors::other_std(at, (&library.version, &actual.std.version), is_foreign));
    } else if !is_pinned && !is_lost {
        outdated = true;
        diagnostics.push(errors::library_not_pinned(at));
    }
    let declared = |name: &str| {
        let package = sources.package(root)?;
        let at = package.dependencies.iter().position(|(other, _)| other == name)?;
        package.places.dependencies.get(at).copied()
    };
    let unsure: Vec<&str> = misread.iter().filter_map(|id| Some(sources.package(*id)?.name.as_str())).collect();
    for (name, pin) in &actual.pins {
        let Some(before) = written.lock.pins.get(name) else { continue };
        if before != pin && !unsure.contains(&name.as_str()) {
            changed.push(name.clone());
            let at = written.pins_at.get(name).map_or(start, |(_, hash)| *hash);
            let versions = (before.version.as_str(), pin.version.as_str());
            diagnostics.push(errors::content_changed(at, name, versions, declared(name)));
        }
    }
    let closure = sources.closure(root);
    let is_read = !closure.iter().any(|id| misread.contains(id));
    for name in actual.pins.keys().filter(|name| is_read && !written.lock.pins.contains_key(*name)) {
        outdated = true;
        diagnostics.push(errors::not_locked(declared(name).unwrap_or(start), name));
    }
    // An unreadable package may depend on anything that is pinned. A pin without a dependency is therefore reported only if all packages
    // could be read.
    let is_whole = is_read && closure.iter().all(|id| sources.package(*id).is_none_or(|package| package.missing.is_empty()));
    // Locks in an older format also pin packages of the same repository. Such a pin is not reported as superfluous.
    let is_used = |name: &str| closure.iter().any(|id| sources.package(*id).is_some_and(|package| package.name == name));
    for name in written.lock.pins.keys().filter(|name| is_whole && !actual.pins.contains_key(*name) && !is_used(name)) {
        outdated = true;
        let at = written.pins_at.get(name).map_or(start, |(name, _)| *name);
        diagnostics.push(errors::no_longer_needed(at, name));
    }
    let standing = match (changed.is_empty(), outdated) {
        (false, _) => LockComparison::Changed(changed),
        (true, true) => LockComparison::Outdated,
        (true, false) => LockComparison::Current,
    };
    Comparison { standing, diagnostics }
}

/// Turns warnings and notes about locks into errors, for `--locked`. Nothing may differ from the lock, and each package with dependencies
/// must have a lock.
pub(super) fn require(project: &mut Project) {
    for diagnostic in project.diagnostics.iter_mut() {
        errors::enforce_lock(diagnostic);
    }
    let missing = project.locks.iter().filter(|lock| lock.standing == LockComparison::Missing && lock.has_dependencies);
    let places = missing.filter_map(|lock| {
        let package = project.sources.package(lock.package)?;
        let first = package.places.dependencies.iter().min().copied().or(package.places.name)?;
        Some((first, lock.shown()))
    });
    let found: Vec<Diagnostic> = places.map(|(span, path)| errors::no_lock(span, &path)).collect();
    found.into_iter().for_each(|diagnostic| project.diagnostics.push(diagnostic));
    project.diagnostics.sort();
}
