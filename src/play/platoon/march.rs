//! A platoon marches with its leader (platoon.md 5.1, D-L5). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// All who can, or one after the other by hand.
    pub(super) fn legal_muster(&self, _out: &mut Options) {}

    /// Who marches along.
    pub(super) fn decide_muster(&self, _choice: Choice, _out: &mut Events) {}
}
