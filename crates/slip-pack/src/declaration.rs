//! Formats designs, stunts, marks, rulesets and doctrines as they are written, for people who read the rules.
//!
//! This is the content of `show slug_thrower`: the text with `from` and patches applied, each line with its source position. Numbers are
//! not computed.

use super::Name;
use super::item::SourcePosition;
use serde::{Deserialize, Serialize};

/// Declaration as lines of text, with patches applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackDeclaration {
    /// Kind of declaration: `design`, `stunt`, `mark`, `ruleset`, `doctrine`.
    pub kind: Name,
    /// Name of the declaration.
    pub name: Name,
    /// Title of the declaration, the name shown to people.
    pub title: String,
    /// Package that contains the declaration.
    pub package: Name,
    /// Kind of thing that a design builds; `None` for other declarations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builds: Option<Name>,
    /// Parameters of a stunt, as written: `a: skill, b: skill`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub params: String,
    /// Doc comment of the declaration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Lines of the declaration's block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<DeclarationEntry>,
    /// Stunts declared outside of any design that the design sells in addition to its own, by `package.name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sells: Vec<Name>,
    /// Source position of the declaration.
    pub place: SourcePosition,
}

/// Entry in the block of a declaration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclarationEntry {
    /// Key of the entry: `stat`, `cost`, `effect`.
    pub word: Name,
    /// Name that the entry declares, if any: `harm` in `stat harm`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Text of the entry after the key, up to its block.
    pub text: String,
    /// Doc comment of the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Entries in the block of this entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<DeclarationEntry>,
    /// Source position of the entry; in another package if the entry is from a patch.
    pub place: SourcePosition,
}

impl PackDeclaration {
    /// Returns the entries of the block with a key, in order: all `stat`s, all `stunt`s.
    pub fn lines_of<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a DeclarationEntry> {
        self.lines.iter().filter(move |line| line.word == word)
    }

    /// True if things built by this design can carry equipment: the design has gear and a skill list. Beasts have only
    /// natural weapons, and ideas have nothing.
    pub fn has_hands(&self) -> bool {
        ["gear", "skill_list"].iter().all(|word| self.lines_of(word).next().is_some())
    }
}
