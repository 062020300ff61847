//! Caches the results of checks from one run to the next.
//!
//! A verdict is stored under a hash of everything that it depends on: the build of the tool, and the name, settings and texts of the
//! package and of all its dependencies. Any change gives another hash, so a stored verdict is never out of date. A file counts as missing
//! if it cannot be read, is damaged or does not fit the texts. A verdict that cannot be written is not stored. The cache may therefore cost
//! time, but never changes the findings.

mod key;
mod store;

use key::Keys;
pub use key::VerdictKey;
use slip_compile::{Compiled, Libraries, LibraryUsers, TreeCache, Verdict};
use slip_source::diagnostic::Severity;
use slip_source::{FileId, PackageId, Sources};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use store::Store;
pub use store::{StoredVerdict, opened, sealed};

/// Cache of verdicts in a folder, for one build of the tool.
#[derive(Debug)]
pub struct Cache {
    store: Option<Store>,
    tool: String,
}

impl Cache {
    /// Creates a cache in a folder, which need not exist. `tool` identifies the build; other builds do not see its entries.
    pub fn new(folder: PathBuf, tool: String) -> Cache {
        Cache { store: Some(Store::new(folder)), tool }
    }

    /// Creates a cache that stores nothing.
    pub fn nowhere() -> Cache {
        Cache { store: None, tool: String::new() }
    }

    /// Returns the result of [`slip_compile::verdicts`], with the help of the cache. Packages that are not in the cache are compiled; texts
    /// that are not in `trees` are parsed.
    pub fn verdicts(&self, trees: &mut TreeCache, sources: &Sources, roots: &[PackageId]) -> Compiled {
        let Some(store) = &self.store else { return slip_compile::verdicts_again(trees, sources, roots) };
        let libraries = Libraries::new(sources, roots);
        let users = libraries.users();
        let mut shelves: Vec<LibraryVerdicts<'_>> = users.iter().map(|users| LibraryVerdicts::new(store, &self.tool, users)).collect();
        let mut kept: Vec<Vec<(PackageId, Verdict)>> = Vec::with_capacity(shelves.len());
        let mut unknown: Vec<LibraryUsers<'_>> = Vec::with_capacity(shelves.len());
        for (shelf, users) in shelves.iter_mut().zip(&users) {
            let (known, missing) = shelf.kept(&users.roots);
            kept.push(known);
            unknown.push(users.only(missing));
        }
        let judged = slip_compile::judge_again(trees, sources, &unknown);
        let mut all: Vec<BTreeMap<PackageId, Verdict>> = Vec::with_capacity(shelves.len());
        for ((shelf, kept), judged) in shelves.iter().zip(kept).zip(judged) {
            judged.iter().for_each(|(package, verdict)| shelf.keep(*package, verdict));
            all.push(kept.into_iter().chain(judged).collect());
        }
        if unknown.iter().any(|users| !users.roots.is_empty()) {
            store.sweep();
        }
        let all = all.into_iter().map(|verdicts| verdicts.into_iter().collect());
        slip_compile::together(users.iter().cloned().zip(all))
    }
}

/// Returns the file of each path; `None` for a path that two files have.
fn files(sources: &Sources) -> HashMap<&str, Option<FileId>> {
    let mut files: HashMap<&str, Option<FileId>> = HashMap::new();
    for (id, file) in sources.files() {
        files.entry(file.path()).and_modify(|known| *known = None).or_insert(Some(id));
    }
    files
}

/// Verdicts in the cache about the packages that use one standard library.
struct LibraryVerdicts<'s> {
    store: &'s Store,
    sources: &'s Sources,
    keys: Keys,
    files: HashMap<&'s str, Option<FileId>>,
    /// Verdicts that were read so far, so that each cache file is read only once.
    read: BTreeMap<PackageId, Option<Known>>,
}

/// Verdict that was read from the cache.
struct Known {
    verdict: Verdict,
    has_errors: bool,
}

impl<'s> LibraryVerdicts<'s> {
    fn new(store: &'s Store, tool: &str, users: &LibraryUsers<'s>) -> LibraryVerdicts<'s> {
        let sources = users.sources;
        LibraryVerdicts { store, sources, keys: Keys::new(tool, sources, &users.roots), files: files(sources), read: BTreeMap::new() }
    }

    /// Returns the stored verdicts that are needed for the given packages, and the packages for which at least one verdict is missing.
    fn kept(&mut self, roots: &[PackageId]) -> (Vec<(PackageId, Verdict)>, Vec<PackageId>) {
        let mut wanted: BTreeSet<PackageId> = BTreeSet::new();
        let mut unknown: Vec<PackageId> = Vec::new();
        for root in roots {
            match self.whole(*root) {
                Some(packages) => wanted.extend(packages),
                None => unknown.push(*root),
            }
        }
        let read = std::mem::take(&mut self.read).into_iter().filter(|(package, _)| wanted.contains(package));
        (read.filter_map(|(package, kept)| Some((package, kept?.verdict))).collect(), unknown)
    }

    /// Returns the package itself and its dependencies that have errors, if the cache has a verdict on every one of them; otherwise `None`.
    fn whole(&mut self, root: PackageId) -> Option<Vec<PackageId>> {
        let faulty = self.known(root)?.verdict.faulty;
        let mut whole = vec![root];
        if faulty > 0 {
            let below = self.sources.closure(root).into_iter().filter(|package| *package != root);
            for package in below {
                if self.known(package).is_some_and(|known| known.has_errors) {
                    whole.push(package);
                }
            }
        }
        (whole.len() == faulty.saturating_add(1)).then_some(whole)
    }

    fn known(&mut self, package: PackageId) -> Option<&Known> {
        if !self.read.contains_key(&package) {
            let kept = self.keys.get(package).and_then(|key| self.store.read(key));
            let known = kept.and_then(|kept| self.placed(kept)).map(|verdict| {
                let aside = verdict.diagnostics.suppressed().iter().map(|aside| &aside.finding);
                let has_errors = verdict.diagnostics.iter().chain(aside).any(|found| found.severity == Severity::Error);
                Known { verdict, has_errors }
            });
            self.read.insert(package, known);
        }
        self.read.get(&package)?.as_ref()
    }

    fn keep(&self, package: PackageId, verdict: &Verdict) {
        if let (Some(key), Some(kept)) = (self.keys.get(package), self.numbered(verdict)) {
            self.store.write(key, &kept);
        }
    }

    /// Returns a verdict in the form in which it is stored: file ids are replaced by indexes into a list of paths. `None` if two files have
    /// the same path.
    fn numbered(&self, verdict: &Verdict) -> Option<StoredVerdict> {
        let mut verdict = verdict.clone();
        let mut paths: Vec<String> = Vec::new();
        let mut numbers: BTreeMap<FileId, FileId> = BTreeMap::new();
        let mut number = |file: FileId| {
            if let Some(number) = numbers.get(&file) {
                return Some(*number);
            }
            let path = self.sources.file(file)?.path();
            // If two files have the path, it identifies neither of them.
            self.files.get(path).copied().flatten()?;
            let number = FileId(u32::try_from(paths.len()).ok()?);
            paths.push(path.to_owned());
            numbers.insert(file, number);
            Some(number)
        };
        let all = verdict.diagnostics.renumber(&mut number) && verdict.exceptions.renumber(&mut number);
        all.then_some(StoredVerdict { paths, verdict })
    }

    /// Returns a stored verdict with the file ids of these sources; `None` if it refers to a file or a position that the sources do not
    /// have.
    fn placed(&self, kept: StoredVerdict) -> Option<Verdict> {
        let StoredVerdict { paths, mut verdict } = kept;
        let number = |file: FileId| {
            let path = paths.get(usize::try_from(file.0).ok()?)?;
            self.files.get(path.as_str()).copied().flatten()
        };
        let all = verdict.diagnostics.renumber(number) && verdict.exceptions.renumber(number);
        (all && verdict.diagnostics.lies_in(self.sources) && verdict.exceptions.lies_in(self.sources)).then_some(verdict)
    }
}
