//! Finds the packages and files that the paths of a command mean.

use super::ignored_files::Ignored;
use super::{Boundary, Denied, LoadFailure, MANIFEST, packed, read_files, temporary};
use slip_limits::{FILE_BYTES, FOLDERS_DEEP};
use slip_pack::archive::{self, Archive};

use ignore::WalkBuilder;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Something to load: a package, a group of Slip files, or an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LoadTarget {
    /// Slip text from the standard input.
    Stdin,
    /// Package to load, given by the folder that contains its manifest. If the user named a file or a folder inside the package, `part` is
    /// its path, and only findings in that part are reported.
    Package { folder: PathBuf, part: Option<PathBuf> },
    /// Slip files without a package. A link found in a folder must not lead out of the folder. A file named by the user may be such a link.
    Loose { folder: PathBuf, files: Vec<PathBuf>, is_walked: bool },
    /// Packed file, which has been read already.
    Packed { file: PathBuf, archive: Arc<Archive> },
}

impl LoadTarget {
    /// Returns the key by which two paths that mean the same target are recognised.
    fn key(&self) -> (u8, PathBuf, Vec<PathBuf>) {
        match self {
            LoadTarget::Stdin => (0, PathBuf::new(), Vec::new()),
            LoadTarget::Package { folder, part } => (1, folder.clone(), part.iter().cloned().collect()),
            LoadTarget::Loose { folder, files, is_walked } => (if *is_walked { 2 } else { 4 }, folder.clone(), files.clone()),
            LoadTarget::Packed { file, .. } => (3, file.clone(), Vec::new()),
        }
    }
}

/// Returns the targets that the paths mean, in the order of the paths; the targets in a folder are sorted by name.
pub(super) fn targets(paths: &[PathBuf]) -> Result<Vec<LoadTarget>, LoadFailure> {
    let mut targets = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            targets.push(LoadTarget::Stdin);
            continue;
        }
        let path = tidy(path);
        if is_dangling(&path) {
            // A link that leads out of its package is reported when the file is read.
            targets.push(of_file(&path));
            continue;
        }
        let kind = std::fs::metadata(real(&path)).map_err(|error| LoadFailure::io("read", &path, &error))?;
        if kind.is_dir() {
            targets.extend(in_folder(&path)?);
        } else if kind.is_file() && is_packed(&path) {
            let archive = packed::read(&path)?;
            targets.push(LoadTarget::Packed { file: path, archive: Arc::new(archive) });
        } else if kind.is_file() && is_misspelt(&path) {
            return Err(misspelt(&path));
        } else if kind.is_file() && !is_read(&path) {
            return Err(LoadFailure::new(format!("`{}` is not a Slip file: the name must end in `.slip`", shown(&path))));
        } else {
            targets.push(of_file(&path));
        }
    }
    let mut seen = BTreeSet::new();
    targets.retain(|target| seen.insert(target.key()));
    Ok(targets)
}

/// Returns the Slip files at the given paths, sorted and without duplicates. A path names a file, or a folder with everything below it. The
/// standard input is left out.
///
/// # Errors
/// When a path cannot be read, or is a file that is not a Slip file.
pub fn slip_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, LoadFailure> {
    Ok(files_to_change(paths)?.into_iter().map(|file| file.path).collect())
}

/// Returns the Slip files that paths name, as [`slip_files`] does. For each file, also returns the boundaries that it must be in.
///
/// # Errors
/// As [`slip_files`].
pub fn files_to_change(paths: &[PathBuf]) -> Result<Vec<SlipFile>, LoadFailure> {
    let mut files = BTreeMap::new();
    for path in paths.iter().filter(|path| path.as_os_str() != "-") {
        let path = tidy(path);
        if is_dangling(&path) {
            let boundary = Boundary::around(&path);
            files.insert(path, boundary.into_iter().map(Arc::new).collect());
            continue;
        }
        let kind = std::fs::metadata(real(&path)).map_err(|error| LoadFailure::io("read", &path, &error))?;
        if kind.is_dir() {
            let mut boundaries = Boundaries::new(&path)?;
            for file in walk(&path)?.into_iter().filter(|file| !is_manifest(file)) {
                files.insert(file.clone(), boundaries.of(&file));
            }
        } else if !kind.is_file() && is_read(&path) {
            // A file that is refused is added too: the reason is reported when the file is read.
            files.insert(path, Vec::new());
        } else if is_read(&path) && !is_manifest(&path) {
            let boundary = Boundary::around(&path);
            files.insert(path, boundary.into_iter().map(Arc::new).collect());
        } else {
            return Err(LoadFailure::new(format!("`{}` is not a Slip file: the name must end in `.slip`", shown(&path))));
        }
    }
    Ok(files.into_iter().map(|(path, boundaries)| SlipFile { path, boundaries }).collect())
}

/// Slip file that a command may change.
#[derive(Clone, Debug)]
pub struct SlipFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Boundaries; at least one of them must contain the file. Empty if the user named the file and it is in no package.
    boundaries: Vec<Arc<Boundary>>,
}

impl SlipFile {
    /// Returns the bytes of the file and the boundary that contains it. The boundary is `None` for a file that the user named and that is
    /// in no package.
    ///
    /// # Errors
    /// If it is outside of all its boundaries or cannot be read.
    pub fn read(&self) -> Result<(Vec<u8>, Option<&Boundary>), Denied> {
        let mut outside = None;
        for boundary in &self.boundaries {
            match read_files::within(boundary, &self.path, u64::try_from(FILE_BYTES).unwrap_or(u64::MAX)) {
                Ok(bytes) => return Ok((bytes, Some(boundary))),
                Err(denied @ Denied::Outside(_)) => outside = outside.or(Some(denied)),
                Err(denied) => return Err(denied),
            }
        }
        match outside {
            Some(denied) => Err(denied),
            None => read_files::bytes(&self.path).map(|bytes| (bytes, None)).map_err(Denied::Failed),
        }
    }
}

/// Boundaries of the files found by a search of a folder. They are stored by the folder that contains the file.
struct Boundaries<'f> {
    folder: &'f Path,
    own: Arc<Boundary>,
    known: BTreeMap<PathBuf, Vec<Arc<Boundary>>>,
}

impl<'f> Boundaries<'f> {
    fn new(folder: &'f Path) -> Result<Self, LoadFailure> {
        let own = Boundary::of_folder(folder).map_err(|error| LoadFailure::io("read", folder, &error))?;
        Ok(Boundaries { folder, own: Arc::new(own), known: BTreeMap::new() })
    }

    /// Returns the boundaries of a file. If its package is in the folder that the user named, the package is the only boundary. Otherwise
    /// the boundaries are that folder and the package around it, if there is one.
    fn of(&mut self, file: &Path) -> Vec<Arc<Boundary>> {
        let parent = file.parent().unwrap_or(Path::new("")).to_path_buf();
        if let Some(known) = self.known.get(&parent) {
            return known.clone();
        }
        let package = package_around(&parent);
        let boundary = package.as_deref().and_then(|package| Boundary::of_package(package).ok()).map(Arc::new);
        let is_inside = package.is_some_and(|package| package == self.folder || is_written_in(&package, self.folder));
        let outer = (!is_inside).then(|| Arc::clone(&self.own));
        let all: Vec<Arc<Boundary>> = boundary.into_iter().chain(outer).collect();
        self.known.insert(parent, all.clone());
        all
    }
}

/// True if a path is a link without a target that has the name of a Slip file or manifest.
fn is_dangling(path: &Path) -> bool {
    is_read(path) && path.is_symlink() && !path.exists()
}

/// True if a folder is a package or contains one.
pub fn holds_package(folder: &Path) -> bool {
    let folder = tidy(folder);
    real(&folder).is_dir() && walk(&folder).is_ok_and(|found| found.iter().any(|path| is_manifest(path)))
}

/// True if a path is a packed file, or if a manifest is in the folder, below it or above it.
///
/// # Errors
///
/// If a folder cannot be read, or has a manifest whose name is written with capitals.
pub fn is_in_or_around_package(path: &Path) -> Result<bool, LoadFailure> {
    let path = tidy(path);
    let is_folder = real(&path).is_dir();
    let folder = if is_folder { path.clone() } else { path.parent().map(Path::to_path_buf).unwrap_or_default() };
    if (is_packed(&path) && real(&path).is_file()) || package_around(&folder).is_some() {
        return Ok(true);
    }
    Ok(is_folder && walk(&path)?.iter().any(|path| is_manifest(path)))
}

fn is_manifest(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == MANIFEST)
}

/// True if a path is a Slip file that is in no package.
pub(super) fn is_lone_file(path: &Path) -> bool {
    is_read(path) && !is_manifest(path) && real(path).is_file() && package_around(path).is_none()
}

/// Returns the target for a file that the user named: its package, or the file alone if it is in no package.
pub(super) fn of_file(path: &Path) -> LoadTarget {
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    if path.file_name().is_some_and(|name| name == MANIFEST) {
        return LoadTarget::Package { folder, part: None };
    }
    match package_around(&folder) {
        Some(package) => LoadTarget::Package { folder: package, part: Some(path.to_path_buf()) },
        None => LoadTarget::Loose { folder, files: vec![path.to_path_buf()], is_walked: false },
    }
}

fn in_folder(folder: &Path) -> Result<Vec<LoadTarget>, LoadFailure> {
    let mut packages: Vec<PathBuf> = Vec::new();
    let mut files: Vec<PathBuf> = Vec::new();
    for path in walk(folder)? {
        if path.file_name().is_some_and(|name| name == MANIFEST) {
            packages.push(path.parent().map(Path::to_path_buf).unwrap_or_default());
        } else {
            files.push(path);
        }
    }
    packages.sort();
    let outer = if packages.iter().any(|package| package == folder) { None } else { package_around(folder) };
    let folders: BTreeSet<&Path> = packages.iter().map(PathBuf::as_path).collect();
    let loose: Vec<PathBuf> = files.iter().filter(|file| !is_below(file, &folders)).cloned().collect();
    if packages.is_empty() && loose.is_empty() && outer.is_none() {
        return Err(LoadFailure::new(format!("there is no `{MANIFEST}` and no `.slip` file in `{}`", shown(folder))));
    }
    let mut targets: Vec<LoadTarget> = packages.into_iter().map(|folder| LoadTarget::Package { folder, part: None }).collect();
    match outer {
        Some(package) if !loose.is_empty() || targets.is_empty() => {
            // An empty path means the current folder: the whole package is meant, and not a part of it.
            let part = Some(folder.to_path_buf()).filter(|part| !part.as_os_str().is_empty());
            targets.insert(0, LoadTarget::Package { folder: package, part });
        }
        _ if !loose.is_empty() => targets.push(LoadTarget::Loose { folder: folder.to_path_buf(), files: loose, is_walked: true }),
        _ => {}
    }
    Ok(targets)
}

/// True if a path is in one of the given folders. The empty folder contains every relative path.
fn is_below(path: &Path, folders: &BTreeSet<&Path>) -> bool {
    path.ancestors().any(|above| folders.contains(above))
}

/// True if a path is in a folder; the empty folder contains every relative path.
pub(super) fn within(path: &Path, folder: &Path) -> bool {
    path.starts_with(folder)
}

/// True if a normalised path, as it is written, is inside a folder. A relative path that begins with `..` is outside of the empty folder.
pub(super) fn is_written_in(path: &Path, folder: &Path) -> bool {
    let rest = path.strip_prefix(folder).ok();
    rest.is_some_and(|rest| !rest.is_absolute() && rest.components().all(|part| matches!(part, Component::Normal(_))))
}

/// Returns the nearest folder with a manifest: this folder or one above it. If the given path is relative, the result is relative too, with
/// `..` for folders above.
pub(super) fn package_around(folder: &Path) -> Option<PathBuf> {
    let mut candidate = tidy(folder);
    loop {
        // The search stops at a temporary folder of this program, because the folders above it contain files of other users.
        if candidate.file_name().is_some_and(temporary::is_ours) {
            return None;
        }
        if real(&candidate).join(MANIFEST).is_file() {
            return Some(candidate);
        }
        let above = real(&candidate).canonicalize().ok()?;
        above.parent()?;
        match candidate.components().next_back() {
            Some(Component::Normal(_)) => {
                candidate.pop();
            }
            Some(Component::RootDir | Component::Prefix(_)) => return None,
            _ => candidate.push(".."),
        }
    }
}

/// Returns the Slip files of one package, sorted by name. The files of packages inside the package are left out.
pub(super) fn files_of(folder: &Path) -> Result<Vec<PathBuf>, LoadFailure> {
    // Inner packages are skipped. Otherwise each of them would be searched again for every package around it, which takes quadratic time.
    let mut found = walk_into(folder, |inner| !has_manifest(inner))?;
    found.retain(|path| !is_manifest(path));
    Ok(found)
}

/// True if a folder is a package.
fn has_manifest(folder: &Path) -> bool {
    let manifest = folder.join(MANIFEST);
    manifest.symlink_metadata().is_ok() && !manifest.is_dir()
}

/// Returns manifests and Slip files below a folder, sorted by name. Hidden folders, `target`, and files that `.gitignore` leaves out are
/// skipped.
fn walk(folder: &Path) -> Result<Vec<PathBuf>, LoadFailure> {
    walk_into(folder, |_| true)
}

/// Returns manifests and Slip files below a folder, as [`walk`] does. Enters only the inner folders that `enters` accepts.
fn walk_into(folder: &Path, enters: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Result<Vec<PathBuf>, LoadFailure> {
    let mut found = Vec::new();
    let is_folder = |entry: &ignore::DirEntry| entry.file_type().is_some_and(|kind| kind.is_dir());
    let ignored = Ignored::new(&real(folder));
    let is_wanted = move |entry: &ignore::DirEntry| {
        let is_folder = is_folder(entry);
        let is_searched = if is_folder {
            entry.file_name() != "target" && enters(entry.path())
        } else {
            is_read(entry.path()) || is_misspelt(entry.path())
        };
        is_searched && !ignored.leaves_out(entry.path(), is_folder)
    };
    let walker = WalkBuilder::new(real(folder))
        .standard_filters(false)
        .hidden(true)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(move |entry| entry.depth() == 0 || is_wanted(entry))
        .build();
    for entry in walker {
        let entry = entry.map_err(|error| unread(folder, &error))?;
        let path = entry.path();
        if entry.depth() > FOLDERS_DEEP {
            let folder = shown(folder);
            return Err(LoadFailure::new(format!("`{folder}` contains more than {FOLDERS_DEEP} folders inside one another: move them up")));
        }
        let is_file = !path.is_dir();
        if is_file && is_misspelt(path) {
            return Err(misspelt(&tidy(path)));
        }
        if is_file && is_read(path) {
            found.push(tidy(path));
        }
    }
    Ok(found)
}

/// Returns the failure of a directory walk, with the path if it is known.
fn unread(folder: &Path, error: &ignore::Error) -> LoadFailure {
    match (place(error), error.io_error()) {
        (Some(path), Some(inner)) => LoadFailure::io("read", &tidy(path), inner),
        (None, Some(inner)) => LoadFailure::io("read", folder, inner),
        _ => LoadFailure::new(format!("cannot read `{}`: {error}", shown(folder))),
    }
}

fn place(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place(err),
        _ => None,
    }
}

/// True if a file has the name of a manifest in different letter case. Only some file systems would treat it as a manifest.
fn is_misspelt(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name != MANIFEST && name.eq_ignore_ascii_case(MANIFEST))
}

fn misspelt(path: &Path) -> LoadFailure {
    LoadFailure::new(format!("`{}` is not a manifest: rename it to `{MANIFEST}`, in lower-case letters", shown(path)))
}

/// True if a file has the name of a Slip file or of a manifest.
fn is_read(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == MANIFEST)
        || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("slip"))
}

/// True if a file has the name of a packed package.
pub(super) fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(archive::EXTENSION))
}

/// Returns the path for system calls. An empty path becomes `.`, because system calls do not accept it.
pub(super) fn real(path: &Path) -> PathBuf {
    if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_path_buf() }
}

/// Returns the path without `.` and `x/..`, so that each file is written in only one way.
pub(super) fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match tidy.components().next_back() {
                Some(Component::Normal(_)) => {
                    tidy.pop();
                }
                Some(Component::RootDir | Component::Prefix(_)) => {}
                _ => tidy.push(".."),
            },
            other => tidy.push(other),
        }
    }
    tidy
}

/// Returns the path for messages. Control characters in a name are replaced, so that they cannot break a line or hide a part of it.
pub fn shown(path: &Path) -> String {
    slip_printable::line(&slashed(path)).into_owned()
}

/// Returns the path with forward slashes, as programs read it. A backslash separates folders on Windows only; elsewhere it is part of a
/// name.
pub(super) fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    if text.is_empty() { ".".to_owned() } else { text }
}
