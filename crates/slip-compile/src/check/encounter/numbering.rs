//! Numbers behind names that several have: `deckhand#1`, `deckhand#2` (R-YL6).
//!
//! A log and a script know somebody by the name alone. So no two of one encounter have the same, whatever they are: a ship and
//! whoever flies her, a platoon and the unit it is made of.

use ecow::eco_format;
use slip_pack::Name;
use std::collections::BTreeMap;

/// How many there are of each name.
pub(super) type Counts = BTreeMap<Name, usize>;

/// Gives each of several of one name its number, in their order, and says how many there were of each name.
pub(super) fn number<'n>(names: impl Iterator<Item = &'n mut Name>) -> Counts {
    number_on(&Counts::new(), names)
}

/// The same for those who come after others: a name that one of these has, too, goes on with their numbers.
pub(super) fn number_on<'n>(before: &Counts, names: impl Iterator<Item = &'n mut Name>) -> Counts {
    let names: Vec<&mut Name> = names.collect();
    let mut counts = Counts::new();
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
