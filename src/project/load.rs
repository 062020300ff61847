//! Reads targets into [`Sources`]: dependencies before the packages that use them, every folder once.

mod dependencies;
mod equal_folders;

use super::boundary::{self, OutsideBoundary};
use super::discover_packages::{self, LoadTarget};
use super::fetched_folder::NeededDependency;
use super::manifest;
use super::standard_library::{self, StandardLibraries};
use super::{
    Boundary, Denied, LoadFailure, Locked, MANIFEST, Project, STDIN, errors, licence_files, lock, read_files, requested_files,
    standard_library_errors,
};
use slip_limits::FILE_BYTES;
use slip_pack::archive::{self, Archive};
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
use slip_source::{FileId, Package, PackageId, Sources, Span, unmarked};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Loads the targets, each with its standard library.
pub(super) fn load(targets: &[LoadTarget], stdin: &mut dyn Read, unsaved: &UnsavedTexts) -> Result<Project, LoadFailure> {
    let requested = targets.iter().filter_map(|target| match target {
        LoadTarget::Package { folder, .. } => Some(folder.clone()),
        _ => None,
    });
    let mut loader = Loader { unsaved: unsaved.clone(), requested: requested.collect(), ..Loader::default() };
    let mut roots = Vec::new();
    let mut asked: BTreeSet<PackageId> = BTreeSet::new();
    let mut parts: Vec<(PackageId, &Path)> = Vec::new();
    let mut whole: Vec<PackageId> = Vec::new();
    loader.add_libraries(targets)?;
    for target in targets {
        let id = match target {
            LoadTarget::Stdin => loader.stdin(stdin)?,
            LoadTarget::Loose { folder, files, is_walked } => loader.loose(folder, files, *is_walked)?,
            LoadTarget::Package { folder, .. } => loader.package(folder)?,
            LoadTarget::Packed { file, archive } => loader.packed(file, archive, archive.about.package.name.as_str())?,
        };
        match target {
            LoadTarget::Package { part: Some(part), .. } => parts.push((id, part)),
            _ => whole.push(id),
        }
        if asked.insert(id) {
            roots.push(id);
        }
    }
    loader.check_libraries(&roots);
    loader.duplicates();
    let locks = loader.locks(targets, &roots)?;
    let focus = if parts.is_empty() { None } else { Some(requested_files::files(&loader.sources, &parts, &whole)?) };
    loader.diagnostics.sort();
    let Loader { sources, diagnostics, archives, looked_for, needed, of_roots, .. } = loader;
    let of_code = |code: Code| -> BTreeSet<FileId> {
        diagnostics.iter().filter(|found| found.code == code).map(|found| found.primary.span.file).collect()
    };
    let (garbled, outside) = (of_code(Code::NotUtf8), of_code(Code::OutsidePackage));
    Ok(Project {
        sources: Arc::new(sources),
        roots,
        diagnostics,
        locks,
        looked_for,
        needed,
        asked,
        focus,
        garbled,
        outside,
        archives,
        of_roots,
        is_shared: false,
    })
}

/// Returns the canonical path of a folder, which is the same for every spelling of its path.
pub(super) fn identity(folder: &Path) -> PathBuf {
    std::fs::canonicalize(discover_packages::real(folder)).unwrap_or_else(|_| folder.to_path_buf())
}

/// Returns the size limit of a Slip file or a manifest in bytes.
pub(super) fn most() -> u64 {
    u64::try_from(FILE_BYTES).unwrap_or(u64::MAX)
}

/// Texts that replace files on the disk, by path.
pub type UnsavedTexts = BTreeMap<PathBuf, Arc<str>>;

#[derive(Default)]
pub(super) struct Loader {
    unsaved: UnsavedTexts,
    /// Folders of the requested packages.
    requested: Vec<PathBuf>,
    /// Folders of packages that may be loaded, by package name; `None` until the first pack is opened.
    folders: Option<BTreeMap<String, Vec<PathBuf>>>,
    pub(super) sources: Sources,
    pub(super) diagnostics: Diagnostics,
    /// Findings about dependencies whose standard library is not the one of the package that depends on them. They are reported only for
    /// requested packages.
    pub(super) of_roots: Vec<Diagnostic>,
    pub(super) libraries: StandardLibraries,
    /// Archives from which packages were read.
    pub(super) archives: BTreeMap<PackageId, Arc<Archive>>,
    /// Content hashes of the packages whose files have all been read, so that each hash is computed once.
    hashes: lock::Hashes,
    /// Valid archives that were opened, by path and by the hash that was asked for.
    opened: BTreeMap<(PathBuf, String), Arc<Archive>>,
    /// Loaded packages, by the [`identity`] of their folder.
    pub(super) loaded: BTreeMap<PathBuf, PackageId>,
    /// Stack of the packages being loaded, by identity and name: each package is a dependency of the one before it.
    waiting: Vec<(PathBuf, String)>,
    names: BTreeMap<PackageId, Span>,
    /// Packages whose manifest is not TOML; no further findings about their names and versions are reported.
    misread: BTreeSet<PackageId>,
    pub(super) looked_for: BTreeSet<PathBuf>,
    /// Dependencies that are named by an address and have not been fetched.
    needed: BTreeSet<NeededDependency>,
}

impl Loader {
    /// Returns the locks of the requested packages. Packages without a manifest have no dependencies and no lock.
    fn locks(&mut self, targets: &[LoadTarget], roots: &[PackageId]) -> Result<Vec<Locked>, LoadFailure> {
        let folders = targets.iter().filter_map(|target| match target {
            LoadTarget::Package { folder, .. } => Some((*self.loaded.get(&identity(folder))?, folder)),
            _ => None,
        });
        let folders: BTreeMap<PackageId, &PathBuf> = folders.collect();
        let mut locks = Vec::new();
        for root in roots {
            if let Some(folder) = folders.get(root) {
                locks.push(lock::check(&mut self.sources, &mut self.hashes, (*root, folder), &self.misread, &mut self.diagnostics)?);
            }
        }
        Ok(locks)
    }

    fn stdin(&mut self, stdin: &mut dyn Read) -> Result<PackageId, LoadFailure> {
        let mut bytes = Vec::new();
        // One byte more than the limit is read, to find out if the input exceeds the limit.
        stdin
            .take(most().saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| LoadFailure::new(format!("cannot read the standard input: {error}")))?;
        let id = self.sources.add_package(nameless(""));
        self.add_bytes(id, STDIN, bytes);
        Ok(id)
    }

    fn loose(&mut self, folder: &Path, files: &[PathBuf], is_walked: bool) -> Result<PackageId, LoadFailure> {
        let id = self.sources.add_package(nameless(&root_of(folder)));
        let boundary =
            if is_walked { Some(Boundary::of_folder(folder).map_err(|error| LoadFailure::io("read", folder, &error))?) } else { None };
        for file in files {
            let text = self.text(boundary.as_ref(), file)?;
            self.add_text(id, text);
        }
        Ok(id)
    }

    fn package(&mut self, folder: &Path) -> Result<PackageId, LoadFailure> {
        let key = identity(folder);
        if let Some(id) = self.loaded.get(&key) {
            return Ok(*id);
        }
        let files = self.texts_of(folder)?;
        self.add(&PackageLocation { key, root: root_of(folder), place: LoadPlace::Folder(folder) }, files)
    }

    /// Reads the manifest of a package.
    pub(super) fn manifest_text(&self, folder: &Path) -> Result<PackageFile, LoadFailure> {
        let boundary = Boundary::of_package(folder).map_err(|error| LoadFailure::io("read", folder, &error))?;
        self.text(Some(&boundary), &folder.join(MANIFEST))
    }

    /// Reads the manifest and the Slip files of a package.
    pub(super) fn texts_of(&self, folder: &Path) -> Result<Vec<PackageFile>, LoadFailure> {
        let boundary = Boundary::of_package(folder).map_err(|error| LoadFailure::io("read", folder, &error))?;
        let mut files = vec![self.text(Some(&boundary), &folder.join(MANIFEST))?];
        for file in self.files_of(folder)? {
            files.push(self.text(Some(&boundary), &file)?);
        }
        files.extend(licence_files::outside(&boundary, folder)?.into_iter().map(|(path, outside)| PackageFile::of_outside(&path, outside)));
        Ok(files)
    }

    /// Loads a package of an archive, with its dependencies from the same archive.
    pub(super) fn packed(&mut self, file: &Path, archive: &Arc<Archive>, name: &str) -> Result<PackageId, LoadFailure> {
        let key = identity(file).join(name);
        if let Some(id) = self.loaded.get(&key) {
            return Ok(*id);
        }
        let root = format!("{}/{name}", discover_packages::slashed(file));
        let shown = |inside: &str| format!("{root}/{inside}");
        let manifest = archive.sources(name).filter(|(inside, _)| *inside == MANIFEST);
        let texts = archive.sources(name).filter(|(inside, _)| *inside != MANIFEST);
        let text = |(inside, bytes): (&str, &[u8])| PackageFile { path: shown(inside), bytes: bytes.to_vec(), outside: None };
        let files: Vec<PackageFile> = manifest.chain(texts).map(text).collect();
        if let Some(folder) = self.equal_folder(&root, name, &files)? {
            let id = self.package(&folder)?;
            self.loaded.insert(key, id);
            return Ok(id);
        }
        self.add(&PackageLocation { key, root: root.clone(), place: LoadPlace::Archive(file, archive) }, files)
    }

    /// Adds a package to the sources after its dependencies. The first of `files` is its manifest.
    fn add(&mut self, home: &PackageLocation<'_>, mut files: Vec<PackageFile>) -> Result<PackageId, LoadFailure> {
        let bytes = files.first().map(|text| text.bytes.as_slice()).unwrap_or_default();
        // The manifest gets its file id only when it is added, after the dependencies. It is therefore parsed twice: first for its
        // dependencies, then for findings with the right file id.
        let text = unmarked(&String::from_utf8_lossy(bytes)).to_owned();
        let first = manifest::read(FileId::default(), &text, &mut Diagnostics::new());
        if let Some(same) = self.same(home, &first.package.name, &files) {
            self.loaded.insert(home.key.clone(), same);
            return Ok(same);
        }
        self.waiting.push((home.key.clone(), first.package.name));
        let mut found = Vec::new();
        for wanted in &first.wanted {
            found.push(self.dependency(home.place, wanted)?);
        }
        self.waiting.pop();
        let id = self.sources.add_package(Package { root: home.root.clone(), ..Package::default() });
        self.loaded.insert(home.key.clone(), id);
        if let LoadPlace::Archive(_, archive) = home.place {
            self.archives.insert(id, Arc::clone(archive));
        }
        let rest = files.split_off(files.len().min(1));
        let mut file = FileId::default();
        let mut is_outside = false;
        for text in files {
            is_outside = text.outside.is_some();
            file = self.add_text(id, text);
        }
        // The manifest is a link out of the package and was not read, so findings about its empty text are dropped.
        let mut unheard = Diagnostics::new();
        let out = if is_outside { &mut unheard } else { &mut self.diagnostics };
        let mut manifest = manifest::read(file, &text, out);
        manifest.is_misread |= is_outside;
        self.names.insert(id, manifest.name_span);
        if manifest.is_misread {
            self.misread.insert(id);
        }
        let linked = self.link(home.place, &manifest, found);
        if let Some(package) = self.sources.package_mut(id) {
            let mut places = manifest.package.places;
            places.dependencies = linked.places;
            let missing = manifest.unusable.into_iter().chain(linked.missing).collect();
            let (root, sealed) = (home.root.clone(), matches!(home.place, LoadPlace::Archive(..)));
            *package = Package { root, sealed, dependencies: linked.packages, missing, places, ..manifest.package };
        }
        self.refuse_library_name(id);
        self.choose_library(id, home.place, manifest.library.as_ref())?;
        let files: Vec<FileId> = rest.into_iter().map(|text| self.add_text(id, text)).collect();
        if let LoadPlace::Folder(folder) = home.place {
            self.check_names(id, file, &files);
            self.check_licence_names(folder, file)?;
        }
        Ok(id)
    }

    /// Reports file names that cannot be packed: names that some systems cannot write, and names that differ only in capitals. The names in
    /// an archive were already checked when the archive was read.
    fn check_names(&mut self, id: PackageId, manifest: FileId, files: &[FileId]) {
        let Some(package) = self.sources.package(id) else { return };
        if archive::is_device(&package.name) {
            let span = package.places.name.unwrap_or(Span::new(manifest, 0, 0));
            self.diagnostics.push(errors::unportable_package(span, &package.name));
            return;
        }
        // The name is empty if the manifest was not read, which is reported elsewhere.
        let name = if package.name.is_empty() { "package" } else { package.name.as_str() };
        let mut first: BTreeMap<String, (FileId, &str)> = BTreeMap::new();
        for file in files {
            let Some(path) = self.sources.file(*file).map(|file| file.path()) else { continue };
            let inside = path.strip_prefix(package.root.as_str()).unwrap_or(path).trim_start_matches('/');
            let span = Span::new(*file, 0, 0);
            // Hidden characters in a file name are reported together with those in texts, and not here.
            if slip_printable::hidden(inside).next().is_none()
                && let Some(why) = archive::name_fault(&format!("{}/{name}/{inside}", archive::SOURCES))
            {
                self.diagnostics.push(errors::unportable_name(span, inside, why));
            }
            match first.get(&inside.to_lowercase()) {
                Some((other, name)) if *name != inside => {
                    self.diagnostics.push(errors::same_but_for_capitals(span, inside, name, Span::new(*other, 0, 0)));
                }
                Some(_) => {}
                None => {
                    first.insert(inside.to_lowercase(), (*file, inside));
                }
            }
        }
    }

    /// Reports names of licences and notices that cannot be packed. They are reported at the manifest, since their texts are not read here.
    fn check_licence_names(&mut self, folder: &Path, manifest: FileId) -> Result<(), LoadFailure> {
        let span = Span::new(manifest, 0, 0);
        let mut first: BTreeMap<String, String> = BTreeMap::new();
        for name in licence_files::names_of_files(folder)? {
            if let Some(why) = archive::name_fault(&format!("{}/package/{name}", archive::SOURCES)) {
                self.diagnostics.push(errors::unportable_name(span, &name, why));
            }
            match first.get(&name.to_lowercase()) {
                Some(other) => self.diagnostics.push(errors::same_but_for_capitals(span, &name, other, span)),
                None => {
                    first.insert(name.to_lowercase(), name);
                }
            }
        }
        Ok(())
    }

    /// Removes the name `std` from a package that is not used as a standard library, such as a dependency. The package could otherwise be
    /// mistaken for the standard library.
    fn refuse_library_name(&mut self, id: PackageId) {
        let Some(package) = self.sources.package_mut(id).filter(|package| package.name == standard_library::NAME) else { return };
        package.name = String::new();
        if let Some(span) = package.places.name {
            self.diagnostics.push(standard_library_errors::used_as_package(span));
        }
    }

    /// Returns a package that is already loaded and has exactly the same name and texts, if at least one of the two is in an archive. Both
    /// are then treated as one package, so that a packed dependency and its source folder can be used together.
    fn same(&mut self, home: &PackageLocation<'_>, name: &str, files: &[PackageFile]) -> Option<PackageId> {
        let packed = matches!(home.place, LoadPlace::Archive(..));
        if !packed && self.archives.is_empty() {
            return None;
        }
        let called = |id: &PackageId| self.sources.package(*id).is_some_and(|package| package.name == name);
        let there: Vec<PackageId> = self.names.keys().copied().filter(called).collect();
        let there: Vec<PackageId> = there.into_iter().filter(|id| packed || self.archives.contains_key(id)).collect();
        if there.is_empty() {
            return None;
        }
        let hash = hash_of(&home.root, files);
        there.into_iter().find(|id| self.hashes.of(&self.sources, *id) == hash)
    }

    /// Reads a file, unless the file is outside of its boundary.
    fn text(&self, boundary: Option<&Boundary>, path: &Path) -> Result<PackageFile, LoadFailure> {
        match self.read(boundary, path) {
            Ok(bytes) => Ok(PackageFile { path: discover_packages::slashed(path), bytes, outside: None }),
            Err(Denied::Outside(outside)) => Ok(PackageFile::of_outside(path, outside)),
            Err(denied) => Err(denied.failure("read", path)),
        }
    }

    fn read(&self, boundary: Option<&Boundary>, path: &Path) -> Result<Vec<u8>, Denied> {
        match (self.unsaved.get(path), boundary) {
            (Some(text), None) => Ok(text.as_bytes().to_vec()),
            (Some(text), Some(boundary)) => boundary.real(path).map(|_| text.as_bytes().to_vec()),
            (None, Some(boundary)) => read_files::within(boundary, path, most()),
            (None, None) => read_files::bytes(path).map_err(Denied::Failed),
        }
    }

    /// Returns the Slip files of a package, including unsaved ones.
    fn files_of(&self, folder: &Path) -> Result<Vec<PathBuf>, LoadFailure> {
        let mut files = discover_packages::files_of(folder)?;
        let new = self.unsaved.keys().filter(|path| path.extension().is_some_and(|extension| extension == "slip"));
        let new = new
            .filter(|path| !files.contains(path) && path.parent().and_then(discover_packages::package_around).as_deref() == Some(folder));
        let new: Vec<PathBuf> = new.cloned().collect();
        if !new.is_empty() {
            files.extend(new);
            files.sort();
        }
        Ok(files)
    }

    /// Reports packages that have the same name.
    fn duplicates(&mut self) {
        let mut first: BTreeMap<&str, (Span, PackageId)> = BTreeMap::new();
        for (id, span) in &self.names {
            let Some(package) = self.sources.package(*id) else { continue };
            if package.name.is_empty() {
                continue;
            }
            match first.get(package.name.as_str()) {
                Some((before, other)) => {
                    let packed = self.archives.contains_key(id) || self.archives.contains_key(other);
                    self.diagnostics.push(errors::duplicate_package(*span, &package.name, *before, packed));
                }
                None => {
                    first.insert(&package.name, (*span, *id));
                }
            }
        }
    }

    /// Adds a file to a package. A file that is outside of the package is added without text, so that its name can be shown.
    pub(super) fn add_text(&mut self, package: PackageId, text: PackageFile) -> FileId {
        let id = self.add_bytes(package, &text.path, text.bytes);
        if let Some(outside) = text.outside {
            let name =
                Path::new(&text.path).file_name().map_or_else(|| text.path.clone(), |name| discover_packages::shown(Path::new(name)));
            self.diagnostics.push(boundary::finding(Span::new(id, 0, 0), &name, &outside));
        }
        id
    }

    /// Adds a file to a package. If it is not UTF-8, every unreadable byte is replaced, so that a message can show the text.
    pub(super) fn add_bytes(&mut self, package: PackageId, path: &str, bytes: Vec<u8>) -> FileId {
        let mistaken = match String::from_utf8(bytes) {
            Ok(text) => return self.sources.add_file(package, path, text),
            Err(mistaken) => mistaken,
        };
        if let Some(text) = utf16(mistaken.as_bytes()) {
            let first = text.chars().next().map_or(0, char::len_utf8);
            let id = self.sources.add_file(package, path, text);
            self.diagnostics.push(errors::utf16(Span::new(id, 0, u32::try_from(first).unwrap_or(0))));
            return id;
        }
        let at = mistaken.utf8_error().valid_up_to();
        let byte = mistaken.as_bytes().get(at).copied().unwrap_or(0);
        let id = self.sources.add_file(package, path, String::from_utf8_lossy(mistaken.as_bytes()).into_owned());
        let mark = if mistaken.as_bytes().starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let start = u32::try_from(at.saturating_sub(mark)).unwrap_or(u32::MAX);
        // The span covers the replacement character, which is three bytes long.
        self.diagnostics.push(errors::not_utf8(Span::new(id, start, start.saturating_add(3)), byte));
        id
    }
}

/// Decodes a UTF-16 file, which is recognised by its byte-order mark. The encoding itself is reported as an error. The text is still
/// decoded, so that no follow-up errors are reported.
fn utf16(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let pairs = bytes.chunks_exact(2).skip(1).filter_map(|pair| <[u8; 2]>::try_from(pair).ok());
    Some(String::from_utf16_lossy(&pairs.map(unit).collect::<Vec<u16>>()))
}

/// File of a package as it was read.
#[derive(Clone)]
pub(super) struct PackageFile {
    /// Path with forward slashes, as programs use it.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
    /// Reason why the file was not read, if it is outside of its package.
    pub(super) outside: Option<OutsideBoundary>,
}

impl PackageFile {
    fn of_outside(path: &Path, outside: OutsideBoundary) -> PackageFile {
        PackageFile { path: discover_packages::slashed(path), bytes: Vec::new(), outside: Some(outside) }
    }
}

/// Returns the content hash of the files of a package.
fn hash_of(root: &str, files: &[PackageFile]) -> String {
    let texts = files.iter().map(|text| (text.path.as_str(), String::from_utf8_lossy(&text.bytes)));
    lock::hash_of(root, texts.map(|(path, text)| (path, unmarked(&text).to_owned())))
}

/// Location that a package is read from.
struct PackageLocation<'h> {
    /// Key of the package: its [`identity`].
    key: PathBuf,
    /// Folder of the package, as messages print it before the names of its files.
    root: String,
    place: LoadPlace<'h>,
}

#[derive(Clone, Copy)]
pub(super) enum LoadPlace<'h> {
    Folder(&'h Path),
    Archive(&'h Path, &'h Arc<Archive>),
}

fn nameless(root: &str) -> Package {
    Package { edition: 1, root: root.to_owned(), ..Package::default() }
}

pub(super) fn root_of(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { String::new() } else { discover_packages::slashed(folder) }
}
