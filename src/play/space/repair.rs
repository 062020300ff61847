//! Damage control (space.md 5.6, R-S25). Floor 5.

use crate::dice::Dice;
use crate::play::choice::{Choice, Options, Verb};
use crate::play::conflict::Refusal;
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    /// Opens phase 5 after its compels.
    pub(super) fn open_repairs(&self, out: &mut Events) {
        self.close_stage(out);
    }

    pub(super) fn legal_repair(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
    }

    pub(super) fn decide_repair(&self, _choice: Choice, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }
}
