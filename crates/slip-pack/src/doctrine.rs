//! Doctrines: ordered preferences over decision points, compiled.
//!
//! A doctrine is a list of [`DoctrineRule`]s in order of priority: its own rules and those of its bases, already merged. Every
//! number is in hundredths (a box, a point and a turn are 100; a chance of 25% is 25), so percentages, counts and stress
//! can be compared as whole numbers.

mod vocabulary;

pub use vocabulary::{ActorGroup, DoctrineKind, DoctrineWord, OptionOrder, Topic};

use super::Name;
use super::encounter::Play;
use super::formula::Formula;
use super::item::SourcePosition;
use serde::{Deserialize, Serialize};

/// Number that stands for 1 (a box, a fate point, a turn, certainty) in doctrines, which count in hundredths.
pub const UNIT: i64 = 100;

/// Doctrine: rules by which the engine answers questions for a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doctrine {
    /// Name of the doctrine in its package.
    pub name: Name,
    /// Title of the doctrine, the name shown to people.
    pub title: String,
    /// Package that declares the doctrine.
    pub package: Name,
    /// Doc comment of the doctrine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Kind of play that the doctrine is for.
    pub kind: DoctrineKind,
    /// Keys of the doctrines that this doctrine is based on, nearest first, in [`super::Pack::doctrines`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<Name>,
    /// Value of a fate point to the doctrine in boxes, in hundredths.
    pub fate_value: i64,
    /// Rules of the doctrine and of its bases, in order of priority. For a yes-or-no topic ([`Topic::whether`]) the list contains only the
    /// rules that apply: the doctrine's own rules if it has any, otherwise those of its base; rules that a doctrine adds with `+` come
    /// before those of its base.
    pub rows: Vec<DoctrineRule>,
    /// True if the doctrine is free of errors. An invalid doctrine lacks the faulty rules and cannot be played.
    pub valid: bool,
    /// Source position of the declaration of the doctrine.
    pub place: SourcePosition,
}

impl Doctrine {
    /// Returns the rules of this doctrine, followed by those of the standard doctrine for a kind of play. A `fate` doctrine is completed in
    /// this way when a side uses it.
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

    /// Returns the doctrine's rules of a topic in order of priority.
    pub fn rows_of(&self, topic: Topic) -> impl Iterator<Item = &DoctrineRule> {
        self.rows.iter().filter(move |row| row.topic == topic)
    }
}

/// One rule of a doctrine; a rule written with `a, b` becomes two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DoctrineRule {
    /// Topic of the rule: the decision that it states a preference about.
    pub topic: Topic,
    /// Effect of the rule on the options that match: they are kept or removed.
    pub mode: RuleMode,
    /// Criteria that an option must meet to match the rule.
    pub choice: OptionCriteria,
    /// Condition of the rule; `None` if the rule always applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Formula<RuleTerm>>,
    /// Doctrine and line that the rule is from.
    pub from: RuleOrigin,
}

/// Effect of a rule on the options that match its criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleMode {
    /// Keeps the matching options, if there are any.
    Keep,
    /// Removes the matching options, unless no option would be left.
    Avoid,
}

/// Doctrine and line that a rule is from. The log prints them as `flee:7`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleOrigin {
    /// Name of the doctrine.
    pub doctrine: Name,
    /// Number of the line in the doctrine's file.
    pub line: u32,
}

/// Criteria of a rule for the options that match it. A missing criterion does not restrict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OptionCriteria {
    /// Word of the rule's topic: a verb, a mode, a track, an outcome, a place, or the name of a skill or weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Name>,
    /// Target that an option must have; in rules about distance, the actor from whom the distance is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pick: Option<ActorSelection>,
    /// Weapon or skill after `with`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<WeaponOrSkill>,
    /// Range of distances that an option must be in, both ends included. The ends are numbers of zones or bands, not hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i64, i64)>,
    /// Amount that an option must have: the value of a formula, in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Formula<RuleTerm>>,
    /// Grades of the consequences that may be taken together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grades: Vec<Name>,
    /// Outcome that the consequences are taken to prevent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Before>,
    /// Order that decides which of the matching options is best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OptionOrder>,
}

/// Outcome that consequences are taken to prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Before {
    /// `before taken_out`: consequences are taken to stay in the fight.
    TakenOut,
    /// `before box N`: consequences are taken to prevent a mark in box N or above.
    Box(i64),
}

/// Weapon or skill after `with` in a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponOrSkill {
    /// The weapon or skill with this name.
    Named(Name),
    /// The best or worst weapon or skill by an order.
    By(OptionOrder),
}

/// Selection of actors in a rule: group, filters, order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActorSelection {
    /// Group of actors to select from.
    pub who: ActorGroup,
    /// Name of the selected actor, if `who` is [`ActorGroup::Named`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Filters that the selected actors must pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
    /// Order that decides which of the selected actors is best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OptionOrder>,
}

/// Filter on an actor in a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    /// The actor has this yes-or-no property: `visible`, `leader`.
    Is(DoctrineWord),
    /// `trained SKILL`: the actor is trained in the skill.
    Trained(Name),
}

/// Name in the condition of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleTerm {
    /// Value of the deciding actor, of the pending roll or of the option.
    Own(DoctrineWord),
    /// `it.…`: value of the option's target.
    It(DoctrineWord),
    /// `shield_left`: number of open boxes of the actor on a track that designs declare, in hundredths.
    OwnLeft(Name),
    /// `it.shield_left`: number of open boxes of the option's target on a track that designs declare, in hundredths.
    ItLeft(Name),
    /// `trained SKILL`: 1 if the actor is trained in the skill.
    Trained(Name),
    /// `any(…)`: 1 if the selection in the brackets matches at least one actor.
    Any(ActorSelection),
    /// `count(…)`: number of the actors that match the selection in the brackets, in hundredths.
    Count(ActorSelection),
}

impl DoctrineKind {
    /// True if doctrines of this kind may decide in a kind of play.
    pub fn plays(self, play: Play) -> bool {
        match self {
            DoctrineKind::Fate => matches!(play, Play::Personal | Play::Space | Play::Social | Play::Platoon),
            DoctrineKind::Personal => play == Play::Personal,
            DoctrineKind::Space => play == Play::Space,
            DoctrineKind::Social => play == Play::Social,
            DoctrineKind::Platoon => play == Play::Platoon,
            DoctrineKind::Stakes => play == Play::Stakes,
        }
    }

    /// Returns the name of the doctrine of `std` that is the base of every doctrine of this kind.
    pub fn standard(self) -> Name {
        ecow::eco_format!("standard_{}", self.word())
    }
}
