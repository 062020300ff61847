//! Content hashes of packages, as locks and packs have them.

use crate::LOCK;
use slip_compile::stdlib;
use slip_source::{PackageId, Sources, content_hash};

/// Returns the SHA-256 hash over the manifest and the Slip files of a package, by their paths in the package. Byte-order marks and the kind
/// of line ends do not count: they depend on the machine on which a repository is checked out.
pub fn hash(sources: &Sources, id: PackageId) -> String {
    if id == sources.library_of(id) {
        let foreign = sources.package(id).and_then(|package| package.foreign.clone());
        return foreign.unwrap_or_else(|| stdlib::hash().to_owned());
    }
    let root = sources.package(id).map_or("", |package| package.root.as_str());
    hash_of(root, sources.files_of(id).map(|(_, file)| (file.path(), file.text().to_owned())))
}

/// Like [`hash`], for texts that are given with their paths. The paths are relative to the folder `root`.
pub fn hash_of<'p>(root: &str, texts: impl Iterator<Item = (&'p str, String)>) -> String {
    let inside = |path: &'p str| path.strip_prefix(root).unwrap_or(path).trim_start_matches('/');
    let texts: Vec<(&str, String)> = texts.map(|(path, text)| (inside(path), text)).filter(|(inside, _)| *inside != LOCK).collect();
    content_hash::hash(texts.iter().map(|(path, text)| (*path, text.as_str())))
}
