//! Hits, consequences, and what becomes of the beaten (platoon.md 5.2.6, D-L10). Floor 5.

use crate::play::choice::{Answer, Options};
use crate::play::event::Events;
use crate::play::ids::{ActorId, Id, Seat};
use crate::play::platoon::Platoons;

impl Platoons {
    /// Consequences of the platoon that would help.
    pub(super) fn legal_mitigate(&self, _out: &mut Options) {}

    /// They are taken, boxes are marked, or the unit is gone.
    pub(super) fn decide_mitigate(&self, _answer: &Answer, _out: &mut Events) {}

    /// What becomes of it, in words only.
    pub(super) fn legal_beaten(&self, _out: &mut Options) {}

    /// It is said.
    pub(super) fn decide_beaten(&self, _answer: &Answer, _out: &mut Events) {}

    /// Who says what becomes of a unit.
    pub(super) fn teller(&self, _beaten: ActorId) -> (Seat, Id) {
        (Seat(0), Id::None)
    }
}
