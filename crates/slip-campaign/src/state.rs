//! The state of a campaign between encounters: who is how badly off, who owns which ship, and how it came about.
//!
//! Plain data that is written as JSON and may be read, and mended, by people. What somebody *is* stays in the package; here stands
//! what has become of them. [`Campaign::read`] refuses a text that is damaged, somebody else's or of a later version, and
//! never guesses.

mod broken;
mod learned;
mod settle;
mod sheet;
mod ship;

pub use broken::Broken;
pub(crate) use settle::boxes_in_words;
pub use settle::{Fate, Left, Wound};
pub use sheet::Sheet;

pub use slip_pack::arrival::ReactionMass;

use serde::{Deserialize, Serialize};
use slip_dice::fate::Track;
use slip_dice::fate::consequence::{Grade, Slots};
use slip_pack::arrival::Brought;
use slip_pack::item::Gear;
use slip_pack::scenario::Counted;
use slip_pack::{Item, Name, Pack};
use std::collections::{BTreeMap, BTreeSet};

/// Version of the file.
pub const FORMAT: u32 = 1;
/// What the file says it is.
pub const KIND: &str = "campaign";

/// A campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// [`KIND`].
    pub slipyard: Name,
    /// [`FORMAT`].
    pub format: u32,
    /// Counts what was written, so that two runs that read the same file are told apart.
    pub revision: u64,
    /// The package it is played with.
    pub package: Played,
    /// Number of the session, from 1.
    pub session: u32,
    /// True if that session is being played; otherwise it has ended.
    pub playing: bool,
    /// Days since the campaign began.
    pub day: u32,
    /// Days of downtime in this session.
    pub downtime: u32,
    /// Days of a month (R-T1).
    pub month: u32,
    /// People by the names they go by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub people: BTreeMap<Name, Person>,
    /// Ships by the names they go by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ships: BTreeMap<Name, Ship>,
    /// Places where ships are served.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<Name, Station>,
    /// What happened, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Entry>,
}

/// The package a campaign is played with, as it was last written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Its name.
    pub name: Name,
    /// Its version.
    pub version: Name,
    /// The hash of its pack.
    pub pack: String,
}

/// Something that was done, in the words it was told in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The session.
    pub session: u32,
    /// The day of the campaign.
    pub day: u32,
    /// What was asked for.
    pub did: String,
    /// What came of it.
    pub told: Vec<String>,
}

/// What people and ships have alike: marked boxes, consequences, fate points, and whether they are still there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Marked boxes of each track; a track without marks is left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marked: BTreeMap<Name, BTreeSet<u8>>,
    /// Consequences, in the order in which they were taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Consequence>,
    /// Fate points.
    pub fate: u32,
    /// Tracks that took a hit, stress or consequence, in this session.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub hit_this_session: BTreeSet<Name>,
    /// Tracks that had a marked box when this session began.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub marked_at_start: BTreeSet<Name>,
    /// What the session that is being played, or was played last, has counted.
    #[serde(default, skip_serializing_if = "Counted::is_nothing")]
    pub counted: Counted,
    /// How it ended, for those who are out of the story: dead, bankrupt, repossessed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
}

/// A consequence and what heals it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consequence {
    /// `mild`, `moderate` or `severe`.
    pub grade: Name,
    /// The aspect it is.
    pub text: String,
    /// The track it was taken on.
    pub track: Name,
    /// The session it was taken in.
    pub session: u32,
    /// Whole sessions after that one in which its track was spared.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spared: u32,
    /// Days of rest since it was taken.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rested: u32,
    /// The session in which somebody last tried to pay it off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<u32>,
    /// Work on it that goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mending: Option<Mending>,
}

impl Consequence {
    /// Its grade; what is no grade was refused when it was read.
    pub fn grade(&self) -> Grade {
        Grade::from_word(&self.grade).unwrap_or(Grade::Mild)
    }
}

/// A treatment or repair under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mending {
    /// The line of the time track that the roll came to.
    pub takes: String,
    /// The day of the campaign on which it is done.
    pub until_day: u32,
    /// The session at whose end it is done at the earliest, if it must wait for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_end_of: Option<u32>,
}

/// Somebody of the campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// What the package says of them.
    pub item: Gear,
    /// How they are.
    pub standing: Standing,
    /// What experience made of them.
    #[serde(default, skip_serializing_if = "Changes::is_empty")]
    pub changes: Changes,
    /// What they may still learn until the next refresh.
    #[serde(default)]
    pub may: Allowance,
    /// What they bought and still have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub belongings: Vec<String>,
    /// Stunts sold with the thing they held: for each, a new one is chosen at the end of the session.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stunts_owed: u32,
}

/// What experience changed, laid over what the package says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    /// All skills as they are now, by rank, if any was changed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<Name, i32>,
    /// Aspects that were replaced, oldest first: the old words and the new ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<(String, String)>,
    /// Stunts given up, as they were written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts_lost: Vec<String>,
    /// Stunts learned, as they are written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stunts_new: Vec<String>,
}

impl Changes {
    /// True if nothing was changed.
    pub fn is_empty(&self) -> bool {
        *self == Changes::default()
    }
}

/// What may be learned: one of each kind a refresh (R-C15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// A swap of two neighbouring skills.
    pub swap: bool,
    /// An aspect for another.
    pub aspect: bool,
    /// A stunt for another.
    pub stunt: bool,
}

/// A ship of the campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// What the package says of her.
    pub item: Gear,
    /// How she is.
    pub standing: Standing,
    /// Who owns her.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<Owner>,
    /// Who works aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crew: Vec<Name>,
    /// The place she lies at, one of [`Campaign::places`]; none under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Name>,
    /// How much reaction mass there is.
    #[serde(default)]
    pub r_mass: ReactionMass,
    /// Thrust after an overburn, until she is resupplied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v_shift: Option<i32>,
    /// Aspects that the last trip brought, until she is resupplied (R-T17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brought: Vec<Brought>,
    /// Other aspects she has besides those of her sheet: a reputation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Fighters aboard; each takes a point of Trade.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fighters: u32,
    /// The session she came in.
    pub since: u32,
    /// Sessions in which a maintenance check was made.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub checked: BTreeSet<u32>,
    /// Whether she carried freight or passengers since the last check.
    #[serde(default)]
    pub commercial_since_check: bool,
    /// Checks that are due, each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<String>,
    /// True if she was at a station that maintains ships in this session.
    #[serde(default)]
    pub served_this_session: bool,
}

/// An owner of a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owner {
    /// One of [`Campaign::people`].
    pub who: Name,
    /// True if a stunt holds her, and not only a deed of sale.
    #[serde(default)]
    pub by_stunt: bool,
}

/// A place where ships are served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// The system or world it is of, if the package has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Gear>,
    /// Its technology.
    pub tech: i32,
    /// True if ships are maintained there.
    pub maintenance: bool,
    /// True if ships are repaired there.
    pub repair: bool,
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

impl Campaign {
    /// A campaign of a package before anybody has joined it: its first session is being played.
    pub fn new(pack: &Pack, month: u32) -> Campaign {
        Campaign {
            slipyard: KIND.into(),
            format: FORMAT,
            package: Played::of(pack),
            session: 1,
            playing: true,
            month: month.max(1),
            ..Campaign::default()
        }
    }

    /// How a person or a ship is.
    pub fn standing(&self, who: &str) -> Option<&Standing> {
        let person = self.people.get(who).map(|person| &person.standing);
        person.or_else(|| self.ships.get(who).map(|ship| &ship.standing))
    }

    /// The same, to be changed.
    pub fn standing_mut(&mut self, who: &str) -> Option<&mut Standing> {
        match self.people.get_mut(who) {
            Some(person) => Some(&mut person.standing),
            None => self.ships.get_mut(who).map(|ship| &mut ship.standing),
        }
    }

    /// What the package says of a person or a ship.
    pub fn item<'p>(&self, pack: &'p Pack, who: &str) -> Option<&'p Item> {
        let person = self.people.get(who).map(|person| &person.item);
        pack.item(person.or_else(|| self.ships.get(who).map(|ship| &ship.item))?)
    }

    /// The people or ships that an item of the package has in this campaign, in the order in which an encounter counts them (R-VC9): by their
    /// names, `x`, `x#2`, … `x#10`.
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

    /// Writes down what was done.
    pub fn note(&mut self, did: impl Into<String>, told: Vec<String>) {
        let entry = Entry { session: self.session, day: self.day, did: did.into(), told };
        self.history.push(entry);
    }
}

impl Played {
    /// What is written of a pack.
    pub fn of(pack: &Pack) -> Played {
        Played { name: pack.package.name.clone(), version: pack.package.version.clone(), pack: pack.hash().to_owned() }
    }
}

impl Standing {
    /// Somebody with nothing marked.
    pub fn fresh(item: &Item) -> Standing {
        Standing { fate: u32::try_from(item.fate.unwrap_or(0)).unwrap_or(0), ..Standing::default() }
    }

    /// A track of a given length with its marks.
    pub fn track(&self, name: &str, length: i32) -> Track {
        let boxes: Vec<u8> = self.marked.get(name).into_iter().flatten().copied().collect();
        Track::with_marked(length, &boxes)
    }

    /// Writes a track's marks down; a clear track is left out.
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

    /// Consequences of a grade: one at most in a file that is sound, whatever tracks they are on (core.md 11).
    fn of_grade(&self, grade: Grade) -> impl Iterator<Item = &Consequence> {
        self.consequences.iter().filter(move |one| Grade::from_word(&one.grade) == Some(grade))
    }

    /// Slots taken, over all tracks together.
    pub fn taken(&self) -> Slots {
        self.consequences.iter().fold(Slots::NONE, |slots, consequence| slots.with(consequence.grade()))
    }

    /// Slots that are still free of those that somebody has.
    pub fn free(&self, item: &Item) -> Slots {
        let all = item.consequences.iter().filter_map(|grade| Grade::from_word(grade)).fold(Slots::NONE, Slots::with);
        all.without(self.taken())
    }
}
