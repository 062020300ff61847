//! What changes in a fight between ships: plain data, compared and cloned at will (space.md 2).
//!
//! Everything is public for reading by seats; only [`crate::conflict::Conflict::apply`] writes.

use crate::ask::Points;
use crate::choice::Verb;
use crate::conflict::Outcome;
use crate::event::{Stage, Step, TrackId};
use crate::ids::{ActorId, AspectId, Id, Seat, Table};
use crate::refilled::refilled;
use crate::roll::Roll;
use crate::space::roster::{Hand, Post};
use crate::terms::{Offer, Terms};
use ecow::EcoString;
use slip_dice::fate::purse::{Purse, Token};
use slip_dice::fate::{Aspect, Slots, Track};

/// The hull.
pub const FRAME: TrackId = TrackId(0);
/// Computers and sensors.
pub const DATA: TrackId = TrackId(1);
/// Heat; a ship may have none of it.
pub const HEAT: TrackId = TrackId(2);

/// A band of the line, -4 to 4; 5 and -5 stand for off the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Band(pub i8);

impl Band {
    /// The outermost on the map.
    pub const EDGE: i8 = 4;

    /// True if it is on the map.
    pub const fn is_on_map(self) -> bool {
        -Band::EDGE <= self.0 && self.0 <= Band::EDGE
    }

    /// How many bands lie between two; the dear edges do not lengthen it (R-S6).
    pub const fn range(self, other: Band) -> u8 {
        self.0.abs_diff(other.0)
    }
}

/// Where a ship is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Berth {
    /// On the line.
    Line(Band),
    /// Not placed yet.
    Unplaced,
    /// Coupled to the nose of this one.
    Coupled(ActorId),
    /// In the hangar of this one.
    Hangar(ActorId),
    /// Off the map.
    Away,
}

/// How a ship stands in the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// In it.
    Active,
    /// Left the map by its own side's mover.
    Escaped,
    /// Moved off the map by another.
    DrivenOff,
    /// Taken out: by whom, on which track, and (by number of the outcome tag) what became of it.
    TakenOut {
        /// By whom; none if it was its own heat and nobody is there to tell.
        by: Option<ActorId>,
        /// On which track.
        track: TrackId,
        /// Number of the outcome tag in [`crate::space::Roster::outcomes`].
        fate: Option<u8>,
    },
    /// Left on terms.
    Conceded,
}

/// What a ship does with the position phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drives {
    /// Not said yet.
    #[default]
    Unsaid,
    /// Drives.
    Drive,
    /// Rests, and bleeds heat.
    Coast,
    /// Couples or lets go, docks, or launches: no roll and no bleeding (R-S30, R-S45).
    Busy,
}

/// Why a ship fails to act in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fails {
    /// A compel was accepted.
    Compelled,
    /// Nobody aboard may fly her: for want of training (R-S4), or of hands (R-VA12).
    Unqualified,
}

/// What a fixed defence was chosen instead of in this phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixedDefences {
    /// In electronic warfare: no attack, no reflection (R-S19).
    pub ew: bool,
    /// Against torpedoes.
    pub torpedo: bool,
}

refilled! {
    /// A ship in the fight. Fighters are ships.
    #[derive(Debug, PartialEq)]
    pub struct ShipState {
        /// Where it is.
        pub berth: Berth,
        /// How it stands.
        pub status: Status,
        /// Whose it is now: captured ships change hands.
        pub side: Seat,
        /// Fate points.
        pub fate: Purse,
        /// Frame, Data and Heat; a ship without Heat has a track of no length.
        pub tracks: [Track; 3],
        /// Consequence slots that are free.
        pub slots: Slots,
        /// Of a ship taken out, whether the drives still work (R-S24).
        pub drive_ok: bool,
        /// The number of its formation.
        pub formation: Option<u8>,
        /// The lead of its tether; a lead names itself.
        pub tether: Option<ActorId>,
        /// What boarders have met (8.3).
        pub boarding: Option<Boarding>,
        /// The place in the ranking of detection, from 1; 0 while there is none.
        pub rank: u8,
        /// Why it does not act in this phase.
        pub fails: Option<Fails>,
        /// What it does with the position phase.
        pub drives: Drives,
        /// The burn that is bid.
        pub burn: u8,
        /// True if it has been lowered in this phase (R-S14).
        pub lowered: bool,
        /// The roll of this phase as long as it stands: navigation, position, or electronic warfare.
        pub standing: Option<Roll>,
        /// The standing defence of this phase, against beams or torpedoes.
        pub defence: Option<Roll>,
        /// Fixed defences chosen in this phase.
        pub fixed: FixedDefences,
        /// The beam value applied against torpedoes in this phase; none for not said, 0 for nothing.
        pub beams_against: Option<u8>,
        /// True if it has attacked in this phase.
        pub attacked: bool,
        /// The beam value used to attack this turn.
        pub beam_used: u8,
        /// Beam values used to defend this turn, Overwatch included.
        pub beam_defended: u8,
        /// Tracks repaired this turn, a bit for each.
        pub repaired: u8,
        /// Whether it has launched fighters in this phase instead of acting, or was launched in it (8.5).
        pub launched: bool,
        /// True if it gave up the beams phase to launch: no defensive beams this turn (8.5).
        pub beams_given_up: bool,
        /// True if it has moved this turn, by whomever.
        pub moved: bool,
        /// True if it has attacked this turn.
        pub fired: bool,
        /// True if it attacked in the turn before.
        pub fired_last_turn: bool,
        /// Attacks it has made in the fight.
        pub attacks: u16,
        /// True if it has been moved to the middle this phase (8.1).
        pub entered: bool,
        /// Posts worked by default crews this phase, a bit for each: one act per person and phase.
        pub acted: u8,
        /// Posts worked this turn by whoever is there by default, a bit for each.
        pub worked: u8,
        /// Aspects by which it was compelled in this phase (R-S8).
        pub compelled: Vec<AspectId>,
        /// Who is at the posts, by [`Post`].
        pub hands: [Hand; 7],
        /// What became of it, in the words of who took it out.
        pub ending: Option<EcoString>,
    }
}

impl ShipState {
    /// True if it is in the fight.
    pub const fn is_active(&self) -> bool {
        matches!(self.status, Status::Active)
    }

    /// True if it lies in the hangar of this one.
    pub fn is_aboard(&self, parent: ActorId) -> bool {
        self.berth == Berth::Hangar(parent)
    }

    /// Its band, if it is on the line.
    pub const fn band(&self) -> Option<Band> {
        match self.berth {
            Berth::Line(band) => Some(band),
            _ => None,
        }
    }

    /// Who is at a post.
    pub fn hand(&self, post: Post) -> Hand {
        self.hands.get(usize::from(post.number())).copied().unwrap_or(Hand::Nobody)
    }

    /// A track.
    pub fn track(&self, track: TrackId) -> Track {
        let [frame, data, heat] = self.tracks;
        match track {
            FRAME => frame,
            DATA => data,
            _ => heat,
        }
    }
}

/// A boarding in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boarding {
    /// Whose people.
    pub by: ActorId,
    /// Turns in which they were thrown back.
    pub resisted: u8,
    /// The turn at the end of which it succeeds.
    pub succeeds: Option<u32>,
}

refilled! {
    /// A named person aboard a ship.
    #[derive(Debug, PartialEq)]
    pub struct PersonState {
        /// Fate points.
        pub fate: Purse,
        /// Posts worked this turn, a bit for each.
        pub worked: u8,
        /// A bonus given to somebody's roll this turn counts as one more post (2.3).
        pub helped: u8,
        /// True if they have acted in this phase.
        pub acted: bool,
    }
}

/// A free tag that a navigator may deny (4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Denial {
    /// The aspect.
    pub aspect: AspectId,
    /// Whose ship it is on.
    pub on: ActorId,
    /// Who tags it.
    pub by: ActorId,
    /// The number of the roll it would change.
    pub roll: u32,
    /// True if as a re-roll.
    pub reroll: bool,
}

/// What is being declared in the open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// With which ship.
    pub me: Option<ActorId>,
    /// What: electronic warfare, beams, torpedoes, a launch.
    pub act: Option<Verb>,
    /// At whom.
    pub it: Id,
    /// The rating declared, of beams.
    pub value: u8,
    /// The number of a maneuver.
    pub thing: Option<u16>,
}

/// A shot at torpedoes meant for another of the tether (5.5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Who shoots.
    pub by: ActorId,
    /// At which value.
    pub value: u8,
    /// For whom, by their place among those struck.
    pub place: u8,
}

/// What a roll on the table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Everybody's navigation.
    Detection,
    /// Everybody's position.
    Position,
    /// An attack: the first roll is the attacker's, the second the defender's.
    Attack,
    /// A repair of this track.
    Repair(TrackId),
    /// Boarders against the boarded.
    Boarding,
    /// A navigator against a free tag.
    Deny(AspectId),
    /// A maneuver: the second roll resists it, if there is one.
    Maneuver,
}

/// Rolls on the table, and who may still add to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// What it is about.
    pub matter: Matter,
    /// The rolls, in the order in which they are asked: the attacker's first, else in seat order.
    pub rolls: Vec<Roll>,
    /// The difficulty, of a fixed roll.
    pub difficulty: Option<i32>,
    /// Against whose roll that of the first was compared last.
    pub compared: Option<ActorId>,
}

/// A hit that waits for its mitigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Whom it strikes.
    pub who: ActorId,
    /// On which track.
    pub track: TrackId,
    /// And on this one; consequences are bought once (R-S27).
    pub also: Option<TrackId>,
    /// And on this one.
    pub third: Option<TrackId>,
    /// Shifts.
    pub shifts: i32,
    /// Who struck; none for heat of one's own.
    pub by: Option<ActorId>,
}

refilled! {
    /// The state of a fight between ships.
    #[derive(Debug, PartialEq)]
    pub struct State {
        /// The turn, from 1; 0 in detection.
        pub turn: u32,
        /// The phase of the turn.
        pub stage: Stage,
        /// Where the sequence stands.
        pub step: Step,
        /// Ships and fighters, by their ids; ids past them are people of [`State::people`].
        pub ships: Table<ActorId, ShipState>,
        /// Named people aboard, in the order of the roster.
        pub people: Vec<PersonState>,
        /// Aspects, printed and placed; those that are gone stay listed as not present.
        pub aspects: Table<AspectId, Aspect>,
        /// Spin on the table.
        pub spin: Vec<Token>,
        /// Terms on the table.
        pub terms: Option<Terms>,
        /// The compel on the table.
        pub offer: Option<Offer>,
        /// A free tag that a navigator may deny.
        pub deny: Option<Denial>,
        /// Ships taken out of which nobody has said yet what becomes of them.
        pub untold: Vec<ActorId>,
        /// The post that was worked last, for the roll that comes of it: the ship, and the person.
        pub at_post: Option<(ActorId, Option<ActorId>)>,
        /// What is being declared.
        pub declared: Declared,
        /// Whom the attack strikes that is being defended against, the one it is aimed at first: places of shots are places here.
        pub struck: Vec<ActorId>,
        /// Shots of others of the tether at what comes for those struck.
        pub overwatch: Vec<Shot>,
        /// The rolls on the table.
        pub contest: Option<Contest>,
        /// Hits to be dealt, the next one first.
        pub blows: Vec<Blow>,
        /// Uses of lines in their present period, by number of the line's count.
        pub uses: Vec<u32>,
        /// Lines chosen for the rolls of this phase, by number, and the ship whose rolls they are.
        pub chosen: Vec<(u16, ActorId)>,
        /// Numbers that a moment has set off, by the line's number, for whom, and until the end of which turn.
        pub roused: Vec<(u16, ActorId, u32)>,
        /// The first turn begins with electronic warfare.
        pub skips_position: bool,
        /// Sides that have committed a hostile act, a bit for each.
        pub hostile: u32,
        /// Sides that offer to stop this turn, a bit for each.
        pub stops: u32,
        /// Sides of which a concession was accepted, a bit for each.
        pub conceded: u32,
        /// Ships that offered a concession this phase, a bit for each.
        pub offered: u128,
        /// Windows asked in this phase, a bit for each number.
        pub asked_in: u128,
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
    /// A ship; people are none.
    pub fn ship(&self, id: ActorId) -> Option<&ShipState> {
        self.ships.row(id)
    }

    /// How many of those whom the attack strikes defend themselves: whoever is out meanwhile does not.
    pub fn defending(&self) -> usize {
        self.struck.iter().filter(|&&it| self.ship(it).is_some_and(ShipState::is_active)).count()
    }

    /// A person's place in [`State::people`], if it is one.
    pub fn person_place(&self, id: ActorId) -> Option<usize> {
        usize::from(id.0).checked_sub(self.ships.len())
    }

    /// A person.
    pub fn person(&self, id: ActorId) -> Option<&PersonState> {
        self.people.get(self.person_place(id)?)
    }
}
