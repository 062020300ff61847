//! What is shared out: interdictions over borders, what a leader unjams over units (platoon.md 5.3, 5.4, D-L11). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// All on one, even, or by hand.
    pub(super) fn legal_share(&self, _out: &mut Options) {}

    /// It is given out.
    pub(super) fn decide_share(&self, _choice: Choice, _out: &mut Events) {}
}
