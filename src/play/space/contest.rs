//! After the dice: invokes, tags, free tags and spin, in turns, the attacker first, or in seat order (space.md 1, D-S4). Floor 5.

use crate::dice::Dice;
use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::conflict::Refusal;
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    /// Opens the window of the rolls on the table; when it closes, the engine settles them at `Phase::Result`.
    pub(super) fn open_window(&self, _out: &mut Events) {}

    pub(super) fn legal_adjust(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
    }

    pub(super) fn decide_adjust(&self, _answer: &Answer, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }

    pub(super) fn decide_deny(&self, _choice: Choice, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }
}
