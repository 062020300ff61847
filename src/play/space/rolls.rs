//! Rolls: which fall when, and what they add up (space.md 7). Floor 5.

use crate::dice::Dice;
use crate::play::conflict::Refusal;
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    /// The next roll of the phase falls (`Phase::Throw`), by what the phase is about.
    pub(super) fn throw(&self, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }

    /// The rolls on the table are settled (`Phase::Result`), by what they are about.
    pub(super) fn settle(&self, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }
}
