//! Tethers, coupling and boarding (space.md 8.2 to 8.4, R-S24, R-S26, R-S29, R-S30, R-S43, R-S44). Floor 5.

use crate::dice::Dice;
use crate::play::choice::{Choice, Options, Verb};
use crate::play::conflict::Refusal;
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    /// Opens what tethers want at the head of a phase; then [`Space::open_stage`] goes on.
    pub(super) fn open_tethers(&self, out: &mut Events) {
        self.open_stage(out);
    }

    pub(super) fn legal_tether(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
    }

    pub(super) fn decide_tether(&self, _choice: Choice, _out: &mut Events) {}

    /// Opens the boarding step.
    pub(super) fn open_boarding(&self, out: &mut Events) {
        self.close_stage(out);
    }

    /// A boarding is fought out (`Phase::Board`).
    pub(super) fn board(&self, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }
}
