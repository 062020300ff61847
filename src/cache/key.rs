//! Cache key of a verdict: one hash of everything that the verdict depends on.

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use slip_source::{FileId, Package, PackageId, PolicyLimits, Sources};
use std::collections::BTreeMap;

/// Hash of everything that a verdict depends on.
pub type VerdictKey = [u8; 32];

/// Cache keys of packages and of all their dependencies.
pub(super) struct Keys(BTreeMap<PackageId, VerdictKey>);

impl Keys {
    /// Computes the keys of packages and of their dependencies. All are checked with the same standard library, [`PackageId::STD`].
    ///
    /// The key of a package is computed from its files and from the keys of the library and its dependencies. Each package is thus hashed
    /// only once, even if many packages depend on it.
    pub(super) fn new(tool: &str, sources: &Sources, roots: &[PackageId]) -> Keys {
        let needed = sources.closure_of(roots.iter().copied());
        let files: Vec<_> = needed.iter().flat_map(|package| sources.files_of(*package)).collect();
        let texts: BTreeMap<FileId, VerdictKey> =
            files.into_par_iter().map(|(id, file)| (id, Sha256::digest(file.text().as_bytes()).into())).collect();
        let mut keys = Keys(BTreeMap::new());
        // Every package follows its dependencies in this list, so their keys are known.
        for id in needed {
            let own: Vec<FileId> = sources.files_of(id).map(|(file, _)| file).collect();
            if let Some(key) = keys.one(tool, sources, &texts, (id, &own)) {
                keys.0.insert(id, key);
            }
        }
        keys
    }

    pub(super) fn get(&self, package: PackageId) -> Option<&VerdictKey> {
        self.0.get(&package)
    }

    /// Returns the key of a package; `None` if the key of a dependency is missing.
    fn one(
        &self,
        tool: &str,
        sources: &Sources,
        texts: &BTreeMap<FileId, VerdictKey>,
        (id, files): (PackageId, &[FileId]),
    ) -> Option<VerdictKey> {
        let mut hash = Hash(Sha256::new());
        hash.text(tool);
        if id != PackageId::STD {
            hash.0.update(self.get(PackageId::STD)?);
        }
        hash.package(sources.package(id)?, self, files)?;
        hash.number(files.len());
        for id in files {
            hash.text(sources.file(*id)?.path());
            hash.0.update(texts.get(id)?);
        }
        Some(hash.0.finalize().into())
    }
}

/// Hasher that adds the length of every value before the value. Two different lists then never give the same bytes.
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

    /// Adds the index of an element in a list. The index is used because ids differ from run to run.
    fn place<T: Ord>(&mut self, list: &[T], wanted: &T) {
        self.number(list.binary_search(wanted).unwrap_or(usize::MAX));
    }

    /// Adds all fields of a package. The pattern lists every field, so that a new field cannot be forgotten.
    fn package(&mut self, package: &Package, keys: &Keys, files: &[FileId]) -> Option<()> {
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
            // Places are positions in the manifest, and the text of the manifest is hashed as one of the files.
            places: _,
            root,
            sealed,
            // The key of the standard library is already part of the key of the package.
            library: _,
            foreign,
            pinned_library,
            lost_library,
            policy: PolicyLimits { source, max_tech: policy_tech, ban: policy_ban, waivable },
        } = package;
        [name, version, licence, description, root, source].into_iter().for_each(|text| self.text(text));
        self.text(&format!("{edition} {max_tech:?} {policy_tech:?}"));
        [authors, variants, ban, missing, policy_ban, waivable].into_iter().for_each(|texts| self.texts(texts));
        self.number(usize::from(*sealed));
        [foreign, pinned_library].into_iter().for_each(|hash| self.text(hash.as_deref().unwrap_or_default()));
        self.number(usize::from(*lost_library));
        self.number(dependencies.len());
        for (name, dependency) in dependencies {
            self.text(name);
            self.0.update(keys.get(*dependency)?);
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
        Some(())
    }
}
