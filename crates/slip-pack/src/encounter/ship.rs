//! A ship in an encounter: where it begins, who stands at which station, and what it brings.

use crate::Name;
use crate::item::Gear;
use crate::scenario::Carried;
use serde::{Deserialize, Serialize};

/// A station aboard ships: the skill it takes and what is done from it. Declared by `station` items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Station {
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// The skill it is worked with.
    pub skill: Name,
    /// What is done from it.
    pub duties: Vec<Duty>,
    /// The statistic of a wargame crew that says how well it is worked.
    pub rated: Name,
}

/// What is done from a station.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    /// The Navigation roll before the first turn.
    Detection,
    /// The Position roll.
    Position,
    /// The roll of electronic warfare.
    Ew,
    /// Beams, in attack and in defence against torpedoes.
    Beam,
    /// Torpedoes.
    Torpedo,
    /// Repairs of a stress track.
    Repair(Name),
}

impl Duty {
    /// The word authors write; of a repair without its track.
    pub const fn word(&self) -> &'static str {
        match self {
            Duty::Detection => "detection",
            Duty::Position => "position",
            Duty::Ew => "ew",
            Duty::Beam => "beam",
            Duty::Torpedo => "torpedo",
            Duty::Repair(_) => "repair",
        }
    }
}

impl std::fmt::Display for Duty {
    /// `beam`, `repair frame`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())?;
        match self {
            Duty::Repair(track) => write!(f, " {track}"),
            _ => Ok(()),
        }
    }
}

/// What an encounter says of a ship beyond its item (space.md 2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ship {
    /// Whose it is: the number of a player in [`super::Side::players`].
    pub player: usize,
    /// The band it begins in, -4..4; none: detection places it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub band: Option<i32>,
    /// It comes into the encounter by slipstream: its drive heats it before detection (space.md 4.8).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub slipped: bool,
    /// It has overburnt on its way, with what the rules say of that: a full track of heat, little reaction mass left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overburnt: bool,
    /// Fate points it begins with, where they are not its item's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// Aspects it has here beyond its item's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Named people aboard who stand at a station, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Aboard>,
    /// The item of its wargame crew, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crew: Option<Gear>,
    /// One for each of [`super::Encounter::stations`].
    pub posts: Vec<Post>,
    /// Craft in its hangar, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fighters: Vec<Fighter>,
}

/// Somebody named aboard a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aboard {
    /// The name in the log.
    pub name: Name,
    /// Who it is.
    pub item: Gear,
    /// What they bring along from before the encounter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<Carried>>,
}

/// A station of one ship as the encounter begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// Who works it.
    pub by: By,
    /// Their rank in the station's skill; none where nobody may work it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
    /// True if they are trained in it: have the skill at all. Nameless crews are.
    pub trained: bool,
    /// True if they have it military-grade.
    pub military: bool,
}

/// Who works a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Nobody: a skeleton crew without anyone for it, or a ship without use for it.
    Nobody,
    /// One of the nameless crew, one for each station.
    Crew,
    /// A named person, by number in [`Ship::people`] (of a fighter, in its carrier's).
    Person(usize),
}

/// A craft in a hangar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    /// The name in the log: the item's, with `#n` where there are several.
    pub name: Name,
    /// What it is.
    pub item: Gear,
    /// One for each of [`super::Encounter::stations`]; its pilot works all it has alone.
    pub posts: Vec<Post>,
    /// What it brings along from before the encounter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<Carried>>,
}

/// How long a side may not attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldsFire {
    /// Until one of its ships was attacked (space.md 9).
    UntilAttacked,
    /// As long as the encounter lasts.
    Always,
}
