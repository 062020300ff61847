//! Parts of a social encounter other than map and sides: time, the tracks at risk, pawns, triggers.

use super::{VictorySubject, VictoryTerm};
use crate::Name;
use crate::formula::Formula;
use serde::{Deserialize, Serialize};

/// Name of the short form `falls_for`: a side wins if a person is won over in a zone.
pub const FALLS_FOR: &str = "falls_for";
/// Name of the short form `pawn_score`: the side with the most pawns of a group wins when the time is up.
pub const PAWN_SCORE: &str = "pawn_score";
/// Name of the short form `survive_timer`: a side wins if it is still in play when the time is up.
pub const SURVIVE_TIMER: &str = "survive_timer";

/// Names of the short forms of victory conditions, as they follow the text of a condition that was made from one: `(falls_for)`.
pub const SHORT_FORMS: [&str; 3] = [FALLS_FOR, PAWN_SCORE, SURVIVE_TIMER];

/// Parts of an encounter that only social encounters have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SocialEncounter {
    /// Number of time boxes; one for each zone of the map unless the author sets it (R-SC21).
    pub time_boxes: u32,
    /// Longest duration of the encounter, as an entry of the time track, counted from 1; `None` if it is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_time: Option<usize>,
    /// Tracks that attacks hit.
    #[serde(default)]
    pub at_risk: AtRisk,
    /// Skills that defend Wealth; empty means any skill (R-SC17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wealth_skills: Vec<Name>,
    /// True if each side places an aspect or a pass value before play (R-SC22).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contours: bool,
    /// Names of the groups of pawns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Name>,
    /// Pawns: markers without statistics, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pawns: Vec<Pawn>,
    /// Triggers in which a person is won over (`falls_for`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub falls: Vec<SocialTrigger>,
    /// Triggers that remove everyone who is in a zone together with a person from the encounter (`friend_zone`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub friend_zones: Vec<SocialTrigger>,
    /// Outcome of the stakes if the encounter turns violent, if that is allowed (R-SC18).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broke_down: Option<BrokeDown>,
    /// Grades of success. The first grade whose condition is true at the end is printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grades: Vec<SuccessGrade>,
}

/// Tracks that attacks hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AtRisk {
    /// Attacks hit Composure.
    #[default]
    Composure,
    /// Attacks hit Wealth.
    Wealth,
    /// Attacks hit Composure or Wealth: the attacker chooses before the dice (R-SC23).
    Both,
}

/// Marker that actors move: a voter, an observer, a rival without a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pawn {
    /// Name of the pawn in the log; `juror#2` if there are several.
    pub name: Name,
    /// Title of the pawn, the name shown to people.
    pub title: String,
    /// Number of the zone that the pawn starts in.
    pub zone: usize,
    /// Number of the pawn's group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// True if the pawn counts as a suitor, so that it can win an objective (R-SC14).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suitor: bool,
    /// True if no actor can push the pawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// Actor who carries the pawn, as (side, index in the side): the pawn goes along, and is not pushed while the actor is in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carrier: Option<(usize, usize)>,
}

/// Event that happens when actors are in a zone together with a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SocialTrigger {
    /// Person who must be in the zone: one actor or pawn.
    pub objective: VictorySubject,
    /// Number of the zone.
    pub zone: usize,
}

/// Outcome of the stakes when the encounter turns violent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokeDown {
    /// Number of the side that gets the stakes; `None` if no side gets them.
    pub side: Option<usize>,
}

/// Grade of success: `grade "The bench is unanimous" when pawns(jury, convince) >= 5`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuccessGrade {
    /// Text that is printed for this grade.
    pub words: String,
    /// Condition of the grade, compiled.
    pub condition: Formula<VictoryTerm>,
    /// The condition as the author wrote it.
    pub text: String,
}
