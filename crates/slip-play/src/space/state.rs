//! The changing part of a space fight: plain data that can be compared and cloned.
//!
//! All fields are public so that players can read them. Only [`crate::conflict::Conflict::apply`] writes them.

use crate::choice::Verb;
use crate::clone_from::refilled;
use crate::conflict::Outcome;
use crate::event::{SpacePhase, Step, TrackId};
use crate::ids::{ActorId, AspectId, Id, IdVec, Seat};
use crate::pending_offers::{ConcessionTerms, PendingCompel};
use crate::question::Points;
use crate::roll::Roll;
use crate::space::roster::{Post, PostCrew};
use crate::tracks::{TrackSet, Tracks};
use ecow::EcoString;
use slip_dice::fate::fate_points::{Purse, SpinToken};
use slip_dice::fate::{Aspect, Slots, Track};

/// Track of the hull.
pub const FRAME: TrackId = TrackId(0);
/// Track of computers and sensors.
pub const DATA: TrackId = TrackId(1);
/// Track of heat. A ship may have none.
pub const HEAT: TrackId = TrackId(2);

/// Band of the space map, from -4 to 4. The values -5 and 5 mean off the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Band(pub i8);

impl Band {
    /// Number of the outermost band on the map; the bands go from `-EDGE` to `EDGE`.
    pub const EDGE: i8 = 4;

    /// True if the band is on the map.
    pub const fn is_on_map(self) -> bool {
        -Band::EDGE <= self.0 && self.0 <= Band::EDGE
    }

    /// Returns the distance between two bands as a number of bands. The cost of the edges between them does not matter (R-S6).
    pub const fn range(self, other: Band) -> u8 {
        self.0.abs_diff(other.0)
    }
}

/// Location of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShipLocation {
    /// The ship is on this band of the map.
    Line(Band),
    /// The ship is not placed yet.
    Unplaced,
    /// The ship is coupled to the nose of the ship with this id.
    Coupled(ActorId),
    /// The ship is in the hangar of the ship with this id.
    Hangar(ActorId),
    /// The ship is off the map.
    Away,
}

/// Status of a ship in the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShipStatus {
    /// The ship is in the fight.
    Active,
    /// The ship was moved off the map by its own side.
    Escaped,
    /// The ship was moved off the map by another side.
    DrivenOff,
    /// The ship was taken out.
    TakenOut {
        /// Ship that took this ship out. It is `None` if the ship was taken out by its own heat and no opponent is left to choose the
        /// outcome.
        by: Option<ActorId>,
        /// Track on which the hit was larger than the boxes could take.
        track: TrackId,
        /// Number of the outcome tag in [`crate::space::SpaceRoster::outcomes`].
        fate: Option<u8>,
    },
    /// The ship has left the fight on accepted terms.
    Conceded,
}

/// Use of the drives in the position phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drives {
    /// The use is not chosen yet.
    #[default]
    Unsaid,
    /// The ship uses its drives and makes a position roll.
    Drive,
    /// The ship coasts and bleeds heat.
    Coast,
    /// The ship couples, releases, docks or launches: it neither rolls nor bleeds heat (R-S30, R-S45).
    Busy,
}

/// Reason why a ship fails to act in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fails {
    /// A compel of the ship was accepted.
    Compelled,
    /// No person aboard may fly the ship: no training (R-S4) or no free crew (R-VA12).
    Unqualified,
}

/// Fixed defences chosen in this phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixedDefences {
    /// True if a fixed defence is chosen in electronic warfare. The ship then cannot attack in electronic warfare and does not strike back
    /// (R-S19).
    pub ew: bool,
    /// True if a fixed defence is chosen against torpedoes.
    pub torpedo: bool,
}

/// System of a ship that defends against torpedoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TorpedoSystem {
    /// No system.
    Nothing,
    /// Beams.
    Beams,
    /// A fixed defence, such as Point Defense.
    Fixed,
}

refilled! {
    /// State of a ship. Fighters are ships.
    #[derive(Debug, PartialEq)]
    pub struct ShipState {
        /// Location of the ship.
        pub berth: ShipLocation,
        /// Status of the ship.
        pub status: ShipStatus,
        /// Current side of the ship. Captured ships change sides.
        pub side: Seat,
        /// Fate points.
        pub fate: Purse,
        /// Boxes of the tracks. A ship without Heat has a Heat track without boxes.
        pub tracks: Tracks,
        /// Free consequence slots.
        pub slots: Slots,
        /// True if the drives still work after the ship was taken out (R-S24).
        pub drive_ok: bool,
        /// Number of the formation that the ship belongs to; `None` if it is in none.
        pub formation: Option<u8>,
        /// Lead of the ship's tether. A lead names itself.
        pub tether: Option<ActorId>,
        /// Progress of a boarding of the ship.
        pub boarding: Option<Boarding>,
        /// Place of the ship in the order of detection, from 1; 0 before detection.
        pub rank: u8,
        /// Reason why the ship fails to act in this phase, if it does.
        pub fails: Option<Fails>,
        /// Use of the ship's drives in the position phase.
        pub drives: Drives,
        /// Current bid for the burn.
        pub burn: u8,
        /// True if the bid for the burn has been lowered in this phase (R-S14).
        pub lowered: bool,
        /// Roll that the ship has made in this phase and that is still used: navigation, position, or electronic warfare.
        pub standing: Option<Roll>,
        /// Defence roll of this phase, against beams or torpedoes.
        pub defence: Option<Roll>,
        /// Fixed defences chosen in this phase.
        pub fixed: FixedDefences,
        /// Beam value used against torpedoes in this phase. `None` if it is not chosen yet; 0 if no beams are used.
        pub beams_against: Option<u8>,
        /// Rolls of this phase against torpedoes, by [`TorpedoSystem`]. With the setting `torpedo_defence each_system`, each system keeps
        /// its roll for the phase.
        pub stood: [Option<Roll>; 3],
        /// Number of attacks that the ship has made in this phase.
        pub attacked: u8,
        /// Sum of the beam values used to attack this turn.
        pub beam_used: u8,
        /// Sum of the beam values used to defend this turn, including shots for other ships.
        pub beam_defended: u8,
        /// Tracks repaired this turn.
        pub repaired: TrackSet,
        /// True if the ship launched fighters in this phase in place of acting, or was itself launched in this phase.
        pub launched: bool,
        /// True if the ship launched fighters in place of the beams phase. It then has no defensive beams this turn.
        pub beams_given_up: bool,
        /// True if the ship has moved or been moved this turn.
        pub moved: bool,
        /// True if the ship has attacked this turn.
        pub fired: bool,
        /// True if the ship attacked in the previous turn.
        pub fired_last_turn: bool,
        /// Number of attacks that the ship has made in the fight.
        pub attacks: u16,
        /// True if the ship has been moved to the middle band in this phase.
        pub entered: bool,
        /// Posts at which default crews have acted in this phase, one bit for each. A default crew acts once in a phase.
        pub acted: u8,
        /// Posts worked by default crews this turn, one bit each.
        pub worked: u8,
        /// Phases of this turn in which default crews have acted.
        pub phases: Phases,
        /// Aspects by which the ship was compelled in this phase (R-S8).
        pub compelled: Vec<AspectId>,
        /// Number of compels that the ship was offered in this turn.
        pub compels: u8,
        /// Crew at the posts, by [`Post`].
        pub hands: [PostCrew; 7],
        /// Description of the ship's outcome, written by the side that took it out.
        pub ending: Option<EcoString>,
    }
}

impl ShipState {
    /// True if the ship is in the fight.
    pub const fn is_active(&self) -> bool {
        matches!(self.status, ShipStatus::Active)
    }

    /// True if the ship is in the hangar of `parent`.
    pub fn is_aboard(&self, parent: ActorId) -> bool {
        self.berth == ShipLocation::Hangar(parent)
    }

    /// Returns the band of the ship, if it is on the map.
    pub const fn band(&self) -> Option<Band> {
        match self.berth {
            ShipLocation::Line(band) => Some(band),
            _ => None,
        }
    }

    /// Returns the crew at a post.
    pub fn hand(&self, post: Post) -> PostCrew {
        self.hands.get(usize::from(post.number())).copied().unwrap_or(PostCrew::Nobody)
    }

    /// Returns the system that the ship has chosen against the torpedoes being fired; `None` if it has chosen none yet.
    pub const fn torpedo_system(&self) -> Option<TorpedoSystem> {
        match self.beams_against {
            _ if self.fixed.torpedo => Some(TorpedoSystem::Fixed),
            Some(0) => Some(TorpedoSystem::Nothing),
            Some(_) => Some(TorpedoSystem::Beams),
            None => None,
        }
    }

    /// Returns the roll against torpedoes that a system has made in this phase and keeps.
    pub fn stood(&self, system: TorpedoSystem) -> Option<&Roll> {
        let [nothing, beams, fixed] = &self.stood;
        match system {
            TorpedoSystem::Nothing => nothing.as_ref(),
            TorpedoSystem::Beams => beams.as_ref(),
            TorpedoSystem::Fixed => fixed.as_ref(),
        }
    }

    /// Stores the roll of a system against torpedoes, unless the system has one already.
    pub fn keep_stood(&mut self, system: TorpedoSystem, roll: &Roll) {
        let [nothing, beams, fixed] = &mut self.stood;
        let kept = match system {
            TorpedoSystem::Nothing => nothing,
            TorpedoSystem::Beams => beams,
            TorpedoSystem::Fixed => fixed,
        };
        kept.get_or_insert_with(|| roll.clone());
    }

    /// Returns the defence roll against the current attack: the roll made for this attack, or the roll that the chosen system has kept. A
    /// ship that has no system to choose defends with the dice alone.
    pub fn defence_roll(&self) -> Option<&Roll> {
        self.defence.as_ref().or_else(|| self.stood(self.torpedo_system().unwrap_or(TorpedoSystem::Nothing)))
    }

    /// Returns all rolls of the ship that may be used again in this phase.
    pub fn kept_rolls(&self) -> impl Iterator<Item = &Roll> {
        self.standing.iter().chain(&self.defence).chain(self.stood.iter().flatten())
    }

    /// Like [`ShipState::kept_rolls`], to change them.
    pub fn kept_rolls_mut(&mut self) -> impl Iterator<Item = &mut Roll> {
        self.standing.iter_mut().chain(&mut self.defence).chain(self.stood.iter_mut().flatten())
    }

    /// Returns a track of the ship.
    pub fn track(&self, track: TrackId) -> Track {
        self.tracks.of(track)
    }
}

/// A boarding in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boarding {
    /// Ship whose people board.
    pub by: ActorId,
    /// Number of turns in which the boarders were thrown back.
    pub resisted: u8,
    /// Turn at the end of which the boarding succeeds.
    pub succeeds: Option<u32>,
}

/// Phases of the current turn in which a crew has acted (R-S2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    /// One bit for each phase.
    acted: u8,
    /// True if the crew did nothing but fire beams in the beam phase.
    only_beams: bool,
}

impl Phases {
    /// Records an act in a phase at a post; `None` for an act without a post, such as help.
    pub fn act(&mut self, stage: SpacePhase, post: Option<Post>) {
        if stage == SpacePhase::Beams {
            let first = self.acted & stage_bit(stage) == 0;
            self.only_beams = post == Some(Post::Beams) && (first || self.only_beams);
        }
        self.acted |= stage_bit(stage);
    }

    /// Returns the number of earlier phases with an act, for the penalty on a roll at a post in this phase. Beams fired in the beam phase
    /// do not count against firing beams in defence.
    pub fn before(self, stage: SpacePhase, post: Post) -> i32 {
        let exempt = if post == Post::Beams && self.only_beams { stage_bit(SpacePhase::Beams) } else { 0 };
        i32::try_from((self.acted & !stage_bit(stage) & !exempt).count_ones()).unwrap_or(i32::MAX)
    }
}

/// Returns the bit of a phase.
const fn stage_bit(stage: SpacePhase) -> u8 {
    1 << match stage {
        SpacePhase::Detection => 0,
        SpacePhase::Position => 1,
        SpacePhase::Ew => 2,
        SpacePhase::Beams => 3,
        SpacePhase::Torpedoes => 4,
        SpacePhase::Boarding => 5,
        SpacePhase::DamageControl => 6,
    }
}

refilled! {
    /// State of a named person aboard a ship.
    #[derive(Debug, PartialEq)]
    pub struct PersonState {
        /// Fate points.
        pub fate: Purse,
        /// Posts worked this turn, one bit each.
        pub worked: u8,
        /// Number of bonuses that the person has given to other people's rolls this turn. Each is counted as one more post.
        pub helped: u8,
        /// Phases of this turn in which the person has acted.
        pub phases: Phases,
        /// True if the person has acted in this phase.
        pub acted: bool,
    }
}

/// A free tag that a navigator may deny.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingDenial {
    /// Aspect that has the free tag.
    pub aspect: AspectId,
    /// Ship that has the aspect.
    pub on: ActorId,
    /// Actor who uses the free tag.
    pub by: ActorId,
    /// Number of the roll that the tag would change.
    pub roll: u32,
    /// True if the tag is used for a reroll.
    pub reroll: bool,
}

/// The current open declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpaceDeclaration {
    /// Ship that declares the action.
    pub me: Option<ActorId>,
    /// Declared action: electronic warfare, beams, torpedoes, a launch.
    pub act: Option<Verb>,
    /// Target of the declaration.
    pub it: Id,
    /// Declared rating of beams.
    pub value: u8,
    /// Number of the declared maneuver.
    pub thing: Option<u16>,
}

/// A shot that a ship fires at torpedoes that are aimed at another ship of its tether.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TetherShot {
    /// Ship that shoots.
    pub by: ActorId,
    /// Declared value of the beams.
    pub value: u8,
    /// Target for which the ship shoots, as an index into [`SpaceState::struck`].
    pub place: u8,
}

/// Phase, attack or repair that the unsettled rolls belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceRollSubject {
    /// Detection: navigation rolls of all ships.
    Detection,
    /// Position phase: rolls of all ships.
    Position,
    /// An attack: the first roll is that of the attacker, the second that of the defender.
    Attack,
    /// A repair of this track.
    Repair(TrackId),
    /// A boarding: the boarders against the boarded ship.
    Boarding,
    /// A navigator's roll against a free tag.
    Deny(AspectId),
    /// A maneuver. If there is a second roll, it is that of the target, which resists.
    Maneuver,
}

/// Rolls that have been made but are not settled yet: both parties may still change them by purchases.
#[derive(Clone, Debug, PartialEq)]
pub struct SpaceContest {
    /// Subject of the rolls.
    pub matter: SpaceRollSubject,
    /// The rolls, in the order in which their owners are asked: the attacker's roll first; without an attacker, in seat order.
    pub rolls: Vec<Roll>,
    /// Difficulty, if the roll is against a fixed number.
    pub difficulty: Option<i32>,
    /// Defender whose roll was compared with the attacker's last.
    pub compared: Option<ActorId>,
}

/// A hit for which consequences can still be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipHit {
    /// Ship that is hit.
    pub who: ActorId,
    /// Track that is hit.
    pub track: TrackId,
    /// Further tracks that are hit. Consequences are taken once for all tracks (R-S27).
    pub besides: TrackSet,
    /// Shifts of the hit.
    pub shifts: i32,
    /// Ship that dealt the hit; `None` for the ship's own heat.
    pub by: Option<ActorId>,
}

refilled! {
    /// The state of a fight between ships.
    #[derive(Debug, PartialEq)]
    pub struct SpaceState {
        /// Current turn, from 1; 0 in detection.
        pub turn: u32,
        /// Current phase of the turn.
        pub stage: SpacePhase,
        /// Current step of the sequence.
        pub step: Step,
        /// Ships and fighters by id; higher ids are people of [`SpaceState::people`].
        pub ships: IdVec<ActorId, ShipState>,
        /// Named people aboard, in the order of the roster.
        pub people: Vec<PersonState>,
        /// Aspects, printed and placed. A removed aspect stays in the list and is marked as not present.
        pub aspects: IdVec<AspectId, Aspect>,
        /// Spin tokens.
        pub spin: Vec<SpinToken>,
        /// Pending terms of concession.
        pub terms: Option<ConcessionTerms>,
        /// Pending compel.
        pub offer: Option<PendingCompel>,
        /// Free tag that a navigator may deny now.
        pub deny: Option<PendingDenial>,
        /// Ships taken out for which no outcome has been chosen yet.
        pub untold: Vec<ActorId>,
        /// Ship whose post was used last, and the person at that post. The next roll is made by this ship and person.
        pub at_post: Option<(ActorId, Option<ActorId>)>,
        /// The current declaration.
        pub declared: SpaceDeclaration,
        /// Targets of the declared attack, from the time when they begin to defend. The target at which the attack is aimed is first.
        /// [`TetherShot::place`] is an index into this list.
        pub struck: Vec<ActorId>,
        /// Shots at torpedoes that other ships of a tether fire to protect the targets.
        pub overwatch: Vec<TetherShot>,
        /// The rolls that are not settled yet.
        pub contest: Option<SpaceContest>,
        /// Hits to resolve, the next one first.
        pub blows: Vec<ShipHit>,
        /// Uses of effects in their current period, by number of the effect's counter.
        pub uses: Vec<u32>,
        /// Effects chosen for the rolls of this phase, by number, with the ship whose rolls they change.
        pub chosen: Vec<(u16, ActorId)>,
        /// Effects on numbers that a trigger has switched on: number of the effect, ship, and the turn at the end of which the effect
        /// lapses.
        pub roused: Vec<(u16, ActorId, u32)>,
        /// True if the first turn begins with electronic warfare.
        pub skips_position: bool,
        /// Sides that have committed a hostile act, one bit each.
        pub hostile: u32,
        /// Sides that offer to stop this turn, one bit each.
        pub stops: u32,
        /// Sides whose concession was accepted, one bit each.
        pub conceded: u32,
        /// Ships that offered a concession this phase, one bit each.
        pub offered: u128,
        /// Ships that boarders began to board in this phase, one bit for each.
        pub asked_in: u128,
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

impl SpaceState {
    /// Returns the state of a ship; `None` for people.
    pub fn ship(&self, id: ActorId) -> Option<&ShipState> {
        self.ships.row(id)
    }

    /// Returns the number of targets that defend themselves, which are all targets still in the fight.
    pub fn defending(&self) -> usize {
        self.struck.iter().filter(|&&it| self.ship(it).is_some_and(ShipState::is_active)).count()
    }

    /// Returns the index of a person in [`SpaceState::people`], if the actor is one.
    pub fn person_place(&self, id: ActorId) -> Option<usize> {
        usize::from(id.0).checked_sub(self.ships.len())
    }

    /// Returns the state of a person.
    pub fn person(&self, id: ActorId) -> Option<&PersonState> {
        self.people.get(self.person_place(id)?)
    }
}
