//! Numbers actors with the same name: `deckhand#1`, `deckhand#2` (R-YL6).
//!
//! Logs and scripts identify an actor by name alone, so no two actors of an encounter may share a name. This rule includes actors of
//! different kinds, such as a ship and her pilot, or a platoon and one of its units.

use ecow::eco_format;
use slip_pack::Name;
use std::collections::BTreeMap;

/// Number of actors with each name.
pub(super) type ActorCounts = BTreeMap<Name, usize>;

/// Numbers the actors that share a name, in order. Returns the number of actors with each name.
pub(super) fn number<'n>(names: impl Iterator<Item = &'n mut Name>) -> ActorCounts {
    number_on(&ActorCounts::new(), names)
}

/// Like [`number`], for further actors: the numbers continue after those in `before`.
pub(super) fn number_on<'n>(before: &ActorCounts, names: impl Iterator<Item = &'n mut Name>) -> ActorCounts {
    let names: Vec<&mut Name> = names.collect();
    let mut counts = ActorCounts::new();
    for name in &names {
        *counts.entry((**name).clone()).or_default() += 1;
    }
    let mut next = before.clone();
    for name in names {
        if before.contains_key(name) || counts.get(name).is_some_and(|count| *count > 1) {
            let number = next.entry(name.clone()).or_default();
            *number += 1;
            *name = eco_format!("{name}#{number}");
        }
    }
    counts
}
