//! Highest values of the states that are numbers, in each kind of play.

use crate::effect::{Play, State};
use slip_limits::{ENCOUNTER_SHIPS, ENCOUNTER_UNITS, ENCOUNTER_ZONES};

/// Distance between the outermost bands of the space map, -4 and 4.
const SPACE_RANGE: usize = 8;

impl State {
    /// Returns the highest value that the state can have in a kind of play; `None` if there is no limit.
    pub fn highest_in(self, play: Play) -> Option<i64> {
        let highest = match (self, play) {
            (State::Range, Play::Space) => SPACE_RANGE,
            (State::Range, Play::Personal | Play::Social | Play::Platoon) => ENCOUNTER_ZONES.saturating_sub(1),
            // In these conflicts gravity is either present (1) or absent (0). The strength of gravity matters only on trips.
            (State::Gravity, Play::Personal | Play::Social | Play::Platoon) => 1,
            (State::Gravity, Play::Space) => 0,
            (State::Carried, Play::Space) => ENCOUNTER_SHIPS.saturating_sub(1),
            (State::Carried, Play::Platoon) => ENCOUNTER_UNITS.saturating_sub(1),
            _ => return None,
        };
        i64::try_from(highest).ok()
    }
}
