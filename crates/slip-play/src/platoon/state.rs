//! The changing part of a platoon fight: plain data that can be compared and cloned.
//!
//! All fields are public so that seats can read them; only [`crate::conflict::Conflict::apply`] writes.

use crate::choice::Verb;
use crate::clone_from::refilled;
use crate::conflict::Outcome;
use crate::event::{Step, TrackId};
use crate::ids::{ActorId, AspectId, BorderId, Id, IdVec, Seat, SkillId, ZoneId};
use crate::pending_offers::{ConcessionTerms, PendingCompel};
use crate::platoon::zones::UnitLocation;
use crate::question::Points;
use crate::roll::Roll;
use crate::tracks::Tracks;
use ecow::EcoString;
use slip_dice::fate::fate_points::{Purse, SpinToken};
use slip_dice::fate::{Aspect, Slots, Track};

/// Morale, the track that every unit has.
pub const MORALE: TrackId = TrackId(0);

/// Maximum of the SPOTTED level and of the OOC (out of command) level.
pub const MOST: u8 = 4;

/// Status of a unit in the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitStatus {
    /// The unit is in the fight: on the map, on a card, on the re-arm track, or carried.
    Active,
    /// The unit is not there yet (reinforcements), or is never on the map (a director).
    Elsewhere,
    /// The unit has left the map by the edge of this zone (R-L19).
    Exited(ZoneId),
    /// The unit was taken out.
    Eliminated {
        /// Unit that took this unit out; `None` if no unit did.
        by: Option<ActorId>,
        /// Number of the outcome tag in [`crate::platoon::PlatoonRoster::outcomes`], once the outcome is chosen.
        fate: Option<u8>,
    },
    /// The unit has left the fight on accepted terms.
    Conceded,
}

refilled! {
    /// State of a unit.
    #[derive(Debug, PartialEq)]
    pub struct UnitState {
        /// Location of the unit; for a passenger, that of its carrier.
        pub place: UnitLocation,
        /// Carrier of the unit, if it is a passenger.
        pub carrier: Option<ActorId>,
        /// Status of the unit.
        pub status: UnitStatus,
        /// Platoon that the unit acts with: its own, or one that has adopted the unit.
        pub platoon: PlatoonId,
        /// True if the unit was under command at the last check of its platoon; aircraft always are (R-L11).
        pub member: bool,
        /// Morale track.
        pub morale: Track,
        /// Boxes of the tracks that the design of the unit adds, by [`TrackId`]; Morale is not among them.
        pub own: Tracks,
        /// Track past whose end the unit was taken out; Morale as long as the unit has not been taken out.
        pub ended_on: TrackId,
        /// Fate points of the people attached to the unit (`character_fate own`).
        pub fate: Purse,
        /// SPOTTED level, 0 to 4.
        pub spotted: u8,
        /// OOC (out of command) level, 0 to 4.
        pub ooc: u8,
        /// Enemies that have attacked the unit during the fight, one bit for each.
        pub fired_on_by: u128,
        /// True if the unit is artillery whose position is known because it has fired.
        pub has_fired: bool,
        /// Defence rolls that count until the end of the turn, one per skill.
        pub defences: Vec<Roll>,
        /// Skills used in defence this turn, one bit each (R-L15).
        pub defended: u64,
        /// True if the unit has acted, or may not act, this turn.
        pub activated: bool,
        /// True if the unit was carried this turn and therefore does not act.
        pub was_carried: bool,
        /// True if the unit has moved or been moved this turn.
        pub moved: bool,
        /// True if the unit has attacked this turn.
        pub fired: bool,
        /// True if the unit attacked in the previous turn.
        pub fired_last_turn: bool,
        /// Number of attacks that the unit has made in the fight.
        pub attacks: u16,
        /// True if the unit is a leader that has used the additional rally this turn (R-L14).
        pub rallied: bool,
        /// Attached people who have placed an aspect this turn, one bit each (`character_turn yes`).
        pub people_acted: u32,
        /// Aspects by which the unit was compelled in this action.
        pub compelled: Vec<AspectId>,
        /// Description of the unit's outcome, written by the side that took it out.
        pub ending: Option<EcoString>,
    }
}

impl UnitState {
    /// Returns a track of the unit; a track without boxes if the unit does not have this track.
    pub fn track(&self, track: TrackId) -> Track {
        if track == MORALE { self.morale } else { self.own.of(track) }
    }

    /// Changes a track of the unit.
    pub fn change_track(&mut self, track: TrackId, how: impl FnOnce(&mut Track)) {
        if track == MORALE { how(&mut self.morale) } else { self.own.change(track, how) }
    }

    /// True if the unit is in the fight.
    pub const fn is_active(&self) -> bool {
        matches!(self.status, UnitStatus::Active)
    }

    /// Returns the zone of the unit: on the map, on a card or on the re-arm track. `None` for passengers, and for units that are not in the
    /// fight.
    pub const fn zone(&self) -> Option<ZoneId> {
        match (self.status, self.carrier, self.place) {
            (UnitStatus::Active, None, UnitLocation::Zone(zone)) => Some(zone),
            _ => None,
        }
    }
}

/// Index of a platoon in [`BattleState::platoons`] and [`crate::platoon::PlatoonRoster::platoons`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlatoonId(pub u8);

impl crate::ids::TableKey for PlatoonId {
    fn place(self) -> usize {
        usize::from(self.0)
    }

    fn of(place: usize) -> PlatoonId {
        PlatoonId(u8::try_from(place).unwrap_or(u8::MAX))
    }
}

refilled! {
    /// State of a platoon.
    #[derive(Debug, PartialEq)]
    pub struct PlatoonState {
        /// Fate points of the platoon. Losses, orphaned units and adopted units do not change them.
        pub fate: Purse,
        /// Free consequence slots.
        pub slots: Slots,
        /// True if the platoon has acted this turn.
        pub acted: bool,
    }
}

/// A pass value placed on a border, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassValue {
    /// Border that the value is placed on.
    pub border: BorderId,
    /// Zone that is entered: the value counts in this direction only.
    pub to: ZoneId,
    /// Amount that is added to the pass value of the map.
    pub value: i16,
    /// Unit that placed the value.
    pub by: ActorId,
    /// True if the value is permanent (mines).
    pub lasting: bool,
}

/// The current declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlatoonDeclaration {
    /// Unit that acts.
    pub me: Option<ActorId>,
    /// Act of the unit.
    pub act: Option<Verb>,
    /// Target: a unit or a zone.
    pub it: Id,
    /// Skill of the act.
    pub skill: Option<SkillId>,
    /// True if the act affects every unit of the zone.
    pub area: bool,
    /// Number of declarations so far. Free tags refer to this number.
    pub number: u32,
    /// Duration of an aspect placed by a maneuver.
    pub term: Option<slip_dice::fate::AspectDuration>,
}

/// A movement under way, of one unit or of a march.
#[derive(Clone, Debug, PartialEq)]
pub struct Moving {
    /// Units that move, the leader first.
    pub who: Vec<ActorId>,
    /// Shifts of the roll that are left.
    pub shifts: i32,
    /// Number of zones that the units may still enter.
    pub steps: i32,
    /// True if the movement is the free move.
    pub free: bool,
    /// Units that were in an enemy's sight before the movement, one bit each.
    pub seen: u128,
    /// Enemy units that this movement has spotted by contact, one bit each.
    pub met: u128,
    /// True if the movement is over: stopped by a compel, by an enemy, or by choice.
    pub stopped: bool,
    /// Zone that the units move to, step by step.
    pub goal: Option<ZoneId>,
    /// Aspects by which the units were compelled to halt.
    pub compelled: Vec<AspectId>,
}

/// Kind of the current act, which decides what each of its rolls means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlatoonRollSubject {
    /// An attack: the first roll is that of the attacker, the others are those of its targets.
    Attack,
    /// Jamming. The first roll is that of the jamming unit. The other rolls are those of the target or of all units in the zone.
    Jam,
    /// Spotting: the first roll is that of the spotting unit, the second that of the target.
    Spot,
    /// Any other declared act: a roll against a difficulty, or without opposition.
    Fixed,
}

/// Rolls of the current act. They have been made but not settled, so both parties can still change them by purchases.
#[derive(Clone, Debug, PartialEq)]
pub struct PlatoonContest {
    /// Subject of the rolls.
    pub matter: PlatoonRollSubject,
    /// The rolls: the acting unit's first, then those of the defenders in the order of ids.
    pub rolls: Vec<Roll>,
    /// Difficulty, if the roll is against a number.
    pub difficulty: Option<i32>,
    /// Bonuses from aspects that the first roll gets against one defender only. The actor is this defender; if it is a platoon, the bonus
    /// counts against all its units (R-YC3).
    pub only: Vec<(ActorId, i32)>,
}

/// A unit that must defend, or has defended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefendingUnit {
    /// Unit that must defend.
    pub who: ActorId,
    /// Chosen skill of the defence.
    pub skill: Option<SkillId>,
}

/// A hit for which consequences can still be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitHit {
    /// Unit that is hit.
    pub who: ActorId,
    /// Track that is hit.
    pub track: TrackId,
    /// Shifts of the hit.
    pub shifts: i32,
    /// Unit that dealt the hit, if one did.
    pub by: Option<ActorId>,
}

/// A distribution of shifts by hand that is under way: of an interdiction over borders, or of a leader's unjamming over units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManualShares {
    /// Shifts still to be distributed.
    pub rest: i32,
    /// Position of the border or unit that is asked about next, from 1; 0 before the first one.
    pub at: u8,
}

refilled! {
    /// The state of a fight between platoons.
    #[derive(Debug, PartialEq)]
    pub struct BattleState {
        /// Current turn, from 1; 0 during set-up.
        pub turn: u32,
        /// Current step of the sequence.
        pub step: Step,
        /// Side whose player picks the next platoon, or whose platoon acts.
        pub player: Seat,
        /// Side that acts first; `None` until the coin has been thrown.
        pub first: Option<Seat>,
        /// Platoon that acts.
        pub acting: Option<PlatoonId>,
        /// Unit that acts.
        pub active: Option<ActorId>,
        /// Units by id. The platoons have the ids after those of the units.
        pub units: IdVec<ActorId, UnitState>,
        /// Platoons.
        pub platoons: IdVec<PlatoonId, PlatoonState>,
        /// Pass values placed on borders, in addition to the pass values of the map.
        pub pass_values: Vec<PassValue>,
        /// Aspects, printed and placed; removed ones stay listed as not present.
        pub aspects: IdVec<AspectId, Aspect>,
        /// Spin tokens. The owner of a token is a platoon; it is given by the id that the platoon has as an actor.
        pub spin: Vec<SpinToken>,
        /// Pending terms of concession.
        pub terms: Option<ConcessionTerms>,
        /// Pending compel.
        pub offer: Option<PendingCompel>,
        /// Units taken out for which no outcome has been chosen yet.
        pub untold: Vec<ActorId>,
        /// The current declaration.
        pub declared: PlatoonDeclaration,
        /// Text that the player gave with the declaration.
        pub words: Option<EcoString>,
        /// True if the declared act repeats the one before it (a second maneuver).
        pub repeated: bool,
        /// The movement under way.
        pub moving: Option<Moving>,
        /// Units that must defend against the declared act, in order.
        pub targets: Vec<DefendingUnit>,
        /// The rolls of the current act.
        pub contest: Option<PlatoonContest>,
        /// Hits to resolve, the next one first.
        pub blows: Vec<UnitHit>,
        /// Manual distribution that is under way.
        pub share: Option<ManualShares>,
        /// Units that the player chose to march, one bit for each. `None` means all units that can march.
        pub marchers: Option<u128>,
        /// Aircraft that has just come onto the map and may be intercepted.
        pub intercepted: Option<ActorId>,
        /// Step to return to after an act in addition to the action: a leader's additional rally, or an interception.
        pub back: Option<Step>,
        /// Uses of effects in their current period, by the number of the effect's counter.
        pub uses: Vec<u32>,
        /// Effects chosen for the next roll, by number, with the unit that rolls.
        pub chosen: Vec<(u16, ActorId)>,
        /// Effects on numbers that a trigger has switched on. For each: the number of the effect, the unit, and the turn at whose end the
        /// effect lapses.
        pub roused: Vec<(u16, ActorId, u32)>,
        /// Number of consecutive turns in which each `hold` condition was true.
        pub holds: Vec<u32>,
        /// Sides that offer to stop this turn, one bit each.
        pub stops: u32,
        /// Sides whose concession was accepted, one bit each.
        pub conceded: u32,
        /// Units that offered a concession this turn, one bit each.
        pub offered: u128,
        /// Number of set-up choices that are done or skipped. There is one for each unit, then one for each zone that artillery knows by
        /// heart.
        pub set_up: u16,
        /// Number of rolls so far.
        pub rolls: u32,
        /// Number of questions so far.
        pub asked: u32,
        /// Optional decision points at which each seat is asked.
        pub asks: IdVec<Seat, Points>,
        /// The outcome, once the fight is over.
        pub outcome: Option<Outcome>,
    }
}

impl BattleState {
    /// Returns the state of a unit; `None` for platoons.
    pub fn unit(&self, id: ActorId) -> Option<&UnitState> {
        self.units.row(id)
    }

    /// Returns the platoon that has this id as an actor, if the id is that of a platoon.
    pub fn platoon_of_id(&self, id: ActorId) -> Option<PlatoonId> {
        let place = usize::from(id.0).checked_sub(self.units.len())?;
        u8::try_from(place).ok().filter(|_| place < self.platoons.len()).map(PlatoonId)
    }

    /// Returns the shifts of the first roll: against a defender or, if there is none, against the difficulty.
    pub fn shifts_against(&self, defender: Option<ActorId>) -> i32 {
        let Some(contest) = &self.contest else { return 0 };
        let total = contest.rolls.first().map_or(0, Roll::total);
        let Some(who) = defender else { return total - contest.difficulty.unwrap_or(0) };
        // An orphan does not have the aspects of its platoon; aircraft are always members (R-L11).
        let platoon = self.unit(who).filter(|unit| unit.member).map(|unit| self.id_of_platoon(unit.platoon));
        let only = contest.only.iter().filter(|(there, _)| *there == who || Some(*there) == platoon);
        let met = contest.rolls.iter().skip(1).find(|roll| roll.who == who).map_or(0, Roll::total);
        total + only.map(|(_, amount)| amount).sum::<i32>() - met
    }

    /// Returns the total of the first roll against one defender, and its shifts over the defence. Includes bonuses that apply only against
    /// this defender (R-P30).
    pub fn counted_against(&self, defence: &Roll) -> (i32, i32) {
        let shifts = self.shifts_against(Some(defence.who));
        (shifts + defence.total(), shifts)
    }

    /// Returns the id that a platoon has as an actor. Points, spin and aspects of the platoon belong to this id.
    pub fn id_of_platoon(&self, platoon: PlatoonId) -> ActorId {
        ActorId(u8::try_from(self.units.len()).unwrap_or(u8::MAX).saturating_add(platoon.0))
    }
}

/// Returns the bit of a unit in a set.
pub const fn bit(who: ActorId) -> u128 {
    if who.0 < 128 { 1 << who.0 } else { 0 }
}
