//! Skills, with their uses in the rules.

use super::Name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skill {
    /// Name of the skill.
    pub name: Name,
    /// Title of the skill, the name shown to people.
    pub title: String,
    /// Package that declares the skill.
    pub package: Name,
    /// Doc comment of the skill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Classes that the skill belongs to: `combat`, `space`, `track`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<Name>,
    /// Uses of the skill in the rules. The people at the table may decide otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<SkillUse>,
    /// Uses of the skill that the rules exclude.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<SkillUse>,
    /// True if the skill is never rolled: it counts for something else (`veteran`), or deliberately does nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub passive: bool,
    /// True if the skill deliberately does nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sink: bool,
    /// Skills of people attached to a unit that raise the unit's rank in this skill by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amplified: Vec<Amplifier>,
    /// Skill that limits the worlds on which this skill can be used: Arts belong to a culture that the person knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Name>,
    /// Kinds of place that the skill's subjects name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<Name>,
    /// Subjects of the skill that are not places, with the technology that each means.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ages: Vec<Age>,
    /// Effect of military-grade training in the skill, if the rules define one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub military: Option<String>,
    /// True if everyone is familiar with the skill's weapons.
    #[serde(default, skip_serializing_if = "is_false")]
    pub familiar: bool,
    /// Uses of the skill on which play falls back if the players decide nothing else: `composure_attack`, `maneuver`, `obstruct`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub serves: Vec<Name>,
    /// Default texts for the aspects that maneuvers with the skill place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phrases: Vec<String>,
    /// Things that the skill brings for free. They are for the story; no engine uses them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<String>,
    /// Skill lists that contain the skill; empty for a skill of every list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<Name>,
    /// Things that the skill brings on a skill list, if they differ from [`Skill::gear`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kits: BTreeMap<Name, Vec<String>>,
    /// Skill that this skill counts as, where rules and gear name that other skill (R-N2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<Name>,
    /// Setting without which the skill is not available: `rules psionics yes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// Skill of an attached person that raises a skill of the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amplifier {
    /// Skill of the attached person.
    pub skill: Name,
    /// True if the person must have military-grade training in the skill.
    #[serde(default, skip_serializing_if = "is_false")]
    pub military: bool,
}

/// Use of a skill: one that the rules give it (in `uses`), or one that they exclude (in `never`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillUse {
    /// Description of the use.
    pub what: String,
    /// Kind of roll for the use: `opposed` or `fixed`; `None` if the rules do not define it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Name>,
    /// Skill that opposes the roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// Skills that this skill replaces in the use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead_of: Vec<Name>,
    /// Kinds or designs of the things that the use applies to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<Name>,
}

impl SkillUse {
    /// Returns the use as a sheet shows it: `threats (opposed by resolve)`.
    pub fn in_words(&self) -> String {
        let mut remarks = Vec::new();
        match (&self.check, &self.by) {
            (Some(check), Some(by)) => remarks.push(format!("{check} by {by}")),
            (Some(check), None) => remarks.push(check.to_string()),
            (None, Some(by)) => remarks.push(format!("by {by}")),
            (None, None) => {}
        }
        if !self.instead_of.is_empty() {
            remarks.push(format!("in place of {}", self.instead_of.join(", ")));
        }
        if remarks.is_empty() { self.what.clone() } else { format!("{} ({})", self.what, remarks.join("; ")) }
    }
}

/// Subject of a skill that means a technology: `"archaic" T-4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Age {
    /// Name of the subject, such as `archaic`.
    pub name: String,
    /// Technology that the subject refers to, such as T-4.
    pub tech: i32,
}
