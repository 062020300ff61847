//! Loads packages from paths: finds and reads `slipyard.toml`, reads the files, follows dependencies.
//!
//! Only this module reads the disk for the compiler. The order is deterministic: folders are sorted by name, hidden ones and `target` are
//! skipped, and paths are shown with forward slashes. Mistakes in a package are diagnostics; problems that prevent reading are a
//! [`LoadFailure`].

mod boundary;
mod cache_folder;
mod discover_packages;
mod fetched_folder;
mod foundry_mapping;
mod ignored_files;
mod licence_files;
mod load;
mod lock;
mod packed;
pub mod read_files;
mod report_path_root;
mod repository_root;
mod requested_files;
mod standard_library;
mod standard_library_errors;
mod temporary;
mod write_files;

pub use boundary::{Boundary, Denied};
pub use cache_folder::cache_folder;
pub use discover_packages::{SlipFile, files_to_change, holds_package, is_in_or_around_package, shown, slip_files};
pub use fetched_folder::{
    FOLDER as FETCHED, FetchedFiles, NeededDependency, fetched_files, hash_of as hash_of_tree, is_inside as is_fetched,
};
pub use foundry_mapping::{Mistake, mapping};
pub(crate) use ignored_files::leaves_out_folder;
pub use load::UnsavedTexts;
pub use lock::{LockComparison, Locked};
pub use packed::{bytes, load_packed};
pub use read_files::{beyond, stored_bytes, stored_text};
pub use report_path_root::report_base;
pub use repository_root::repository_root;
pub use slip_compile::resolve::is_name;
pub(crate) use slip_manifest::manifest::technology;
pub use slip_manifest::remote_dependencies::Remote;
pub use temporary::TemporaryFolder;
pub use write_files::{Writer, is_stream, must_stay_inside, write_atomically, write_if_unchanged};

pub use slip_manifest::{LOCK, MANIFEST};

use rayon::prelude::*;
use slip_manifest::{errors, manifest};
use slip_pack::archive::Archive;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Label, Severity};

use slip_source::{FileId, PackageId, SourceFile, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Returns the findings about the text of a manifest alone, without its folder.
pub fn manifest_findings(text: &str) -> Diagnostics {
    let mut found = Diagnostics::new();
    let _ = manifest::read(FileId::default(), text, &mut found);
    found
}

/// Returns the package that a manifest describes, without its dependencies. Its `pinned_library` is the hash of the standard library that
/// `[rules] std` names, if there is one.
pub fn package_of_manifest(text: &str) -> slip_source::Package {
    let manifest = manifest::read(FileId::default(), text, &mut Diagnostics::new());
    let hash = manifest.library.and_then(|library| library.hash).map(|(hash, _)| hash);
    slip_source::Package { pinned_library: hash, ..manifest.package }
}

/// Returns the findings about the text of a lock alone, without its package.
pub fn lock_findings(text: &str) -> Diagnostics {
    let mut found = Diagnostics::new();
    let _ = lock::read(FileId::default(), text, &mut found);
    found
}

/// Path that means the standard input. Messages use it as the name of the file.
pub const STDIN: &str = "<stdin>";

/// Packages in memory, and the findings of loading them.
#[derive(Debug)]
pub struct Project {
    /// `std`, dependencies and the requested packages; every package comes after the packages that it depends on.
    pub sources: Arc<Sources>,
    /// Requested packages, in the order they were found.
    pub roots: Vec<PackageId>,
    /// Findings about manifests, locks and files.
    pub diagnostics: Diagnostics,
    /// Locks of the requested packages that have a manifest.
    pub locks: Vec<Locked>,
    /// Paths where packed or missing dependencies were looked for; a new file there changes what is read.
    pub looked_for: BTreeSet<PathBuf>,
    /// Dependencies named by an address that have not been downloaded; `slipyard fetch` downloads them.
    pub needed: BTreeSet<NeededDependency>,
    /// Packages that the user asked for, as a whole or in part.
    asked: BTreeSet<PackageId>,
    /// Files that are not written in UTF-8.
    garbled: BTreeSet<FileId>,
    /// Files that are outside of their package.
    outside: BTreeSet<FileId>,
    /// Files of the parts that the user asked for; `None` if the user asked for whole packages only.
    focus: Option<BTreeSet<FileId>>,
    /// Archives that packages were read from, by package.
    archives: BTreeMap<PackageId, Arc<Archive>>,
    /// Findings about dependencies whose standard library is not that of the requested package; made for each requested package.
    of_roots: Vec<Diagnostic>,
    /// True if the sources are shared with other projects. Such sources may contain packages that this project does not need.
    is_shared: bool,
}

impl Project {
    /// Makes every difference from a lock an error, and also a missing lock of a package with dependencies.
    pub fn require_locks(&mut self) {
        lock::require(self);
    }

    /// Reports a mistake that is in no package. Editors show mistakes only in files, so it is reported in the manifest of each requested
    /// package.
    pub fn report_at_manifests(&mut self, mistake: &str) {
        for root in &self.roots {
            let Some(package) = self.sources.package(*root) else { continue };
            let start = package.manifest.map(|file| Span::new(file, 0, 0));
            if let Some(span) = package.places.name.or(start) {
                self.diagnostics.push(errors::outside_mistake(span, mistake));
            }
        }
    }

    /// True if a finding concerns files that the user asked for.
    ///
    /// Errors anywhere else also do, since they prevent the use of a package. Warnings and notes of dependencies do not. A warning still
    /// does if one of its labels is in a requested package, such as in a patch (R-XTE1).
    pub fn concerns(&self, diagnostic: &Diagnostic) -> bool {
        let id = diagnostic.primary.span.file;
        let Some(file) = self.sources.file(id) else { return true };
        if !self.asked.contains(&file.package()) {
            let of_root = |label: &Label| self.sources.file(label.span.file).is_some_and(|file| self.asked.contains(&file.package()));
            let here = diagnostic.severity == Severity::Warning && diagnostic.secondary.iter().any(of_root);
            return diagnostic.severity == Severity::Error || here;
        }
        match &self.focus {
            Some(focus) if Sources::is_slip(file.path()) => focus.contains(&id),
            _ => true,
        }
    }

    /// True if the user asked for a file: the file was named, or it is in a package that was named.
    pub fn is_asked(&self, id: FileId) -> bool {
        let of_root = self.sources.file(id).is_some_and(|file| self.asked.contains(&file.package()));
        of_root && self.focus.as_ref().is_none_or(|focus| focus.contains(&id))
    }

    /// True if a command may change a file. The file must be a Slip file that the user asked for, and must not be in a packed package.
    pub fn may_edit(&self, id: FileId) -> bool {
        let editable = |file: &SourceFile| Sources::is_slip(file.path()) && !self.is_packed(file.package());
        self.is_asked(id) && self.sources.file(id).is_some_and(editable) && !self.is_unlike_its_text(id)
    }

    /// True if the text of a file in this project differs from the file on the disk. This is so if the file is not UTF-8, or if it is
    /// outside of its package and was not read.
    fn is_unlike_its_text(&self, id: FileId) -> bool {
        self.is_garbled(id) || self.outside.contains(&id)
    }

    /// True if a file is not UTF-8, so that its text in this project differs from its bytes on the disk.
    pub fn is_garbled(&self, id: FileId) -> bool {
        self.garbled.contains(&id)
    }

    /// Returns the Slip files that the user asked for.
    pub fn files_asked(&self) -> BTreeSet<FileId> {
        let asked = self.sources.files().filter(|(id, file)| self.is_asked(*id) && Sources::is_slip(file.path()));
        asked.map(|(id, _)| id).collect()
    }

    /// Adds a text to a package as if it were one of its files, and returns its id.
    pub fn add_file(&mut self, package: PackageId, path: &str, text: impl Into<Arc<str>>) -> FileId {
        self.sources_mut().add_file(package, path, text)
    }

    /// Returns the sources for changes. They are copied first if other projects share them.
    pub(crate) fn sources_mut(&mut self) -> &mut Sources {
        Arc::make_mut(&mut self.sources)
    }

    /// Returns the sources without the rest of the project.
    pub(crate) fn into_sources(self) -> Sources {
        Arc::unwrap_or_clone(self.sources)
    }

    /// Returns the project as if the user had requested only one of the packages. The sources are shared. Findings about packages on which
    /// this package does not depend are left out.
    fn only(&self, root: PackageId) -> Project {
        let is_reached = |label: &Label| self.sources.file(label.span.file).is_none_or(|file| self.sources.reaches(root, file.package()));
        // Findings about locks, and about dependencies with another standard library, are made for requested packages only.
        let is_checked = |found: &Diagnostic| {
            let of_root = self.sources.file(found.primary.span.file).is_none_or(|file| file.package() == root);
            let is_of_lock = matches!(found.code, Code::LockFile | Code::LockMismatch | Code::LockOutdated);
            of_root || !(is_of_lock || self.of_roots.contains(found))
        };
        let mut diagnostics = self.diagnostics.clone();
        diagnostics.retain(|found| is_checked(found) && std::iter::once(&found.primary).chain(&found.secondary).all(is_reached));
        Project {
            sources: Arc::clone(&self.sources),
            roots: vec![root],
            diagnostics,
            locks: self.locks.iter().filter(|lock| lock.package == root).cloned().collect(),
            looked_for: self.looked_for.clone(),
            needed: self.needed.clone(),
            asked: BTreeSet::from([root]),
            garbled: self.garbled.clone(),
            outside: self.outside.clone(),
            focus: None,
            archives: self.archives.clone(),
            of_roots: self.of_roots.clone(),
            is_shared: true,
        }
    }

    /// True if the project shares its sources with other projects. The sources then contain packages that this project does not need.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// True if the user asked for parts of packages only.
    pub fn is_partial(&self) -> bool {
        self.focus.is_some()
    }
}

/// Reason why no package could be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadFailure {
    /// Message that begins in lower case, without a full stop.
    pub message: String,
}

impl fmt::Display for LoadFailure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for LoadFailure {}

impl LoadFailure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        LoadFailure { message: slip_printable::text(&message).into_owned() }
    }

    pub(crate) fn io(verb: &str, path: &Path, error: &std::io::Error) -> Self {
        LoadFailure::new(format!("cannot {verb} `{}`: {}", discover_packages::shown(path), reason(error)))
    }
}

/// Returns the reason of a system error in words of this program for common cases, since the wording of systems differs.
pub(crate) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Loads the content of the paths: packages, folders of packages, single files, `-` for the standard input.
///
/// A folder with a manifest is a package; so is each folder with a manifest below it. For a file or folder inside a package, the whole
/// package is loaded, but only findings in that part are reported. Slip files without a package form a nameless package.
///
/// # Errors
/// When a path does not exist or cannot be read, or contains no Slip file.
pub fn load(paths: &[PathBuf], stdin: &mut dyn Read) -> Result<Project, LoadFailure> {
    let targets = discover_packages::targets(paths)?;
    load::load(&targets, stdin, &UnsavedTexts::new())
}

/// Loads one package, given by its folder or its packed file, with its dependencies. For a folder without a manifest, loads the Slip files
/// below the folder.
///
/// # Errors
/// As [`load()`].
pub fn load_package(folder: &Path) -> Result<Project, LoadFailure> {
    load_package_with(folder, &UnsavedTexts::new())
}

/// Loads one package with its dependencies, as [`load_package`] does. The texts in `unsaved` replace files on the disk.
///
/// # Errors
/// As [`load()`].
pub fn load_package_with(folder: &Path, unsaved: &UnsavedTexts) -> Result<Project, LoadFailure> {
    let folder = discover_packages::tidy(folder);
    let target = if discover_packages::is_packed(&folder) && discover_packages::real(&folder).is_file() {
        discover_packages::LoadTarget::Packed { archive: Arc::new(packed::read(&folder)?), file: folder }
    } else if discover_packages::real(&folder).join(MANIFEST).is_file() {
        discover_packages::LoadTarget::Package { folder, part: None }
    } else if discover_packages::is_lone_file(&folder) {
        discover_packages::of_file(&folder)
    } else {
        discover_packages::LoadTarget::Loose { files: discover_packages::files_of(&folder)?, folder, is_walked: true }
    };
    load::load(&[target], &mut std::io::empty(), unsaved)
}

/// Loads packages from their folders, each with its dependencies, as [`load_package`] does. Packages with the embedded standard library
/// share their sources, with different package ids. The result is in the order of the folders.
///
/// # Errors
/// As [`load()`].
pub fn load_packages(folders: &[PathBuf]) -> Result<Vec<Project>, LoadFailure> {
    let is_package = |folder: &PathBuf| !discover_packages::is_packed(folder) && discover_packages::real(folder).join(MANIFEST).is_file();
    if folders.len() < 2 || !folders.iter().all(is_package) {
        return folders.par_iter().map(|folder| load_package(folder)).collect();
    }
    let targets: Vec<discover_packages::LoadTarget> = folders
        .iter()
        .map(|folder| discover_packages::LoadTarget::Package { folder: discover_packages::tidy(folder), part: None })
        .collect();
    let whole = load::load(&targets, &mut std::io::empty(), &UnsavedTexts::new())?;
    let is_usual = |(id, _): (PackageId, &slip_source::Package)| whole.sources.library_of(id) == PackageId::STD;
    // The packages are loaded one by one if two folders contain the same package, or if a package uses another standard library.
    if whole.roots.len() != folders.len() || !whole.sources.packages().all(is_usual) {
        return folders.par_iter().map(|folder| load_package(folder)).collect();
    }
    Ok(whole.roots.iter().map(|root| whole.only(*root)).collect())
}

/// Renames the files of projects as if each package was in a folder of its own name, so that paths do not depend on the machine. If several
/// projects share their sources, they still share them afterwards.
pub fn place_in_folders_of_names(projects: &mut [Project]) {
    let mut placed: Vec<(Arc<Sources>, Arc<Sources>)> = Vec::new();
    for project in projects {
        let known = placed.iter().find(|(before, _)| Arc::ptr_eq(before, &project.sources));
        let after = known.map_or_else(|| Arc::new(project.sources.in_folders_of_names()), |(_, after)| Arc::clone(after));
        let before = std::mem::replace(&mut project.sources, Arc::clone(&after));
        if known.is_none() {
            placed.push((before, after));
        }
    }
}

/// Loads one Slip file that is not in a package, with unsaved texts in place of files on the disk.
///
/// # Errors
/// As [`load()`].
pub fn load_alone(file: &Path, unsaved: &UnsavedTexts) -> Result<Project, LoadFailure> {
    let file = discover_packages::tidy(file);
    let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
    let target = discover_packages::LoadTarget::Loose { folder, files: vec![file], is_walked: false };
    load::load(&[target], &mut std::io::empty(), unsaved)
}

/// Returns the folder of the package that a file belongs to.
pub fn package_of(file: &Path) -> Option<PathBuf> {
    let is_manifest = file.file_name().is_some_and(|name| name == MANIFEST);
    let folder = file.parent()?;
    if is_manifest { Some(folder.to_path_buf()) } else { discover_packages::package_around(folder) }
}

/// Returns the folders of the packages that `show`, `list`, `build` and `run` use. It is the package around the path, else all packages
/// below it, else the folder itself with its Slip files. For a Slip file outside of packages, returns the path of the file.
///
/// # Errors
/// When the path does not exist, or contains nothing to load.
pub fn packages(path: &Path) -> Result<Vec<PathBuf>, LoadFailure> {
    if discover_packages::is_packed(path) && path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    if let Some(around) = discover_packages::package_around(path) {
        return Ok(vec![around]);
    }
    let targets = discover_packages::targets(&[path.to_path_buf()])?;
    if discover_packages::is_lone_file(path) {
        // If the user named a file, the other files of its folder are not loaded.
        return Ok(vec![path.to_path_buf()]);
    }
    let is_package = |target: &discover_packages::LoadTarget| matches!(target, discover_packages::LoadTarget::Package { .. });
    let any = targets.iter().any(is_package);
    let folders = targets.into_iter().filter(|target| !any || is_package(target)).filter_map(|target| match target {
        discover_packages::LoadTarget::Package { folder, .. } | discover_packages::LoadTarget::Loose { folder, .. } => Some(folder),
        discover_packages::LoadTarget::Stdin | discover_packages::LoadTarget::Packed { .. } => None,
    });
    Ok(standard_library::without_named(folders.collect()))
}
