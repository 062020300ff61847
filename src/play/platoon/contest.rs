//! After the dice: invokes, tags, free tags and spin, in turns, the attacker first (D-L8). Floor 5.

use crate::dice::Dice;
use crate::play::choice::{Answer, Options};
use crate::play::conflict::Refusal;
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// Opens the window of the rolls on the table; when it closes, the engine settles them at `Phase::Result`.
    pub(super) fn open_window(&self, _out: &mut Events) {}

    /// All rolls lie: the first who has something to add.
    pub(super) fn first_to_adjust(&self, _out: &mut Events) {}

    /// Pass, or what can be added.
    pub(super) fn legal_adjust(&self, _out: &mut Options) {}

    /// It is added, or the window goes on.
    pub(super) fn decide_adjust(&self, _answer: &Answer, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }
}
