//! The table of lines of a fight between platoons: those of units, of the scene and of the rules. Floor 5.

use crate::fate::Aspect;
use crate::pack::Name;
use crate::pack::effect::{Base, Effect, Op, Play};
use crate::pack::encounter::Encounter;
use crate::pack::item::Item;
use crate::play::effects;
use crate::play::platoon::roster::{Attached, Roster};
use std::borrow::Borrow;
use std::collections::BTreeSet;

/// Skills and numbers that lines name to roll with.
pub(super) fn named<E: Borrow<Effect>>(effects: &[E]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for effect in effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(Play::Platoon)) {
        let base = match &effect.op {
            Op::Use(used) => &used.basis.base,
            Op::Blend(blend) => &blend.by.base,
            _ => continue,
        };
        names.extend(match base {
            Base::Stat(name) => Some(name.clone()),
            Base::Number(_) => effects::fixed_name(base),
        });
    }
    names
}

/// Boxes of morale, a raised Veteran counted in (platoon.md 7).
pub(super) fn morale(item: &Item, _attached: &[Attached], _roster: &Roster) -> i32 {
    item.tracks.get("morale").copied().unwrap_or(0)
}

/// Makes the table. `items` are those of the units, in the order of their ids.
pub(super) fn lay_out(_encounter: &Encounter, _items: &[&Item], _roster: &mut Roster, _aspects: &mut Vec<Aspect>) {}
