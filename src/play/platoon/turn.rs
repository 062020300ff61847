//! Turns, and the end of each part of them (platoon.md 4). Floor 5.

use crate::dice::Dice;
use crate::play::conflict::Refusal;
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// A turn begins; before the first, a coin may say who is first (R-L38); reinforcements arrive.
    pub(super) fn begin_turn(&self, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }

    /// An action is through: back to what it was besides of, or to the end of the unit's part.
    pub(super) fn finish_action(&self, _out: &mut Events) {}

    /// The unit's part ends: a leader's rally, transient aspects, aircraft go back (4.8, 4.9).
    pub(super) fn end_unit(&self, _out: &mut Events) {}

    /// The platoon has acted: its spin lapses.
    pub(super) fn end_platoon(&self, _out: &mut Events) {}

    /// All platoons have: victory, the limit, then the next turn.
    pub(super) fn end_turn(&self, _out: &mut Events) {}
}
