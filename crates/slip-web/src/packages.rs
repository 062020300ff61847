//! Reads packages from texts in memory: manifests, dependencies by folder, and files.
//!
//! Dependencies by address or as packed files are reported as missing, since a page cannot fetch them. A package that names another
//! standard library is refused.

use crate::session::{Session, joined};
use slip_compile::stdlib;
use slip_limits::DEPENDENCIES_DEEP;
use slip_manifest::manifest::{self, DependencySpec};
use slip_manifest::{MANIFEST, errors, fetch_errors, pack_errors};
use slip_source::diagnostic::Diagnostics;
use slip_source::{FileId, Package, PackageId, Sources};
use std::collections::BTreeMap;
use std::path::Path;

/// Package and its dependencies, read but not compiled.
#[derive(Debug)]
pub(crate) struct LoadedPackage {
    pub(crate) sources: Sources,
    pub(crate) root: PackageId,
    /// Findings about manifests.
    pub(crate) diagnostics: Diagnostics,
}

struct Loader<'s> {
    session: &'s Session,
    sources: Sources,
    diagnostics: Diagnostics,
    loaded: BTreeMap<String, PackageId>,
    /// Packages whose dependencies are being read now: folder and name.
    waiting: Vec<(String, String)>,
}

/// Reads the package of a folder. If the folder has no manifest, reads its Slip files as files without a package.
///
/// # Errors
/// A sentence if there is no Slip text, or if the package names another standard library.
pub(crate) fn load(session: &Session, folder: &str) -> Result<LoadedPackage, String> {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let mut loader = Loader { session, sources, diagnostics: Diagnostics::new(), loaded: BTreeMap::new(), waiting: Vec::new() };
    let root = if session.is_package(folder) { loader.package(folder)? } else { loader.loose(folder) };
    Ok(LoadedPackage { sources: loader.sources, root, diagnostics: loader.diagnostics })
}

impl Loader<'_> {
    /// Reads files that belong to no package.
    fn loose(&mut self, folder: &str) -> PackageId {
        let id = self.sources.add_package(Package { edition: 1, root: folder.to_owned(), ..Package::default() });
        self.files(id, folder);
        id
    }

    /// Reads a package after the packages that it depends on.
    fn package(&mut self, folder: &str) -> Result<PackageId, String> {
        if let Some(id) = self.loaded.get(folder) {
            return Ok(*id);
        }
        let path = joined(folder, MANIFEST);
        let text = self.session.text(&path)?.clone();
        // A manifest gets its file id only after its dependencies. It is therefore read twice: first for the dependencies, later for its
        // findings.
        let first = manifest::read(FileId::default(), &text, &mut Diagnostics::new());
        if first.library.is_some() {
            return Err(format!("`{path}` names another standard library, which the browser edition does not read: use the command"));
        }
        self.waiting.push((folder.to_owned(), first.package.name));
        let found: Vec<Search> = first.wanted.iter().map(|wanted| self.dependency(folder, wanted)).collect::<Result<_, _>>()?;
        self.waiting.pop();
        let id = self.sources.add_package(Package { root: folder.to_owned(), ..Package::default() });
        self.loaded.insert(folder.to_owned(), id);
        let file = self.sources.add_file(id, &path, text.clone());
        let manifest = manifest::read(file, &text, &mut self.diagnostics);
        let mut package = Package { root: folder.to_owned(), missing: manifest.unusable, ..manifest.package };
        for (wanted, found) in manifest.wanted.iter().zip(found) {
            match self.usable(wanted, found) {
                Some(id) => {
                    package.dependencies.push((wanted.name.clone(), id));
                    package.places.dependencies.push(wanted.name_span);
                }
                None => package.missing.push(wanted.name.clone()),
            }
        }
        if let Some(place) = self.sources.package_mut(id) {
            *place = package;
        }
        self.files(id, folder);
        Ok(id)
    }

    /// Adds the Slip files of a folder, without those of packages inside it.
    fn files(&mut self, id: PackageId, folder: &str) {
        let is_own = |path: &str| Sources::is_slip(path) && path.ends_with(".slip") && self.session.package_of(path) == folder;
        let mut own: Vec<_> = self.session.files().filter(|(path, _)| is_own(path)).collect();
        own.sort_by(|(one, _), (other, _)| Path::new(one).cmp(Path::new(other)));
        for (path, text) in own {
            self.sources.add_file(id, path, text.clone());
        }
    }

    /// Finds the package that an entry of `[dependencies]` names.
    fn dependency(&mut self, folder: &str, wanted: &DependencySpec) -> Result<Search, String> {
        if wanted.path.is_empty() || wanted.remote.is_some() || wanted.packed {
            return Ok(Search::Missing);
        }
        let Some(path) = resolved(folder, &wanted.path).filter(|path| self.session.is_package(path)) else { return Ok(Search::Missing) };
        if let Some(start) = self.waiting.iter().position(|(waiting, _)| *waiting == path) {
            let mut names: Vec<String> = self.waiting.iter().skip(start).map(|(_, name)| name.clone()).collect();
            names.extend(names.first().cloned());
            return Ok(Search::Circle(names));
        }
        if self.waiting.len() >= DEPENDENCIES_DEEP {
            return Ok(Search::TooDeep);
        }
        self.package(&path).map(Search::Package)
    }

    /// Reports a dependency that cannot be used, and returns one that can.
    fn usable(&mut self, wanted: &DependencySpec, found: Search) -> Option<PackageId> {
        let problem = match found {
            Search::Package(id) => {
                let package = self.sources.package(id)?;
                if !package.name.is_empty() && package.name != wanted.name {
                    self.diagnostics.push(errors::other_package(wanted, &package.name, package.places.name));
                    return None;
                }
                if let Some((version, span)) = &wanted.version {
                    let is_known = package.places.version.is_none() || manifest::is_version(&package.version);
                    if is_known && !manifest::satisfies(&package.version, version) {
                        let has = (package.version.as_str(), package.places.version);
                        self.diagnostics.push(errors::version_mismatch(*span, &wanted.name, has, version));
                    }
                }
                return Some(id);
            }
            // The manifest itself has a finding about an entry without a path.
            Search::Missing if wanted.path.is_empty() => return None,
            Search::Missing if wanted.remote.is_some() => fetch_errors::not_fetched(wanted),
            Search::Missing if wanted.packed => pack_errors::missing_pack(wanted, None),
            Search::Missing => errors::missing_dependency(wanted.path_span, &wanted.name, &wanted.path, None),
            Search::Circle(names) => errors::dependency_cycle(wanted.path_span, &names),
            Search::TooDeep => errors::too_deep(wanted.path_span, DEPENDENCIES_DEEP),
        };
        self.diagnostics.push(problem);
        None
    }
}

/// Result of the search for a dependency.
enum Search {
    Package(PackageId),
    Missing,
    Circle(Vec<String>),
    TooDeep,
}

/// Returns a path relative to a folder without `.` and `..`; `None` if it leads above the top folder of the page.
fn resolved(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}
