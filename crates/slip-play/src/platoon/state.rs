//! What changes in a fight between platoons: plain data, compared and cloned at will (platoon.md 1).
//!
//! Everything is public for reading by seats; only [`crate::conflict::Conflict::apply`] writes.

use crate::ask::Points;
use crate::choice::Verb;
use crate::conflict::Outcome;
use crate::event::{Step, TrackId};
use crate::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, Table, ZoneId};
use crate::platoon::ground::Place;
use crate::refilled::refilled;
use crate::roll::Roll;
use crate::terms::{Offer, Terms};
use ecow::EcoString;
use slip_dice::fate::purse::{Purse, Token};
use slip_dice::fate::{Aspect, Slots, Track};

/// The one track of a unit.
pub const MORALE: TrackId = TrackId(0);

/// The most SPOTTED and the most OOC there is (platoon.md 1.3).
pub const MOST: u8 = 4;

/// How a unit stands in the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// In it; on the map, on a card, on the re-arm track, or carried.
    Active,
    /// Not there yet (reinforcements), or never (a director beside the map).
    Elsewhere,
    /// Left the map by the edge of this zone (R-L19).
    Exited(ZoneId),
    /// Taken out.
    Eliminated {
        /// By whom; none if nobody did it.
        by: Option<ActorId>,
        /// Number of the outcome tag in [`crate::platoon::Roster::outcomes`], once it is said.
        fate: Option<u8>,
    },
    /// Left on terms.
    Conceded,
}

refilled! {
    /// A unit in the fight.
    #[derive(Debug, PartialEq)]
    pub struct UnitState {
        /// Where it is; of one that is carried, where its carrier is.
        pub place: Place,
        /// Who carries it.
        pub carrier: Option<ActorId>,
        /// How it stands.
        pub status: Status,
        /// The platoon it acts with: that of its leader, after adoption another (3.6).
        pub platoon: PlatoonId,
        /// True if it was under command at its platoon's last check (3.2); aircraft always are (R-L11).
        pub member: bool,
        /// Its one track.
        pub morale: Track,
        /// Fate points that those who go with it bring for it (`character_fate own`).
        pub fate: Purse,
        /// How well it is seen, 0 to 4.
        pub spotted: u8,
        /// How far it is out of command, 0 to 4.
        pub ooc: u8,
        /// Enemies that have attacked it, a bit for each, match long.
        pub fired_on_by: u128,
        /// Of artillery, whether it has given its place away (5.6).
        pub has_fired: bool,
        /// Rolls of defence that stand until the end of the turn, one a skill (5.2.5).
        pub defences: Vec<Roll>,
        /// Skills used in defence this turn, a bit for each (R-L15).
        pub defended: u64,
        /// Whether it has acted, or may not act, this turn.
        pub activated: bool,
        /// True if it was carried this turn: then it does not act in it (8.2).
        pub was_carried: bool,
        /// True if it has moved this turn, by whatever means.
        pub moved: bool,
        /// True if it has attacked this turn.
        pub fired: bool,
        /// True if it attacked in the turn before.
        pub fired_last_turn: bool,
        /// Attacks it has made, match long.
        pub attacks: u16,
        /// Of a leader, whether he has had his second rally this turn (R-L14).
        pub rallied: bool,
        /// Those who go with it and have placed an aspect this turn, a bit for each (`character_turn yes`).
        pub people_acted: u32,
        /// Aspects by which it was compelled in this action.
        pub compelled: Vec<AspectId>,
        /// What became of it, in the words of who took it out.
        pub ending: Option<EcoString>,
    }
}

impl UnitState {
    /// True if it is in the fight.
    pub const fn is_active(&self) -> bool {
        matches!(self.status, Status::Active)
    }

    /// The zone it stands in by itself: on the map, on a card or on the re-arm track, not carried.
    pub const fn zone(&self) -> Option<ZoneId> {
        match (self.status, self.carrier, self.place) {
            (Status::Active, None, Place::Zone(zone)) => Some(zone),
            _ => None,
        }
    }
}

/// Which platoon: its place in [`State::platoons`] and [`crate::platoon::Roster::platoons`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlatoonId(pub u8);

impl crate::ids::Key for PlatoonId {
    fn place(self) -> usize {
        usize::from(self.0)
    }

    fn of(place: usize) -> PlatoonId {
        PlatoonId(u8::try_from(place).unwrap_or(u8::MAX))
    }
}

refilled! {
    /// A platoon in the fight.
    #[derive(Debug, PartialEq)]
    pub struct PlatoonState {
        /// Fate points. Losses, orphans and adoption never change them.
        pub fate: Purse,
        /// Consequences it can still take.
        pub slots: Slots,
        /// True if it has acted this turn.
        pub acted: bool,
    }
}

/// A pass value that somebody has put on a border, in one direction (2.2, 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassValue {
    /// Which border.
    pub border: BorderId,
    /// Into which of its zones.
    pub to: ZoneId,
    /// How much.
    pub value: i16,
    /// Whose doing.
    pub by: ActorId,
    /// True if it stays for good (mines).
    pub lasting: bool,
}

/// What is being declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Which unit acts.
    pub me: Option<ActorId>,
    /// What it does.
    pub act: Option<Verb>,
    /// Whom or where it concerns.
    pub it: Id,
    /// With which skill.
    pub skill: Option<SkillId>,
    /// Against everybody in the zone.
    pub area: bool,
    /// Declarations so far: what is said of one does not serve the next.
    pub number: u32,
    /// Of a maneuver: how long what is placed stays.
    pub term: Option<slip_dice::fate::Term>,
}

/// Movement under way, of one unit or of those who march.
#[derive(Clone, Debug, PartialEq)]
pub struct Moving {
    /// Who moves: the leader or the mover first.
    pub who: Vec<ActorId>,
    /// Shifts left.
    pub shifts: i32,
    /// Zones they may still enter.
    pub steps: i32,
    /// True if it is the free move.
    pub free: bool,
    /// Those of them that were in an enemy's sight before, a bit for each (5.1.4).
    pub seen: u128,
    /// Those who have been spotted by contact in this movement already, a bit for each (5.1.3).
    pub met: u128,
    /// Whether it is over: stopped by a compel, by an enemy, or by choice.
    pub stopped: bool,
    /// The zone they head for, entering one after the other.
    pub goal: Option<ZoneId>,
    /// Aspects by which they were compelled to halt.
    pub compelled: Vec<AspectId>,
}

/// What the rolls on the table are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// An attack: the first roll is the attacker's, the others those of its targets.
    Attack,
    /// Jamming: the second roll is the target's, of those in a zone all.
    Jam,
    /// Spotting: the second roll is the target's.
    Spot,
    /// A roll against a number, or against nothing: what the declaration says.
    Fixed,
}

/// Rolls on the table, and who may still add to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// What it is about.
    pub matter: Matter,
    /// The rolls: whoever acts first, then those who withstand, in order of their ids.
    pub rolls: Vec<Roll>,
    /// The difficulty, of a roll against a number.
    pub difficulty: Option<i32>,
    /// What aspects add to the first roll against one of several alone: against a unit, or by a platoon's id against all of its
    /// units (R-YC3).
    pub only: Vec<(ActorId, i32)>,
}

/// Somebody who must defend, or has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Who.
    pub who: ActorId,
    /// With which skill, once it is said.
    pub skill: Option<SkillId>,
}

/// A hit that waits for its mitigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Whom it strikes.
    pub who: ActorId,
    /// Shifts.
    pub shifts: i32,
    /// Who struck; none where nobody did.
    pub by: Option<ActorId>,
}

/// Something that is shared out by hand: an interdiction over borders, what a leader unjams over units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// What is still to be given out.
    pub rest: i32,
    /// Which place comes next.
    pub at: u8,
}

refilled! {
    /// The state of a fight between platoons.
    #[derive(Debug, PartialEq)]
    pub struct State {
        /// The turn, from 1; 0 while everything is set up.
        pub turn: u32,
        /// Where the sequence stands.
        pub step: Step,
        /// The side whose player picks the next platoon, or whose platoon acts.
        pub player: Seat,
        /// The side that acts first; none until the coin has fallen.
        pub first: Option<Seat>,
        /// The platoon that acts.
        pub acting: Option<PlatoonId>,
        /// The unit that acts.
        pub active: Option<ActorId>,
        /// Units, by their ids; the ids that follow are those of the platoons.
        pub units: Table<ActorId, UnitState>,
        /// Platoons.
        pub platoons: Table<PlatoonId, PlatoonState>,
        /// Pass values put on borders, besides those of the map.
        pub pass_values: Vec<PassValue>,
        /// Aspects, printed and placed; those that are gone stay listed as not present.
        pub aspects: Table<AspectId, Aspect>,
        /// Spin on the table; a token's owner is the id of its platoon as an actor.
        pub spin: Vec<Token>,
        /// Terms on the table.
        pub terms: Option<Terms>,
        /// The compel on the table.
        pub offer: Option<Offer>,
        /// Units taken out of which nobody has said yet what becomes of them.
        pub untold: Vec<ActorId>,
        /// What is being declared.
        pub declared: Declared,
        /// The words that go with what is declared.
        pub words: Option<EcoString>,
        /// Whether what is declared is made once more (5.5).
        pub repeated: bool,
        /// Movement under way.
        pub moving: Option<Moving>,
        /// Who withstands what was declared, in order.
        pub targets: Vec<Target>,
        /// The rolls on the table.
        pub contest: Option<Contest>,
        /// Hits to be dealt, the next one first.
        pub blows: Vec<Blow>,
        /// Something that is shared out by hand.
        pub share: Option<Share>,
        /// Marchers named by hand, a bit for each; none for all who can.
        pub marchers: Option<u128>,
        /// An aircraft that has just come onto the map and may be intercepted.
        pub intercepted: Option<ActorId>,
        /// Where the sequence goes on after an act besides the action: a leader's second rally, an interception.
        pub back: Option<Step>,
        /// Uses of lines in their present period, by number of the line's count.
        pub uses: Vec<u32>,
        /// Lines chosen for the roll to come, by number, and the unit whose roll it is.
        pub chosen: Vec<(u16, ActorId)>,
        /// Numbers that a moment has set off, by the line's number, for whom, and until the end of which turn.
        pub roused: Vec<(u16, ActorId, u32)>,
        /// Rounds in a row that each `hold` condition has held.
        pub holds: Vec<u32>,
        /// Sides that offer to stop this turn, a bit for each.
        pub stops: u32,
        /// Sides of which a concession was accepted, a bit for each.
        pub conceded: u32,
        /// Units that offered a concession this turn, a bit for each.
        pub offered: u128,
        /// Places asked in set-up so far.
        pub set_up: u16,
        /// Rolls so far.
        pub rolls: u32,
        /// Questions so far.
        pub asked: u32,
        /// Which points each seat is asked at.
        pub asks: Table<Seat, Points>,
        /// How it ended.
        pub outcome: Option<Outcome>,
    }
}

impl State {
    /// A unit; platoons are none.
    pub fn unit(&self, id: ActorId) -> Option<&UnitState> {
        self.units.row(id)
    }

    /// The platoon that an actor's id stands for, if it is one's.
    pub fn platoon_of_id(&self, id: ActorId) -> Option<PlatoonId> {
        let place = usize::from(id.0).checked_sub(self.units.len())?;
        u8::try_from(place).ok().filter(|_| place < self.platoons.len()).map(PlatoonId)
    }

    /// The first roll's shifts against a unit that withstands it; without one, against the difficulty.
    pub fn shifts_against(&self, defender: Option<ActorId>) -> i32 {
        let Some(contest) = &self.contest else { return 0 };
        let total = contest.rolls.first().map_or(0, Roll::total);
        let Some(who) = defender else { return total - contest.difficulty.unwrap_or(0) };
        let platoon = self.unit(who).map(|unit| self.id_of_platoon(unit.platoon));
        let only = contest.only.iter().filter(|(there, _)| *there == who || Some(*there) == platoon);
        let met = contest.rolls.iter().skip(1).find(|roll| roll.who == who).map_or(0, Roll::total);
        total + only.map(|(_, amount)| amount).sum::<i32>() - met
    }

    /// What the roll on the table comes to against one defence, with what counts there alone (R-P30), and its shifts.
    pub fn counted_against(&self, defence: &Roll) -> (i32, i32) {
        let shifts = self.shifts_against(Some(defence.who));
        (shifts + defence.total(), shifts)
    }

    /// The id under which a platoon has points, spin and aspects.
    pub fn id_of_platoon(&self, platoon: PlatoonId) -> ActorId {
        ActorId(u8::try_from(self.units.len()).unwrap_or(u8::MAX).saturating_add(platoon.0))
    }
}

/// The bit of a unit in a set.
pub const fn bit(who: ActorId) -> u128 {
    if who.0 < 128 { 1 << who.0 } else { 0 }
}
