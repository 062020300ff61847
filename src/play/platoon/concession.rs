//! Terms: a unit leaves the fight by agreement (D-L10). Floor 5.

use crate::play::choice::{Answer, Options};
use crate::play::event::Events;
use crate::play::ids::{ActorId, Seat};
use crate::play::platoon::Platoons;
use crate::play::questions::Question;

impl Platoons {
    /// Terms are offered.
    pub(super) fn concede(&self, _question: &Question, _answer: &Answer, _out: &mut Events) {}

    /// Reject, or accept.
    pub(super) fn legal_concession(&self, _out: &mut Options) {}

    /// They are answered.
    pub(super) fn decide_concession(&self, _answer: &Answer, _out: &mut Events) {}

    /// Who speaks for a side.
    pub(super) fn speaker(&self, _seat: Seat) -> Option<ActorId> {
        None
    }
}
