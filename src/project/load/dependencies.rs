//! Loads the dependencies that a manifest names, and reports missing and wrong ones. Returns the dependencies that can be used.

use super::{LoadPlace, Loader, identity};
use crate::project::boundary::{self, OutsideBoundary};
use crate::project::discover_packages;
use crate::project::fetched_folder::{self, FetchedTree, NeededDependency};
use crate::project::packed::OpenedPack;
use crate::project::{Boundary, LoadFailure, MANIFEST};
use slip_limits::DEPENDENCIES_DEEP;
use slip_manifest::manifest::{self, DependencySpec, Manifest};
use slip_manifest::remote_dependencies::Remote;
use slip_manifest::{errors, fetch_errors, pack_errors};
use slip_pack::archive::{Archive, ArchiveRefusal};
use slip_source::diagnostic::Diagnostic;

use slip_source::{PackageId, Span};
use std::path::Path;
use std::sync::Arc;

impl Loader {
    /// Finds the package that an entry of `[dependencies]` names, and loads it.
    pub(super) fn dependency(&mut self, place: LoadPlace<'_>, wanted: &DependencySpec) -> Result<DependencySearch, LoadFailure> {
        if wanted.path.is_empty() {
            return Ok(DependencySearch::Missing);
        }
        let folder = match place {
            LoadPlace::Folder(folder) => folder,
            // An archive contains all dependencies of its package, so the path in the manifest is not used.
            LoadPlace::Archive(file, archive) => return self.inside(file, archive, &wanted.name),
        };
        if let Some(remote) = &wanted.remote {
            return self.by_address(folder, wanted, remote);
        }
        let path = discover_packages::tidy(&folder.join(&wanted.path));
        if !fetched_folder::may_name(folder, &path) {
            return Ok(DependencySearch::LeavesTree);
        }
        if wanted.packed {
            self.looked_for.insert(path.clone());
            return self.pack(folder, &path, wanted);
        }
        if !discover_packages::real(&path).join(MANIFEST).is_file() {
            self.looked_for.insert(path);
            return Ok(DependencySearch::Missing);
        }
        let key = identity(&path);
        if let Some(circle) = self.circle(&key) {
            return Ok(circle);
        }
        self.package(&path).map(DependencySearch::Package)
    }

    /// Loads a dependency that a manifest names by its address. It must have been fetched, and must have the hash in the manifest.
    fn by_address(&mut self, folder: &Path, wanted: &DependencySpec, remote: &Remote) -> Result<DependencySearch, LoadFailure> {
        let home = fetched_folder::home_of(folder);
        let hash = wanted.hash.as_ref().map(|(hash, _)| hash.clone());
        let needed = NeededDependency { home: home.clone(), name: wanted.name.clone(), remote: remote.clone(), hash: hash.clone() };
        let Some(hash) = hash else {
            self.needed.insert(needed);
            return Ok(DependencySearch::NoHash);
        };
        let path = needed.path(&hash);
        self.looked_for.insert(path.clone());
        match remote {
            Remote::Pack { .. } => {
                let boundary = Boundary::of_package(&home).map_err(|error| LoadFailure::io("read", &home, &error))?;
                match OpenedPack::open(&boundary, &path, Some(&hash))? {
                    OpenedPack::Sound(archive) => {
                        let archive = Arc::new(*archive);
                        let name = archive.about.package.name.to_string();
                        return self.inside(&path, &archive, &name);
                    }
                    OpenedPack::Outside(outside) => return Ok(DependencySearch::Outside(outside)),
                    OpenedPack::Refused(refusal) => return Ok(DependencySearch::Refused(refusal)),
                    OpenedPack::Absent => {}
                    OpenedPack::Other(_) => {
                        self.needed.insert(needed);
                        return Ok(DependencySearch::ChangedAfterFetch);
                    }
                }
            }
            Remote::Git { folder: inner, .. } => match fetched_folder::check(&home, &path, &hash)? {
                FetchedTree::Sound => {
                    let package = discover_packages::tidy(&path.join(inner));
                    if !package.join(MANIFEST).is_file() {
                        return Ok(DependencySearch::NoPackage(inner.clone()));
                    }
                    if let Some(circle) = self.circle(&identity(&package)) {
                        return Ok(circle);
                    }
                    return self.package(&package).map(DependencySearch::Package);
                }
                FetchedTree::Outside(outside) => return Ok(DependencySearch::Outside(outside)),
                FetchedTree::Changed => {
                    self.needed.insert(needed);
                    return Ok(DependencySearch::ChangedAfterFetch);
                }
                FetchedTree::Absent => {}
            },
        }
        self.needed.insert(needed);
        Ok(DependencySearch::NotFetched)
    }

    /// Returns a failure if the package is already being loaded, because packages depend on each other in a circle. Also returns a failure
    /// if dependencies are nested too deeply.
    pub(super) fn circle(&self, key: &Path) -> Option<DependencySearch> {
        if let Some(start) = self.waiting.iter().position(|(waiting, _)| waiting == key) {
            let mut names: Vec<String> = self.waiting.iter().skip(start).map(|(_, name)| name.clone()).collect();
            names.extend(names.first().cloned());
            return Some(DependencySearch::Circle(names));
        }
        (self.waiting.len() >= DEPENDENCIES_DEEP).then_some(DependencySearch::TooDeep)
    }

    /// Loads the package `name` from the archive of the package that depends on it.
    fn inside(&mut self, file: &Path, archive: &Arc<Archive>, name: &str) -> Result<DependencySearch, LoadFailure> {
        if archive.sources(name).next().is_none() {
            return Ok(DependencySearch::Missing);
        }
        if let Some(circle) = self.circle(&identity(file).join(name)) {
            return Ok(circle);
        }
        self.packed(file, archive, name).map(DependencySearch::Package)
    }

    /// Loads the package of a packed file, if the file has the requested hash. A file inside the package must stay inside the package; any
    /// other file must be in the folder that the manifest names.
    fn pack(&mut self, package: &Path, path: &Path, wanted: &DependencySpec) -> Result<DependencySearch, LoadFailure> {
        let beside = path.parent().unwrap_or(Path::new(""));
        let boundary =
            if discover_packages::is_written_in(path, package) { Boundary::of_package(package) } else { Boundary::of_folder(beside) };
        // A folder that does not exist contains no packed files.
        let Ok(boundary) = boundary else { return Ok(DependencySearch::Missing) };
        let hash = wanted.hash.as_ref().map(|(hash, _)| hash.as_str());
        let opened = (path.to_path_buf(), hash.unwrap_or_default().to_owned());
        let known = self.opened.get(&opened).filter(|_| boundary.real(path).is_ok());
        let archive = match known {
            Some(archive) => Arc::clone(archive),
            None => match OpenedPack::open(&boundary, path, hash)? {
                OpenedPack::Outside(outside) => return Ok(DependencySearch::Outside(outside)),
                OpenedPack::Absent => return Ok(DependencySearch::Missing),
                OpenedPack::Other(hash) => return Ok(DependencySearch::OtherHash(hash)),
                OpenedPack::Refused(refusal) => return Ok(DependencySearch::Refused(refusal)),
                OpenedPack::Sound(archive) => Arc::clone(self.opened.entry(opened).or_insert(Arc::new(*archive))),
            },
        };
        let name = archive.about.package.name.to_string();
        self.inside(path, &archive, &name)
    }

    /// Reports the dependencies that are missing or wrong, and returns those that can be used.
    pub(super) fn link(&mut self, place: LoadPlace<'_>, manifest: &Manifest, found: Vec<DependencySearch>) -> Linked {
        let mut linked = Linked::default();
        for (wanted, found) in manifest.wanted.iter().zip(found) {
            match found {
                DependencySearch::Package(id) => {
                    if !self.is_called(wanted, id) {
                        linked.missing.push(wanted.name.clone());
                        continue;
                    }
                    self.check_version(wanted, id);
                    linked.packages.push((wanted.name.clone(), id));
                    linked.places.push(wanted.name_span);
                    continue;
                }
                DependencySearch::Missing if wanted.path.is_empty() => {}
                DependencySearch::Missing => self.diagnostics.push(missing(place, wanted)),
                DependencySearch::OtherHash(hash) => self.diagnostics.push(match &wanted.hash {
                    Some((_, span)) => pack_errors::other_pack(wanted, *span, &hash),
                    None => pack_errors::no_hash(wanted, &hash),
                }),
                DependencySearch::Refused(refusal) => self.diagnostics.push(pack_errors::refused(wanted, &refusal)),
                DependencySearch::Outside(outside) => self.diagnostics.push(boundary::finding(wanted.path_span, &wanted.path, &outside)),
                DependencySearch::Circle(names) => self.diagnostics.push(errors::dependency_cycle(wanted.path_span, &names)),
                DependencySearch::NotFetched => self.diagnostics.push(fetch_errors::not_fetched(wanted)),
                DependencySearch::NoHash => self.diagnostics.push(fetch_errors::no_hash(wanted)),
                DependencySearch::ChangedAfterFetch => self.diagnostics.push(fetch_errors::changed(wanted)),
                DependencySearch::NoPackage(folder) => self.diagnostics.push(fetch_errors::no_package(wanted, &folder)),
                DependencySearch::LeavesTree => self.diagnostics.push(fetch_errors::leaves_tree(wanted)),
                DependencySearch::TooDeep => self.diagnostics.push(errors::too_deep(wanted.path_span, DEPENDENCIES_DEEP)),
            }
            linked.missing.push(wanted.name.clone());
        }
        linked
    }

    /// True if the package has the name that the manifest uses. A package without a usable name was already reported.
    fn is_called(&mut self, wanted: &DependencySpec, id: PackageId) -> bool {
        let Some(package) = self.sources.package(id).filter(|package| !package.name.is_empty()) else { return true };
        if package.name == wanted.name || self.misread.contains(&id) {
            return true;
        }
        self.diagnostics.push(errors::other_package(wanted, &package.name, package.places.name));
        false
    }

    fn check_version(&mut self, wanted: &DependencySpec, id: PackageId) {
        let (Some((version, span)), Some(package)) = (&wanted.version, self.sources.package(id)) else { return };
        // An invalid version was reported in the manifest of the dependency.
        let is_known = package.places.version.is_none() || manifest::is_version(&package.version);
        if is_known && !self.misread.contains(&id) && !manifest::satisfies(&package.version, version) {
            let has = (package.version.as_str(), package.places.version);
            self.diagnostics.push(errors::version_mismatch(*span, &wanted.name, has, version));
        }
    }
}

/// Result of the search for a dependency.
pub(super) enum DependencySearch {
    Package(PackageId),
    Missing,
    /// The packed file has this hash instead of the requested one.
    OtherHash(String),
    Refused(ArchiveRefusal),
    /// The path is a link that leads out of the package.
    Outside(OutsideBoundary),
    Circle(Vec<String>),
    TooDeep,
    /// The dependency has an address and was not fetched.
    NotFetched,
    /// The dependency has an address, but the manifest names no hash for it.
    NoHash,
    /// The fetched files do not have the hash that the manifest names.
    ChangedAfterFetch,
    /// The fetched tree has no package in this folder.
    NoPackage(String),
    /// The dependency of a fetched package is at a path outside of the tree that was fetched with the package.
    LeavesTree,
}

/// Dependencies of a package: those that can be used, with the spans of their names, and the names of all others.
#[derive(Default)]
pub(super) struct Linked {
    pub(super) packages: Vec<(String, PackageId)>,
    pub(super) places: Vec<Span>,
    pub(super) missing: Vec<String>,
}

/// Returns the error for a dependency that does not exist at the path in the manifest.
fn missing(place: LoadPlace<'_>, wanted: &DependencySpec) -> Diagnostic {
    let LoadPlace::Folder(folder) = place else {
        return errors::missing_dependency(wanted.path_span, &wanted.name, &wanted.path, None);
    };
    let near = neighbour(folder, wanted);
    if wanted.packed {
        pack_errors::missing_pack(wanted, near.as_deref())
    } else {
        errors::missing_dependency(wanted.path_span, &wanted.name, &wanted.path, near.as_deref())
    }
}

/// Returns the path of a package or packed file in the same folder whose name is similar to that of a missing dependency.
fn neighbour(folder: &Path, meant: &DependencySpec) -> Option<String> {
    let wanted = Path::new(&meant.path);
    let name = wanted.file_name()?.to_string_lossy();
    let parent = wanted.parent().unwrap_or(Path::new(""));
    let entries = std::fs::read_dir(discover_packages::real(&folder.join(parent))).ok()?;
    let is_one = |entry: &std::fs::DirEntry| {
        if meant.packed { discover_packages::is_packed(&entry.path()) } else { entry.path().join(MANIFEST).is_file() }
    };
    let mut names: Vec<String> = entries.flatten().filter(is_one).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    let near = slip_suggest::nearest(&name, names.iter().map(String::as_str))?;
    Some(discover_packages::slashed(&parent.join(near)))
}
