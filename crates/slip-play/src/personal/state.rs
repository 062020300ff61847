//! State of a fight between people: plain data that can be compared and cloned.
//!
//! Policies read all fields. Only [`crate::conflict::Conflict::apply`] changes them.

use crate::aspects::Aspects;
use crate::choice::{Choice, Verb};
use crate::clone_from::{SpareBuffer, refilled};
use crate::conflict::Outcome;
use crate::event::{CompelDemand, Leave, Step, TrackId, TriggeredEffect};
use crate::ids::{ActorId, AspectId, BorderId, Id, IdVec, Seat, SkillId, ZoneId};
pub use crate::personal::recorded_defence::RecordedDefence;
use crate::personal::settings::Gravity;
pub use crate::personal::skill_set::SkillSet;
pub use crate::personal::state_generation::Generation;
use crate::question::Points;
use crate::roll::Roll;
use crate::tracks::{TrackSet, Tracks};
use crate::zone_map::BorderStates;
use ecow::EcoString;
use slip_dice::fate::fate_points::{Purse, SpinToken};
use slip_dice::fate::{AspectDuration, Slots, Track};

/// Track of Health. In social combat, this is the track of Wealth.
pub const HEALTH: TrackId = TrackId(0);
/// Track of Composure.
pub const COMPOSURE: TrackId = TrackId(1);
/// Bit of [`PersonalDeclaration::barred`] for ways of attacking with the help of armour without training, after the point for them was
/// refused. An actor carries fewer weapons than bits.
pub const ARMOUR_HELP: u32 = 1 << 31;

/// Status of an actor in the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActorStatus {
    /// The actor is in the fight.
    Active,
    /// The actor is taken out.
    TakenOut {
        /// Attacker that took the actor out; `None` if there was none.
        by: Option<ActorId>,
        /// Track that had no box left for the hit.
        track: TrackId,
        /// Number of the outcome tag in [`crate::personal::PersonalRoster::outcomes`].
        fate: Option<u8>,
        /// True if nothing can save the actor (R-P14).
        beyond_saving: bool,
        /// True if the actor cannot come back.
        for_good: bool,
    },
    /// The actor left the fight on accepted terms.
    Conceded,
    /// The actor left the map by an exit.
    Escaped,
    /// Social: the actor is a pawn that others move.
    Pawn,
    /// Social: the actor was removed by a friend zone (JUST FRIENDS), and does not come back (R-SC14).
    Removed,
}

refilled! {
    /// State of an actor in the fight.
    #[derive(Debug, PartialEq)]
    pub struct ActorState {
        /// Zone the actor is in.
        pub zone: ZoneId,
        /// Status of the actor.
        pub status: ActorStatus,
        /// Fate points.
        pub fate: Purse,
        /// Boxes of the tracks; mooks have no Composure.
        pub tracks: Tracks,
        /// Consequence slots that are free.
        pub slots: Slots,
        /// Skills used since the actor's turn began (R-P9).
        pub used: SkillSet,
        /// Recorded defences.
        pub records: Vec<RecordedDefence>,
        /// True if the additional hit on Composure at First Blood has happened (R-P15).
        pub shock_spent: bool,
        /// True if the actor is prone (R-P47).
        pub prone: bool,
        /// Weapons used for an attack this round, one bit each.
        pub fired: u32,
        /// Weapons used for an attack last round, one bit each.
        pub fired_last_round: u32,
        /// The mode each weapon is in.
        pub modes: Vec<u8>,
        /// Dropped weapons, one bit each.
        pub dropped: u32,
        /// True if the actor has used its turn of this round out of order.
        pub has_acted: bool,
        /// True if the actor has accepted a compel outside its turn, so that it loses its next turn (R-P50).
        pub forfeits: bool,
        /// Number of attacks made since the actor's turn began.
        pub attacks: u8,
        /// Number of attacks made with each weapon.
        pub shots: Vec<u16>,
        /// Dropped weapons with the zones where they are, in the order in which they were dropped.
        pub lies: Vec<(u8, ZoneId)>,
        /// True if the actor's suit leaks.
        pub suit_breached: bool,
        /// Outcome tag in the last terms of concession that the actor offered; `None` if the terms had none.
        pub terms: Option<u8>,
        /// True if the players let the animal take consequences, false if not; `None` until the animal was hit.
        pub quarry: Option<bool>,
        /// Outcome of an actor taken out, in the words of the attacker.
        pub ending: Option<EcoString>,
        /// Social: skill of the last roll. The rule that a skill is not used twice in a row refers to this roll (R-SC6).
        pub last: Option<SkillId>,
    }
}

impl ActorState {
    /// True if the actor is in the fight.
    pub const fn is_active(&self) -> bool {
        matches!(self.status, ActorStatus::Active)
    }

    /// True if the actor has a place on the map, because it is in the fight or is a pawn.
    pub const fn is_there(&self) -> bool {
        matches!(self.status, ActorStatus::Active | ActorStatus::Pawn)
    }

    /// Returns a track.
    pub fn track(&self, track: TrackId) -> Track {
        self.tracks.of(track)
    }

    /// Returns the defence that is recorded for a skill, if there is one.
    pub fn record(&self, skill: Option<SkillId>) -> Option<&RecordedDefence> {
        self.records.iter().find(|record| record.skill == skill)
    }
}

refilled! {
    /// The action of the current actor, as declared so far.
    #[derive(Debug, Default, PartialEq)]
    pub struct PersonalDeclaration {
        /// Number of the turn from the start of the encounter. Free tags refer to this number (R-P8).
        pub number: u32,
        /// The act that is declared.
        pub act: Option<Verb>,
        /// Target of the act.
        pub it: Id,
        /// Weapon, skill and manner of the act; the verb is [`Verb::Use`].
        pub using: Option<Choice>,
        /// Track that the act is aimed at.
        pub track: Option<TrackId>,
        /// Aspect that the act `remove` removes.
        pub aspect: Option<AspectId>,
        /// The weapon to pick up, or the task to work at, by its number.
        pub thing: Option<u16>,
        /// Duration of the aspect or obstruction that the act places.
        pub term: Option<AspectDuration>,
        /// True if the actor will pay the fate point for gear that it is not trained for; `None` until the player has answered.
        pub access: Option<bool>,
        /// Weapons that cannot be used this turn because the point for missing training was refused, one bit for each, and
        /// [`ARMOUR_HELP`] for the help of armour.
        pub barred: u32,
        /// Aspects already compelled this turn.
        pub compelled: Vec<AspectId>,
        /// Compel that waits for a reply, or compel that was accepted in place of the declared act.
        pub offer: Option<PersonalCompel>,
        /// Actors that offered a concession this turn, a bit for each.
        pub conceded: u128,
        /// Actors that stated a fact this turn, a bit for each.
        pub facts: u128,
        /// True if a declaration was called unreasonable this turn.
        pub vetoed: bool,
        /// True if the actor went prone or stood up this turn (R-P47).
        pub stanced: bool,
        /// Weapons whose mode the actor has changed this turn without an action, one bit for each.
        pub switched: u32,
        /// Points of movement left.
        pub movement: i32,
        /// Zone where a forced move began.
        pub from: Option<ZoneId>,
        /// Zones entered this turn.
        pub entered: u8,
        /// The free move of the turn.
        pub free_move: FreeMove,
        /// Numbers of the effects that the actor used immediately (`at once`) this turn.
        pub leaves: Vec<u16>,
        /// The player's words for the declared act.
        pub say: Option<EcoString>,
        /// Social: obstruction that is being distributed over borders.
        pub share: Option<PointShares>,
        /// Social: skill that was called unfit for the declared action.
        pub unfit: Option<SkillId>,
    }
}

/// The free move of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FreeMove {
    /// The free move cannot be made after the action. Either the rules allow it only before the action, or it was already made or given up
    /// before the action.
    #[default]
    Used,
    /// The free move was not made before the action, and may be made after it (`free_move_time either`).
    Kept,
}

/// Points of an obstruction that the player distributes border by border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointShares {
    /// Number of the border for which the player is now asked, from 1; 0 before the player has chosen to distribute border by border.
    pub at: u8,
    /// Points that are left to distribute.
    pub rest: i32,
}

/// Proposal of one side for the outcome of an actor taken out (R-SC10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeProposal {
    /// Number of the proposed outcome tag.
    pub fate: u8,
    /// The player's words.
    pub say: Option<EcoString>,
}

refilled! {
    /// Choices of an actor for its next roll.
    #[derive(Debug, Default, PartialEq)]
    pub struct RollChoices {
        /// Actor that chooses; `None` while nothing was chosen.
        pub who: Option<ActorId>,
        /// True if the actor rolls a substitute skill at its full rank, without its cap.
        pub full: bool,
        /// Effects used for the roll, by number.
        pub lines: Vec<u16>,
        /// True if the actor has declined all further offers for this roll.
        pub enough: bool,
        /// Numbers of effects that set a requirement which the actor does not meet but has paid for.
        pub made_good: Vec<u16>,
    }
}

/// Queue of triggered effects.
#[derive(Clone, Debug, PartialEq)]
pub struct TriggeredEffectQueue {
    /// The triggered effects, in order of execution.
    pub queue: Vec<TriggeredEffect>,
    /// Index of the effect that is being executed.
    pub at: usize,
    /// Step to which the game returns when the queue is empty.
    pub back: Step,
}

/// Triggered effect that is active for an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedTrigger {
    /// Number of the effect.
    pub line: u16,
    /// Actor that the effect counts for.
    pub who: ActorId,
    /// Amount of the effect, computed when it was triggered.
    pub amount: i32,
}

/// A hit that the current roll does not cause: a hit by an effect, by a check of nerve, or by the surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideHit {
    /// Actor that is hit.
    pub who: ActorId,
    /// Track of the hit.
    pub track: TrackId,
    /// Further tracks of the hit.
    pub besides: TrackSet,
    /// Shifts of the hit.
    pub shifts: i32,
}

/// A stated fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedFact {
    /// Actor that states the fact.
    pub by: ActorId,
    /// Skill that covers the fact.
    pub skill: SkillId,
    /// Holder of the aspect that the fact becomes. [`Id::None`] if the fact does not become an aspect.
    pub on: Id,
    /// Seat that judges the fact.
    pub to: Seat,
    /// The player's words.
    pub say: EcoString,
}

/// Check of nerve by an actor that saw a friend fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NerveCheck {
    /// Actor that makes the check.
    pub who: ActorId,
    /// Actor that was taken out, which causes the check.
    pub fallen: ActorId,
    /// Difficulty of the roll.
    pub against: i32,
}

refilled! {
    /// Checks of nerve that are due or under way.
    #[derive(Debug, Default, PartialEq)]
    pub struct NerveChecks {
        /// Checks that are still to be made. Several checks because of the same fallen actor are in turn order (R-P37).
        pub queue: Vec<NerveCheck>,
        /// Check that is being made.
        pub at: Option<NerveCheck>,
        /// Step of the turn to which the game returns after the checks.
        pub back: Option<Step>,
    }
}

/// State of the turn that an act outside the order of turns has interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Aside {
    /// Act that interrupts the turn.
    pub leave: Leave,
    /// Actor whose turn is interrupted.
    pub actor: Option<ActorId>,
    /// The interrupted step.
    pub step: Step,
    /// The interrupted declaration.
    pub declared: PersonalDeclaration,
    /// The interrupted contest.
    pub contest: Option<PersonalContest>,
    /// The interrupted queues of effects.
    pub fires: Vec<TriggeredEffectQueue>,
    /// The interrupted checks of nerve.
    pub nerve: NerveChecks,
}

/// A compel that has been offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonalCompel {
    /// Actor that offers the compel.
    pub by: ActorId,
    /// Actor that is compelled.
    pub on: ActorId,
    /// Aspect that is compelled.
    pub aspect: AspectId,
    /// Demand of the compel.
    pub demand: CompelDemand,
    /// Fate points that are offered now.
    pub points: u16,
    /// Actor that pays or is paid when the offering actor compels an aspect of its own.
    pub with: Option<ActorId>,
    /// Price that the compelled actor has asked, while it waits for a reply (R-P35).
    pub asked: Option<u16>,
    /// True if the price is final.
    pub settled: bool,
    /// For a compel after the dice: party whose turn it was to add to its roll when the compel was offered.
    pub party: u8,
}

/// Points to be paid to one of several actors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuePayment {
    /// Actor that pays the points.
    pub who: ActorId,
    /// Number of points that are due.
    pub points: u16,
    /// Actors who may receive the points; the payer chooses one of them.
    pub to: Vec<ActorId>,
}

/// Part of a contest that belongs to one defender.
#[derive(Clone, Debug, PartialEq)]
pub struct Defence {
    /// Actor that defends.
    pub who: ActorId,
    /// Roll of the defender, if there is one. Its addends include armour.
    pub roll: Option<Roll>,
    /// Bonus of the attacker that counts against this defender only (R-P30).
    pub only: i32,
    /// Skill chosen for the defence, while the defender is still asked about its armour or about optional effects. The inner `None` means a
    /// defence without a skill.
    pub chosen: Option<Option<SkillId>>,
    /// Shifts of the attacker; `None` until this comparison is settled.
    pub shifts: Option<i32>,
}

/// A roll, its opposition, and the window after the roll in which players may add to it.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonalContest {
    /// Roll of the actor.
    pub roll: Roll,
    /// Difficulty, for a roll against a fixed number.
    pub difficulty: Option<i32>,
    /// Defenders in turn order after the attacker; empty for a roll against a fixed number.
    pub defences: Vec<Defence>,
    /// Aspects used for compels after the dice, each with the roller.
    pub compelled: Vec<(AspectId, ActorId)>,
}

/// A border made harder for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// Actor that made the border harder.
    pub placer: ActorId,
    /// Border that is harder to cross.
    pub border: BorderId,
    /// Increase of the border's cost.
    pub by: i16,
    /// True during the last turn of the obstruction: it ends with this turn of the obstructing actor, unless the actor spends the turn on
    /// keeping it up.
    pub last_turn: bool,
}

refilled! {
    /// The state of a fight.
    #[derive(Debug, PartialEq)]
    pub struct PersonalState {
        /// Number of the round, from 1; 0 before the first.
        pub round: u32,
        /// Order of the actors in this round.
        pub order: Vec<ActorId>,
        /// Number of actors of the order that have had their turn or are having it.
        pub turn: u8,
        /// The actor whose turn it is.
        pub actor: Option<ActorId>,
        /// Current step of the sequence.
        pub step: Step,
        /// Step to which the game returns after an interruption: the replies to terms of concession, or to a stated fact.
        pub back: Option<Step>,
        /// State of each actor.
        pub actors: IdVec<ActorId, ActorState>,
        /// State of the map's borders.
        pub board: BorderStates,
        /// Aspects, printed and placed; removed ones stay in the list, marked as not present.
        pub aspects: Aspects,
        /// Uses of effects in their present period, by [`Line::count`](crate::effects::TableEffect::count).
        pub uses: Vec<u32>,
        /// Effects for which their carriers have spent an action. An effect stays listed until it is used, or until the carrier's next
        /// turn.
        pub granted: Vec<u16>,
        /// Triggered or used effects that have not ended yet.
        pub roused: Vec<CountedTrigger>,
        /// Queues of triggered effects, the latest last.
        pub fires: Vec<TriggeredEffectQueue>,
        /// Hit that does not come from the current roll, but from an effect, a check of nerve or the surroundings; `None` if there is none.
        pub blow: Option<OutsideHit>,
        /// A fact that the referee is asked about.
        pub fact: Option<StatedFact>,
        /// Checks of nerve: queued and current.
        pub nerve: NerveChecks,
        /// States of turns that acts outside the order of turns have interrupted, the latest last.
        pub asides: Vec<Aside>,
        /// Choices for the next roll.
        pub preparing: RollChoices,
        /// Gravity of the scene.
        pub gravity: Gravity,
        /// Points whose receiver is not yet chosen.
        pub due: Vec<DuePayment>,
        /// Spin tokens.
        pub spin: Vec<SpinToken>,
        /// Obstructions that must be maintained.
        pub obstructions: Vec<Obstruction>,
        /// The current declaration.
        pub declared: PersonalDeclaration,
        /// The current contest.
        pub contest: Option<PersonalContest>,
        /// Buffer for the defences of the next contest.
        pub spare: SpareBuffer<Defence>,
        /// Generation of the last change of the state. Only changes that can affect the odds of attacks count.
        pub since: Generation,
        /// Number of rolls so far.
        pub rolls: u32,
        /// Number of questions so far.
        pub asked: u32,
        /// Number of consecutive rounds in which each `hold` condition was true.
        pub holds: Vec<u32>,
        /// Social: number of boxes that are still left on the time track.
        pub boxes: u32,
        /// Social: proposals for the outcome of an actor taken out.
        pub parley: Vec<OutcomeProposal>,
        /// Number of successes at each task of the encounter.
        pub tasks: Vec<u32>,
        /// Sides whose concession was accepted, one bit each.
        pub conceded: u32,
        /// Skills that each actor has rolled, in games with closed sheets; otherwise empty.
        pub shown: IdVec<ActorId, SkillSet>,
        /// Number of the latest declaration by a member of each side.
        pub declared_by: IdVec<Seat, u32>,
        /// Decision points at which each seat is asked.
        pub asks: IdVec<Seat, Points>,
        /// Outcome of the conflict, once it is over.
        pub outcome: Option<Outcome>,
    }
}

impl PersonalState {
    /// Returns all actors in turn order, starting after `who` and ending with `who`. If `who` is `None`, starts with the first actor.
    pub(super) fn round_after(&self, who: Option<ActorId>) -> impl Iterator<Item = ActorId> {
        let place = who.and_then(|who| self.order.iter().position(|&there| there == who));
        self.order.iter().cycle().skip(place.map_or(0, |place| place + 1)).take(self.order.len()).copied()
    }

    /// Removes the current contest, and keeps its list of defences as a buffer.
    pub(super) fn clear_table(&mut self) {
        if let Some(contest) = self.contest.take() {
            self.spare.keep(contest.defences);
        }
    }

    /// Removes the contest, and returns its list of defences, emptied, so that the next contest reuses the memory.
    pub(super) fn no_defences(&mut self) -> Vec<Defence> {
        self.clear_table();
        self.spare.take()
    }
}
