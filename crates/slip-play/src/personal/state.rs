//! The state of a fight: plain data that can be compared and cloned.
//!
//! All fields are public for reading by policies; only [`crate::conflict::Conflict::apply`] writes.

use crate::ask::Points;
use crate::aspects::Aspects;
use crate::board::Board;
use crate::choice::{Choice, Verb};
use crate::clone_from::{Spare, refilled};
use crate::conflict::Outcome;
use crate::event::{Demand, Firing, Leave, Step, TrackId};
use crate::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, Table, ZoneId};
pub use crate::personal::generation::Since;
pub use crate::personal::record::Record;
pub use crate::personal::skills::SkillSet;
use crate::roll::Roll;
use ecow::EcoString;
use slip_dice::fate::purse::{Purse, Token};
use slip_dice::fate::{Slots, Term, Track};

/// Health; in social combat Wealth.
pub const HEALTH: TrackId = TrackId(0);
/// Composure.
pub const COMPOSURE: TrackId = TrackId(1);

/// Status of an actor in the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// In the fight.
    Active,
    /// Taken out.
    TakenOut {
        /// The attacker; none if there was none.
        by: Option<ActorId>,
        /// The track that ran out.
        track: TrackId,
        /// Number of the outcome tag in [`crate::personal::Roster::outcomes`].
        fate: Option<u8>,
        /// True if nothing can save the actor (R-P14).
        beyond_saving: bool,
        /// True if it cannot come back.
        for_good: bool,
    },
    /// Left the fight on terms.
    Conceded,
    /// Left the map by an exit.
    Escaped,
    /// Social: a pawn that others move.
    Pawn,
    /// Social: sent home as a friend, out for good (R-SC14).
    Removed,
}

refilled! {
    /// State of an actor.
    #[derive(Debug, PartialEq)]
    pub struct ActorState {
        /// Zone the actor is in.
        pub zone: ZoneId,
        /// Its status.
        pub status: Status,
        /// Fate points.
        pub fate: Purse,
        /// Health and Composure; mooks have the first only.
        pub tracks: [Track; 2],
        /// Consequence slots that are free.
        pub slots: Slots,
        /// Skills used since the actor's turn began (R-P9).
        pub used: SkillSet,
        /// Recorded defences.
        pub records: Vec<Record>,
        /// True if First Blood has been used (R-P15).
        pub shock_spent: bool,
        /// True if prone (R-P47).
        pub prone: bool,
        /// Weapons used for an attack this round, one bit each.
        pub fired: u32,
        /// Weapons used for an attack last round, one bit each.
        pub fired_last_round: u32,
        /// The mode each weapon is in.
        pub modes: Vec<u8>,
        /// Dropped weapons, one bit each.
        pub dropped: u32,
        /// True if it has used its turn of this round out of order.
        pub has_acted: bool,
        /// Attacks made since its turn began.
        pub attacks: u8,
        /// Number of attacks made with each weapon.
        pub shots: Vec<u16>,
        /// Zones of its dropped weapons, in the order in which they were dropped.
        pub lies: Vec<(u8, ZoneId)>,
        /// True if its suit leaks.
        pub suit_breached: bool,
        /// Outcome tag of the terms it offered last, if they had one.
        pub terms: Option<u8>,
        /// True if the players let an animal take consequences; none until it was hit.
        pub quarry: Option<bool>,
        /// The outcome in the words of the attacker that took it out.
        pub ending: Option<EcoString>,
        /// Social: the skill of its last roll that counts for not using a skill twice in a row (R-SC6).
        pub last: Option<SkillId>,
    }
}

impl ActorState {
    /// True if the actor is in the fight.
    pub const fn is_active(&self) -> bool {
        matches!(self.status, Status::Active)
    }

    /// True if the actor is on the map: in the fight, or a pawn.
    pub const fn is_there(&self) -> bool {
        matches!(self.status, Status::Active | Status::Pawn)
    }

    /// Returns a track.
    pub fn track(&self, track: TrackId) -> Track {
        let [health, composure] = self.tracks;
        if track == HEALTH { health } else { composure }
    }

    /// Returns the recorded defence of a skill.
    pub fn record(&self, skill: Option<SkillId>) -> Option<&Record> {
        self.records.iter().find(|record| record.skill == skill)
    }
}

refilled! {
    /// The action of the current actor, as declared so far.
    #[derive(Debug, Default, PartialEq)]
    pub struct Declaration {
        /// Number of the turn from the start of the encounter; free tags refer to it (R-P8).
        pub number: u32,
        /// The action.
        pub act: Option<Verb>,
        /// The target.
        pub it: Id,
        /// Weapon, skill and manner; the verb is [`Verb::Use`].
        pub using: Option<Choice>,
        /// The track aimed at.
        pub track: Option<TrackId>,
        /// The aspect to be removed.
        pub aspect: Option<AspectId>,
        /// The weapon to pick up, or the task to work at, by its number.
        pub thing: Option<u16>,
        /// Duration of the aspect or obstruction to be placed.
        pub term: Option<Term>,
        /// True if the point for gear without training will be paid.
        pub access: Option<bool>,
        /// Weapons that cannot be used this turn because that point was refused, a bit for each.
        pub barred: u32,
        /// Aspects already compelled this turn.
        pub compelled: Vec<AspectId>,
        /// The compel on the table.
        pub offer: Option<Offer>,
        /// Actors that offered a concession this turn, a bit for each.
        pub conceded: u128,
        /// Actors that stated a fact this turn, a bit for each.
        pub facts: u128,
        /// True if it was called unreasonable this turn.
        pub vetoed: bool,
        /// True if the actor went prone or stood up this turn (R-P47).
        pub stanced: bool,
        /// Weapons whose mode was changed for free this turn, a bit for each.
        pub switched: u32,
        /// Points of movement left.
        pub movement: i32,
        /// Zone where a forced move began.
        pub from: Option<ZoneId>,
        /// Zones entered this turn.
        pub entered: u8,
        /// Effects used at once this turn, by number.
        pub leaves: Vec<u16>,
        /// The player's words.
        pub say: Option<EcoString>,
        /// Social: an obstruction that is being shared out over borders.
        pub share: Option<Share>,
        /// Social: the skill that was called unfit for the declared action.
        pub unfit: Option<SkillId>,
    }
}

/// Points that are shared out by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Number of borders asked about, plus one; 0 before the way of sharing is chosen.
    pub at: u8,
    /// Points left.
    pub rest: i32,
}

/// One side's proposal for the outcome of an actor taken out (R-SC10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The outcome tag's number.
    pub fate: u8,
    /// The player's words.
    pub say: Option<EcoString>,
}

refilled! {
    /// Choices of an actor for its next roll.
    #[derive(Debug, Default, PartialEq)]
    pub struct RollChoices {
        /// The actor; none while nothing was chosen.
        pub who: Option<ActorId>,
        /// True if the cap of a substitute skill is lifted.
        pub full: bool,
        /// The effects used, by number.
        pub lines: Vec<u16>,
        /// True if no further offer is wanted.
        pub enough: bool,
        /// Requirements of a place or rule that are paid for, by the number of the effect.
        pub made_good: Vec<u16>,
    }
}

/// Queue of triggered effects.
#[derive(Clone, Debug, PartialEq)]
pub struct Fires {
    /// The effects, in order.
    pub queue: Vec<Firing>,
    /// Index of the current one.
    pub at: usize,
    /// Step to return to.
    pub back: Step,
}

/// A triggered effect that counts for an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roused {
    /// Its number.
    pub line: u16,
    /// The actor.
    pub who: ActorId,
    /// Its amount, computed when it was triggered.
    pub amount: i32,
}

/// A hit that was not dealt by the current roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The actor hit.
    pub who: ActorId,
    /// Track of the hit.
    pub track: TrackId,
    /// Second track of the hit.
    pub too: Option<TrackId>,
    /// Shifts.
    pub shifts: i32,
}

/// A stated fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedFact {
    /// The actor that states it.
    pub by: ActorId,
    /// The skill that covers it.
    pub skill: SkillId,
    /// Holder of an aspect for it, if one is wanted.
    pub on: Id,
    /// Seat of the judge.
    pub to: Seat,
    /// The player's words.
    pub say: EcoString,
}

/// A check of nerve of an actor that saw a friend fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NerveCheck {
    /// The actor that checks.
    pub who: ActorId,
    /// The actor that fell.
    pub fallen: ActorId,
    /// Difficulty of the roll.
    pub against: i32,
}

refilled! {
    /// Checks of nerve.
    #[derive(Debug, Default, PartialEq)]
    pub struct Nerve {
        /// Checks to come, each fall's own in turn order (R-P37).
        pub queue: Vec<NerveCheck>,
        /// The current one.
        pub at: Option<NerveCheck>,
        /// Step of the turn before them.
        pub back: Option<Step>,
    }
}

/// State that an act outside the order of turns interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Aside {
    /// The act that interrupts.
    pub leave: Leave,
    /// The actor whose turn it was.
    pub actor: Option<ActorId>,
    /// The interrupted step.
    pub step: Step,
    /// The interrupted declaration.
    pub declared: Declaration,
    /// The interrupted contest.
    pub contest: Option<Contest>,
    /// The interrupted queues of effects.
    pub fires: Vec<Fires>,
    /// The interrupted checks of nerve.
    pub nerve: Nerve,
}

/// A compel on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The actor that offers.
    pub by: ActorId,
    /// The actor that is compelled.
    pub on: ActorId,
    /// The aspect.
    pub aspect: AspectId,
    /// Its demand.
    pub demand: Demand,
    /// Points offered now.
    pub points: u16,
    /// For a compel of the offering actor's own aspect, the actor with whom the deal is made, who pays or is paid.
    pub with: Option<ActorId>,
    /// The counter-offer that waits for a reply (R-P35).
    pub asked: Option<u16>,
    /// True if the price can no longer be changed.
    pub settled: bool,
    /// For a compel after the dice, the party whose turn it was to add.
    pub party: u8,
}

/// Points to be paid to one of several actors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The actor that pays.
    pub who: ActorId,
    /// Number of points.
    pub points: u16,
    /// Actors of which one gets them.
    pub to: Vec<ActorId>,
}

/// One defender's part of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Defence {
    /// The defender.
    pub who: ActorId,
    /// The roll, if there is one; armour is among its parts.
    pub roll: Option<Roll>,
    /// Bonus of the attacker in this comparison only (R-P30).
    pub only: i32,
    /// The chosen skill (none for no skill left), while a point for armour is asked for.
    pub chosen: Option<Option<SkillId>>,
    /// The attacker's shifts, once this comparison is settled.
    pub shifts: Option<i32>,
}

/// A roll with its opposition and its window.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The actor's roll.
    pub roll: Roll,
    /// The difficulty, of a fixed roll.
    pub difficulty: Option<i32>,
    /// Defenders in turn order after the attacker; none for a fixed roll.
    pub defences: Vec<Defence>,
    /// Aspects used for compels after the dice, with the roller.
    pub compelled: Vec<(AspectId, ActorId)>,
}

/// A border made harder for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The actor that made it.
    pub placer: ActorId,
    /// The border.
    pub border: BorderId,
    /// The increase.
    pub by: i16,
    /// True if a turn of its maker has begun since; it ends with that turn.
    pub last_turn: bool,
}

refilled! {
    /// The state of a fight.
    #[derive(Debug, PartialEq)]
    pub struct State {
        /// The round, from 1; 0 before the first.
        pub round: u32,
        /// Order of actors this round.
        pub order: Vec<ActorId>,
        /// Number of them that have had their turn or are having it.
        pub turn: u8,
        /// The actor whose turn it is.
        pub actor: Option<ActorId>,
        /// The current step.
        pub step: Step,
        /// The step before terms were offered.
        pub back: Option<Step>,
        /// All actors.
        pub actors: Table<ActorId, ActorState>,
        /// The borders.
        pub board: Board,
        /// Aspects, printed and placed; removed ones stay in the list, marked as not present.
        pub aspects: Aspects,
        /// Uses of effects in their present period, by [`Line::count`](crate::effects::Line::count).
        pub uses: Vec<u32>,
        /// Effects for which their carriers have spent an action, until used or until the carrier's next turn.
        pub granted: Vec<u16>,
        /// Effects that were triggered or used, and that count until they end.
        pub roused: Vec<Roused>,
        /// Queues of triggered effects, the latest last.
        pub fires: Vec<Fires>,
        /// A hit that was not dealt by the current roll.
        pub blow: Option<Blow>,
        /// A fact that the referee is asked about.
        pub fact: Option<StatedFact>,
        /// Checks of nerve: queued and current.
        pub nerve: Nerve,
        /// Interrupted states, the latest last.
        pub asides: Vec<Aside>,
        /// Choices for the next roll.
        pub preparing: RollChoices,
        /// Points whose receiver is not yet chosen.
        pub due: Vec<Due>,
        /// Spin tokens.
        pub spin: Vec<Token>,
        /// Obstructions that last until their maker's next turn has ended.
        pub obstructions: Vec<Obstruction>,
        /// The current declaration.
        pub declared: Declaration,
        /// The current contest.
        pub contest: Option<Contest>,
        /// Buffers for the defences of the next contest.
        pub spare: Spare<Defence>,
        /// Generation since which the state that attacks depend on is unchanged.
        pub since: Since,
        /// Number of rolls so far.
        pub rolls: u32,
        /// Number of questions so far.
        pub asked: u32,
        /// Rounds in a row in which each `hold` condition was true.
        pub holds: Vec<u32>,
        /// Social: boxes of time left.
        pub boxes: u32,
        /// Social: proposals for the outcome of an actor taken out.
        pub parley: Vec<Terms>,
        /// Successes at each task of the encounter.
        pub tasks: Vec<u32>,
        /// Sides whose concession was accepted, one bit each.
        pub conceded: u32,
        /// Skills that each actor has rolled, in games with closed sheets; otherwise empty.
        pub shown: Table<ActorId, SkillSet>,
        /// Decision points at which each seat is asked.
        pub asks: Table<Seat, Points>,
        /// The outcome.
        pub outcome: Option<Outcome>,
    }
}

impl State {
    /// Returns all actors in turn order, from the one after `who` to `who` itself; from the first on if `who` is none.
    pub(super) fn round_after(&self, who: Option<ActorId>) -> impl Iterator<Item = ActorId> {
        let place = who.and_then(|who| self.order.iter().position(|&there| there == who));
        self.order.iter().cycle().skip(place.map_or(0, |place| place + 1)).take(self.order.len()).copied()
    }

    /// Removes the contest.
    pub(super) fn clear_table(&mut self) {
        if let Some(contest) = self.contest.take() {
            self.spare.keep(contest.defences);
        }
    }

    /// Removes the contest, and returns an empty list with capacity for the defences of the next.
    pub(super) fn no_defences(&mut self) -> Vec<Defence> {
        self.clear_table();
        self.spare.take()
    }
}
