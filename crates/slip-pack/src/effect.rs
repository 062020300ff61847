//! Closed vocabulary of effects: how content acts in play (`docs/book/reference/effects.md`).
//!
//! One [`Effect`] is one sentence: *\[trigger\] \[subject\] operation \[price\] \[limit\] \[kinds of play\] \[condition\]*. The engine
//! implements these words and never a stunt by name. A stunt declares effects with parameters ([`Effect::instantiate`]); items in a pack
//! have only effects whose parameters are filled in.

pub mod build_numbers;
pub mod effect_sentences;
pub mod engine_words;
pub mod fold_constants;
pub mod instantiate;
pub mod item_eval_context;
pub mod operations;
mod range_meaning;
mod show_formulas;
mod support_personal;
mod support_stakes;
mod supported_combinations;
pub mod term;
pub mod vocabulary;
pub mod vocabulary_guide;

pub use engine_words::{EngineWords, MarkBearer, UnreadEffect};
pub use instantiate::Argument;
pub use operations::{
    ActionObject, AttackArea, Basis, Blend, Bound, BoxOperation, BoxSelection, Carries, Charges, Divert, ExtraActionTime, Grants, HitKind,
    HitTrackOperation, MarkOperation, MeasureObject, MeasureWithObject, PackOperation, Per, Permit, PlaceAspect, Quantity, QuantityChange,
    QuantitySetting, Requirements, ResistedDanger, RollBase, SetValue, Strip, Substitution, Suffers, Tag, Want,
};
pub use support_personal::PersonalSupport;
pub use term::{EffectNumber, Term};
pub use vocabulary::{
    Action, Charge, Count, Event, Grade, Measure, MeasureValues, OfWhat, Opening, ParameterType, Period, Place, Play, Role, Spared,
    Special, State, TagVerb, When, Whom,
};

use super::Name;
use serde::{Deserialize, Serialize};

/// Effect of an item: what the item changes in play, as one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// Sentence of the effect with parameters filled in, as logs and sheets print it: always equal to [`Effect::sentence`].
    pub text: String,
    /// Trigger of the effect; `None` if the effect is permanent, or applies to the roll that it names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<EffectMoment>,
    /// Subject of the effect; `None` means self: the carrier of the effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<EffectSubject>,
    /// Operation of the effect.
    pub op: PackOperation,
    /// Price of using the effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Limit on the number of uses of the effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<UseLimit>,
    /// Kinds of play written after `in`; empty if none are written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Play>,
    /// Every kind of play in which the effect applies: those in which all words of the effect are legal, restricted by `in`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plays: Vec<Play>,
    /// Condition of the effect; `None` means always. A value other than 0 is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<EffectNumber>,
    /// Source of the effect; filled in when an item is built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<EffectOrigin>,
    /// Source position of the effect; unknown in packs of older versions.
    #[serde(default, skip_serializing_if = "EffectPlace::is_unknown")]
    pub place: EffectPlace,
    /// True if the effect does nothing in play. To find the effects that act, a fight is compared with the same fight in which one effect
    /// is muted; the muted effect keeps its number and its count of uses. Never true in a stored pack.
    #[serde(skip)]
    pub muted: bool,
}

impl Effect {
    /// True if the effect applies in this kind of play.
    pub fn acts_in(&self, play: Play) -> bool {
        self.plays.contains(&play)
    }

    /// True if the effect removes a track (`boxes of health is none`).
    pub fn takes_away(&self, track: &str) -> bool {
        let PackOperation::Set(QuantitySetting { what: Quantity::Measure(measured), value: SetValue::Special(Special::None), .. }) =
            &self.op
        else {
            return false;
        };
        measured.what == Measure::Boxes && matches!(&measured.of, Some(MeasureObject::Name(name)) if name == track)
    }

    /// True if the subject chooses to use the effect, because it has a price or a limit. Other effects always apply.
    pub fn is_choice(&self) -> bool {
        self.price.is_some() || self.limit.is_some()
    }

    /// Returns the number of purchases of the stunt that the effect is from. The changes that the effect makes are applied once per
    /// purchase.
    pub fn count(&self) -> i64 {
        self.origin.as_ref().map_or(1, |origin| i64::from(origin.count))
    }
}

/// Source position of an effect, with the column, because one line may have several effects.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EffectPlace {
    /// Path of the file, as it is shown to people.
    pub file: Name,
    /// Number of the line, from 1; 0 if the position is unknown.
    pub line: u32,
    /// Number of the column, from 1.
    pub column: u32,
}

impl EffectPlace {
    /// True if the position in the file is unknown.
    pub fn is_unknown(&self) -> bool {
        self.line == 0
    }

    /// True if the effect is written in the standard library, whose files are shown with the path `std/…`.
    pub fn is_standard(&self) -> bool {
        self.file.starts_with("std/")
    }
}

/// Source of an effect: a stunt with its number of purchases, or a design, ruleset, world …
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectOrigin {
    /// Kind of the source: `stunt`, `design`, `ruleset`, `world`, `zone`, or the kind of an item.
    pub carrier: Name,
    /// Name of the source.
    pub name: Name,
    /// Title of the source, the name shown to people.
    pub title: String,
    /// Arguments of a stunt, as written. They distinguish several purchases of a stunt with different arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Number of purchases of a stunt; 1 for any other source.
    pub count: i32,
    /// Limit of the stunt itself, shared by all its effects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<UseLimit>,
}

impl EffectOrigin {
    /// Creates the source of effects that does not count purchases: a design, a ruleset, a party, or a stunt before it is bought.
    pub fn new(carrier: &str, name: Name, title: String, limit: Option<UseLimit>) -> EffectOrigin {
        EffectOrigin { carrier: carrier.into(), name, title, args: Vec::new(), count: 1, limit }
    }
}

/// Trigger of an effect: `after enemies attack`, `each hour`, `at setup`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectMoment {
    /// Time of the trigger relative to the roll or event: before, after, at or each.
    pub when: When,
    /// Actor of the roll or event; `None` means self, or any actor for an event that has no actor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<EffectSubject>,
    /// Roll or event that the trigger reacts to.
    pub what: Occurrence,
}

/// Roll or event that a trigger reacts to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occurrence {
    /// The trigger reacts to a roll, or to an action without a roll.
    Roll(RollPattern),
    /// The trigger reacts to an event.
    Event(Event),
}

/// Subject of an effect, relative to self: the carrier of the effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectSubject {
    /// The character who carries the thing.
    Bearer,
    /// Crew of the ship.
    Crew,
    /// Things that are attached to self.
    Attached,
    /// Vehicle that self rides in.
    Carrier,
    /// Ships that are tethered to self.
    Tethered,
    /// Platoon that self belongs to.
    Platoon,
    /// Participants on self's side, without self (after `by`, self is included).
    Allies,
    /// Participants on all other sides.
    Enemies,
    /// All participants except self.
    Others,
    /// All participants.
    Everyone,
    /// Target of the action.
    Target,
    /// Actor of the event.
    Actor,
    /// Units of a design on self's side: `allied artillery`.
    Allied(Name),
    /// Units of a design on other sides: `enemy aircraft`.
    Enemy(Name),
}

impl EffectSubject {
    /// True if the subject is relative to self, the carrier of the effect. Without a carrier, a subject of this kind means no one.
    pub const fn needs_self(&self) -> bool {
        !matches!(self, EffectSubject::Everyone | EffectSubject::Target | EffectSubject::Actor)
    }
}

/// Roll that an effect is about: `brawling attack`, `agility, stamina rolls`, `defence against torpedo`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollPattern {
    /// Skills, statistics or things that the roll may be made with; empty means any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Name>,
    /// Action that the roll is made for.
    pub action: Action,
    /// Opposition to the roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
    /// Parameter of type `roll` that is a placeholder for the whole roll until the stunt is bought; `None` in a built item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<Name>,
}

impl Default for Action {
    /// Returns the action `rolls`, which includes every action.
    fn default() -> Self {
        Action::Rolls
    }
}

/// Opposition to a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// `this`: the roll is opposed by the carrier of the effect.
    This,
    /// The roll is opposed by this skill, statistic or action: `torpedo`, `ew`, `psionics`.
    Name(Name),
}

/// Text of an aspect, question or note in an effect: literal, or a parameter of type `text`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EffectText {
    /// Literal text, in the author's words.
    Words(String),
    /// Parameter of type `text`. A built item contains none.
    Parameter {
        /// Name of the parameter.
        parameter: Name,
    },
}

impl EffectText {
    /// Returns the literal text; empty for a parameter that is not filled in.
    pub fn words(&self) -> &str {
        match self {
            EffectText::Words(words) => words,
            EffectText::Parameter { .. } => "",
        }
    }
}

/// Price of using an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// `for N fate`: fate points.
    Fate(i64),
    /// `as action`: using the effect takes the action of the turn.
    Action,
}

/// Limit on the number of uses of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UseLimit {
    /// `once per roll`, `3 times per encounter`: number of uses in a period.
    Times(i64, Period),
    /// `any times`: no limit, but the subject chooses whether to use the effect.
    AnyTimes,
}
