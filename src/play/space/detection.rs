//! Detection: rolls, ranks, ties (space.md 4.1 to 4.3, 4.6, R-S9, R-S10). Floor 5.

use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    /// Opens phase 0 after its compels.
    pub(super) fn open_detection(&self, out: &mut Events) {
        self.close_stage(out);
    }
}
