//! Maneuvers of a space encounter: a crew member rolls at a station, and an aspect is placed.

use super::Name;
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;

/// Maneuver: `maneuver ghost_echoes { station comm; difficulty 3; on enemy; aspect "Ghosts on every screen" }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maneuver {
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// Number of the station whose skill is rolled, in [`super::Encounter::stations`].
    pub station: usize,
    /// Difficulty or opposed roll.
    pub against: Resisted,
    /// Recipient of the aspect.
    pub on: On,
    /// Text of the aspect.
    pub aspect: String,
    /// Numbers of the sides that may do it; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<usize>,
    /// Phases at whose start it may be done; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
}

/// Difficulty or opposed roll of a maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resisted {
    /// A number.
    Difficulty(i32),
    /// The target rolls at this station.
    Station(usize),
}

keyword_enum! {
    /// Recipient of a maneuver's aspect.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum On {
        /// A ship of another side.
        Enemy = "enemy",
        /// The actor's own ship.
        Own = "own",
        /// Another ship of the actor's side.
        Ally = "ally",
        /// The scene.
        Scene = "scene",
    }

    /// Returns the word that authors write.
    pub const fn word(self) -> &'static str;

    /// Returns the recipient for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

keyword_enum! {
    /// Phase at whose start a maneuver may be done. Ships have no positions before the first turn.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Phase {
        /// Position.
        Position = "position",
        /// Electronic warfare.
        Ew = "ew",
        /// Beams.
        Beams = "beams",
        /// Torpedoes.
        Torpedoes = "torpedoes",
        /// Damage control.
        DamageControl = "damage_control",
    }

    /// Returns the word that authors write.
    pub const fn word(self) -> &'static str;

    /// Returns the phase for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}
