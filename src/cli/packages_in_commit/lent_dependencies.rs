//! Gives the packages of a commit the dependencies by address that `slipyard fetch` has stored in the work tree.
//!
//! They are stored by hash, and are used only with the hash that the manifest in the commit names. The work tree therefore cannot change
//! what the packages of the commit are.

use super::ExtractedCommit;
use crate::cli::{Stop, fetch};
use crate::project::{self, NeededDependency};
use slip_limits::DEPENDENCIES_DEEP;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl ExtractedCommit {
    /// Copies stored dependencies from the work tree to the extracted packages. Returns the dependencies that the work tree lacks, each
    /// with the folders of the work tree where it belongs.
    pub(in crate::cli) fn lend_dependencies(&self) -> Result<BTreeSet<NeededDependency>, Stop> {
        let homes = self.packages_of_work_tree();
        let mut missing = BTreeSet::new();
        // A copied dependency may itself have dependencies by address. The search is therefore repeated.
        for _ in 0..DEPENDENCIES_DEEP {
            let mut is_lent = false;
            missing.clear();
            for needed in self.needed() {
                let own = self.in_work_tree(&needed.home).filter(|folder| folder.is_dir());
                let Some(home) = own.as_ref().or(homes.first()) else { continue };
                if lend(&needed, own.iter().chain(&homes))? {
                    is_lent = true;
                } else {
                    missing.insert(NeededDependency { home: home.clone(), ..needed });
                }
            }
            if !is_lent {
                break;
            }
        }
        Ok(missing)
    }

    /// Returns the dependencies by address that the extracted packages need and do not contain. A package that cannot be loaded is reported
    /// later.
    fn needed(&self) -> BTreeSet<NeededDependency> {
        if !self.path.exists() {
            return BTreeSet::new();
        }
        project::load(std::slice::from_ref(&self.path), &mut std::io::empty()).map(|project| project.needed).unwrap_or_default()
    }

    /// Returns the folder of the work tree that corresponds to an extracted folder.
    fn in_work_tree(&self, folder: &Path) -> Option<PathBuf> {
        Some(self.top.join(folder.strip_prefix(self.folder.path()).ok()?))
    }

    /// Returns the folders of the packages that are now at the path named by the user. Packages that were elsewhere in the commit are
    /// included.
    fn packages_of_work_tree(&self) -> Vec<PathBuf> {
        if self.asked.is_dir() {
            project::packages(&self.asked).unwrap_or_default()
        } else {
            project::package_of(&self.asked).into_iter().collect()
        }
    }
}

/// Copies a dependency from the first of the folders that has it. Returns true if it was copied.
fn lend<'p>(needed: &NeededDependency, homes: impl Iterator<Item = &'p PathBuf>) -> Result<bool, Stop> {
    let Some(hash) = needed.hash.as_deref().filter(|hash| needed.path(hash).symlink_metadata().is_err()) else { return Ok(false) };
    for home in homes {
        let stored = NeededDependency { home: home.clone(), ..needed.clone() };
        if let Some(files) = project::fetched_files(&stored, hash) {
            fetch::store(needed, hash, &files)?;
            return Ok(true);
        }
    }
    Ok(false)
}
