//! The names of one kind in one package.

use super::program::DeclId;
use ecow::EcoString;
use slip_suggest::Glance;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::OnceLock;

/// What each name stands for; and for whoever mistypes one, all of them in order, looked at once.
#[derive(Debug, Default)]
pub(super) struct Names {
    ids: HashMap<EcoString, DeclId>,
    sorted: OnceLock<Vec<(EcoString, Glance)>>,
}

impl Names {
    /// What a name stands for.
    pub(super) fn get(&self, name: &str) -> Option<DeclId> {
        self.ids.get(name).copied()
    }

    /// Adds a name; gives back what has it already, which keeps it.
    pub(super) fn add(&mut self, name: &EcoString, id: DeclId) -> Option<DeclId> {
        match self.ids.entry(name.clone()) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(slot) => {
                slot.insert(id);
                self.sorted.take();
                None
            }
        }
    }

    /// Every name, in the order of the alphabet.
    pub(super) fn sorted(&self) -> &[(EcoString, Glance)] {
        self.sorted.get_or_init(|| {
            let mut names: Vec<&EcoString> = self.ids.keys().collect();
            names.sort_unstable();
            names.into_iter().map(|name| (name.clone(), Glance::of(name))).collect()
        })
    }
}
