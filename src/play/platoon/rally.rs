//! Rallies, and the one a leader has besides his action (platoon.md 4.8, 5.4, D-L13). Floor 5.

use crate::play::choice::{Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// Whoever may not rally besides goes on.
    pub(super) fn resume_rally_too(&self, out: &mut Events) {
        Platoons::after_rally(self.state.step, out);
    }

    /// None, or a unit of the platoon.
    pub(super) fn legal_rally_too(&self, out: &mut Options) {
        out.push(Choice::of(Verb::No));
    }

    /// It is rallied, or none is.
    pub(super) fn decide_rally_too(&self, _choice: Choice, out: &mut Events) {
        Platoons::after_rally(self.state.step, out);
    }
}
