//! Formations: in one band in detection, in the middle, and who leaves in windows A and B (space.md 8.1, R-S28, R-S43). Floor 5.

use crate::play::choice::{Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    pub(super) fn legal_formation(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
    }

    pub(super) fn decide_formation(&self, _choice: Choice, _out: &mut Events) {}
}
