//! Whose platoon is next, and which of its units (platoon.md 4, D-L2, D-L3). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// The next player with a platoon that has not acted picks one; the end of the turn when there is none.
    pub(super) fn resume_order(&self, _out: &mut Events) {}

    /// Platoons of the player that have not acted.
    pub(super) fn legal_order(&self, _out: &mut Options) {}

    /// A platoon acts: its spin is in its last turn, and command is checked.
    pub(super) fn decide_order(&self, _choice: Choice, _out: &mut Events) {}

    /// The next unit is asked for; the platoon has acted when none is left.
    pub(super) fn resume_units(&self, _out: &mut Events) {}

    /// Units of the platoon that may still act: members, orphans, aircraft.
    pub(super) fn legal_unit(&self, _out: &mut Options) {}

    /// A unit's part begins: its interdictions end, OOC falls (4.3, R-L12).
    pub(super) fn decide_unit(&self, _choice: Choice, _out: &mut Events) {}
}
