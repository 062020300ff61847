//! What a verdict rests on, as one hash. Floor 7.

use crate::source::{FileId, Package, PackageId, Sources};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// The hash of everything a verdict rests on.
pub type Key = [u8; 32];

/// The hashes of the texts.
pub(super) struct Texts(BTreeMap<FileId, [u8; 32]>);

impl Texts {
    /// Of all files that some packages rest on.
    pub(super) fn of(sources: &Sources, roots: &[PackageId]) -> Texts {
        let needed: BTreeSet<PackageId> = roots.iter().flat_map(|root| sources.closure(*root)).collect();
        let files: Vec<_> = sources.files().filter(|(_, file)| needed.contains(&file.package())).collect();
        Texts(files.into_par_iter().map(|(id, file)| (id, Sha256::digest(file.text().as_bytes()).into())).collect())
    }
}

/// The hash of a package with all it depends on.
pub(super) fn of(tool: &str, sources: &Sources, texts: &Texts, root: PackageId, packages: &[PackageId], files: &[FileId]) -> Key {
    let mut hash = Hash(Sha256::new());
    hash.text(tool);
    hash.place(packages, &root);
    hash.number(packages.len());
    for package in packages.iter().filter_map(|id| sources.package(*id)) {
        hash.package(package, packages, files);
    }
    hash.number(files.len());
    for (id, file) in files.iter().filter_map(|id| Some((id, sources.file(*id)?))) {
        hash.text(file.path());
        hash.place(packages, &file.package());
        hash.0.update(texts.0.get(id).copied().unwrap_or_default());
    }
    hash.0.finalize().into()
}

/// Everything is hashed with its length, so that no two lists of words look the same.
struct Hash(Sha256);

impl Hash {
    fn number(&mut self, number: usize) {
        self.0.update(u64::try_from(number).unwrap_or(u64::MAX).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.0.update(text.as_bytes());
    }

    fn texts(&mut self, texts: &[String]) {
        self.number(texts.len());
        texts.iter().for_each(|text| self.text(text));
    }

    /// Where something stands in a list: what it is called by where numbers differ from run to run.
    fn place<T: Ord>(&mut self, list: &[T], wanted: &T) {
        self.number(list.binary_search(wanted).unwrap_or(usize::MAX));
    }

    /// All there is to say of a package; a field that is added has to be thought of here.
    fn package(&mut self, package: &Package, packages: &[PackageId], files: &[FileId]) {
        let Package {
            name,
            version,
            edition,
            licence,
            authors,
            description,
            variants,
            max_tech,
            ban,
            dependencies,
            missing,
            lints,
            manifest,
            // They are places in the manifest, and that is among the texts.
            places: _,
            root,
            sealed,
            library,
            foreign,
            pinned_library,
            lost_library,
        } = package;
        [name, version, licence, description, root].into_iter().for_each(|text| self.text(text));
        self.text(&format!("{edition} {max_tech:?}"));
        [authors, variants, ban, missing].into_iter().for_each(|texts| self.texts(texts));
        self.number(usize::from(*sealed));
        self.place(packages, library);
        [foreign, pinned_library].into_iter().for_each(|hash| self.text(hash.as_deref().unwrap_or_default()));
        self.number(usize::from(*lost_library));
        self.number(dependencies.len());
        for (name, dependency) in dependencies {
            self.text(name);
            self.place(packages, dependency);
        }
        self.number(lints.len());
        for (code, level) in lints {
            self.text(code);
            self.text(level);
        }
        match manifest {
            Some(manifest) => self.place(files, manifest),
            None => self.number(usize::MAX),
        }
    }
}
