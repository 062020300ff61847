//! Parsed files of a package and its dependencies, from which a world is compiled.

use crate::policy::Policies;
use crate::project::{self, Project, TemporaryFolder, UnsavedTexts, Writer};
use rayon::prelude::*;
use slip_compile::stdlib;
use slip_source::diagnostic::Diagnostics;
use slip_source::{FileId, SourceFile, Sources};
use slip_syntax::tree::File;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// File of a snapshot, parsed.
#[derive(Debug)]
pub(super) struct SnapshotFile {
    pub(super) tree: File,
    pub(super) found: Diagnostics,
}

/// Files of a package and its dependencies, with their syntax trees.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) project: Arc<Project>,
    /// Texts of the project, or newer texts from the editor.
    pub(super) sources: Arc<Sources>,
    /// Parsed files in the order of their ids; unchanged ones are shared between snapshots.
    pub(super) parsed: Vec<Arc<SnapshotFile>>,
    /// Ids of the files, by path.
    pub(super) paths: BTreeMap<PathBuf, FileId>,
    /// Policy of the repository, as it was when the files were read.
    pub(super) policies: Arc<Policies>,
}

/// Root of a world: the package or the single file that is compiled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WorldRoot {
    /// Package, named by its folder.
    Package(PathBuf),
    /// File that is not in a package.
    Alone(PathBuf),
}

impl WorldRoot {
    /// Returns the root that a file belongs to.
    pub(super) fn of(file: &Path) -> WorldRoot {
        match project::package_of(file) {
            Some(folder) => WorldRoot::Package(folder),
            None => WorldRoot::Alone(file.to_path_buf()),
        }
    }

    /// Returns the path of the folder or file.
    pub(super) fn path(&self) -> &Path {
        match self {
            WorldRoot::Package(path) | WorldRoot::Alone(path) => path,
        }
    }
}

impl Snapshot {
    /// Reads all files from the disk, except files with unsaved texts.
    pub(super) fn load(place: &WorldRoot, unsaved: &UnsavedTexts) -> Result<Snapshot, String> {
        let project = match place {
            WorldRoot::Package(folder) => project::load_package_with(folder, unsaved),
            WorldRoot::Alone(file) => project::load_alone(file, unsaved),
        };
        let mut project = project.map_err(|failure| failure.message)?;
        let policies = match Policies::of_repositories(&project) {
            Ok(policies) => policies,
            Err(failure) => {
                project.report_at_manifests(&failure.message);
                Policies::default()
            }
        };
        for loosened in policies.apply(&mut project) {
            project.diagnostics.push(loosened);
        }
        let project = Arc::new(project);
        let sources = Arc::new(project.sources.with_texts(&BTreeMap::new()));
        let parsed = parse(&sources, |_| None);
        let paths = sources.files().map(|(id, file)| (where_it_lies(&project, id, file.path()), id)).collect();
        Ok(Snapshot { project, sources, parsed, paths, policies: Arc::new(policies) })
    }

    /// Returns the snapshot with other texts for some files; unchanged files are not parsed again.
    pub(super) fn with_texts(&self, texts: &BTreeMap<FileId, Arc<str>>) -> Snapshot {
        let sources = Arc::new(self.sources.with_texts(texts));
        let before: BTreeMap<FileId, &Arc<SnapshotFile>> = self.parsed.iter().map(|parsed| (parsed.tree.id, parsed)).collect();
        let parsed = parse(&sources, |id| before.get(&id).filter(|_| !texts.contains_key(&id)).map(|parsed| Arc::clone(parsed)));
        Snapshot { project: Arc::clone(&self.project), sources, parsed, paths: self.paths.clone(), policies: Arc::clone(&self.policies) }
    }

    /// Returns the texts of open files that differ from the texts that were read.
    pub(super) fn newer(&self, unsaved: &UnsavedTexts) -> BTreeMap<FileId, Arc<str>> {
        let known = unsaved.iter().filter_map(|(path, text)| Some((*self.paths.get(path)?, text)));
        let differs = |(id, text): &(FileId, &Arc<str>)| self.sources.file(*id).is_some_and(|file| file.text() != &***text);
        known.filter(differs).map(|(id, text)| (id, Arc::clone(text))).collect()
    }
}

fn parse(sources: &Sources, known: impl Fn(FileId) -> Option<Arc<SnapshotFile>> + Sync) -> Vec<Arc<SnapshotFile>> {
    let slip: Vec<_> = sources.files().filter(|(_, file)| Sources::is_slip(file.path())).collect();
    let one = |(id, file): (FileId, &SourceFile)| {
        known(id).unwrap_or_else(|| {
            let (tree, found) = slip_syntax::parse(id, file);
            Arc::new(SnapshotFile { tree, found })
        })
    };
    slip.into_par_iter().map(one).collect()
}

/// Returns the path of a file for the editor. Files of the embedded library and of packed packages are written to a folder where editors
/// can read them.
fn where_it_lies(project: &Project, id: FileId, shown: &str) -> PathBuf {
    let Some(of) = project.sources.file(id).map(SourceFile::package) else { return PathBuf::from(shown) };
    let Some(package) = project.sources.package(of) else { return PathBuf::from(shown) };
    let Some(library) = library() else { return PathBuf::from(shown) };
    if let Some(hash) = project.archive_of(of) {
        // The folder is named by the hash, since two archives may have the same name.
        let folder: String = hash.trim_start_matches("sha256:").chars().take(16).collect();
        let inside = shown.strip_prefix(&package.root).unwrap_or(shown).trim_start_matches('/');
        return library.join("packed").join(folder).join(&package.name).join(inside);
    }
    let embedded = package.name == "std" && package.root == stdlib::ROOT && package.manifest.is_none();
    if embedded { library.join(shown) } else { PathBuf::from(shown) }
}

/// Private temporary folder for library files, on a machine without a cache folder; removed with the server.
static OWN_FOLDER: Mutex<Option<TemporaryFolder>> = Mutex::new(None);

/// Returns the folder that library files are written to for editors; `None` if there is no place for it.
fn library() -> Option<PathBuf> {
    let name = format!("library-{}", env!("CARGO_PKG_VERSION"));
    if let Some(folder) = project::cache_folder() {
        return Some(folder.join(name));
    }
    let mut own = OWN_FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    if own.is_none() {
        *own = TemporaryFolder::of_system().ok();
    }
    own.as_ref().map(|folder| folder.path().join(name))
}

/// True if a file is in the embedded library or a packed package.
pub(super) fn is_of_library(path: &Path) -> bool {
    library().is_some_and(|library| path.starts_with(library))
}

/// Removes the private folder of library files, if there is one.
pub(super) fn remove_library() {
    OWN_FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take();
}

/// Writes a file of the embedded library for editors, unless it exists.
pub(super) fn write_library(path: &Path, text: &str) {
    let Some(library) = library().filter(|library| path.starts_with(library)) else { return };
    if project::stored_text(path, u64::MAX).is_ok_and(|there| there == text) {
        return;
    }
    // Errors are ignored, because the editor itself reports that the file is missing.
    let written = Writer::in_folder(&library).and_then(|writer| writer.write_lightly(path, text.as_bytes()));
    if let (Ok(()), Ok(meta)) = (written, std::fs::metadata(path)) {
        let mut rights = meta.permissions();
        rights.set_readonly(true);
        let _ = std::fs::set_permissions(path, rights);
    }
}
