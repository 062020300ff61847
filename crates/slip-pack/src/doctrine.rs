//! Doctrines: ordered preferences over decision points, compiled.
//!
//! A doctrine is a list of [`Row`]s in order of priority: its own rules and those of its bases, already merged. Every
//! number is in hundredths (a box, a point and a turn are 100; a chance of 25% is 25), so percentages, counts and stress
//! can be compared as whole numbers.

mod words;

pub use words::{Kind, Order, Topic, Who, Word};

use super::Name;
use super::encounter::Play;
use super::formula::Formula;
use super::item::Place;
use serde::{Deserialize, Serialize};

/// One unit (a box, a fate point, a turn, certainty) in the numbers of doctrines.
pub const UNIT: i64 = 100;

/// A doctrine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doctrine {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Kind of play that it is for.
    pub kind: Kind,
    /// Keys of the doctrines it is based on, nearest first, in [`super::Pack::doctrines`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<Name>,
    /// Value of a fate point to it in boxes, in hundredths.
    pub fate_value: i64,
    /// Its rules and those of its bases, in order of priority. For a *whether* topic the list contains only the rules that
    /// apply: its own if it has any, else those of its base, after any that it added in front with `+`.
    pub rows: Vec<Row>,
    /// True if it is free of errors. An invalid doctrine lacks the faulty rules and cannot be played.
    pub valid: bool,
    /// Source position of the declaration.
    pub place: Place,
}

impl Doctrine {
    /// Returns this doctrine on top of the standard doctrine for a kind of play. A `fate` doctrine is completed this way
    /// when it is given to a side.
    #[must_use]
    pub fn over(&self, standard: &Doctrine) -> Doctrine {
        let mut laid = self.clone();
        let below = standard.rows.iter().filter(|row| {
            let known = row.from.doctrine == self.name || self.bases.contains(&super::key(&standard.package, &row.from.doctrine));
            let answered = row.topic.whether() && self.rows_of(row.topic).next().is_some();
            !(known || answered)
        });
        laid.rows.extend(below.cloned());
        laid.kind = standard.kind;
        laid.valid &= standard.valid;
        laid
    }

    /// Returns the rules of a topic in order of priority.
    pub fn rows_of(&self, topic: Topic) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.topic == topic)
    }
}

/// One rule; `a, b` makes two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Topic of the preference.
    pub topic: Topic,
    /// Keeps or removes the options that match.
    pub mode: Mode,
    /// Description of the options that match.
    pub choice: Choice,
    /// Condition of the rule; none if it always applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Formula<Term>>,
    /// Doctrine and line that the rule is from.
    pub from: Origin,
}

/// Effect of a rule on the options that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Keeps them, if there are any.
    Keep,
    /// Removes them, unless no option would be left.
    Avoid,
}

/// Line of a doctrine, as the log names it: `flee:7`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The doctrine's name.
    pub doctrine: Name,
    /// The line in its file.
    pub line: u32,
}

/// Criteria of a rule. A missing criterion does not restrict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Word of the topic: a verb, a mode, a track, an outcome, a place, the name of a skill or weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Name>,
    /// Target, or the actor to measure against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pick: Option<Pick>,
    /// The weapon or skill after `with`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Using>,
    /// A range, both ends included, in plain numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i64, i64)>,
    /// Amount: the value of a formula, in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Formula<Term>>,
    /// Grades of consequence that may be taken together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grades: Vec<Name>,
    /// Outcome that they are taken to prevent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Before>,
    /// Order that decides which of the matching options is best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// Outcome that consequences are taken to prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Before {
    /// `before taken_out`
    TakenOut,
    /// `before box N`: a mark in box N or above.
    Box(i64),
}

/// The weapon or skill after `with`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Using {
    /// The one with this name.
    Named(Name),
    /// The best or worst by an order.
    By(Order),
}

/// Selection of actors: order, group, filters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// Group of actors.
    pub who: Who,
    /// The name, if `who` is [`Who::Named`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Filters that the actors must pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
    /// Order that decides which of them is best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// Filter on an actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    /// A yes-or-no word: `visible`, `leader`.
    Is(Word),
    /// `trained SKILL`
    Trained(Name),
}

/// Name in a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// Value of the actor, the roll or the option.
    Own(Word),
    /// `it.…`: value of the option's target.
    It(Word),
    /// `trained SKILL` of the actor.
    Trained(Name),
    /// `any(pick)`: 1 if there is one.
    Any(Pick),
    /// `count(pick)`: their number, in hundredths.
    Count(Pick),
}

impl Kind {
    /// True if a doctrine of this kind may decide in this kind of play.
    pub fn plays(self, play: Play) -> bool {
        match self {
            Kind::Fate => matches!(play, Play::Personal | Play::Space | Play::Social | Play::Platoon),
            Kind::Personal => play == Play::Personal,
            Kind::Space => play == Play::Space,
            Kind::Social => play == Play::Social,
            Kind::Platoon => play == Play::Platoon,
            Kind::Stakes => play == Play::Stakes,
        }
    }

    /// Returns the name of the doctrine of `std` that is the base of every doctrine of this kind.
    pub fn standard(self) -> Name {
        ecow::eco_format!("standard_{}", self.word())
    }
}
