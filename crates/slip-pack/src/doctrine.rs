//! Doctrines: ordered preferences over decision points, compiled.
//!
//! A doctrine is a list of [`Row`]s in the order in which they are read: its own lines and those of its bases, already
//! laid over one another. Every number is in hundredths (a box, a point and a turn are 100; a chance of 25% is 25), so
//! that percentages, counts and stress compare as whole numbers.

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
    /// What it is for.
    pub kind: Kind,
    /// Keys of the doctrines it rests on, nearest first, in [`super::Pack::doctrines`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<Name>,
    /// Boxes that a fate point is worth to it, in hundredths.
    pub fate_value: i64,
    /// Its lines and those of its bases, in the order in which they are read. Of a *whether* topic only the lines that
    /// count are here: its own if it has any, else its base's, behind those it put in front with `+`.
    pub rows: Vec<Row>,
    /// True if it is free of errors. An invalid one lacks the lines that are wrong and does not play.
    pub valid: bool,
    /// Where it is declared.
    pub place: Place,
}

impl Doctrine {
    /// This doctrine laid over the standard of a kind of play: what a `fate` doctrine plays by when a side is given one.
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

    /// The rows of a topic in the order in which they are read.
    pub fn rows_of(&self, topic: Topic) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.topic == topic)
    }
}

/// One line; `a, b` makes two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which preference it states.
    pub topic: Topic,
    /// Whether it keeps or removes what fits.
    pub mode: Mode,
    /// What fits, in words.
    pub choice: Choice,
    /// And under which condition; none is always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Formula<Term>>,
    /// Whose line it is.
    pub from: Origin,
}

/// What a row does with the options that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Keeps them, if there are any.
    Keep,
    /// Removes them, unless nothing would be left.
    Avoid,
}

/// A line of a doctrine, as the log names it: `flee:7`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The doctrine's name.
    pub doctrine: Name,
    /// The line in its file.
    pub line: u32,
}

/// The words of a line. What is not written does not narrow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The topic's own word: a verb, a mode, a track, an outcome, a place, the name of a skill or weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Name>,
    /// Whom, or what it is measured against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pick: Option<Pick>,
    /// The weapon or skill after `with`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Using>,
    /// A range, both ends included, in plain numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i64, i64)>,
    /// How much of it: the value of a formula, in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Formula<Term>>,
    /// Grades of consequence that may be taken together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grades: Vec<Name>,
    /// What they are taken to avert.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Before>,
    /// Which of those that fit is best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// What consequences are taken to avert.
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
    /// Of this name.
    Named(Name),
    /// The best or worst by an order.
    By(Order),
}

/// A choice of actors: order, who, filters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// Whom.
    pub who: Who,
    /// The name, where `who` is [`Who::Named`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// What must be true of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
    /// Which of them is best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// What must be true of an actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    /// A yes-or-no word: `visible`, `leader`.
    Is(Word),
    /// `trained SKILL`
    Trained(Name),
}

/// A name in a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// About the actor, the roll or the option.
    Own(Word),
    /// `it.…`: about the option's target.
    It(Word),
    /// `trained SKILL` of the actor.
    Trained(Name),
    /// `any(pick)`: 1 if there is one.
    Any(Pick),
    /// `count(pick)`: how many, in hundredths.
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

    /// The name of the doctrine of `std` on which every doctrine of this kind rests at last.
    pub fn standard(self) -> Name {
        ecow::eco_format!("standard_{}", self.word())
    }
}
