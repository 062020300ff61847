//! Who is under command (platoon.md 3). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// The membership check (3.2), then adoption.
    pub(super) fn begin_platoon(&self, _out: &mut Events) {}

    /// The next orphan that may be adopted (3.6); the units when there is none.
    pub(super) fn resume_adoption(&self, _out: &mut Events) {}

    /// No, or an orphan.
    pub(super) fn legal_adopt(&self, _out: &mut Options) {}

    /// An orphan joins, or none does.
    pub(super) fn decide_adopt(&self, _choice: Choice, _out: &mut Events) {}
}
