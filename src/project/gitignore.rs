//! Files that `.gitignore` leaves out when folders are searched.
//!
//! Only `.gitignore` files of the searched folder and of the folders above it in the same repository count: settings of the user and of the
//! machine would make a verdict depend on them. A file that is tracked by the repository is never left out, as for `git` itself, so that no
//! line of a contribution hides a committed package from a check.

use super::{discover_packages, fetched_folder, repository_root};
use crate::git;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

const NAME: &str = ".gitignore";
/// Size in bytes above which a file is not read, so that it leaves nothing out.
const MOST: u64 = 256 << 10;

/// Rules of the `.gitignore` files that apply in a searched folder.
#[derive(Debug)]
pub(super) struct Ignored {
    /// Searched folder, as written.
    folder: PathBuf,
    /// Searched folder, with links resolved.
    real: PathBuf,
    /// Highest folder whose rules count.
    top: PathBuf,
    rules: Mutex<BTreeMap<PathBuf, Option<Arc<Gitignore>>>>,
    /// Names of the tracked files in the searched folder, relative to it; empty if it is in no repository.
    tracked: OnceLock<BTreeSet<String>>,
}

impl Ignored {
    /// Returns the rules for a folder that is searched.
    pub(super) fn new(folder: &Path) -> Ignored {
        let real = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let top = repository_root(folder).unwrap_or_else(|| real.clone());
        Ignored { folder: folder.to_path_buf(), real, top, rules: Mutex::default(), tracked: OnceLock::new() }
    }

    /// True if the search leaves out a file or a folder below the searched folder.
    pub(super) fn leaves_out(&self, path: &Path, is_folder: bool) -> bool {
        // Fetched files are compared with a hash, and their folder has a `.gitignore` of its own that leaves out everything.
        if fetched_folder::is_inside(&self.folder) {
            return false;
        }
        let Ok(inside) = path.strip_prefix(&self.folder) else { return false };
        let real = self.real.join(inside);
        let above = real.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.top));
        // The rules of the nearest folder that say anything decide.
        let mut decided = above.filter_map(|folder| self.rules_in(folder)).filter_map(|rules| {
            let found = rules.matched(&real, is_folder);
            (!found.is_none()).then(|| found.is_ignore())
        });
        decided.next() == Some(true) && !self.is_tracked(inside, is_folder)
    }

    fn rules_in(&self, folder: &Path) -> Option<Arc<Gitignore>> {
        let mut known = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(folder.to_path_buf()).or_insert_with(|| read(folder).map(Arc::new)).clone()
    }

    fn is_tracked(&self, inside: &Path, is_folder: bool) -> bool {
        let tracked = self.tracked.get_or_init(|| {
            let is_repository = self.top.join(".git").symlink_metadata().is_ok();
            let names = is_repository.then(|| git::tracked(&self.real)).flatten();
            names.unwrap_or_default().into_iter().collect()
        });
        let name = discover_packages::slashed(inside);
        if !is_folder {
            return tracked.contains(&name);
        }
        let start = format!("{name}/");
        tracked.range(start.clone()..).next().is_some_and(|first| first.starts_with(&start))
    }
}

/// Reads the rules in one folder. A link or a device with the name of the file is not read.
fn read(folder: &Path) -> Option<Gitignore> {
    let path = folder.join(NAME);
    let about = path.symlink_metadata().ok()?;
    if !about.is_file() || about.len() > MOST {
        return None;
    }
    let text = super::read_files::stored_text(&path, MOST).ok()?;
    let mut rules = GitignoreBuilder::new(folder);
    for line in text.lines() {
        // A line that is no pattern leaves nothing out.
        let _ = rules.add_line(None, line);
    }
    rules.build().ok().filter(|rules| !rules.is_empty())
}
