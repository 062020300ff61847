//! Terms: offered before damage is marked, in a declaration, or at the drives; asked of each opposing side (space.md 6, D-S14). Floor 5.

use crate::play::choice::Answer;
use crate::play::event::Events;
use crate::play::ids::{ActorId, Seat};
use crate::play::space::{Question, Space};

impl Space {
    /// A ship that speaks for a side.
    pub(super) fn speaker(&self, side: Seat) -> Option<ActorId> {
        self.state.ships.iter().find(|(_, ship)| ship.side == side && ship.is_active()).map(|(id, _)| id)
    }

    pub(super) fn concede(&self, _question: &Question, _answer: &Answer, _out: &mut Events) {}

    pub(super) fn decide_concession(&self, _answer: &Answer, _out: &mut Events) {}
}
