//! The drives: coast or drive, and burns bid in the open (space.md 5.2.3, 5.2.4, R-S14 to R-S16). Floor 5.

use crate::play::choice::{Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    pub(super) fn legal_drive(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Drive));
    }

    pub(super) fn decide_drive(&self, _choice: Choice, _out: &mut Events) {}

    pub(super) fn legal_bid(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Hold));
    }

    pub(super) fn decide_bid(&self, _choice: Choice, _out: &mut Events) {}
}
