//! Files that `.gitignore` leaves out when folders are searched.
//!
//! Only `.gitignore` files of the searched folder and of the folders above it in the same repository count. Settings of the user or the
//! machine do not, because verdicts must not depend on them. A file that the repository tracks is never left out: a contribution must not
//! hide a committed package from the check.

use super::{discover_packages, fetched_folder, repository_root};
use crate::git;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

const NAME: &str = ".gitignore";
/// Largest size in bytes of a `.gitignore` file. A larger file is not read, and its rules leave out no files.
const MOST: u64 = 256 << 10;

/// Rules of the `.gitignore` files that apply in a searched folder.
#[derive(Debug)]
pub(super) struct Ignored {
    /// Searched folder, as written.
    folder: PathBuf,
    /// Searched folder, with links resolved.
    real: PathBuf,
    /// Highest folder whose `.gitignore` is read: the root of the repository that contains the searched folder.
    top: PathBuf,
    /// Rules that apply in each folder; `None` if none apply.
    rules: Mutex<HashMap<PathBuf, Option<Arc<FolderRules>>>>,
    /// Names of the tracked files in the searched folder, relative to it; empty if the folder is in no repository. `None` if `git` cannot
    /// list them: it is not installed, the repository belongs to another user, or its index is damaged.
    tracked: OnceLock<Option<BTreeSet<String>>>,
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
        // Fetched files are compared with a hash, so none is left out. The `.gitignore` in their folder, which excludes everything, is not
        // used.
        if fetched_folder::is_inside(&self.folder) {
            return false;
        }
        let Ok(inside) = path.strip_prefix(&self.folder) else { return false };
        let real = self.real.join(inside);
        let Some(rules) = real.parent().and_then(|folder| self.rules_of(folder)) else { return false };
        rules.leave_out(&real, is_folder) && !self.is_tracked(inside, is_folder)
    }

    /// Returns the rules for ignored files that apply in a folder. The search visits a folder before the folders inside it, so each folder
    /// is read only once.
    fn rules_of(&self, folder: &Path) -> Option<Arc<FolderRules>> {
        let known = |folder: &Path| self.rules.lock().unwrap_or_else(PoisonError::into_inner).get(folder).cloned();
        let mut unknown = Vec::new();
        let mut next = Some(folder);
        let mut rules = None;
        while let Some(folder) = next.take() {
            match known(folder) {
                Some(found) => rules = found,
                None => {
                    unknown.push(folder);
                    next = folder.parent().filter(|_| folder != self.top);
                }
            }
        }
        while let Some(folder) = unknown.pop() {
            if let Some(own) = read(folder) {
                rules = Some(Arc::new(FolderRules { own, above: rules }));
            }
            self.rules.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_path_buf(), rules.clone());
        }
        rules
    }

    /// True if a file, or a file in a folder, is tracked. Also true if `git` gives no answer, so that no file is left out. Otherwise, one
    /// line of a contribution could hide a committed package on such a machine.
    fn is_tracked(&self, inside: &Path, is_folder: bool) -> bool {
        let tracked = self.tracked.get_or_init(|| {
            if self.top.join(".git").symlink_metadata().is_err() {
                return Some(BTreeSet::new());
            }
            git::tracked(&self.real).map(|names| names.into_iter().collect())
        });
        let Some(tracked) = tracked else { return true };
        let name = discover_packages::slashed(inside);
        if !is_folder {
            return tracked.contains(&name);
        }
        let start = format!("{name}/");
        tracked.range(start.clone()..).next().is_some_and(|first| first.starts_with(&start))
    }
}

/// True if a search of a repository leaves out a folder in it, or a folder around that one: by its name or by `.gitignore`. Both paths have
/// their links resolved.
pub(crate) fn leaves_out_folder(root: &Path, folder: &Path) -> bool {
    let ignored = Ignored::new(root);
    let around: Vec<&Path> = folder.ancestors().take_while(|above| *above != root).collect();
    let is_target = |above: &&Path| above.file_name().is_some_and(|name| name == "target");
    around.iter().any(is_target) || around.into_iter().rev().any(|above| ignored.leaves_out(above, true))
}

/// Rules of a `.gitignore`, and those of the nearest folder above with a `.gitignore`.
#[derive(Debug)]
struct FolderRules {
    own: Gitignore,
    above: Option<Arc<FolderRules>>,
}

impl FolderRules {
    /// True if the path is left out. If several rules match the path, the rules of the nearest folder decide.
    fn leave_out(&self, path: &Path, is_folder: bool) -> bool {
        let mut next = Some(self);
        while let Some(rules) = next {
            let found = rules.own.matched(path, is_folder);
            if !found.is_none() {
                return found.is_ignore();
            }
            next = rules.above.as_deref();
        }
        false
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
        // A line that is not a pattern is ignored.
        let _ = rules.add_line(None, line);
    }
    rules.build().ok().filter(|rules| !rules.is_empty())
}
