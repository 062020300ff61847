//! Position: entities, totals, and who wins (space.md 5.2.5 to 5.2.8, R-S17). Floor 5.

use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    /// Opens phase 1 after its compels and tethers.
    pub(super) fn open_position(&self, out: &mut Events) {
        self.close_stage(out);
    }
}
