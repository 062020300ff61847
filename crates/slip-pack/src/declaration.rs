//! Designs, stunts, marks, rulesets and doctrines as written, for people who read the rules.
//!
//! This is the content of `show slug_thrower`: the text with `from` and patches applied, each line with its source
//! position. Numbers are not computed.

use super::Name;
use super::item::Place;
use serde::{Deserialize, Serialize};

/// A declaration in lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declaration {
    /// `design`, `stunt`, `mark`, `ruleset`, `doctrine`.
    pub kind: Name,
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
    /// Kind of thing that a design builds; none for other declarations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builds: Option<Name>,
    /// Parameters of a stunt, as written: `a: skill, b: skill`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub params: String,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Lines of its block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Stunts declared outside of any design that the design sells in addition to its own, by `package.name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sells: Vec<Name>,
    /// Source position of the declaration.
    pub place: Place,
}

/// An entry of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The key: `stat`, `cost`, `effect`.
    pub word: Name,
    /// Name that the line declares, if any: `harm` in `stat harm`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Text after the key, up to the block.
    pub text: String,
    /// Its doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Lines of its block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Source position; in another package if the line is from a patch.
    pub place: Place,
}

impl Declaration {
    /// Returns the lines with a key, in order: all `stat`s, all `stunt`s.
    pub fn lines_of<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a Line> {
        self.lines.iter().filter(move |line| line.word == word)
    }

    /// True if things built by this design can carry equipment: the design has gear and a skill list. Beasts have only
    /// natural weapons, and ideas have nothing.
    pub fn has_hands(&self) -> bool {
        ["gear", "skill_list"].iter().all(|word| self.lines_of(word).next().is_some())
    }
}
