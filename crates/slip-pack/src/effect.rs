//! The closed vocabulary by which content acts in play (`effects.md`).
//!
//! One [`Effect`] is one sentence: *\[moment\] \[who\] does what \[price\] \[how often\] \[in which play\] \[when\]*. The engine implements
//! these words and never a named stunt. An effect with parameters ([`Effect::instantiate`]) is what a stunt declares;
//! items in a pack carry only effects whose parameters are filled in.

pub mod built;
pub mod fold;
mod formulas;
pub mod guide;
pub mod instantiate;
pub mod op;
mod reach;
mod runs;
pub mod show;
mod stakes;
pub mod standing;
pub mod term;
pub mod words;

pub use instantiate::Argument;
pub use op::{
    Area, Base, Basis, Blend, Bound, Boxes, Carries, Change, Charges, Divert, Faces, Grants, HitKind, Hits, Mark, Measured, Needs, Object,
    Of, Op, Pace, Per, Permit, PlaceAspect, Quantity, Set, Strip, Suffers, Tag, Use, Value, Want, Which,
};
pub use reach::Reach;
pub use term::{Number, Term};
pub use words::{
    Action, Charge, Count, Event, Grade, Measure, OfWhat, Opening, ParameterType, Period, Place, Play, Role, Spared, Special, State,
    TagVerb, Takes, When, Whom,
};

use super::Name;
use serde::{Deserialize, Serialize};

/// One `effect` line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// The sentence, parameters filled in: what logs and sheets print. Always [`Effect::sentence`].
    pub text: String,
    /// When it fires; none: it stands all the time, or belongs to the roll it names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<Moment>,
    /// Whom it is true of; none: self (section 1 says who that is).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// What it does.
    pub op: Op,
    /// What using it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// How often it may be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The kinds of play written after `in`; empty if none are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Play>,
    /// Every kind of play in which it acts: those that have all its words, narrowed by `in`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plays: Vec<Play>,
    /// When it holds; none: always. A value other than 0 is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Number>,
    /// What brought it; filled in when a thing is built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

impl Effect {
    /// True if it acts in a kind of play.
    pub fn acts_in(&self, play: Play) -> bool {
        self.plays.contains(&play)
    }

    /// True if it takes a track away (`boxes of health is none`).
    pub fn takes_away(&self, track: &str) -> bool {
        let Op::Set(Set { what: Quantity::Measure(measured), value: Value::Special(Special::None), .. }) = &self.op else {
            return false;
        };
        measured.what == Measure::Boxes && matches!(&measured.of, Some(Of::Name(name)) if name == track)
    }

    /// Whether its subject chooses to use it: a line with a price or a limit. Others always apply (section 2).
    pub fn is_choice(&self) -> bool {
        self.price.is_some() || self.limit.is_some()
    }

    /// How many times it was bought: changes count once for each.
    pub fn count(&self) -> i64 {
        self.origin.as_ref().map_or(1, |origin| i64::from(origin.count))
    }
}

/// What brought an effect: a stunt with its number of purchases, or a design, ruleset, world …
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// `stunt`, `design`, `ruleset`, `world`, `zone`, or the kind of an item.
    pub carrier: Name,
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// How often it was bought; 1 for anything but a stunt.
    pub count: i32,
    /// The stunt's own `limit`, which bounds all its lines together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
}

/// `after enemies attack`, `each hour`, `at setup`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Before, after, at or each.
    pub when: When,
    /// Whose roll or event; none: self's own, and everybody's for an event without an actor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// What happens.
    pub what: Happening,
}

/// What a moment waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// A roll, or an action that needs none.
    Roll(Roll),
    /// An event.
    Event(Event),
}

/// Whom a line is true of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Whoever carries the thing.
    Bearer,
    /// The ship's crew.
    Crew,
    /// What is attached to self.
    Attached,
    /// What self rides in.
    Carrier,
    /// The ships tethered to self.
    Tethered,
    /// Self's platoon.
    Platoon,
    /// Self's side without self (with self after `by`).
    Allies,
    /// The other sides.
    Enemies,
    /// Everybody but self.
    Others,
    /// Everybody.
    Everyone,
    /// Whom the action is aimed at.
    Target,
    /// Whoever acts in the event.
    Actor,
    /// Units of a design on self's side: `allied artillery`.
    Allied(Name),
    /// Units of a design on other sides: `enemy aircraft`.
    Enemy(Name),
}

impl Who {
    /// True if it is seen from whoever carries the line, and so nobody where nobody does.
    pub const fn needs_self(&self) -> bool {
        !matches!(self, Who::Everyone | Who::Target | Who::Actor)
    }
}

/// `brawling attack`, `agility, stamina rolls`, `defence against torpedo`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// The skills, statistics or things it is made with (any of them); empty: with whatever.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Name>,
    /// What is rolled for.
    pub action: Action,
    /// What it is made against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
    /// A parameter of type `roll` that stands for the whole roll until the stunt is bought; none in a built item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<Name>,
}

impl Default for Action {
    /// `rolls`, the widest.
    fn default() -> Self {
        Action::Rolls
    }
}

/// What a roll is made against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// `this`: the carrier.
    This,
    /// A skill, statistic or action: `torpedo`, `ew`, `psionics`.
    Name(Name),
}

/// Words of an aspect, of a question, of a note: literal, or a parameter of type `text`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Text {
    /// The words.
    Words(String),
    /// A parameter; none in a built item.
    Parameter {
        /// Its name.
        parameter: Name,
    },
}

impl Text {
    /// The words; empty for a parameter that is not filled in.
    pub fn words(&self) -> &str {
        match self {
            Text::Words(words) => words,
            Text::Parameter { .. } => "",
        }
    }
}

/// What using a line costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// `for N fate`
    Fate(i64),
    /// `as action`
    Action,
}

/// How often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// `once per roll`, `3 times per encounter`
    Times(i64, Period),
    /// `any times`: as often as one likes, but by choice.
    AnyTimes,
}
