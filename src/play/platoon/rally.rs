//! Rallies, and the one a leader has besides his action (platoon.md 4.8, 5.4, D-L13). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// Whoever may not rally besides goes on.
    pub(super) fn resume_rally_too(&self, _out: &mut Events) {}

    /// None, or a unit of the platoon.
    pub(super) fn legal_rally_too(&self, _out: &mut Options) {}

    /// It is rallied, or none is.
    pub(super) fn decide_rally_too(&self, _choice: Choice, _out: &mut Events) {}
}
