//! Encounters: a map, sides, what they want and the rules in force.

mod battle;
mod maneuver;
mod ship;
mod social;
mod stakes;

pub use battle::{Battle, Card, CardZone, Deployed, Fielded, Form, Role, Start, in_units};
pub use maneuver::{Maneuver, On as ManeuverOn, Phase as ManeuverPhase, Resisted};
pub use ship::{Aboard, By, Duty, Fighter, HoldsFire, Post, Ship, Station};
pub use social::{AtRisk, BrokeDown, FALLS_FOR, Grade, PAWN_SCORE, Pawn, SHORT_FORMS, SURVIVE_TIMER, Social, Trigger};
pub use stakes::{Entered, Wager};

/// A kind of play, of which an encounter is one of the conflicts.
pub use super::effect::Play;

use super::Name;
use super::effect::Effect;
use super::formula::Formula;
use super::item::{Gear, Place, Waiver};
use super::ruleset::Rules;
use super::scenario::Carried;
use serde::{Deserialize, Serialize};

/// An encounter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Encounter {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Which conflict it is.
    pub play: Play,
    /// Key of its map in [`super::Pack::maps`], for conflicts on maps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Name>,
    /// Sides in the order of the text.
    pub sides: Vec<Side>,
    /// Aspects in play beyond those of map and actors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<SceneAspect>,
    /// What the scene does in play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// The rules in force: the standard ones, the package's, then the encounter's.
    pub rules: Rules,
    /// Something else to be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<Task>,
    /// What those aboard its ships may do beyond the phases' own acts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maneuvers: Vec<Maneuver>,
    /// What ends it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub victories: Vec<Victory>,
    /// Of several who would win at once, the first of these does; none stands for a draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub priority: Vec<Option<usize>>,
    /// Turns (rounds) after which it is a draw; none leaves it to the engine's own bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Stations aboard its ships, in the order in which they are declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stations: Vec<Station>,
    /// Key in [`super::Pack::encounters`] of the personal combat that decides a boarding, where dice do not (space.md 8.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boarding: Option<Name>,
    /// What sort of battle it is, if platoons fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Box<Battle>>,
    /// What is at stake, where that is fixed before play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wager: Option<Box<Wager>>,
    /// Time, pawns and triggers, if it is a social encounter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub social: Option<Box<Social>>,
    /// Exceptions the author allowed, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if it is free of errors and so can be run.
    pub valid: bool,
    /// Where it is declared.
    pub place: Place,
}

impl Encounter {
    /// Everybody of a name, or of a platoon of that name, by side and place in it.
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

    /// The names that [`Encounter::called`] knows.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let platoons = self.sides.iter().flat_map(|side| &side.platoons).map(|platoon| platoon.name.as_str());
        self.sides.iter().flat_map(|side| &side.actors).map(|actor| actor.item.name.as_str()).chain(platoons)
    }
}

/// A side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Its name.
    pub name: Name,
    /// Who is on it, in the order of the text; `deckhand x2` gives `deckhand#1` and `deckhand#2`.
    pub actors: Vec<Actor>,
    /// Key of its doctrine in [`super::Pack::doctrines`]; none means the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doctrine: Option<Name>,
    /// How far that doctrine looks ahead before it answers: `search(DOCTRINE, 400 samples, 2 turns)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<Lookahead>,
    /// The name of the tactical leader, if one is declared (morale).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Name>,
    /// Who plays its ships, in the order of their seats; empty where ships take no part. One who is not named bears the
    /// side's name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Name>,
    /// Whether, and how long, its ships may not attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_fire: Option<HoldsFire>,
    /// Its platoons, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub platoons: Vec<Deployed>,
}

/// How far a seat looks ahead, and what that may cost (doctrines.md 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lookahead {
    /// Fights played out for one answer; none for every way in which the dice can fall.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "samples")]
    pub samples: Option<u32>,
    /// Turns of whoever decides that each is played on for.
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

/// Checks a number of a pack that was not compiled here.
fn within<E: serde::de::Error>(number: u32, most: u32, of: &str) -> Result<u32, E> {
    if (1..=most).contains(&number) { Ok(number) } else { Err(E::custom(format_args!("{number} {of}: a search has 1 to {most}"))) }
}

impl Lookahead {
    /// The most samples for one answer.
    pub const MOST_SAMPLES: u32 = 100_000;
    /// The most turns ahead.
    pub const MOST_TURNS: u32 = 20;
}

impl std::fmt::Display for Lookahead {
    /// `400 samples, 2 turns`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let many = |count: u32| if count == 1 { "" } else { "s" };
        match self.samples {
            Some(samples) => write!(f, "{samples} sample{}", many(samples))?,
            None => f.write_str("exact")?,
        }
        write!(f, ", {} turn{}", self.turns, many(self.turns))
    }
}

/// Somebody in an encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// The name in the log: the item's, with `#n` where there are several.
    pub name: Name,
    /// What it is.
    pub item: Gear,
    /// Number of the zone it starts in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<usize>,
    /// Zones it may start in instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or_zones: Vec<usize>,
    /// Things it carries besides its item's own gear.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<Gear>,
    /// What it brings along from before the encounter (scenarios).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<Carried>>,
    /// Who and what is aboard, if it is a ship.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ship: Option<Box<Ship>>,
    /// What it is in its platoon, if it is a unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Box<Fielded>>,
    /// How it takes part, if it is a party of a raise-and-see conflict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party: Option<Box<Entered>>,
    /// The others it is made of, if several act as one (social encounters).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Gear>,
    /// The name shown to people, where it is not that of its item: of several who act as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// Something else to be done in an encounter: `task sabotage { skills engineering; difficulty 2; successes 3 }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// Skills that do it.
    pub skills: Vec<Name>,
    /// What a roll must reach.
    pub difficulty: i32,
    /// How often.
    pub successes: u32,
    /// Numbers of the zones where it is done; none stands for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<usize>,
    /// Numbers of the sides that may; none stands for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<usize>,
}

/// An aspect of the surroundings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneAspect {
    /// The words.
    pub text: String,
    /// What it belongs to: one paid tag a scope and roll.
    pub scope: SceneScope,
}

/// Scopes of aspects that belong to nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneScope {
    /// The scene.
    Scene,
    /// The star system (or world).
    System,
    /// The campaign.
    Campaign,
}

/// `victory SIDE when CONDITION`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Victory {
    /// Number of the side that wins; none is a draw.
    pub side: Option<usize>,
    /// When.
    pub condition: Formula<Atom>,
    /// The condition as the author wrote it.
    pub text: String,
}

/// What a victory condition can ask. Truth values are 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Atom {
    /// The round, from 1.
    Turn,
    /// `reach(who, zone)`: they stand in the zone and are active. Of several, all (or `at least n`).
    Reach {
        /// Who.
        who: Who,
        /// Zone numbers, any of which serves.
        zones: Vec<usize>,
        /// How many of them; none is all that are still in play, at least one.
        at_least: Option<u32>,
    },
    /// `out(who)`: all of them are out of the fight (taken out, conceded or gone).
    Out(Who),
    /// `taken_out(who)`: all of them were taken out.
    TakenOut(Who),
    /// `captured(who)`: all of them were taken out or conceded with the outcome `captured`; of ships: surrendered, tethered or boarded.
    Captured(Who),
    /// `left_map(who)`: all of them left by an exit, or off the edge of the map by any hand (R-S32).
    LeftMap(Who),
    /// `hold(who, zone, n rounds)`: alone there at the end of n rounds in a row.
    Hold {
        /// Which side.
        side: usize,
        /// Zone number.
        zone: usize,
        /// Rounds in a row.
        rounds: u32,
    },
    /// `control(side, zone)`: an active member there and no active enemy.
    Control {
        /// Which side.
        side: usize,
        /// Zone number.
        zone: usize,
    },
    /// `last_standing(side)`: only this side has an active member.
    LastStanding(usize),
    /// `conceded(side)`: a concession of the side was accepted.
    Conceded(usize),
    /// `aspect("text")`: such an aspect is in play.
    AspectPresent(String),
    /// `open(a, b)`: the border between two zones is open.
    Open(usize, usize),
    /// `active(side)`: how many of the side are still active.
    Active(usize),
    /// `active(who)`: how many of them are still active.
    ActiveOf(Who),
    /// `survive(who, n rounds)`: all of them are active when that many rounds are over.
    Survive {
        /// Who.
        who: Who,
        /// Rounds.
        rounds: u32,
    },
    /// `done(task)`: a task of the encounter, by number, has had its successes.
    Done(usize),
    /// `closed(a, b)`: the border between two zones is closed.
    Closed(usize, usize),
    /// `dismantled(a, b)`: it is open and can never be closed again.
    Dismantled(usize, usize),
    /// `aspect("text", holder)`: such an aspect is there.
    AspectOn(String, On),
    /// `escaped(who)`: each of them has left the map, or is active while no active enemy is left on it (R-S32).
    Escaped(Who),
    /// `driven_off(who)`: all of them were moved off the map by others.
    DrivenOff(Who),
    /// `tethered(who)`, `tethered(who, side)`: all of them follow in a tether that another side, or that side, leads.
    Tethered {
        /// Who.
        who: Who,
        /// The side that leads; none stands for any side but their own.
        by: Option<usize>,
    },
    /// `boarded(who)`: boarders have taken all of them.
    Boarded(Who),
    /// `exited(who)`, `exited(who, zone, …)`: how many of them have left the map, by those zones' edges (R-L19).
    Exited {
        /// Who.
        who: Who,
        /// Zone numbers; none stands for all exits.
        zones: Vec<usize>,
    },
    /// `lost(who)`: how many of them have been taken out.
    Lost(Who),
    /// `worth(side)`: what its units still in play are worth: 4 for a unit, 8 for a leader, and a quarter more for each level of
    /// technology above the lowest in the encounter (platoon.md 9).
    Worth(usize),
    /// `objectives(side)`: on how many of the marked zones the side has a unit.
    Objectives(usize),
    /// `majority(group, zone, …)`: more than half of the group's pawns that are still in play stand there.
    Majority {
        /// Number of the group.
        group: usize,
        /// Zone numbers.
        zones: Vec<usize>,
    },
    /// `pawns(group)`, `pawns(group, zone, …)`: how many of the group's pawns are in play, or stand there.
    Pawns {
        /// Number of the group.
        group: usize,
        /// Zone numbers; none stands for all.
        zones: Vec<usize>,
    },
    /// `time_out`: no time box is left.
    TimeOut,
    /// `boxes`: time boxes that are left.
    Boxes,
    /// `fallen(objective, zone, side)`: with the objective in the zone there is one other suitor, of that side (R-SC14).
    Fallen {
        /// The objective.
        objective: Who,
        /// Zone number.
        zone: usize,
        /// The suitor's side; none stands for a pawn.
        by: Option<usize>,
    },
    /// `last_suitor(side, objective)`: of all suitors only those of the side are still in play.
    LastSuitor {
        /// Which side.
        side: usize,
        /// The objective.
        objective: Who,
    },
}

/// Where an aspect is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// On any of them, or what they carry.
    Who(Who),
    /// In a zone, by number.
    Zone(usize),
    /// On the scene.
    Scene,
}

/// Whom a victory atom is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// A whole side, by number.
    Side(usize),
    /// Actors, by side and place in it.
    Actors(Vec<(usize, usize)>),
    /// Pawns, by number.
    Pawns(Vec<usize>),
    /// At least so many of those.
    AtLeast(u32, Box<Who>),
}
