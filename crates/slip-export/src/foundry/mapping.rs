//! Mapping from kinds to Foundry documents and their fields.

use super::{Path, Sort, Word};
use serde_json::Value;
use std::collections::BTreeMap;

/// Mapping for an export.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    /// Grouping of cards into journals.
    pub journals: Journals,
    /// Plans by kind.
    pub kinds: BTreeMap<String, Plan>,
    /// Plan for all other kinds.
    pub others: Plan,
}

/// Grouping of cards into journals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Journals {
    /// One journal for every kind of a package.
    #[default]
    Kind,
    /// One journal for every package.
    Package,
    /// No journals.
    None,
}

/// Document to create for a thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Type of the document; without one the thing has only a page in a journal.
    pub document: Option<Sort>,
    /// Name of the document type in the game system.
    pub sort_of_system: String,
    /// Path of the picture.
    pub img: Option<String>,
    /// True if carried gear becomes embedded items.
    pub gear: bool,
    /// Values under `system`.
    pub system: Vec<Line>,
}

/// Value at a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The path.
    pub path: Path,
    /// Source of the value.
    pub takes: Takes,
    /// Line number in the mapping, from 1.
    pub line: usize,
}

/// Source of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Takes {
    /// Field of the thing.
    Figure(Word),
    /// Title of the field.
    Title(Word),
    /// Constant, if the thing has the field.
    Where(Value, Word),
    /// Constant.
    Always(Value),
    /// No value: cancels the setting for all kinds.
    Nothing,
}

impl Mapping {
    /// Returns the plan for a kind.
    #[must_use]
    pub fn plan(&self, kind: &str) -> &Plan {
        self.kinds.get(kind).unwrap_or(&self.others)
    }

    /// Iterates over all plans.
    pub fn plans(&self) -> impl Iterator<Item = &Plan> {
        self.kinds.values().chain([&self.others])
    }
}

impl Takes {
    /// Parses a value: `price`, `title of stat.*`, `'Number' for stat.*`, `'words'`, `nothing`.
    ///
    /// # Errors
    /// A sentence.
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
    /// Returns the field that it uses, with the line number.
    pub(super) fn word(&self) -> Option<(usize, &Word)> {
        match &self.takes {
            Takes::Figure(word) | Takes::Title(word) | Takes::Where(_, word) => Some((self.line, word)),
            Takes::Always(_) | Takes::Nothing => None,
        }
    }

    /// Returns the error if the path does not match its value.
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
