//! Whom the winner of the position phase moves, and how far (space.md 3, 5.2.9 to 5.2.11, R-S7, R-S18, R-S41). Floor 5.

use crate::play::choice::{Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    pub(super) fn legal_shift(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
    }

    pub(super) fn decide_shift(&self, _choice: Choice, _out: &mut Events) {}
}
