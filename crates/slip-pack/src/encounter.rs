//! Encounters: a map, sides, victory conditions, and the rules in force.

mod battle;
mod maneuver;
mod ship;
mod social;
mod stakes;

pub use battle::{Battle, CardZone, Deployed, Form, MapCard, Role, UnitPlacement, UnitStart, in_units};
pub use maneuver::{Maneuver, ManeuverOn, ManeuverOpposition, ManeuverPhase};
pub use ship::{Duty, HangarCraft, HoldsFire, PersonAboard, ShipSetup, Station, StationStaffing, StationWorker};
pub use social::{
    AtRisk, BrokeDown, FALLS_FOR, PAWN_SCORE, Pawn, SHORT_FORMS, SURVIVE_TIMER, SocialEncounter, SocialTrigger, SuccessGrade,
};
pub use stakes::{Entered, Wager};

/// Kind of play that an effect or encounter belongs to; the kind of an encounter is always one of the conflicts.
pub use super::effect::Play;

use super::Name;
use super::effect::Effect;
use super::formula::Formula;
use super::item::{Gear, SourcePosition, Waiver};
use super::ruleset::Rules;
use super::scenario::CarriedState;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Encounter: map, sides, victory conditions and rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Encounter {
    /// Name of the encounter in its package.
    pub name: Name,
    /// Title of the encounter, the name shown to people.
    pub title: String,
    /// Package that declares the encounter.
    pub package: Name,
    /// Doc comment of the encounter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Kind of conflict that the encounter is.
    pub play: Play,
    /// Key of the encounter's map in [`super::Pack::maps`], for conflicts on maps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Name>,
    /// Sides in the order of the text.
    pub sides: Vec<Side>,
    /// Aspects in play in addition to those of the map and the actors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<SceneAspect>,
    /// Effects of the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Rules in force: the standard rules, the package's, then the encounter's.
    pub rules: Rules,
    /// Tasks: rolls towards a goal other than winning the fight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<Task>,
    /// Maneuvers available to people aboard the ships of the encounter, in addition to the actions of each phase.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maneuvers: Vec<Maneuver>,
    /// Victory conditions that end the encounter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub victories: Vec<Victory>,
    /// Results in order of priority: if several victory conditions are met at the same time, the first result in this list counts. An
    /// entry is the number of a side, or `None` for a draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub priority: Vec<Option<usize>>,
    /// Number of turns (rounds) after which the encounter is a draw; `None` means the engine's own limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Stations aboard the encounter's ships, in the order in which they are declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stations: Vec<Station>,
    /// Key in [`super::Pack::encounters`] of the personal combat that decides a boarding, if dice do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boarding: Option<Name>,
    /// Form of the battle, if platoons fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Box<Battle>>,
    /// Stakes of the encounter, if they are fixed before play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wager: Option<Box<Wager>>,
    /// Time, pawns and triggers, if the encounter is social.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub social: Option<Box<SocialEncounter>>,
    /// Waivers of the encounter: findings that the author allows, with the reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if the encounter is free of errors and so can be run.
    pub valid: bool,
    /// Source position of the declaration of the encounter.
    pub place: SourcePosition,
}

impl Encounter {
    /// Returns the actors with this name, or the units of the platoon with this name, each as (side, index in the side).
    pub fn called(&self, word: &str) -> Vec<(usize, usize)> {
        let all = self.sides.iter().enumerate().flat_map(|(number, side)| {
            let of_platoon = |actor: &Actor| {
                let platoon = actor.unit.as_ref().and_then(|unit| side.platoons.get(unit.platoon));
                platoon.is_some_and(|platoon| platoon.is_of(word))
            };
            let named = move |actor: &Actor| actor.item.name == word || actor.name == word || of_platoon(actor);
            side.actors.iter().enumerate().filter(move |(_, actor)| named(actor)).map(move |(at, _)| (number, at))
        });
        all.collect()
    }

    /// Returns the names that [`Encounter::called`] accepts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let platoons = self.sides.iter().flat_map(|side| &side.platoons).map(|platoon| platoon.name.as_str());
        self.sides.iter().flat_map(|side| &side.actors).map(|actor| actor.item.name.as_str()).chain(platoons)
    }
}

/// Side of an encounter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Name of the side.
    pub name: Name,
    /// Actors of the side, in the order of the text; `deckhand x2` gives `deckhand#1` and `deckhand#2`.
    pub actors: Vec<Actor>,
    /// Key of the side's doctrine in [`super::Pack::doctrines`]; `None` means the standard doctrine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doctrine: Option<Name>,
    /// Look-ahead of the side's player, which tries options before it answers: `search(DOCTRINE, 400 samples, 2 turns)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<Lookahead>,
    /// Name of the side's tactical leader, if one is declared (morale).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Name>,
    /// Names of the side's further tactical leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_leaders: Vec<Name>,
    /// Players of the side's ships, in the order of their seats; empty if ships take no part. A player without a name has the side's name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Name>,
    /// Further players of the side, each with the names of the actors that this player plays; the side's own player plays the others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other_players: BTreeMap<Name, Vec<Name>>,
    /// Period in which the side's ships may not attack, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_fire: Option<HoldsFire>,
    /// Platoons of the side, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub platoons: Vec<Deployed>,
}

impl Side {
    /// Returns the names of the side's tactical leaders.
    pub fn leaders(&self) -> impl Iterator<Item = &Name> {
        self.leader.iter().chain(&self.more_leaders)
    }

    /// True if an actor is a tactical leader of the side.
    pub fn is_led_by(&self, actor: &str) -> bool {
        self.leaders().any(|leader| leader == actor)
    }
}

/// Look-ahead of a seat, and its limits: games are played out before an answer is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lookahead {
    /// Number of games that are played out for one answer; `None` means one game for every possible result of the dice.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "samples")]
    pub samples: Option<u32>,
    /// Number of further turns of the deciding player for which each game is played on.
    #[serde(deserialize_with = "turns")]
    pub turns: u32,
}

fn samples<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    match Option::<u32>::deserialize(from)? {
        Some(samples) => within(samples, Lookahead::MOST_SAMPLES, "samples").map(Some),
        None => Ok(None),
    }
}

fn turns<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    within(u32::deserialize(from)?, Lookahead::MOST_TURNS, "turns")
}

/// Checks that a number in a pack, which may be from an untrusted source, does not exceed a maximum.
fn within<E: serde::de::Error>(number: u32, most: u32, of: &str) -> Result<u32, E> {
    if (1..=most).contains(&number) { Ok(number) } else { Err(E::custom(format_args!("{number} {of}: a search has 1 to {most}"))) }
}

impl Lookahead {
    /// Greatest number of samples for one answer.
    pub const MOST_SAMPLES: u32 = 100_000;
    /// Greatest number of turns to look ahead.
    pub const MOST_TURNS: u32 = 20;
}

impl std::fmt::Display for Lookahead {
    /// Formats the limits: `400 samples, 2 turns`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let many = |count: u32| if count == 1 { "" } else { "s" };
        match self.samples {
            Some(samples) => write!(f, "{samples} sample{}", many(samples))?,
            None => f.write_str("exact")?,
        }
        write!(f, ", {} turn{}", self.turns, many(self.turns))
    }
}

/// Participant of an encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// Name of the actor in the log: that of its item, with `#n` if there are several.
    pub name: Name,
    /// Item that the actor is built from.
    pub item: Gear,
    /// Number of the zone that the actor starts in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<usize>,
    /// Numbers of further zones in which the actor may start instead of `zone`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or_zones: Vec<usize>,
    /// Things that the actor carries in addition to its item's own gear.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<Gear>,
    /// State that the actor carries in from before the encounter (scenarios).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<CarriedState>>,
    /// Crew, posts and fighters, if the actor is a ship.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ship: Option<Box<ShipSetup>>,
    /// Role in its platoon, if the actor is a unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Box<UnitPlacement>>,
    /// Approach and things, if the actor is a party of a raise-and-see conflict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party: Option<Box<Entered>>,
    /// Other members, if the actor is several people who act as one (social encounters).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Gear>,
    /// Title of the actor, if it is not that of its item: for several people who act as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// Task in an encounter: `task sabotage { skills engineering; difficulty 2; successes 3 }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Name of the task.
    pub name: Name,
    /// Title of the task, the name shown to people.
    pub title: String,
    /// Skills that the task can be rolled with.
    pub skills: Vec<Name>,
    /// Difficulty of the roll.
    pub difficulty: i32,
    /// Number of successes that complete the task.
    pub successes: u32,
    /// Numbers of the zones where the task can be done; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<usize>,
    /// Numbers of the sides that may do the task; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<usize>,
}

/// Aspect of the surroundings of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneAspect {
    /// Text of the aspect.
    pub text: String,
    /// Scope of the aspect: scene, system or campaign. One paid tag is allowed per scope and roll.
    pub scope: SceneScope,
}

/// Scope of an aspect of the surroundings, which no actor holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneScope {
    /// The aspect belongs to the scene.
    Scene,
    /// The aspect belongs to the star system (or world).
    System,
    /// The aspect belongs to the campaign.
    Campaign,
}

/// Victory condition of a side: `victory SIDE when CONDITION`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Victory {
    /// Number of the side that wins; `None` means a draw.
    pub side: Option<usize>,
    /// Condition in compiled form.
    pub condition: Formula<VictoryTerm>,
    /// The condition as the author wrote it.
    pub text: String,
}

/// Term of a victory condition. Truth values are 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VictoryTerm {
    /// The round, from 1.
    Turn,
    /// `reach(who, zone)`: actors are active and in the zone. Without `at least n`, all of the named actors must be there.
    Reach {
        /// Actors that must reach a zone.
        who: VictorySubject,
        /// Numbers of the zones; any of them is enough.
        zones: Vec<usize>,
        /// Number of actors that must be there. `None` means all actors that are still in play, and at least one.
        at_least: Option<u32>,
    },
    /// `out(who)`: all the actors are out of the fight (taken out, conceded or gone).
    Out(VictorySubject),
    /// `taken_out(who)`: all the actors were taken out.
    TakenOut(VictorySubject),
    /// `captured(who)`: all the actors were taken out or conceded with the outcome `captured`; of ships: surrendered, tethered or boarded.
    Captured(VictorySubject),
    /// `left_map(who)`: all the actors left by an exit, or were moved off the edge of the map (R-S32).
    LeftMap(VictorySubject),
    /// `hold(who, zone, n rounds)`: the side is alone in the zone at the end of n rounds in a row.
    Hold {
        /// Number of the side that must hold the zone.
        side: usize,
        /// Number of the zone to hold.
        zone: usize,
        /// Number of rounds in a row.
        rounds: u32,
    },
    /// `control(side, zone)`: the side has an active member in the zone, and no enemy there is active.
    Control {
        /// Number of the side that must control the zone.
        side: usize,
        /// Number of the zone to control.
        zone: usize,
    },
    /// `last_standing(side)`: only this side has an active member.
    LastStanding(usize),
    /// `conceded(side)`: a concession of the side was accepted.
    Conceded(usize),
    /// `aspect("text")`: an aspect with this text is in play.
    AspectPresent(String),
    /// `open(a, b)`: the border between two zones is open.
    Open(usize, usize),
    /// `active(side)`: number of active members of the side.
    Active(usize),
    /// `active(who)`: number of the named actors that are active.
    ActiveOf(VictorySubject),
    /// `survive(who, n rounds)`: all the actors are active after n rounds.
    Survive {
        /// Actors that must survive.
        who: VictorySubject,
        /// Number of rounds to survive.
        rounds: u32,
    },
    /// `done(task)`: the task with this number is completed.
    Done(usize),
    /// `closed(a, b)`: the border between two zones is closed.
    Closed(usize, usize),
    /// `dismantled(a, b)`: the border between two zones is open and can never be closed again.
    Dismantled(usize, usize),
    /// `aspect("text", holder)`: the holder has an aspect with this text.
    AspectOn(String, AspectHolder),
    /// `escaped(who)`: each of the actors has left the map, or is active with no active enemy left on the map (R-S32).
    Escaped(VictorySubject),
    /// `driven_off(who)`: all the actors were moved off the map by others.
    DrivenOff(VictorySubject),
    /// `tethered(who)`, `tethered(who, side)`: all the ships are in a tether led by another side, or by that side.
    Tethered {
        /// Ships that must be tethered.
        who: VictorySubject,
        /// Side that leads the tether; `None` means any other side.
        by: Option<usize>,
    },
    /// `boarded(who)`: all the ships were taken by boarders.
    Boarded(VictorySubject),
    /// `exited(who)`, `exited(who, zone, …)`: number of the actors that have left the map, by the edges of those zones (R-L19).
    Exited {
        /// Actors that leave the map.
        who: VictorySubject,
        /// Numbers of the exit zones by which they leave; empty means all exits.
        zones: Vec<usize>,
    },
    /// `lost(who)`: number of the actors that have been taken out.
    Lost(VictorySubject),
    /// `worth(side)`: value of the side's units still in play: 4 for a unit, 8 for a leader, and a quarter more for each level of
    /// technology above the lowest in the encounter.
    Worth(usize),
    /// `objectives(side)`: number of marked zones in which the side has a unit.
    Objectives(usize),
    /// `majority(group, zone, …)`: more than half of the group's pawns still in play are in the named zones.
    Majority {
        /// Number of the group of pawns.
        group: usize,
        /// Numbers of the zones that count.
        zones: Vec<usize>,
    },
    /// `pawns(group)`, `pawns(group, zone, …)`: number of the group's pawns in play, or in the named zones.
    Pawns {
        /// Number of the group of pawns.
        group: usize,
        /// Numbers of the zones that count; empty means all.
        zones: Vec<usize>,
    },
    /// `time_out`: no time box is left.
    TimeOut,
    /// `boxes`: number of time boxes left.
    Boxes,
    /// `fallen(objective, zone, side)`: exactly one suitor is in the zone with the objective, and this suitor is of that side (R-SC14).
    Fallen {
        /// Person or pawn that the suitors compete for.
        objective: VictorySubject,
        /// Number of the zone where the objective falls.
        zone: usize,
        /// Side of the suitor; `None` means a pawn.
        by: Option<usize>,
    },
    /// `last_suitor(side, objective)`: the only suitors of the objective still in play are those of the side.
    LastSuitor {
        /// Number of the side that all remaining suitors belong to.
        side: usize,
        /// Person or pawn that the suitors compete for.
        objective: VictorySubject,
    },
}

/// Holder of an aspect in a victory condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AspectHolder {
    /// Any of the named actors, or the things that they carry.
    Who(VictorySubject),
    /// A zone, by number.
    Zone(usize),
    /// The scene, which no actor holds.
    Scene,
}

/// Actors that a victory condition is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VictorySubject {
    /// All actors of a side, given by its number.
    Side(usize),
    /// Individual actors, as (side, index in the side).
    Actors(Vec<(usize, usize)>),
    /// Individual pawns, by number.
    Pawns(Vec<usize>),
    /// At least this number of the given actors.
    AtLeast(u32, Box<VictorySubject>),
}
