//! From a pack and an encounter to the first state of a fight between ships. Refuses what cannot be played. Floor 5.

use crate::pack::Pack;
use crate::pack::encounter::{Encounter, Play};
use crate::play::begin::BeginError;
use crate::play::space::Space;

impl Space {
    /// The fight before detection.
    ///
    /// # Errors
    /// [`BeginError`] if the encounter is not one of space combat, has errors, or is too large.
    pub fn begin(_pack: &Pack, encounter: &Encounter) -> Result<Space, BeginError> {
        if encounter.play != Play::Space {
            return Err(BeginError::NotPlayed(encounter.play));
        }
        Err(BeginError::Invalid(encounter.name.clone()))
    }
}
