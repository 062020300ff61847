//! The changing part of a raise-and-see conflict: plain data that can be compared and cloned.

use crate::clone_from::refilled;
use crate::conflict::Outcome;
use crate::event::Step;
use crate::ids::{ActorId, IdVec, Seat};
use crate::question::Points;
use crate::stakes::fallout::TRACKS;
use ecow::EcoString;
use slip_dice::pool::{Die, Pool};
use slip_pack::stakes_party::{Approach, Stat};

/// A set of statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats(u8);

impl Stats {
    /// True if the statistic is in the set.
    pub const fn has(self, stat: Stat) -> bool {
        self.0 >> stat as u8 & 1 == 1
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set with one more statistic.
    #[must_use]
    pub const fn with(self, stat: Stat) -> Stats {
        Stats(self.0 | 1 << stat as u8)
    }
}

/// Status of a party in the conflict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PartyStatus {
    /// The party takes part.
    #[default]
    Active,
    /// The party gave up the stakes.
    Gave,
    /// The party was unable to answer a raise.
    Lost,
    /// The party was out before the conflict began.
    Away,
    /// The only track of the party is full.
    Full,
}

refilled! {
    /// State of a party.
    #[derive(Debug, Default, PartialEq, Eq)]
    pub struct PartyState {
        /// Current approach of the party.
        pub approach: Approach,
        /// Dice in front of the party.
        pub pool: Pool,
        /// Dice that reversed a raise and must be used in the party's next raise, oldest first (R-Q4, R-Q21).
        pub held: Vec<Die>,
        /// Statistics that the party has rolled; each is rolled once.
        pub rolled: Stats,
        /// Statistics that the party has brought into play (R-Q2).
        pub in_play: Stats,
        /// Things that the party has brought into play, one bit for each (R-Q6).
        pub used: u64,
        /// Things whose danger the referee has reversed: a harmless thing became dangerous, or the reverse. One bit for each.
        pub danger_turned: u64,
        /// Number of marked boxes of each track: first the tracks of an operative, then the single track of an opposition.
        pub boxes: [u8; TRACKS],
        /// Number of fallout boxes taken in this conflict.
        pub taken: u32,
        /// Number of blows taken in this conflict.
        pub blows: u32,
        /// Status of the party.
        pub status: PartyStatus,
        /// Lasting conditions of the party. Each was written when a row of a track became full.
        pub conditions: Vec<EcoString>,
        /// Number of entries of `conditions` that were carried in from earlier encounters.
        pub conditions_before: usize,
        /// Description of the party's death, written when the death was certain.
        pub death: Option<EcoString>,
        /// True if the party died in this conflict.
        pub dead: bool,
    }
}

impl PartyState {
    /// True if the party takes part in the conflict.
    pub fn is_active(&self) -> bool {
        self.status == PartyStatus::Active
    }

    /// True if the thing has been brought in.
    pub fn has_used(&self, thing: u8) -> bool {
        self.used >> thing.min(63) & 1 == 1
    }
}

/// A raise that opponents have to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raise {
    /// Party that raises.
    pub by: ActorId,
    /// Total of the raise.
    pub total: u32,
    /// Parties that have to see the raise; empty until they are chosen.
    pub affected: Vec<ActorId>,
    /// Affected parties that have not answered yet.
    pub waiting: Vec<ActorId>,
    /// Affected parties that have seen the raise, in order.
    pub seen: Vec<ActorId>,
}

refilled! {
    /// The state of a raise-and-see conflict.
    #[derive(Debug, PartialEq)]
    pub struct StakesState {
        /// Number of raises so far.
        pub round: u32,
        /// Current step of the sequence.
        pub step: Step,
        /// State of each party.
        pub parties: IdVec<ActorId, PartyState>,
        /// The latest raise; `None` before the first one.
        pub raise: Option<Raise>,
        /// Faces of the dice chosen so far by a party that chooses its dice one at a time, highest first.
        pub by_hand: Vec<u8>,
        /// Damage (fallout) of a blow that has not been marked yet.
        pub blow: Option<u8>,
        /// Dice given by effects and not rolled yet, in order.
        pub owed: Vec<(ActorId, u8)>,
        /// Number of questions so far.
        pub asked: u32,
        /// For each seat, the optional decision points at which the seat is asked.
        pub asks: IdVec<Seat, Points>,
        /// The outcome, once the conflict is over.
        pub outcome: Option<Outcome>,
    }
}

impl StakesState {
    /// Returns the state of a party, if the actor is one.
    pub fn party(&self, who: ActorId) -> Option<&PartyState> {
        self.parties.row(who)
    }

    /// True if the party takes part in the conflict.
    pub fn is_active(&self, who: ActorId) -> bool {
        self.party(who).is_some_and(PartyState::is_active)
    }
}
