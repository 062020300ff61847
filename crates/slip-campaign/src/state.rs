//! State of a campaign between encounters: people, ships, places and history.
//!
//! It is plain data, written as JSON that people may read and repair. The sheets of people and ships stay in the package; the campaign
//! stores only what has changed. [`Campaign::read`] refuses a text that is damaged, of another program or of a later version; it never
//! guesses.

mod earlier_states;
mod encounter_result;
mod learned_fragments;
mod read_campaign_file;
mod sheet;
mod trip_and_resupply;

pub use earlier_states::{Earlier, KEPT};
pub(crate) use encounter_result::boxes_in_words;
pub use encounter_result::{EncounterFate, ParticipantResult, RecordedConsequence};
pub use read_campaign_file::CampaignFileError;
pub use sheet::CampaignSheet;

pub use slip_pack::trip_effects::ReactionMass;

use serde::{Deserialize, Serialize};
use slip_dice::fate::Track;
use slip_dice::fate::consequence::{Grade, Slots};
use slip_pack::item::Gear;
use slip_pack::scenario::SessionCounts;
use slip_pack::trip_effects::ArrivalAspect;
use slip_pack::{BuiltItem, Name, Pack};
use std::collections::{BTreeMap, BTreeSet};

/// Version of the file format.
pub const FORMAT: u32 = 1;
/// Value of the field that identifies the file.
pub const KIND: &str = "campaign";

/// Campaign file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// Kind of the file: always [`KIND`].
    pub slipyard: Name,
    /// Version of the file format: always [`FORMAT`] after reading.
    pub format: u32,
    /// Counter of writes, to detect that two processes have read the same file.
    pub revision: u64,
    /// Package that the campaign is played with.
    pub package: PlayedPackage,
    /// Number of the session, from 1.
    pub session: u32,
    /// True if the session is being played; false if it has ended.
    pub playing: bool,
    /// Days since the campaign began.
    pub day: u32,
    /// Days of downtime in this session.
    pub downtime: u32,
    /// Number of days in a month (R-T1).
    pub month: u32,
    /// People, by their names in the campaign.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub people: BTreeMap<Name, CampaignPerson>,
    /// Ships, by their names in the campaign.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ships: BTreeMap<Name, CampaignShip>,
    /// Places where ships are served.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<Name, CampaignStation>,
    /// Commands and their results, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<CommandRecord>,
    /// States before the last changes, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Earlier>,
}

/// Package of a campaign, as it was when the campaign was last written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedPackage {
    /// Name of the package.
    pub name: Name,
    /// Version of the package.
    pub version: Name,
    /// Hash of its pack.
    pub pack: String,
}

/// Command and its output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandRecord {
    /// Number of the session.
    pub session: u32,
    /// Day of the campaign on which the command was given.
    pub day: u32,
    /// Text of the command.
    pub did: String,
    /// Output of the command.
    pub told: Vec<String>,
}

/// State that people and ships both have: marked boxes, consequences, fate points, and their presence in the story.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetState {
    /// Marked boxes of each track; tracks without marks are omitted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marked: BTreeMap<Name, BTreeSet<u8>>,
    /// Consequences, in the order in which they were taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Consequence>,
    /// Fate points.
    pub fate: u32,
    /// Tracks that took stress or a consequence in this session.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub hit_this_session: BTreeSet<Name>,
    /// Tracks that had a marked box at the start of this session.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub marked_at_start: BTreeSet<Name>,
    /// Counters of this session or, between sessions, of the last one.
    #[serde(default, skip_serializing_if = "SessionCounts::is_nothing")]
    pub counted: SessionCounts,
    /// Reason why the person or ship is out of the story: dead, bankrupt, repossessed; `None` if the person or ship is still in the story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
}

/// Consequence of a person or ship, and its recovery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consequence {
    /// Grade: `mild`, `moderate` or `severe`.
    pub grade: Name,
    /// Text of the aspect.
    pub text: String,
    /// Track on which the consequence was taken.
    pub track: Name,
    /// Session in which the consequence was taken.
    pub session: u32,
    /// Number of whole sessions since the consequence was taken in which its track was not hit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spared: u32,
    /// Days of rest since the consequence was taken.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rested: u32,
    /// Session of the last attempt to pay off, treat or repair the consequence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<u32>,
    /// Place of the last attempt, if it was a treatment or repair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried_at: Option<Name>,
    /// Treatment or repair under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mending: Option<OngoingRepair>,
}

impl Consequence {
    /// Returns the grade. Reading a file rejects all other words, so the default is never used.
    pub fn grade(&self) -> Grade {
        Grade::from_word(&self.grade).unwrap_or(Grade::Mild)
    }
}

/// Treatment or repair that is under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OngoingRepair {
    /// Line of the time track that gives the duration of the work.
    pub takes: String,
    /// Day of the campaign on which the work is complete.
    pub until_day: u32,
    /// Session at whose end the work can be complete at the earliest; `None` if the work does not wait for a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_end_of: Option<u32>,
}

/// Person in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignPerson {
    /// Name of the item in the package that has the person's sheet.
    pub item: Gear,
    /// Current state of the person.
    pub standing: SheetState,
    /// Changes of the sheet by advancement.
    #[serde(default, skip_serializing_if = "SheetAdvances::is_empty")]
    pub changes: SheetAdvances,
    /// Advancement that is still allowed before the next refresh.
    #[serde(default)]
    pub may: Allowance,
    /// Things that the person has bought and still owns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub belongings: Vec<String>,
    /// Days of downtime in this session that were free for finances and rest.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub free_days: u32,
    /// Number of stunts that were lost when the things owned through them were sold. Each stunt is replaced at the end of the session.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stunts_owed: u32,
}

/// Changes of a sheet by advancement, applied on top of the item in the package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetAdvances {
    /// All current skills with their ranks, if any was changed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<Name, i32>,
    /// Replaced aspects, oldest first: old text and new text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<(String, String)>,
    /// Stunts that were given up, in source form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts_lost: Vec<String>,
    /// Stunts that were learned, in source form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts_new: Vec<String>,
}

impl SheetAdvances {
    /// True if advancement has changed nothing.
    pub fn is_empty(&self) -> bool {
        *self == SheetAdvances::default()
    }
}

/// Advancement that is still allowed: one change of each kind per refresh (R-C15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// True if two neighbouring skills may be swapped.
    pub swap: bool,
    /// True if an aspect may be replaced.
    pub aspect: bool,
    /// True if a stunt may be replaced.
    pub stunt: bool,
}

/// Ship in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignShip {
    /// Name of the item in the package that has the ship's sheet.
    pub item: Gear,
    /// Current state of the ship.
    pub standing: SheetState,
    /// Owners of the ship.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<ShipOwner>,
    /// Names of the people in the crew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crew: Vec<Name>,
    /// Current place of the ship, one of [`Campaign::places`]; `None` in flight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Name>,
    /// Amount of reaction mass in the tanks.
    #[serde(default)]
    pub r_mass: ReactionMass,
    /// Thrust after an overburn has reduced it, until the ship is resupplied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v_shift: Option<i32>,
    /// Aspects that the ship got on its last trip. They last until the ship is resupplied (R-T17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brought: Vec<ArrivalAspect>,
    /// Aspects gained in play, such as a reputation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Number of fighters aboard; each reduces Trade by 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fighters: u32,
    /// Session in which the ship joined the campaign.
    pub since: u32,
    /// Sessions in which the ship had a maintenance check.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub checked: BTreeSet<u32>,
    /// True if the ship carried freight or passengers since the last check.
    #[serde(default)]
    pub commercial_since_check: bool,
    /// Maintenance checks that are due, with their reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<String>,
    /// Days since the last check that the ship spent on anything but freight and passengers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub elsewhere: u32,
    /// True if the ship visited a station that maintains ships in this session.
    #[serde(default)]
    pub served_this_session: bool,
}

/// Owner of a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipOwner {
    /// Name of the owner, one of [`Campaign::people`].
    pub who: Name,
    /// True if the owner got the ship by a stunt. False if the owner bought it.
    #[serde(default)]
    pub by_stunt: bool,
}

/// Place where ships are served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignStation {
    /// System or world of the place, if the package declares it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Gear>,
    /// Technology level of the place.
    pub tech: i32,
    /// True if ships are maintained at the place.
    pub maintenance: bool,
    /// True if ships are repaired at the place.
    pub repair: bool,
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

impl Campaign {
    /// Creates a campaign of a package without people, in its first session.
    pub fn new(pack: &Pack, month: u32) -> Campaign {
        Campaign {
            slipyard: KIND.into(),
            format: FORMAT,
            package: PlayedPackage::of(pack),
            session: 1,
            playing: true,
            month: month.max(1),
            ..Campaign::default()
        }
    }

    /// Returns the state of a person or a ship.
    pub fn standing(&self, who: &str) -> Option<&SheetState> {
        let person = self.people.get(who).map(|person| &person.standing);
        person.or_else(|| self.ships.get(who).map(|ship| &ship.standing))
    }

    /// Returns the mutable state of a person or a ship.
    pub fn standing_mut(&mut self, who: &str) -> Option<&mut SheetState> {
        match self.people.get_mut(who) {
            Some(person) => Some(&mut person.standing),
            None => self.ships.get_mut(who).map(|ship| &mut ship.standing),
        }
    }

    /// Returns the package item of a person or a ship.
    pub fn item<'p>(&self, pack: &'p Pack, who: &str) -> Option<&'p BuiltItem> {
        let person = self.people.get(who).map(|person| &person.item);
        pack.item(person.or_else(|| self.ships.get(who).map(|ship| &ship.item))?)
    }

    /// Returns the names of the people or ships with this item, in the order in which an encounter numbers them (R-VC9): `x`, `x#2`, …
    /// `x#10`.
    pub fn called(&self, item: &Gear) -> Vec<&Name> {
        let people = self.people.iter().map(|(name, person)| (name, &person.item));
        let ships = self.ships.iter().map(|(name, ship)| (name, &ship.item));
        let mut names: Vec<&Name> = people.chain(ships).filter(|(_, of)| *of == item).map(|(name, _)| name).collect();
        names.sort_by_cached_key(|name| match name.split_once('#') {
            Some((name, number)) => (name.to_owned(), number.parse().unwrap_or(u32::MAX)),
            None => (name.to_string(), 1),
        });
        names
    }

    /// Adds a command to the history.
    pub fn note(&mut self, did: impl Into<String>, told: Vec<String>) {
        let entry = CommandRecord { session: self.session, day: self.day, did: did.into(), told };
        self.history.push(entry);
    }
}

impl PlayedPackage {
    /// Returns the package entry of a campaign for a pack.
    pub fn of(pack: &Pack) -> PlayedPackage {
        PlayedPackage { name: pack.package.name.clone(), version: pack.package.version.clone(), pack: pack.hash().to_owned() }
    }
}

impl SheetState {
    /// Returns the state of a person or ship with no marked boxes.
    pub fn fresh(item: &BuiltItem) -> SheetState {
        SheetState { fate: u32::try_from(item.fate.unwrap_or(0)).unwrap_or(0), ..SheetState::default() }
    }

    /// Returns a track of this length with its marks.
    pub fn track(&self, name: &str, length: i32) -> Track {
        let boxes: Vec<u8> = self.marked.get(name).into_iter().flatten().copied().collect();
        Track::with_marked(length, &boxes)
    }

    /// Stores the marked boxes of a track; a clear track is not stored.
    pub fn set_track(&mut self, name: &str, track: Track) {
        let boxes: BTreeSet<u8> = track.boxes().collect();
        if boxes.is_empty() {
            self.marked.remove(name);
        } else {
            self.marked.insert(name.into(), boxes);
        }
    }

    /// True if no box of a track is marked.
    pub fn is_clear(&self, track: &str) -> bool {
        !self.marked.contains_key(track)
    }

    /// Returns the consequences of a grade, on any track; a valid file has at most one.
    fn of_grade(&self, grade: Grade) -> impl Iterator<Item = &Consequence> {
        self.consequences.iter().filter(move |one| Grade::from_word(&one.grade) == Some(grade))
    }

    /// Returns the used consequence slots, over all tracks.
    pub fn taken(&self) -> Slots {
        self.consequences.iter().fold(Slots::NONE, |slots, consequence| slots.with(consequence.grade()))
    }

    /// Returns the free consequence slots of a sheet.
    pub fn free(&self, item: &BuiltItem) -> Slots {
        let all = item.consequences.iter().filter_map(|grade| Grade::from_word(grade)).fold(Slots::NONE, Slots::with);
        all.without(self.taken())
    }
}
