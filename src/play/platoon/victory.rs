//! What ends a fight between platoons (platoon.md 9). Floor 5.

use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// Whether it is over at the end of a turn; then the event that says so.
    pub(super) fn ends(&self, _out: &mut Events) -> bool {
        false
    }
}
