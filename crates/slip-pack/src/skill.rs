//! Skills, with their uses in the rules.

use super::Name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skill {
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Classes: `combat`, `space`, `track`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<Name>,
    /// Uses in the rules. The table may decide otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Use>,
    /// Uses that the rules exclude.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<Use>,
    /// True if it is never rolled: it counts for something else (`veteran`), or is a sink.
    #[serde(default, skip_serializing_if = "is_false")]
    pub passive: bool,
    /// True if it deliberately does nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sink: bool,
    /// Skills of people attached to a unit that raise it by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amplified: Vec<Amplifier>,
    /// Skill that limits the worlds it can be used on: Arts belong to a culture the person knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Name>,
    /// Kinds of place that its subjects name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<Name>,
    /// Subjects that are not places, with the technology they mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ages: Vec<Age>,
    /// Effect of military-grade training in it, if the rules define one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub military: Option<String>,
    /// True if everyone is familiar with its weapons.
    #[serde(default, skip_serializing_if = "is_false")]
    pub familiar: bool,
    /// Uses that play falls back on if the table decides nothing else: `composure_attack`, `maneuver`, `obstruct`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub serves: Vec<Name>,
    /// Default texts for the aspects that its maneuvers place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phrases: Vec<String>,
    /// Things that the skill brings for free (story).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<String>,
    /// Skill lists that contain it; empty for a skill of every list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<Name>,
    /// Things that it brings on a list, if they differ from [`Skill::gear`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kits: BTreeMap<Name, Vec<String>>,
    /// Skill it counts as where rules and gear name that one (R-N2).
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
    /// Skill of the person.
    pub skill: Name,
    /// True if the person must be military-grade in it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub military: bool,
}

/// Use of a skill, or an excluded use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// Description.
    pub what: String,
    /// Kind of roll: `opposed` or `fixed`; none if the rules do not define it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Name>,
    /// Skill that opposes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// Skills it replaces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead_of: Vec<Name>,
    /// Kinds or designs of the things that it applies to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<Name>,
}

impl Use {
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

/// Subject that means a technology: `"archaic" T-4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Age {
    /// Its name.
    pub name: String,
    /// The technology.
    pub tech: i32,
}
