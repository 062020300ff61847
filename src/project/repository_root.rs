//! Root of the repository that contains a folder.

use super::{discover_packages, temporary};
use std::path::{Path, PathBuf};

/// Returns the root of the repository that contains a folder, with links resolved: the nearest folder with `.git`, at the folder or above
/// it. `None` if the folder is in no repository.
pub fn repository_root(folder: &Path) -> Option<PathBuf> {
    let real = std::fs::canonicalize(discover_packages::real(folder)).ok()?;
    for above in real.ancestors() {
        // The folders above a temporary folder may contain files of other users.
        if above.file_name().is_some_and(temporary::is_ours) {
            return None;
        }
        if is_repository(above) {
            return Some(above.to_path_buf());
        }
    }
    None
}

/// True if a folder is the root of a git repository: it contains `.git`, a folder or, in a linked work tree, a file.
pub(super) fn is_repository(folder: &Path) -> bool {
    folder.join(".git").symlink_metadata().is_ok()
}
