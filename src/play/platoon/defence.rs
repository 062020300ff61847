//! Defences: with which skill, and rolls that stand (platoon.md 5.2.5, D-L9). Floor 5.

use crate::dice::Dice;
use crate::play::choice::{Choice, Options};
use crate::play::conflict::Refusal;
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// Skills to defend with; live records show their value.
    pub(super) fn legal_defence(&self, _out: &mut Options) {}

    /// It is said.
    pub(super) fn decide_defence(&self, _choice: Choice, _out: &mut Events) {}

    /// The next defender is asked or rolls; the window opens when all have.
    pub(super) fn resume_defence(&self, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }
}
