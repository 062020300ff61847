//! What must hold of every state of a fight between ships (space.md 14), and of a referee's word. Floor 5.

use crate::play::space::Space;

impl Space {
    /// What does not hold of this state; none if it is sound.
    pub fn broken_law(&self) -> Option<String> {
        None
    }
}
