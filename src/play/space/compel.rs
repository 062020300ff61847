//! Compels at the head of each phase (space.md 5.0, R-S8, R-S12, R-S37). Floor 5.

use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    /// Opens the compels of a phase; when nobody has any left, [`Space::after_compels`] goes on.
    pub(super) fn open_compels(&self, out: &mut Events) {
        self.after_compels(out);
    }

    pub(super) fn legal_compel(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
    }

    pub(super) fn decide_compel(&self, _answer: &Answer, out: &mut Events) {
        self.after_compels(out);
    }

    pub(super) fn legal_answer(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Refuse));
    }

    pub(super) fn decide_answer(&self, _choice: Choice, _out: &mut Events) {}
}
