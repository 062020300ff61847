//! A ship in an encounter: its start, its stations and crew, and its fighters.

use crate::Name;
use crate::item::Gear;
use crate::scenario::Carried;
use serde::{Deserialize, Serialize};

/// Station aboard ships: its skill and its duties. Declared by `station` items.
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
    /// Skill to roll at the station.
    pub skill: Name,
    /// Duties of the station.
    pub duties: Vec<Duty>,
    /// Statistic of a wargame crew that gives its rank at the station.
    pub rated: Name,
}

/// Duty of a station.
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
    /// Returns the word that authors write; for a repair, without its track.
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
    /// Formats the duty: `beam`, `repair frame`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())?;
        match self {
            Duty::Repair(track) => write!(f, " {track}"),
            _ => Ok(()),
        }
    }
}

/// Details of a ship in an encounter that its item does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ship {
    /// Number of its player in [`super::Side::players`].
    pub player: usize,
    /// Band it starts in, -4..4; none means that detection decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub band: Option<i32>,
    /// True if it enters the encounter by slipstream: its drive heats it before detection.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub slipped: bool,
    /// True if it has overburnt on its way, with the effects in the rules: a full track of heat, little reaction mass left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overburnt: bool,
    /// Fate points at the start, if different from its item's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// Aspects in addition to its item's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Named people aboard who work at a station, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Aboard>,
    /// The item of its wargame crew, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crew: Option<Gear>,
    /// Posts, one for each of [`super::Encounter::stations`].
    pub posts: Vec<Post>,
    /// Craft in its hangar, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fighters: Vec<Fighter>,
}

/// Named person aboard a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aboard {
    /// Name in the log.
    pub name: Name,
    /// Item that the person is built from.
    pub item: Gear,
    /// State carried in from before the encounter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<Carried>>,
}

/// Staffing of a station of one ship at the start of the encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// Worker at the station.
    pub by: By,
    /// Rank in the station's skill; none if no one is able to work there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
    /// True if the worker has the skill at all. Unnamed crews have it.
    pub trained: bool,
    /// True if the worker has military-grade training in it.
    pub military: bool,
}

/// Worker at a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Empty: a skeleton crew leaves it unstaffed, or the ship does not need it.
    Nobody,
    /// A member of the unnamed crew, one for each station.
    Crew,
    /// A named person, by number in [`Ship::people`] (for a fighter, in its carrier's).
    Person(usize),
}

/// A craft in a hangar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    /// Name in the log: that of the item, with `#n` if there are several.
    pub name: Name,
    /// Item that it is built from.
    pub item: Gear,
    /// Posts, one for each of [`super::Encounter::stations`]; the pilot works at all of them alone.
    pub posts: Vec<Post>,
    /// State carried in from before the encounter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<Carried>>,
}

/// Period in which a side may not attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldsFire {
    /// Until one of its ships is attacked.
    UntilAttacked,
    /// The whole encounter.
    Always,
}
