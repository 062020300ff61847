//! Compels: before the dice, and after every zone entered (platoon.md 4.6, 5.1.2, D-L6, D-L7). Floor 5.

use crate::play::choice::{Answer, Choice, Options};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// The next who may compel; the dice when there is none.
    pub(super) fn resume_compels(&self, _out: &mut Events) {}

    /// The next who may compel a halt; the movement when there is none.
    pub(super) fn resume_halt(&self, _out: &mut Events) {}

    /// None, or an aspect of the unit, its platoon, its zone or the scene.
    pub(super) fn legal_compel(&self, _out: &mut Options) {}

    /// It is offered, or not.
    pub(super) fn decide_compel(&self, _answer: &Answer, _out: &mut Events) {}

    /// Refuse if it can pay, or accept.
    pub(super) fn legal_answer(&self, _out: &mut Options) {}

    /// The point, and the action or the halt.
    pub(super) fn decide_answer(&self, _choice: Choice, _out: &mut Events) {}
}
