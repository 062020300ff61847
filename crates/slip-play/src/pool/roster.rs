//! The constant part of a raise-and-see conflict: parties, the things they may bring in, the rules.

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
    /// Parties on the side.
    pub members: Vec<ActorId>,
}

/// A party at the start of the conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Its name in the log.
    pub name: Name,
    /// The title shown to players.
    pub title: Name,
    /// Its side.
    pub side: Seat,
    /// Dice of its statistics, before reductions by fallout.
    pub stats: [u8; Stat::ALL.len()],
    /// Things it may bring in. Family for which no relationship is listed comes last.
    pub things: Vec<Thing>,
    /// Relationships among those whose person is not part of this conflict, one bit each.
    pub absent: u64,
    /// Names of the stages of an opposition's track; empty for operatives, who have four tracks.
    pub stages: Vec<Name>,
    /// Number of rows of each of its tracks.
    pub rows: u8,
    /// Approach given by the encounter.
    pub approach: Option<Approach>,
    /// Things that the encounter puts into play from the start, by number.
    pub brings: Vec<u8>,
}

impl Sheet {
    /// True if the party has the four tracks of an operative.
    pub fn is_operative(&self) -> bool {
        self.stages.is_empty()
    }

    /// Its tracks, by number.
    pub fn tracks(&self) -> std::ops::Range<u8> {
        if self.is_operative() { 0..ONLY } else { ONLY..ONLY + 1 }
    }

    /// The thing with this number.
    pub fn thing(&self, number: u8) -> Option<&Thing> {
        self.things.get(usize::from(number))
    }

    /// True if the party can use the thing in this conflict: relationships count only with an opponent or with a person at stake.
    pub fn has(&self, number: u8) -> bool {
        self.thing(number).is_some_and(|thing| thing.sort != Sort::Relationship || self.absent >> number & 1 == 0)
    }
}

/// Everything that does not change during the conflict.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// The encounter's name.
    pub name: Name,
    /// The encounter's title shown to players.
    pub title: Name,
    /// Sides.
    pub sides: Table<Seat, Side>,
    /// Parties, in the order in which they sit.
    pub parties: Table<ActorId, Sheet>,
    /// The stakes.
    pub wager: Wager,
    /// Party that begins; `None` leaves it to the highest dice.
    pub initiator: Option<ActorId>,
    /// The rules.
    pub settings: Settings,
    /// Effects of the content used here.
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
