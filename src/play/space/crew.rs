//! Who works which post, with what skill, and whether they still can this turn (space.md 2.3, R-S2 to R-S5, R-S39). Floor 5.

use crate::play::choice::{Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    pub(super) fn legal_set_up(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Begin));
    }

    pub(super) fn decide_set_up(&self, _choice: Choice, _out: &mut Events) {}
}
