//! Table of the names of one kind in one package.

use super::program::DeclId;
use ecow::EcoString;
use slip_suggest::LetterCounts;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::OnceLock;

/// Declarations by name. A sorted list of the names, for suggestions, is computed on first use.
#[derive(Debug, Default)]
pub(super) struct DeclarationNames {
    ids: HashMap<EcoString, DeclId>,
    sorted: OnceLock<Vec<(EcoString, LetterCounts)>>,
}

impl DeclarationNames {
    /// Returns the declaration with this name.
    pub(super) fn get(&self, name: &str) -> Option<DeclId> {
        self.ids.get(name).copied()
    }

    /// Adds a name. If an earlier declaration has the name, that declaration keeps the name and is returned.
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

    /// Returns every name in alphabetical order.
    pub(super) fn sorted(&self) -> &[(EcoString, LetterCounts)] {
        self.sorted.get_or_init(|| {
            let mut names: Vec<&EcoString> = self.ids.keys().collect();
            names.sort_unstable();
            names.into_iter().map(|name| (name.clone(), LetterCounts::of(name))).collect()
        })
    }
}
