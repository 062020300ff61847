//! What a social encounter is besides its map and sides: time, the tracks at risk, pawns, triggers (social.md 2, 3.4, 8).

use super::{Atom, Who};
use crate::Name;
use crate::formula::Formula;
use serde::{Deserialize, Serialize};

/// `falls_for`: who is won where, as authors write it.
pub const FALLS_FOR: &str = "falls_for";
/// `pawn_score`: whoever has most of a group when time is up.
pub const PAWN_SCORE: &str = "pawn_score";
/// `survive_timer`: who is there yet when time is up.
pub const SURVIVE_TIMER: &str = "survive_timer";

/// The short forms that stand behind the words of a victory, as `(falls_for)` does.
pub const SHORT_FORMS: [&str; 3] = [FALLS_FOR, PAWN_SCORE, SURVIVE_TIMER];

/// What social encounters have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Social {
    /// Time boxes; one for each zone of the map unless the file says otherwise (R-SC21).
    pub time_boxes: u32,
    /// The line of the time track, from 1, that it takes at most (social.md 7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_time: Option<usize>,
    /// What attacks strike.
    #[serde(default)]
    pub at_risk: AtRisk,
    /// The skills that defend Wealth; empty where any does (R-SC17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wealth_skills: Vec<Name>,
    /// Whether each side places an aspect or a pass value before play (R-SC22).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contours: bool,
    /// The names of groups of pawns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Name>,
    /// Markers without statistics, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pawns: Vec<Pawn>,
    /// Where somebody is won (`falls_for`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub falls: Vec<Trigger>,
    /// Where everybody with somebody is out of it (`friend_zone`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub friend_zones: Vec<Trigger>,
    /// What becomes of the stakes if somebody turns violent, where the file lets it happen (R-SC18).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broke_down: Option<BrokeDown>,
    /// How well it ended: of these the first that holds at the end is told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grades: Vec<Grade>,
}

/// The tracks that attacks strike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AtRisk {
    /// Composure.
    #[default]
    Composure,
    /// Wealth.
    Wealth,
    /// Either: the attacker names it before the dice (R-SC23).
    Both,
}

/// A marker that others move: a voter, an observer, a rival nobody plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pawn {
    /// The name in the log; `juror#2` of several.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// Number of the zone it starts in.
    pub zone: usize,
    /// Number of its group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// True if an objective can fall for it (R-SC14).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suitor: bool,
}

/// Something that happens to who is in a zone together with somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    /// With whom; one actor or pawn.
    pub objective: Who,
    /// Number of the zone.
    pub zone: usize,
}

/// What becomes of the stakes when it turns violent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokeDown {
    /// Number of the side that has them; none: nobody.
    pub side: Option<usize>,
}

/// `grade "The bench is unanimous" when pawns(jury, convince) >= 5`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grade {
    /// What is told.
    pub words: String,
    /// When.
    pub condition: Formula<Atom>,
    /// The condition as the author wrote it.
    pub text: String,
}
