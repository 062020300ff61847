//! Ships in an encounter: start, stations and crew, and fighters in the hangar.

use crate::Name;
use crate::item::Gear;
use crate::scenario::CarriedState;
use serde::{Deserialize, Serialize};

/// Station aboard ships: its skill and its duties. Declared by `station` items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Station {
    /// Name of the station.
    pub name: Name,
    /// Title of the station, the name shown to people.
    pub title: String,
    /// Package that declares the station.
    pub package: Name,
    /// Doc comment of the station.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Skill to roll at the station.
    pub skill: Name,
    /// Duties of the station: the rolls that are made there.
    pub duties: Vec<Duty>,
    /// Statistic of a wargame crew that gives the crew's rank at the station.
    pub rated: Name,
}

/// Duty of a station: a roll that is made there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    /// The Navigation roll for detection, before the first turn.
    Detection,
    /// The Position roll, which decides the places of ships.
    Position,
    /// The roll for electronic warfare.
    Ew,
    /// Rolls for beams, in attack and in defence against torpedoes.
    Beam,
    /// Rolls for torpedoes.
    Torpedo,
    /// Rolls to repair a stress track.
    Repair(Name),
}

impl Duty {
    /// Returns the word that authors write for this duty; for a repair, without the track.
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
    /// Formats the duty as authors write it: `beam`, `repair frame`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())?;
        match self {
            Duty::Repair(track) => write!(f, " {track}"),
            _ => Ok(()),
        }
    }
}

/// Details of a ship in an encounter that the ship's item does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipSetup {
    /// Number of the ship's player in [`super::Side::players`].
    pub player: usize,
    /// Band that the ship starts in, -4 to 4; `None` means that detection decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub band: Option<i32>,
    /// True if the ship enters the encounter by slipstream: the drive heats the ship before detection.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub slipped: bool,
    /// True if the ship has overburnt on its way, with the effects in the rules: a full track of heat, little reaction mass left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overburnt: bool,
    /// Fate points of the ship at the start, if different from its item's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// Aspects of the ship in addition to its item's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Named people aboard who work at a station, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<PersonAboard>,
    /// Item of the ship's wargame crew, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crew: Option<Gear>,
    /// Posts of the ship, one for each of [`super::Encounter::stations`].
    pub posts: Vec<StationStaffing>,
    /// Craft in the ship's hangar, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fighters: Vec<HangarCraft>,
}

/// Named person aboard a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonAboard {
    /// Name of the person in the log.
    pub name: Name,
    /// Item that the person is built from.
    pub item: Gear,
    /// State that the person carries in from before the encounter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<CarriedState>>,
}

/// Staffing of a station of one ship at the start of the encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StationStaffing {
    /// Worker at the station: the crew, a person, or none.
    pub by: StationWorker,
    /// Rank of the worker in the station's skill; `None` if there is no one who can work at the station.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
    /// True if the worker is trained in the station's skill, at any grade of training. Unnamed crews always are.
    pub trained: bool,
    /// True if the worker has military-grade training in the station's skill.
    pub military: bool,
}

/// Worker at a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StationWorker {
    /// No worker: a skeleton crew leaves the station unstaffed, or the ship does not need it.
    Nobody,
    /// A member of the unnamed crew, one for each station.
    Crew,
    /// A named person, by number in [`ShipSetup::people`] (for a fighter, in the carrier's).
    Person(usize),
}

/// Craft in a ship's hangar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HangarCraft {
    /// Name of the craft in the log: that of its item, with `#n` if there are several.
    pub name: Name,
    /// Item that the craft is built from.
    pub item: Gear,
    /// Posts of the craft, one for each of [`super::Encounter::stations`]; the pilot works at all of them alone.
    pub posts: Vec<StationStaffing>,
    /// State that the craft carries in from before the encounter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<CarriedState>>,
}

/// Period in which a side's ships may not attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldsFire {
    /// Until one of the side's ships is attacked.
    UntilAttacked,
    /// During the whole encounter.
    Always,
}
