//! A skill, with what the rules say it is for.

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
    /// What it is for, as the rules say it (content.md, section 1.1a). The table has the last word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Use>,
    /// What it is not for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<Use>,
    /// Whether it is never rolled: it counts for something else (`veteran`), or is a sink.
    #[serde(default, skip_serializing_if = "is_false")]
    pub passive: bool,
    /// True if it deliberately does nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sink: bool,
    /// Skills of people attached to a unit that raise it by one (platoon.md, section 7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amplified: Vec<Amplifier>,
    /// The skill that says on which worlds it serves: Arts are of a culture one knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Name>,
    /// The kinds of place its subjects name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<Name>,
    /// Subjects that are no place and stand for a technology.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ages: Vec<Age>,
    /// What military-grade training in it gives, where the rules say so (content.md, section 3.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub military: Option<String>,
    /// True if its weapons are familiar to everybody.
    #[serde(default, skip_serializing_if = "is_false")]
    pub familiar: bool,
    /// What it serves for where nobody at the table says how: `composure_attack`, `maneuver`, `obstruct`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub serves: Vec<Name>,
    /// Words for the aspects its maneuvers place, where nobody finds better ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phrases: Vec<String>,
    /// What the skill brings along for free (story).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<String>,
    /// The lists it is on; empty for one that belongs to any (content.md, section 1.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<Name>,
    /// What it brings along on a list, where that is not [`Skill::gear`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kits: BTreeMap<Name, Vec<String>>,
    /// The skill it counts as where rules and gear name that one (R-N2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<Name>,
    /// The setting without which nobody has it: `rules psionics yes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// A skill of somebody attached that raises a skill of the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amplifier {
    /// The person's skill.
    pub skill: Name,
    /// True if the person must be military-grade in it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub military: bool,
}

/// Something a skill is for, or is not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// In words.
    pub what: String,
    /// How it is rolled: `opposed` or `fixed`; none where the rules do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Name>,
    /// The skill that opposes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// The skills it takes the place of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead_of: Vec<Name>,
    /// Kinds or designs of the things it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<Name>,
}

impl Use {
    /// The use as a sheet shows it: `threats (opposed by resolve)`.
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

/// A subject that stands for a technology: `"archaic" T-4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Age {
    /// Its name.
    pub name: String,
    /// The technology.
    pub tech: i32,
}
