//! From paths to packages in memory: finds `slipyard.toml`, reads it, reads the files, follows dependencies.
//!
//! The one place of the compile tower that reads a disk. Order never depends on it: folders are walked by name, hidden
//! ones and `target` are left out, and paths are shown with forward slashes. What is wrong in a package is a diagnostic;
//! what keeps us from looking at all is a [`Failure`].

mod boundary;
mod cached;
mod discover;
mod errors;
pub mod input;
mod library;
mod library_errors;
mod licences;
mod load;
mod lock;
mod manifest;
mod mapping;
mod output;
mod pack_errors;
mod packed;
mod parts;
mod temporary;
mod unquoted;

pub use boundary::{Boundary, Denied};
pub use cached::cache_folder;
pub use discover::{SlipFile, files_to_change, holds_package, shown, slip_files};
pub use input::{beyond, stored_bytes, stored_text};
pub use load::Unsaved;
pub use lock::{Locked, Standing};
pub use mapping::{Mistake, mapping};
pub use output::{Writer, is_stream, write_atomically, write_if_unchanged};
pub use packed::{bytes, load_packed};
pub use slip_compile::resolve::is_name;
pub use temporary::TemporaryFolder;

use slip_pack::archive::Archive;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Label, Severity};

use slip_source::{FileId, PackageId, SourceFile, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Findings about the text of a manifest alone, without its folder.
pub fn manifest_findings(text: &str) -> Diagnostics {
    let mut found = Diagnostics::new();
    let _ = manifest::read(FileId::default(), text, &mut found);
    found
}

/// Findings about the text of a lock alone, without its package.
pub fn lock_findings(text: &str) -> Diagnostics {
    let mut found = Diagnostics::new();
    let _ = lock::read(FileId::default(), text, &mut found);
    found
}

/// Name of a package's manifest.
pub const MANIFEST: &str = "slipyard.toml";
/// Name of the file that pins what a package depends on.
pub const LOCK: &str = "slipyard.lock";
/// The path that stands for the standard input, and the name it is shown by.
pub const STDIN: &str = "<stdin>";

/// Packages in memory, and what was found wrong on the way.
#[derive(Debug)]
pub struct Project {
    /// `std`, dependencies and the packages asked for; every package stands behind those it depends on.
    pub sources: Sources,
    /// The packages asked for, in the order they were found.
    pub roots: Vec<PackageId>,
    /// Findings about manifests, locks and files.
    pub diagnostics: Diagnostics,
    /// The locks of the packages asked for that have a manifest.
    pub locks: Vec<Locked>,
    /// Where dependencies were looked for that are packed files, or were not there: what is put there changes what is read.
    pub looked_for: BTreeSet<PathBuf>,
    /// The packages asked for.
    asked: BTreeSet<PackageId>,
    /// Files that are not written in UTF-8.
    garbled: BTreeSet<FileId>,
    /// Files that are outside of their package.
    outside: BTreeSet<FileId>,
    /// If only parts of packages were asked for, the files of all parts.
    focus: Option<BTreeSet<FileId>>,
    /// The archives that packages were read from.
    archives: BTreeMap<PackageId, Arc<Archive>>,
}

impl Project {
    /// Makes an error of whatever differs from the locks, and of a lock that is missing where there are dependencies.
    pub fn require_locks(&mut self) {
        lock::require(self);
    }

    /// Whether a finding is about something that was asked for: the files named, or all of the packages named.
    ///
    /// An error anywhere else counts too, since it stands in the way; warnings and notes of dependencies are for those who
    /// work on them. A warning in which a line of what was asked for has a part, such as a patch, counts as well (R-XTE1).
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

    /// Whether a file was asked for: it is one of those named, or of the packages named.
    pub fn is_asked(&self, id: FileId) -> bool {
        let of_root = self.sources.file(id).is_some_and(|file| self.asked.contains(&file.package()));
        of_root && self.focus.as_ref().is_none_or(|focus| focus.contains(&id))
    }

    /// True if a file is one of the Slip files that were asked for: what a command may change.
    pub fn may_edit(&self, id: FileId) -> bool {
        let editable = |file: &SourceFile| Sources::is_slip(file.path()) && !self.is_packed(file.package());
        self.is_asked(id) && self.sources.file(id).is_some_and(editable) && !self.is_unlike_its_text(id)
    }

    /// True if the text of a file here is not what the disk has: it is not UTF-8, or outside of the package and not read.
    fn is_unlike_its_text(&self, id: FileId) -> bool {
        self.is_garbled(id) || self.outside.contains(&id)
    }

    /// True if a file is not written in UTF-8, so that its text here is not what the disk holds.
    pub fn is_garbled(&self, id: FileId) -> bool {
        self.garbled.contains(&id)
    }

    /// The Slip files that were asked for.
    pub fn files_asked(&self) -> BTreeSet<FileId> {
        let asked = self.sources.files().filter(|(id, file)| self.is_asked(*id) && Sources::is_slip(file.path()));
        asked.map(|(id, _)| id).collect()
    }

    /// True if only parts of packages were asked for.
    pub fn is_partial(&self) -> bool {
        self.focus.is_some()
    }
}

/// Why nothing could be looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The sentence, lower case, no full stop.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Failure { message: slip_printable::text(&message).into_owned() }
    }

    pub(crate) fn io(verb: &str, path: &Path, error: &std::io::Error) -> Self {
        Failure::new(format!("cannot {verb} `{}`: {}", discover::shown(path), reason(error)))
    }
}

/// Why a file or folder cannot be had. The words of the system differ from one to the next; those an author meets are ours.
pub(crate) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Loads what the paths name: packages, folders of packages, single files, `-` for the standard input.
///
/// A folder with a manifest is a package, and so is each such folder below it. A file or folder inside a package brings
/// the package, but only findings in that part are reported. Slip files that belong to no package form a nameless one.
///
/// # Errors
/// When a path does not exist or cannot be read, or holds no Slip file.
pub fn load(paths: &[PathBuf], stdin: &mut dyn Read) -> Result<Project, Failure> {
    let targets = discover::targets(paths)?;
    load::load(&targets, stdin, &Unsaved::new())
}

/// Loads one package, given by its folder or its packed file, and what it depends on; without a manifest, the Slip files below the folder.
///
/// # Errors
/// As [`load()`].
pub fn load_package(folder: &Path) -> Result<Project, Failure> {
    load_package_with(folder, &Unsaved::new())
}

/// The same with texts that are not saved in place of what the disk holds.
///
/// # Errors
/// As [`load()`].
pub fn load_package_with(folder: &Path, unsaved: &Unsaved) -> Result<Project, Failure> {
    let folder = discover::tidy(folder);
    let target = if discover::is_packed(&folder) && discover::real(&folder).is_file() {
        discover::Target::Packed { archive: Arc::new(packed::read(&folder)?), file: folder }
    } else if discover::real(&folder).join(MANIFEST).is_file() {
        discover::Target::Package { folder, part: None }
    } else {
        discover::Target::Loose { files: discover::files_of(&folder)?, folder, is_walked: true }
    };
    load::load(&[target], &mut std::io::empty(), unsaved)
}

/// One Slip file that belongs to no package, with a text in place of what the disk holds.
///
/// # Errors
/// As [`load()`].
pub fn load_alone(file: &Path, unsaved: &Unsaved) -> Result<Project, Failure> {
    let file = discover::tidy(file);
    let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
    let target = discover::Target::Loose { folder, files: vec![file], is_walked: false };
    load::load(&[target], &mut std::io::empty(), unsaved)
}

/// The folder of the package that a file belongs to.
pub fn package_of(file: &Path) -> Option<PathBuf> {
    let is_manifest = file.file_name().is_some_and(|name| name == MANIFEST);
    let folder = file.parent()?;
    if is_manifest { Some(folder.to_path_buf()) } else { discover::package_around(folder) }
}

/// The folders of the packages that `show`, `list`, `build` and `run` look in: the package around the path, else those
/// below it, else the folder itself with the Slip files in it.
///
/// # Errors
/// When the path does not exist, or there is nothing to look in.
pub fn packages(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if discover::is_packed(path) && path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    if let Some(around) = discover::package_around(path) {
        return Ok(vec![around]);
    }
    let targets = discover::targets(&[path.to_path_buf()])?;
    let is_package = |target: &discover::Target| matches!(target, discover::Target::Package { .. });
    let any = targets.iter().any(is_package);
    let folders = targets.into_iter().filter(|target| !any || is_package(target)).filter_map(|target| match target {
        discover::Target::Package { folder, .. } | discover::Target::Loose { folder, .. } => Some(folder),
        discover::Target::Stdin | discover::Target::Packed { .. } => None,
    });
    Ok(library::without_named(folders.collect()))
}
