//! Selects the standard library that each package is checked with.
//!
//! It is the embedded library, unless `[rules] std` in the package's own manifest names a folder and the content hash of the rules there. A
//! folder with exactly the content of the embedded library counts as that library. Any other package called `std` is reported and not
//! checked, and its rules are not used. A package whose `[rules] std` is unusable is not checked at all.

use super::discover_packages::{self, LoadTarget};
use super::load::{self, LoadPlace, Loader, PackageFile, identity, root_of};
use super::{Boundary, LoadFailure, MANIFEST, fetched_folder, lock, read_files, standard_library_errors as errors};
use slip_compile::stdlib;
use slip_manifest::manifest::{self, WantedLibrary};
use slip_pack::archive::Archive;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{FileId, Package, PackageId, Sources, Span, unmarked};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name of every standard library.
pub(super) const NAME: &str = "std";

/// Standard libraries by content hash, and the references of manifests to them.
#[derive(Default)]
pub(super) struct StandardLibraries {
    /// Package id of each loaded library, including the embedded one.
    numbers: BTreeMap<String, PackageId>,
    /// Standard library in each folder or archive that was read, by the [`identity`] of the folder or archive.
    read: BTreeMap<PathBuf, Arc<Library>>,
    /// Libraries that were requested by their folder, by content hash.
    asked: BTreeMap<String, PackageId>,
    /// Folders that manifests name, as file-system identities; the expected hash does not matter here.
    named: BTreeSet<PathBuf>,
    /// Content hash of the standard library that each package requires.
    wanted: BTreeMap<PackageId, String>,
}

/// Standard library that was read from a folder or an archive.
struct Library {
    /// Folder of the library, as messages print it before the names of its files.
    root: String,
    /// Name in the library's manifest, which may differ from [`NAME`].
    name: String,
    /// Texts of the library, the manifest first.
    files: Vec<PackageFile>,
    hash: String,
    archive: Option<Arc<Archive>>,
}

/// Standard library that a manifest names.
enum Named {
    /// Standard library with this content hash.
    Hash(String),
    /// The manifest names a library that cannot be used, for this reason.
    Lost(Diagnostic),
}

impl Loader {
    /// Adds the libraries that the targets are checked with; the first becomes [`PackageId::STD`].
    pub(super) fn add_libraries(&mut self, targets: &[LoadTarget]) -> Result<(), LoadFailure> {
        let mut wanted: Vec<String> = Vec::new();
        let mut found: BTreeMap<String, Arc<Library>> = BTreeMap::new();
        let mut folders: Vec<(PathBuf, String)> = Vec::new();
        for target in targets {
            let library = match target {
                LoadTarget::Package { folder, .. } if self.is_library(folder)? => {
                    let library = self.library_in(folder)?;
                    folders.push((identity(folder), library.hash.clone()));
                    Some(library)
                }
                LoadTarget::Package { folder, .. } => self.library_of_folder(folder)?,
                LoadTarget::Packed { file, archive } => self.library_of_pack(file, archive)?,
                LoadTarget::Loose { .. } | LoadTarget::Stdin => None,
            };
            let hash = library.as_ref().map_or_else(|| stdlib::hash().to_owned(), |library| library.hash.clone());
            found.extend(library.map(|library| (hash.clone(), library)));
            if !wanted.contains(&hash) {
                wanted.push(hash);
            }
        }
        // If all targets use the same library, only this library is loaded. Otherwise the embedded library comes first.
        let embedded = stdlib::hash().to_owned();
        if wanted.len() != 1 {
            wanted.retain(|hash| *hash != embedded);
            wanted.insert(0, embedded.clone());
        }
        for hash in wanted {
            let id = match found.get(&hash) {
                Some(library) => self.add_library(&Arc::clone(library), hash == embedded),
                None => stdlib::add(&mut self.sources),
            };
            self.libraries.numbers.insert(hash, id);
        }
        for (key, hash) in folders {
            if let Some(id) = self.libraries.numbers.get(&hash).copied() {
                self.loaded.insert(key, id);
                if hash != embedded {
                    self.libraries.asked.insert(hash, id);
                }
            }
        }
        Ok(())
    }

    /// True if the package in a folder has the name of a standard library.
    fn is_library(&self, folder: &Path) -> Result<bool, LoadFailure> {
        Ok(self.manifest_in(folder)?.package.name == NAME)
    }

    fn manifest_in(&self, folder: &Path) -> Result<manifest::Manifest, LoadFailure> {
        Ok(manifest_of(&self.manifest_text(folder)?.bytes))
    }

    /// Returns the library that the manifest in a folder names.
    fn library_of_folder(&mut self, folder: &Path) -> Result<Option<Arc<Library>>, LoadFailure> {
        let manifest = self.manifest_in(folder)?;
        self.library_named(LoadPlace::Folder(folder), manifest.library.as_ref())
    }

    fn library_of_pack(&mut self, file: &Path, archive: &Arc<Archive>) -> Result<Option<Arc<Library>>, LoadFailure> {
        let name = archive.about.package.name.as_str();
        let bytes = archive.sources(name).find(|(inside, _)| *inside == MANIFEST).map(|(_, bytes)| bytes.to_vec());
        let manifest = manifest_of(&bytes.unwrap_or_default());
        self.library_named(LoadPlace::Archive(file, archive), manifest.library.as_ref())
    }

    /// Returns the library that a manifest names, if the hash matches and it is not the embedded library.
    fn library_named(&mut self, place: LoadPlace<'_>, wanted: Option<&WantedLibrary>) -> Result<Option<Arc<Library>>, LoadFailure> {
        let Some(wanted) = wanted else { return Ok(None) };
        let library = self.library_at(place, wanted)?;
        let pinned = wanted.hash.as_ref().map(|(hash, _)| hash.as_str());
        Ok(library.filter(|library| library.name == NAME && pinned == Some(&library.hash) && library.hash != stdlib::hash()))
    }

    fn library_at(&mut self, place: LoadPlace<'_>, wanted: &WantedLibrary) -> Result<Option<Arc<Library>>, LoadFailure> {
        match place {
            LoadPlace::Folder(folder) => {
                let package = folder;
                let folder = discover_packages::tidy(&folder.join(&wanted.path));
                if !fetched_folder::may_name(package, &folder) {
                    return Ok(None);
                }
                self.libraries.named.insert(identity(&folder));
                self.looked_for.insert(folder.clone());
                let is_there = discover_packages::real(&folder).join(MANIFEST).is_file();
                is_there.then(|| self.library_in(&folder)).transpose()
            }
            LoadPlace::Archive(file, archive) => Ok(self.library_packed(file, archive)),
        }
    }

    /// Reads the package in a folder as a standard library.
    fn library_in(&mut self, folder: &Path) -> Result<Arc<Library>, LoadFailure> {
        let key = identity(folder);
        if let Some(read) = self.libraries.read.get(&key) {
            return Ok(Arc::clone(read));
        }
        let library = Arc::new(Library::new(root_of(folder), self.texts_of(folder)?, None));
        self.libraries.read.insert(key, Arc::clone(&library));
        Ok(library)
    }

    /// Reads the standard library in a pack.
    fn library_packed(&mut self, file: &Path, archive: &Arc<Archive>) -> Option<Arc<Library>> {
        let key = identity(file).join(NAME);
        if let Some(read) = self.libraries.read.get(&key) {
            return Some(Arc::clone(read));
        }
        let root = format!("{}/{NAME}", discover_packages::shown(file));
        let is_manifest = |(inside, _): &(&str, &[u8])| *inside == MANIFEST;
        let texts = archive.sources(NAME).filter(is_manifest).chain(archive.sources(NAME).filter(|text| !is_manifest(text)));
        let text = |(inside, bytes): (&str, &[u8])| PackageFile { path: format!("{root}/{inside}"), bytes: bytes.to_vec(), outside: None };
        let files: Vec<PackageFile> = texts.map(text).collect();
        if files.is_empty() {
            return None;
        }
        let library = Arc::new(Library::new(root, files, Some(Arc::clone(archive))));
        self.libraries.read.insert(key, Arc::clone(&library));
        Some(library)
    }

    /// Adds a library as a package without dependencies.
    fn add_library(&mut self, library: &Library, is_embedded: bool) -> PackageId {
        let id = self.sources.add_package(Package { root: library.root.clone(), ..Package::default() });
        let mut manifest = None;
        for text in &library.files {
            let file = self.add_text(id, text.clone());
            if manifest.is_none() {
                let text = self.sources.file(file).map(|file| file.text().to_owned()).unwrap_or_default();
                manifest = Some(manifest::read(file, &text, &mut self.diagnostics));
            }
        }
        if let Some(archive) = &library.archive {
            self.archives.insert(id, Arc::clone(archive));
        }
        let manifest = manifest.unwrap_or_default();
        for wanted in &manifest.wanted {
            self.diagnostics.push(errors::library_depends(wanted.name_span, &wanted.name));
        }
        if let Some(span) = manifest.package.places.library {
            self.diagnostics.push(errors::library_names_library(span));
        }
        let foreign = (!is_embedded).then(|| library.hash.clone());
        let (root, sealed) = (library.root.clone(), library.archive.is_some());
        if let Some(package) = self.sources.package_mut(id) {
            *package = Package { root, sealed, library: id, foreign, lost_library: false, ..manifest.package };
        }
        id
    }

    /// Sets the library that a package's manifest names, or reports why it is unusable.
    pub(super) fn choose_library(
        &mut self,
        id: PackageId,
        place: LoadPlace<'_>,
        wanted: Option<&WantedLibrary>,
    ) -> Result<(), LoadFailure> {
        let Some(wanted) = wanted else { return Ok(()) };
        let named = self.judge_library(place, wanted)?;
        let lost = match named {
            Named::Hash(hash) => {
                let number = self.libraries.numbers.get(&hash).copied();
                self.libraries.wanted.insert(id, hash.clone());
                // A dependency is checked with the library of the package that uses it. The dependency's own library may therefore not be
                // loaded.
                if let Some(package) = self.sources.package_mut(id) {
                    package.library = number.unwrap_or_default();
                    package.pinned_library = Some(hash);
                }
                self.tell_other_rules(id, wanted);
                return Ok(());
            }
            Named::Lost(why) => why,
        };
        self.diagnostics.push(lost);
        if let Some(package) = self.sources.package_mut(id) {
            package.lost_library = true;
        }
        Ok(())
    }

    fn judge_library(&mut self, place: LoadPlace<'_>, wanted: &WantedLibrary) -> Result<Named, LoadFailure> {
        // A pack of a package that pins the embedded library need not contain it.
        let pinned = wanted.hash.as_ref().map(|(hash, _)| hash.as_str());
        if matches!(place, LoadPlace::Archive(..)) && pinned == Some(stdlib::hash()) {
            return Ok(Named::Hash(stdlib::hash().to_owned()));
        }
        let Some(library) = self.library_at(place, wanted)? else {
            return Ok(Named::Lost(match place {
                LoadPlace::Folder(_) => errors::missing(wanted),
                LoadPlace::Archive(..) => errors::missing_in_pack(wanted),
            }));
        };
        if library.name != NAME {
            return Ok(Named::Lost(errors::not_a_library(wanted, &library.name)));
        }
        Ok(match &wanted.hash {
            None => Named::Lost(errors::no_hash(wanted, &library.hash)),
            Some((hash, _)) if *hash == library.hash => Named::Hash(library.hash.clone()),
            Some((_, span)) => Named::Lost(errors::other_hash(wanted, *span, &library.hash)),
        })
    }

    fn tell_other_rules(&mut self, id: PackageId, wanted: &WantedLibrary) {
        let Some(package) = self.sources.package(id) else { return };
        let Some(library) = self.sources.package(package.library) else { return };
        if let (Some(span), Some(hash)) = (package.places.library, &library.foreign) {
            let note = errors::other_rules(span, &package.name, (&wanted.path, &library.version, hash));
            self.diagnostics.push(note);
        }
    }

    /// Reports standard libraries that no manifest names. Also reports dependencies that name another library than the package that uses
    /// them.
    pub(super) fn check_libraries(&mut self, roots: &[PackageId]) {
        let unnamed: Vec<(PackageId, String)> = self.libraries.asked.iter().map(|(hash, id)| (*id, hash.clone())).collect();
        for (id, hash) in unnamed {
            let is_named = self.libraries.wanted.values().any(|wanted| *wanted == hash)
                || self.loaded.iter().any(|(key, number)| *number == id && self.libraries.named.contains(key));
            let span = self.sources.package(id).and_then(|package| package.places.name);
            if let (false, Some(span)) = (is_named, span) {
                self.diagnostics.push(errors::foreign(span, &hash));
                if let Some(package) = self.sources.package_mut(id) {
                    package.lost_library = true;
                }
            }
        }
        if !self.libraries.wanted.is_empty() {
            for root in roots {
                let found = self.two_libraries(*root);
                self.of_roots.extend(found.iter().cloned());
                found.into_iter().for_each(|found| self.diagnostics.push(found));
            }
        }
    }

    /// Returns a finding for each dependency whose manifest names another standard library than that of the requested package.
    fn two_libraries(&self, root: PackageId) -> Vec<Diagnostic> {
        let Some(package) = self.sources.package(root).filter(|package| !package.lost_library) else { return Vec::new() };
        let own = lock::hash(&self.sources, package.library);
        let wanted = self.libraries.wanted.iter().filter(|(id, wanted)| **id != root && **wanted != own);
        let others = wanted.map(|(id, _)| *id).filter(|id| self.sources.reaches(root, *id));
        let report = |other: PackageId| {
            let dependency = self.sources.package(other)?;
            let places = (package.places.library, dependency.places.library);
            let span = through(&self.sources, package, other)?;
            Some(errors::two_libraries(span, (&package.name, &dependency.name), places))
        };
        others.filter_map(report).collect()
    }
}

/// Returns the key in the manifest through which a package depends on another.
fn through(sources: &Sources, package: &Package, other: PackageId) -> Option<Span> {
    let mut keys = package.dependencies.iter().zip(&package.places.dependencies);
    let found = keys.find(|((_, id), _)| sources.reaches(*id, other));
    found.map(|(_, span)| *span)
}

impl Library {
    fn new(root: String, files: Vec<PackageFile>, archive: Option<Arc<Archive>>) -> Library {
        let name = files.first().map(|text| manifest_of(&text.bytes).package.name).unwrap_or_default();
        let texts = files.iter().map(|text| (text.path.as_str(), String::from_utf8_lossy(&text.bytes)));
        let hash = lock::hash_of(&root, texts.map(|(path, text)| (path, unmarked(&text).to_owned())));
        Library { root, name, files, hash, archive }
    }
}

fn manifest_of(bytes: &[u8]) -> manifest::Manifest {
    let text = String::from_utf8_lossy(bytes);
    manifest::read(FileId::default(), unmarked(&text), &mut Diagnostics::new())
}

/// Returns the manifest in a folder; `None` if it cannot be read, or is outside of the folder.
fn manifest_in(folder: &Path) -> Option<manifest::Manifest> {
    let boundary = Boundary::of_package(folder).ok()?;
    read_files::within(&boundary, &folder.join(MANIFEST), load::most()).ok().map(|bytes| manifest_of(&bytes))
}

/// Removes the standard libraries that other packages of the list name: they are checked, shown and built with those packages.
pub(super) fn without_named(folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let manifests: Vec<manifest::Manifest> = folders.iter().map(|folder| manifest_in(folder).unwrap_or_default()).collect();
    let named = folders.iter().zip(&manifests).filter_map(|(folder, manifest)| {
        let wanted = manifest.library.as_ref().filter(|_| manifest.package.name != NAME)?;
        Some(identity(&discover_packages::tidy(&folder.join(&wanted.path))))
    });
    let named: BTreeSet<PathBuf> = named.collect();
    let is_named: Vec<bool> = folders
        .iter()
        .zip(&manifests)
        .map(|(folder, manifest)| manifest.package.name == NAME && named.contains(&identity(folder)))
        .collect();
    folders.into_iter().zip(is_named).filter(|(_, is_named)| !is_named).map(|(folder, _)| folder).collect()
}
