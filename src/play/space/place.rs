//! Placement: by rank two ships, then one each (space.md 4.4, 4.5, D-S5, D-S6). Floor 5.

use crate::play::choice::{Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    pub(super) fn legal_place(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
    }

    pub(super) fn decide_place(&self, _choice: Choice, _out: &mut Events) {}

    pub(super) fn decide_begin(&self, _choice: Choice, _out: &mut Events) {}
}
