//! Hits, consequences, taken out (space.md 6, R-S15, R-S23, R-S27, R-S31). Floor 5.

use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::ids::{ActorId, Id, Seat};
use crate::play::space::Space;

impl Space {
    pub(super) fn legal_mitigate(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Take));
    }

    pub(super) fn decide_mitigate(&self, _answer: &Answer, _out: &mut Events) {}

    /// Who says what becomes of a ship taken out: whoever scored, else the first seat of its opponents (R-S15).
    pub(super) fn teller(&self, beaten: ActorId) -> (Seat, Id) {
        (self.side(beaten), Id::Actor(beaten))
    }

    pub(super) fn legal_beaten(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Outcome));
    }

    pub(super) fn decide_beaten(&self, _answer: &Answer, _out: &mut Events) {}
}
