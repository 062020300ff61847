//! Finds the package in a folder that equals a package in a pack. If two copies are equal, the copy in the folder is used. Findings are
//! then placed in files that an author can edit. Locks and comparisons are the same, whether or not another package has the pack.

use super::{LoadFailure, Loader, PackageFile, hash_of, identity, root_of};
use crate::project::{MANIFEST, discover_packages, fetched_folder};
use slip_manifest::manifest;
use slip_source::diagnostic::Diagnostics;
use slip_source::{FileId, unmarked};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

impl Loader {
    /// Returns the folder that has exactly the files of a packed package, if it is a requested package or a dependency of one by path. A
    /// package that is being loaded at the moment is not returned.
    pub(super) fn equal_folder(&mut self, root: &str, name: &str, files: &[PackageFile]) -> Result<Option<PathBuf>, LoadFailure> {
        let folders = match self.folders.take() {
            Some(folders) => folders,
            None => self.folders_by_name(),
        };
        let there = folders.get(name).cloned().unwrap_or_default();
        self.folders = Some(folders);
        if there.is_empty() {
            return Ok(None);
        }
        let hash = hash_of(root, files);
        for folder in there {
            let is_free = self.circle(&identity(&folder)).is_none();
            if is_free && hash_of(&root_of(&folder), &self.texts_of(&folder)?) == hash {
                return Ok(Some(folder));
            }
        }
        Ok(None)
    }

    /// Finds the folders of the requested packages and of all packages that they depend on by path. Returns the folders by package name.
    fn folders_by_name(&self) -> BTreeMap<String, Vec<PathBuf>> {
        let mut found: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        let mut known = BTreeSet::new();
        let mut level = self.requested.clone();
        while !level.is_empty() {
            let mut next = Vec::new();
            for folder in level {
                // A folder that cannot be read is reported when it is loaded.
                let Some(file) = Some(&folder).filter(|folder| known.insert(identity(folder))).and_then(|it| self.manifest_text(it).ok())
                else {
                    continue;
                };
                let text = unmarked(&String::from_utf8_lossy(&file.bytes)).to_owned();
                let manifest = manifest::read(FileId::default(), &text, &mut Diagnostics::new());
                for wanted in manifest.wanted.iter().filter(|wanted| !wanted.path.is_empty() && !wanted.packed && wanted.remote.is_none()) {
                    let path = discover_packages::tidy(&folder.join(&wanted.path));
                    if fetched_folder::may_name(&folder, &path) && discover_packages::real(&path).join(MANIFEST).is_file() {
                        next.push(path);
                    }
                }
                found.entry(manifest.package.name).or_default().push(folder);
            }
            level = next;
        }
        found
    }
}
