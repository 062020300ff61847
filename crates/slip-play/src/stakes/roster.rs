//! The constant part of a raise-and-see conflict: parties, the things they may bring in, the rules.

use crate::effects::EffectTable;
use crate::ids::{ActorId, IdVec, Seat};
use crate::stakes::fallout::ONLY;
use crate::stakes::settings::StakesSettings;
use slip_pack::Name;
use slip_pack::encounter::Wager;
use slip_pack::stakes_party::{Approach, PartyThing, PartyThingKind, Stat};

/// A side of the conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StakesSide {
    /// Name of the side.
    pub name: Name,
    /// Parties on the side.
    pub members: Vec<ActorId>,
}

/// A party at the start of the conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartySheet {
    /// Name of the party in the log.
    pub name: Name,
    /// Title of the party shown to players.
    pub title: Name,
    /// Side of the party.
    pub side: Seat,
    /// Number of dice of each statistic of the party, before fallout reduces it.
    pub stats: [u8; Stat::ALL.len()],
    /// Things that the party may bring in. The last one represents its family, if the party has family without a listed relationship.
    pub things: Vec<PartyThing>,
    /// Relationships that do not count because the other person is not part of this conflict, one bit for each.
    pub absent: u64,
    /// Names of the stages of an opposition's track; empty for operatives, who have four tracks.
    pub stages: Vec<Name>,
    /// Number of rows of each track of the party.
    pub rows: u8,
    /// Approach that the encounter gives the party.
    pub approach: Option<Approach>,
    /// Numbers of the things that the encounter puts into play from the start.
    pub brings: Vec<u8>,
}

impl PartySheet {
    /// True if the party has the four tracks of an operative.
    pub fn is_operative(&self) -> bool {
        self.stages.is_empty()
    }

    /// Returns the tracks of the party, by number.
    pub fn tracks(&self) -> std::ops::Range<u8> {
        if self.is_operative() { 0..ONLY } else { ONLY..ONLY + 1 }
    }

    /// Returns the party's thing with this number.
    pub fn thing(&self, number: u8) -> Option<&PartyThing> {
        self.things.get(usize::from(number))
    }

    /// True if the party can use the thing in this conflict: relationships count only with an opponent or with a person at stake.
    pub fn has(&self, number: u8) -> bool {
        self.thing(number).is_some_and(|thing| thing.sort != PartyThingKind::Relationship || self.absent >> number & 1 == 0)
    }
}

/// Constant part of a conflict: everything that does not change during it.
#[derive(Clone, Debug, PartialEq)]
pub struct StakesRoster {
    /// Name of the encounter.
    pub name: Name,
    /// Title of the encounter shown to players.
    pub title: Name,
    /// Sides of the conflict.
    pub sides: IdVec<Seat, StakesSide>,
    /// Parties, in the order in which they sit.
    pub parties: IdVec<ActorId, PartySheet>,
    /// Stakes of the conflict.
    pub wager: Wager,
    /// Party that raises first; `None` if the party with the highest dice raises first.
    pub initiator: Option<ActorId>,
    /// Settings in force.
    pub settings: StakesSettings,
    /// Effects of the content that is used in the conflict.
    pub lines: EffectTable,
}

impl StakesRoster {
    /// Returns the side of a party.
    pub fn side(&self, who: ActorId) -> Seat {
        self.parties.row(who).map_or(Seat(0), |sheet| sheet.side)
    }

    /// Returns the number of boxes of each track of a party.
    pub fn boxes(&self, who: ActorId) -> u8 {
        self.parties.row(who).map_or(0, |sheet| sheet.rows.saturating_mul(self.settings.row_size))
    }
}
