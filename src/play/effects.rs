//! Where content's effects meet rolls, tracks, ranges and targets: compiled when an encounter begins. Floor 4.
//!
//! Whatever cannot change during the fight is reckoned then; what can is a [`Condition`] that is looked up.

use crate::play::ids::{SkillId, ZoneId};

/// What is rolled for, as far as effects tell rolls apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// An attack.
    Attack,
    /// A defence.
    Defence,
    /// Moving.
    Move,
    /// A maneuver.
    Maneuver,
    /// An obstruction.
    Obstruct,
    /// Noticing.
    Notice,
}

/// Something that may or may not be so at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The actor fired last round.
    FiredLastRound,
    /// The actor lies down.
    Prone,
    /// The actor has moved this turn.
    Moved,
    /// The actor stands in this zone.
    In(ZoneId),
    /// Not.
    Not(Box<Condition>),
    /// All.
    All(Vec<Condition>),
    /// Any.
    Any(Vec<Condition>),
}

/// A standing change to rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollChange {
    /// Of which skill; none for whatever is rolled.
    pub skill: Option<SkillId>,
    /// For which act; none for any.
    pub act: Option<Act>,
    /// How much.
    pub by: i32,
    /// On condition.
    pub condition: Option<Condition>,
}

/// A skill that may stand in for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// The skill used, or a fixed number.
    pub basis: Result<SkillId, i32>,
    /// For which skill; none for any.
    pub skill: Option<SkillId>,
    /// For which act; none for any.
    pub act: Option<Act>,
    /// The highest rank that counts.
    pub up_to: Option<i32>,
    /// Added afterwards.
    pub plus: i32,
    /// Whether there is no choice.
    pub must: bool,
    /// On condition.
    pub condition: Option<Condition>,
}
