//! Verdicts kept from one run to the next. Floor 7.
//!
//! A verdict is kept under the hash of everything it rests on: the tool, and the name, settings and texts of the package and of all
//! that it depends on. So there is nothing to be out of date: whatever changes asks for another name. What cannot be read, is damaged
//! or does not fit the texts is not there, and what cannot be written is not kept: a cache may cost time, but it never changes what is
//! said, nor whether anything is.

mod key;
mod store;

use crate::compile::{self, Compiled, Libraries, Trees, Verdict};
use crate::source::{FileId, PackageId, Sources};
pub use key::Key;
use key::Texts;
use std::collections::BTreeMap;
use std::path::PathBuf;
use store::Store;
pub use store::{opened, sealed};

/// Where verdicts are kept, and whose they are.
#[derive(Debug)]
pub struct Cache {
    store: Option<Store>,
    tool: String,
}

impl Cache {
    /// In a folder, which need not exist. `tool` says which build judges: what one build says is nothing to another.
    pub fn new(folder: PathBuf, tool: String) -> Cache {
        Cache { store: Some(Store::new(folder)), tool }
    }

    /// Keeps nothing.
    pub fn nowhere() -> Cache {
        Cache { store: None, tool: String::new() }
    }

    /// Says what [`compile::verdicts`] says. What was not said before is found out by parsing the texts that are not among the trees.
    pub fn verdicts(&self, trees: &mut Trees, sources: &Sources, roots: &[PackageId]) -> Compiled {
        let Some(store) = &self.store else { return compile::together(compile::judge_again(trees, sources, roots)) };
        let texts = Texts::of(sources, roots);
        let libraries = Libraries::new(sources, roots);
        let world = |root: PackageId| {
            let (sources, number) = libraries.view(root);
            World::of(self, sources, &texts, number)
        };
        let worlds: BTreeMap<PackageId, World> = roots.iter().map(|root| (*root, world(*root))).collect();
        let mut said: BTreeMap<PackageId, Verdict> = BTreeMap::new();
        for (root, world) in &worlds {
            if let Some(verdict) = store.read(&world.key).and_then(|verdict| world.placed(verdict, sources)) {
                said.insert(*root, verdict);
            }
        }
        let unknown: Vec<PackageId> = roots.iter().copied().filter(|root| !said.contains_key(root)).collect();
        for (root, verdict) in compile::judge_again(trees, sources, &unknown) {
            if let Some(world) = worlds.get(&root)
                && let Some(kept) = world.numbered(&verdict)
            {
                store.write(&world.key, &kept);
            }
            said.insert(root, verdict);
        }
        compile::together(said.into_iter().collect())
    }
}

/// A package with all it depends on.
struct World {
    key: Key,
    /// In their order; a verdict is kept with the numbers that files have here.
    files: Vec<FileId>,
}

impl World {
    fn of(cache: &Cache, sources: &Sources, texts: &Texts, root: PackageId) -> World {
        let packages: Vec<PackageId> = sources.closure(root).into_iter().collect();
        let inside = sources.files().filter(|(_, file)| packages.contains(&file.package()));
        let files: Vec<FileId> = inside.map(|(id, _)| id).collect();
        World { key: key::of(&cache.tool, sources, texts, root, &packages, &files), files }
    }

    /// What is said, with places of its own.
    fn numbered(&self, verdict: &Verdict) -> Option<Verdict> {
        let mut kept = verdict.clone();
        let all = kept.diagnostics.renumber(|file| {
            let at = self.files.binary_search(&file).ok()?;
            u32::try_from(at).ok().map(FileId)
        });
        all.then_some(kept)
    }

    /// What was kept, with the places of these sources; nothing if it speaks of a place that is not there.
    fn placed(&self, mut verdict: Verdict, sources: &Sources) -> Option<Verdict> {
        let all = verdict.diagnostics.renumber(|file| self.files.get(usize::try_from(file.0).ok()?).copied());
        (all && verdict.diagnostics.lies_in(sources)).then_some(verdict)
    }
}
