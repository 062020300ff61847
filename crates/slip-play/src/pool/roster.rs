//! What does not change in a raise-and-see conflict: parties, what they may bring in, the rules.

use crate::effects::Lines;
use crate::ids::{ActorId, Seat, Table};
use crate::pool::fallout::ONLY;
use crate::pool::settings::Settings;
use slip_pack::Name;
use slip_pack::encounter::Wager;
use slip_pack::party::{Approach, Sort, Stat, Thing};

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: Name,
    /// Who is on it.
    pub members: Vec<ActorId>,
}

/// A party as it comes into the conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Its name in the log.
    pub name: Name,
    /// The name shown to people.
    pub title: Name,
    /// Its side.
    pub side: Seat,
    /// Dice of its statistics, before what fallout takes off.
    pub stats: [u8; Stat::ALL.len()],
    /// What it may bring in; family that no relationship is listed for stands at the end.
    pub things: Vec<Thing>,
    /// Of those, relationships with nobody who counts here: a bit for each (dice-pool.md 2).
    pub absent: u64,
    /// What its track ends in, stage by stage; empty for those with four tracks.
    pub stages: Vec<Name>,
    /// Rows of each of its tracks.
    pub rows: u8,
    /// The approach that the text gives it.
    pub approach: Option<Approach>,
    /// Things that the text has in play from the start, by number.
    pub brings: Vec<u8>,
}

impl Sheet {
    /// True if it has the four tracks of an operative.
    pub fn is_operative(&self) -> bool {
        self.stages.is_empty()
    }

    /// Its tracks, by number.
    pub fn tracks(&self) -> std::ops::Range<u8> {
        if self.is_operative() { 0..ONLY } else { ONLY..ONLY + 1 }
    }

    /// A thing of this number.
    pub fn thing(&self, number: u8) -> Option<&Thing> {
        self.things.get(usize::from(number))
    }

    /// Whether a thing is there at all: of relationships, only those with an opponent or with who is part of the stakes.
    pub fn has(&self, number: u8) -> bool {
        self.thing(number).is_some_and(|thing| thing.sort != Sort::Relationship || self.absent >> number & 1 == 0)
    }
}

/// Everything that does not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// The encounter's name.
    pub name: Name,
    /// The encounter's name as people read it.
    pub title: Name,
    /// Sides.
    pub sides: Table<Seat, Side>,
    /// Parties, in the order in which they sit.
    pub parties: Table<ActorId, Sheet>,
    /// What is at stake.
    pub wager: Wager,
    /// Who begins; none leaves it to the highest dice.
    pub initiator: Option<ActorId>,
    /// The rules.
    pub settings: Settings,
    /// What content does here.
    pub lines: Lines,
}

impl Roster {
    /// The side of a party.
    pub fn side(&self, who: ActorId) -> Seat {
        self.parties.row(who).map_or(Seat(0), |sheet| sheet.side)
    }

    /// Boxes of each track of a party.
    pub fn boxes(&self, who: ActorId) -> u8 {
        self.parties.row(who).map_or(0, |sheet| sheet.rows.saturating_mul(self.settings.row_size))
    }
}
