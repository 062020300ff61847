//! Folder `.slipyard` beside a manifest, with the dependencies that `slipyard fetch` has downloaded.
//!
//! Its files are not trusted: a pack or a repository tree is used only if it has the hash that the manifest names. Packages in a fetched
//! tree cannot read outside of the tree. Their own dependencies by address are in the same `.slipyard`.

use super::boundary::OutsideBoundary;
use super::{Boundary, Denied, LoadFailure, discover_packages, read_files};
use slip_limits::{FETCHED_BYTES, FETCHED_FILES};
use slip_manifest::remote_dependencies::Remote;
use slip_pack::archive;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Name of the folder of fetched dependencies.
pub const FOLDER: &str = ".slipyard";

/// Dependency with an address that a package needs and that was not found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NeededDependency {
    /// Folder of the package whose `.slipyard` is to contain the dependency.
    pub home: PathBuf,
    /// Name of the dependency.
    pub name: String,
    /// Address of the dependency.
    pub remote: Remote,
    /// Hash in the manifest; `None` if it has none.
    pub hash: Option<String>,
}

impl NeededDependency {
    /// Returns the path at which the dependency is stored, for a given hash.
    pub fn path(&self, hash: &str) -> PathBuf {
        self.home.join(FOLDER).join(self.remote.place(hash))
    }
}

/// Files of a dependency by address.
pub enum FetchedFiles {
    /// A pack.
    Pack(Vec<u8>),
    /// Files of a revision of a repository, by path.
    Tree(BTreeMap<String, Vec<u8>>),
}

/// Returns the files of a dependency that are stored beside the manifest. They must have the given hash.
pub fn fetched_files(needed: &NeededDependency, hash: &str) -> Option<FetchedFiles> {
    let path = needed.path(hash);
    match &needed.remote {
        Remote::Pack { .. } => {
            let boundary = Boundary::of_package(&needed.home).ok()?;
            let bytes = read_files::within(&boundary, &path, slip_limits::PACK_BYTES).ok()?;
            (archive::hash(&bytes) == hash).then_some(FetchedFiles::Pack(bytes))
        }
        Remote::Git { .. } => {
            let FetchedTree::Sound = check(&needed.home, &path, hash).ok()? else { return None };
            files(&path).ok().map(FetchedFiles::Tree)
        }
    }
}

/// True if a folder is inside a folder of fetched dependencies.
pub fn is_inside(folder: &Path) -> bool {
    folder.components().any(|part| part.as_os_str() == FOLDER)
}

/// Returns the folder of the package that contains a folder of dependencies, for a path inside this folder: the part of the path before
/// `.slipyard`.
pub(super) fn home_of(folder: &Path) -> PathBuf {
    let outside = folder.components().take_while(|part| part.as_os_str() != FOLDER);
    outside.collect()
}

/// Returns the root of the fetched tree that a folder is in; `None` if it is in none.
pub(super) fn tree_around(folder: &Path) -> Option<PathBuf> {
    if !is_inside(folder) {
        return None;
    }
    let home = home_of(folder).join(FOLDER);
    let rest = folder.strip_prefix(&home).ok()?;
    let mut parts = rest.components().filter(|part| matches!(part, Component::Normal(_)));
    Some(home.join(parts.next()?).join(parts.next()?))
}

/// True if a path that a package names may be used: a package in a fetched tree may only name paths inside the tree.
pub(super) fn may_name(package: &Path, path: &Path) -> bool {
    tree_around(package).is_none_or(|tree| path == tree || discover_packages::is_written_in(path, &tree))
}

/// Result of looking for a fetched tree.
pub(super) enum FetchedTree {
    /// There is no such folder.
    Absent,
    /// The folder is behind a link that leads out of the package.
    Outside(OutsideBoundary),
    /// The hash of the files differs from the requested hash, or the folder contains something that cannot come from a fetch, such as a
    /// link.
    Changed,
    /// The files have the requested hash.
    Sound,
}

/// Compares the files of a fetched tree with a hash.
pub(super) fn check(home: &Path, tree: &Path, hash: &str) -> Result<FetchedTree, LoadFailure> {
    if tree.symlink_metadata().is_err() {
        return Ok(FetchedTree::Absent);
    }
    let boundary = Boundary::of_package(home).map_err(|error| LoadFailure::io("read", home, &error))?;
    match boundary.real(tree) {
        Ok(_) => {}
        Err(Denied::Outside(outside)) => return Ok(FetchedTree::Outside(outside)),
        Err(denied) => return Err(denied.failure("read", tree)),
    }
    let Ok(files) = files(tree) else { return Ok(FetchedTree::Changed) };
    Ok(if hash_of(&files) == hash { FetchedTree::Sound } else { FetchedTree::Changed })
}

/// Returns every file below a folder, by its path in the folder. Links, devices, and files beyond the limits are errors.
fn files(tree: &Path) -> std::io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![tree.to_path_buf()];
    let mut bytes = 0_u64;
    let (mut number, most) = (0_usize, FETCHED_FILES.saturating_mul(2));
    let boundary = Boundary::of_folder(tree)?;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            number = number.saturating_add(1);
            let kind = entry.file_type()?;
            if number > most || kind.is_symlink() || !(kind.is_dir() || kind.is_file()) {
                return Err(std::io::Error::other("not a file that was fetched"));
            }
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
                continue;
            }
            let content = read_files::within(&boundary, &path, FETCHED_BYTES).map_err(|_| std::io::Error::other("cannot be read"))?;
            bytes = bytes.saturating_add(u64::try_from(content.len()).unwrap_or(u64::MAX));
            if bytes > FETCHED_BYTES {
                return Err(std::io::Error::other("too large"));
            }
            files.insert(discover_packages::slashed(path.strip_prefix(tree).unwrap_or(&path)), content);
        }
    }
    Ok(files)
}

/// Returns the hash of a fetched tree: SHA-256 over all files in the order of their paths. Of each file, the length of the path, the path
/// and the hash of the content are included.
pub fn hash_of(files: &BTreeMap<String, Vec<u8>>) -> String {
    let lines = files.iter().map(|(path, bytes)| format!("{} {path} {}\n", path.len(), archive::hash(bytes)));
    archive::hash(lines.collect::<String>().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::{hash_of, home_of, may_name, tree_around};
    use std::collections::BTreeMap;
    use std::path::Path;

    #[test]
    fn a_package_in_a_fetched_tree_names_nothing_outside_of_it() {
        let package = Path::new("dock/.slipyard/git/0a/yards");
        assert_eq!(home_of(package), Path::new("dock"));
        assert_eq!(tree_around(package).as_deref(), Some(Path::new("dock/.slipyard/git/0a")));
        assert!(may_name(package, Path::new("dock/.slipyard/git/0a/base")) && may_name(package, Path::new("dock/.slipyard/git/0a")));
        assert!(!may_name(package, Path::new("dock/.slipyard/git/0b/base")) && !may_name(package, Path::new("dock")));
        assert!(may_name(Path::new("dock"), Path::new("../yards")));
    }

    #[test]
    fn the_hash_covers_names_and_contents() {
        let files = |list: &[(&str, &str)]| -> BTreeMap<String, Vec<u8>> {
            list.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
        };
        let hashes = [
            hash_of(&files(&[("a", "bc")])),
            hash_of(&files(&[("ab", "c")])),
            hash_of(&files(&[("a", "b"), ("c", "")])),
            hash_of(&files(&[])),
        ];
        assert!(hashes.iter().enumerate().all(|(at, hash)| hashes.iter().skip(at + 1).all(|other| other != hash)));
    }
}
