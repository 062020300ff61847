//! Maneuvers, and what engineers make of them (platoon.md 5.5, D-L14). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// Place, use up a free tag, or roll once more.
    pub(super) fn legal_engineer(&self, _out: &mut Options) {}

    /// It is done.
    pub(super) fn decide_engineer(&self, _choice: Choice, _out: &mut Events) {}
}
