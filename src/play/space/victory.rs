//! Who has won (space.md 9, R-S32). Floor 5.

use crate::play::ids::ActorId;
use crate::play::space::Space;
use crate::play::space::state::Berth;

impl Space {
    /// Whether a ship is in the fight and not in a hangar.
    pub fn takes_part(&self, ship: ActorId) -> bool {
        self.state.ship(ship).is_some_and(|there| there.is_active() && !matches!(there.berth, Berth::Hangar(_)))
    }
}
