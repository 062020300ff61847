//! Rolls: which fall when, what they add up, and what comes of each (platoon.md 5). Floor 5.

use crate::dice::Dice;
use crate::play::conflict::Refusal;
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// The actor's dice fall.
    pub(super) fn throw(&self, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }

    /// The rolls on the table are settled, by what was declared.
    pub(super) fn settle(&self, _out: &mut Events) {}
}
