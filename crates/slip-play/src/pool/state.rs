//! What changes in a raise-and-see conflict: plain data, compared and cloned at will.

use crate::ask::Points;
use crate::conflict::Outcome;
use crate::event::Step;
use crate::ids::{ActorId, Seat, Table};
use crate::pool::fallout::TRACKS;
use crate::refilled::refilled;
use ecow::EcoString;
use slip_dice::pool::{Die, Pool};
use slip_pack::party::{Approach, Stat};

/// A set of statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats(u8);

impl Stats {
    /// True if one is in it.
    pub const fn has(self, stat: Stat) -> bool {
        self.0 >> stat as u8 & 1 == 1
    }

    /// True if none is.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With one more.
    #[must_use]
    pub const fn with(self, stat: Stat) -> Stats {
        Stats(self.0 | 1 << stat as u8)
    }
}

/// True if a party is in the conflict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// It is.
    #[default]
    Active,
    /// It has given.
    Gave,
    /// It could not see.
    Lost,
    /// It was out before the conflict began.
    Away,
    /// Its only track is full (5.5).
    Full,
}

refilled! {
    /// A party in the conflict.
    #[derive(Debug, Default, PartialEq, Eq)]
    pub struct PartyState {
        /// How it goes about it.
        pub approach: Approach,
        /// Dice on the table before it.
        pub pool: Pool,
        /// Dice that reversed a raise and are owed to its next raise, oldest first (R-Q4, R-Q21).
        pub held: Vec<Die>,
        /// Statistics it has rolled: each once (3.3).
        pub rolled: Stats,
        /// Statistics it has brought into play (R-Q2).
        pub in_play: Stats,
        /// Things it has brought in, a bit for each (R-Q6).
        pub used: u64,
        /// Things that are dangerous here though the text does not say so, or the other way round, a bit for each.
        pub danger_turned: u64,
        /// Boxes marked on each track, those of an operative first, then the one of an opposition.
        pub boxes: [u8; TRACKS],
        /// Fallout taken in this conflict.
        pub taken: u32,
        /// Blows taken in this conflict.
        pub blows: u32,
        /// True if it is in the conflict.
        pub status: Status,
        /// What is so of it for good: said when a row was full (D9).
        pub conditions: Vec<EcoString>,
        /// How many of those are from before.
        pub conditions_before: usize,
        /// What was said of its death when that was certain (D12).
        pub death: Option<EcoString>,
        /// True if it died of what happened in it (5.6).
        pub dead: bool,
    }
}

impl PartyState {
    /// True if it is in the conflict.
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }

    /// True if a thing has been brought in.
    pub fn has_used(&self, thing: u8) -> bool {
        self.used >> thing.min(63) & 1 == 1
    }
}

/// A raise that others have to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raise {
    /// Whose.
    pub by: ActorId,
    /// What it comes to.
    pub total: u32,
    /// Who has to see it; none as long as it is not said.
    pub affected: Vec<ActorId>,
    /// Those of them who still have to.
    pub waiting: Vec<ActorId>,
    /// Those of them who have seen, in order.
    pub seen: Vec<ActorId>,
}

refilled! {
    /// The state of a raise-and-see conflict.
    #[derive(Debug, PartialEq)]
    pub struct State {
        /// Raises so far.
        pub round: u32,
        /// Where the sequence stands.
        pub step: Step,
        /// Parties.
        pub parties: Table<ActorId, PartyState>,
        /// The raise on the table.
        pub raise: Option<Raise>,
        /// Faces put forward by hand so far, highest first.
        pub by_hand: Vec<u8>,
        /// The fallout that a party has taken a blow for and not yet marked.
        pub blow: Option<u8>,
        /// Dice that lines have given and that have not fallen, in order.
        pub owed: Vec<(ActorId, u8)>,
        /// Questions so far.
        pub asked: u32,
        /// Which points each seat is asked at.
        pub asks: Table<Seat, Points>,
        /// How it ended.
        pub outcome: Option<Outcome>,
    }
}

impl State {
    /// A party, if it is one.
    pub fn party(&self, who: ActorId) -> Option<&PartyState> {
        self.parties.row(who)
    }

    /// True if a party is in the conflict.
    pub fn is_active(&self, who: ActorId) -> bool {
        self.party(who).is_some_and(PartyState::is_active)
    }
}
