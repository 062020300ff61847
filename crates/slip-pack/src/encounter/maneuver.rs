//! Maneuvers of a space encounter: somebody at a station rolls, and an aspect is placed (space.md 10).

use super::Name;
use serde::{Deserialize, Serialize};

/// `maneuver ghost_echoes { station comm; difficulty 3; on enemy; aspect "Ghosts on every screen" }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maneuver {
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// Number of the station whose skill is rolled, in [`super::Encounter::stations`].
    pub station: usize,
    /// What the roll must reach.
    pub against: Resisted,
    /// What the aspect is placed on.
    pub on: On,
    /// Its words.
    pub aspect: String,
    /// Numbers of the sides that may; none stands for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<usize>,
    /// At the head of which phases; none stands for all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
}

/// What a maneuver must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resisted {
    /// A number.
    Difficulty(i32),
    /// A roll from this station of whoever it is aimed at.
    Station(usize),
}

/// What a maneuver places its aspect on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// A ship of another side.
    Enemy,
    /// One's own ship.
    Own,
    /// Another ship of one's side.
    Ally,
    /// The scene.
    Scene,
}

impl On {
    /// All, in order.
    pub const ALL: [On; On::Scene as usize + 1] = [On::Enemy, On::Own, On::Ally, On::Scene];

    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            On::Enemy => "enemy",
            On::Own => "own",
            On::Ally => "ally",
            On::Scene => "scene",
        }
    }

    /// What this word means.
    pub fn from_word(word: &str) -> Option<On> {
        On::ALL.into_iter().find(|on| on.word() == word)
    }
}

/// A phase at whose head a maneuver may be made; ships have no places before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Position.
    Position,
    /// Electronic warfare.
    Ew,
    /// Beams.
    Beams,
    /// Torpedoes.
    Torpedoes,
    /// Damage control.
    DamageControl,
}

impl Phase {
    /// All, in order.
    pub const ALL: [Phase; Phase::DamageControl as usize + 1] =
        [Phase::Position, Phase::Ew, Phase::Beams, Phase::Torpedoes, Phase::DamageControl];

    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Position => "position",
            Phase::Ew => "ew",
            Phase::Beams => "beams",
            Phase::Torpedoes => "torpedoes",
            Phase::DamageControl => "damage_control",
        }
    }

    /// What this word means.
    pub fn from_word(word: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.word() == word)
    }
}
