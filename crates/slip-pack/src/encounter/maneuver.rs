//! Maneuvers of a space encounter: a crew member rolls at a station, and an aspect is placed.

use super::Name;
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;

/// Maneuver: `maneuver ghost_echoes { station comm; difficulty 3; on enemy; aspect "Ghosts on every screen" }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maneuver {
    /// Name of the maneuver.
    pub name: Name,
    /// Title of the maneuver, the name shown to people.
    pub title: String,
    /// Number of the station whose skill is rolled, in [`super::Encounter::stations`].
    pub station: usize,
    /// Difficulty of the maneuver, or the station that opposes it.
    pub against: ManeuverOpposition,
    /// Recipient of the aspect that the maneuver places.
    pub on: ManeuverOn,
    /// Text of the aspect that the maneuver places.
    pub aspect: String,
    /// Numbers of the sides that may do the maneuver; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<usize>,
    /// Phases at the start of which the maneuver may be done; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<ManeuverPhase>,
}

/// Difficulty or opposed roll of a maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ManeuverOpposition {
    /// The difficulty is a number.
    Difficulty(i32),
    /// The target rolls at this station.
    Station(usize),
}

keyword_enum! {
    /// Recipient of a maneuver's aspect.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ManeuverOn {
        /// A ship of another side gets the aspect.
        Enemy = "enemy",
        /// The actor's own ship gets the aspect.
        Own = "own",
        /// Another ship of the actor's side gets the aspect.
        Ally = "ally",
        /// The scene gets the aspect.
        Scene = "scene",
    }

    /// Returns the word that authors write for this recipient.
    pub const fn word(self) -> &'static str;

    /// Returns the recipient for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

keyword_enum! {
    /// Phase at the start of which a maneuver may be done. Ships have no positions before the first turn.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ManeuverPhase {
        /// Position phase.
        Position = "position",
        /// Electronic warfare phase.
        Ew = "ew",
        /// Beam phase.
        Beams = "beams",
        /// Torpedo phase.
        Torpedoes = "torpedoes",
        /// Damage control phase.
        DamageControl = "damage_control",
    }

    /// Returns the word that authors write for this phase.
    pub const fn word(self) -> &'static str;

    /// Returns the phase for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}
