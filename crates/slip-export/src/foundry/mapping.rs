//! Mapping that defines, for each kind of thing, the Foundry document and the fields in it.

use super::{Path, Sort, Word};
use serde_json::Value;
use std::collections::BTreeMap;

/// Mapping for an export to Foundry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    /// Grouping of the cards into journals.
    pub journals: Journals,
    /// Plans for documents, by kind of thing.
    pub kinds: BTreeMap<String, Plan>,
    /// Plan for things of all other kinds.
    pub others: Plan,
}

/// Grouping of cards into journals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Journals {
    /// One journal for every kind of thing in a package.
    #[default]
    Kind,
    /// One journal for every package.
    Package,
    /// No journals.
    None,
}

/// Plan for the document of a thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Type of the document; without one the thing has only a page in a journal.
    pub document: Option<Sort>,
    /// Name of the document type in the game system.
    pub sort_of_system: String,
    /// Path of the document's picture.
    pub img: Option<String>,
    /// True if carried gear becomes items that are embedded in the document.
    pub gear: bool,
    /// Values to write under `system`.
    pub system: Vec<Line>,
}

/// Line of a mapping: a value, and the path where it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Path under `system`.
    pub path: Path,
    /// Source of the value.
    pub takes: Takes,
    /// Line number in the mapping, from 1.
    pub line: usize,
}

/// Source of a value in a mapping.
#[derive(Clone, Debug, PartialEq)]
pub enum Takes {
    /// Value of a field of the thing.
    Figure(Word),
    /// Title of a field of the thing.
    Title(Word),
    /// Constant that is written if the thing has a field.
    Where(Value, Word),
    /// Constant that is always written.
    Always(Value),
    /// No value: cancels a line that applies to all kinds.
    Nothing,
}

impl Mapping {
    /// Returns the plan for a kind of thing.
    #[must_use]
    pub fn plan(&self, kind: &str) -> &Plan {
        self.kinds.get(kind).unwrap_or(&self.others)
    }

    /// Iterates over all plans of the mapping.
    pub fn plans(&self) -> impl Iterator<Item = &Plan> {
        self.kinds.values().chain([&self.others])
    }
}

impl Takes {
    /// Parses a value: `price`, `title of stat.*`, `'Number' for stat.*`, `'words'`, `nothing`.
    ///
    /// # Errors
    /// Returns a sentence about the fault.
    pub fn read(text: &str) -> Result<Takes, String> {
        if text == "nothing" {
            return Ok(Takes::Nothing);
        }
        if let Some(word) = text.strip_prefix("title of ") {
            return Word::read(word.trim()).map(Takes::Title);
        }
        let Some(rest) = text.strip_prefix('\'') else { return Word::read(text.trim()).map(Takes::Figure) };
        let unfinished = || format!("`{text}` has no closing `'`");
        let (words, behind) = rest.rsplit_once('\'').ok_or_else(unfinished)?;
        let always = Value::from(words);
        match behind.trim() {
            "" => Ok(Takes::Always(always)),
            behind => match behind.strip_prefix("for ") {
                Some(word) => Word::read(word.trim()).map(|word| Takes::Where(always, word)),
                None => Err(format!("after `'{words}'`, write nothing, or `for` and a figure")),
            },
        }
    }
}

impl Line {
    /// Returns the field that the line uses, with the line number.
    pub(super) fn word(&self) -> Option<(usize, &Word)> {
        match &self.takes {
            Takes::Figure(word) | Takes::Title(word) | Takes::Where(_, word) => Some((self.line, word)),
            Takes::Always(_) | Takes::Nothing => None,
        }
    }

    /// Returns the error of the line if its path does not match its value.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let path = &self.path;
        let each = self.word().map(|(_, word)| word).filter(|word| word.is_each());
        match (each, path.has_star()) {
            (Some(word), false) => Some(format!("`{word}` stands for several figures: put a `*` in `{path}` where their names go")),
            (None, true) if self.takes != Takes::Nothing => {
                Some(format!("`{path}` has a `*`, but its value is one figure: write `stat.*` for several"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_path_takes_is_read_from_a_few_words() {
        let beams = || Word::read("stat.*");
        assert_eq!(Takes::read("stat.*"), beams().map(Takes::Figure));
        assert_eq!(Takes::read("title of stat.*"), beams().map(Takes::Title));
        assert_eq!(Takes::read("'Number' for stat.*"), beams().map(|word| Takes::Where("Number".into(), word)));
        assert_eq!(Takes::read("'it's'"), Ok(Takes::Always("it's".into())));
        assert_eq!(Takes::read("nothing"), Ok(Takes::Nothing));
        for bad in ["", "'Number", "'Number' of price", "title of prise", "'x' for prise", "title"] {
            assert!(Takes::read(bad).is_err() || bad == "title", "{bad}");
        }
    }
}
