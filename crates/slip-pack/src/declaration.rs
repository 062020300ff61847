//! A design, stunt, mark, ruleset or doctrine as it was written, for those who want to read the rules.
//!
//! Nothing is reckoned from it: it is what `show slug_thrower` prints, with `from` and patches laid over, every line with its
//! place.

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
    /// Of a design, the kind of thing it builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builds: Option<Name>,
    /// Parameters of a stunt, as written: `a: skill, b: skill`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub params: String,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// What its block says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Of a design, the stunts of no design that it sells besides its own, by `package.name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sells: Vec<Name>,
    /// Where it is declared.
    pub place: Place,
}

/// An entry of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The key: `stat`, `cost`, `effect`.
    pub word: Name,
    /// What it names, if it declares something: `harm` of `stat harm`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// What stands behind the key, up to the block.
    pub text: String,
    /// Its doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// What stands in its block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Where it is written; in another package if a patch wrote it.
    pub place: Place,
}

impl Declaration {
    /// The lines of a word, in order: all `stat`s, all `stunt`s.
    pub fn lines_of<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a Line> {
        self.lines.iter().filter(move |line| line.word == word)
    }

    /// Whether what a design builds has hands to bring along what its skills bring: people carry things, and their skills are of a
    /// list. A beast carries only what it bites with, and an idea nothing.
    pub fn has_hands(&self) -> bool {
        ["gear", "skill_list"].iter().all(|word| self.lines_of(word).next().is_some())
    }
}
