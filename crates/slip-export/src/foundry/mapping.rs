//! Which kind becomes which document, and what stands where in it.

use super::{Path, Sort, Word};
use serde_json::Value;
use std::collections::BTreeMap;

/// What documents are made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    /// How cards are bound.
    pub journals: Journals,
    /// What a kind becomes.
    pub kinds: BTreeMap<String, Plan>,
    /// What all other kinds become.
    pub others: Plan,
}

/// How cards are bound to journals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Journals {
    /// One for every kind of a package.
    #[default]
    Kind,
    /// One for every package.
    Package,
    /// There are none.
    None,
}

/// What a thing becomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The sort of its document; without one it has a page in a journal and no more.
    pub document: Option<Sort>,
    /// What the game system calls such documents.
    pub sort_of_system: String,
    /// Its picture.
    pub img: Option<String>,
    /// Whether what it carries becomes items of its own.
    pub gear: bool,
    /// What stands under `system`.
    pub system: Vec<Line>,
}

/// What stands at a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The path.
    pub path: Path,
    /// What it is.
    pub takes: Takes,
    /// The line of the mapping that says so, from 1.
    pub line: usize,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Takes {
    /// A figure of the thing.
    Figure(Word),
    /// What the figure is called, as people read it.
    Title(Word),
    /// Always the same, where the thing has the figure.
    Where(Value, Word),
    /// Always the same.
    Always(Value),
    /// Nothing: what is said for all kinds does not hold for this one.
    Nothing,
}

impl Mapping {
    /// What a kind becomes.
    #[must_use]
    pub fn plan(&self, kind: &str) -> &Plan {
        self.kinds.get(kind).unwrap_or(&self.others)
    }

    /// Every plan.
    pub fn plans(&self) -> impl Iterator<Item = &Plan> {
        self.kinds.values().chain([&self.others])
    }
}

impl Takes {
    /// Reads what stands in quotes behind a path: `price`, `title of stat.*`, `'Number' for stat.*`, `'words'`, `nothing`.
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
        let unfinished = || format!("`{text}` has no second `'`");
        let (words, behind) = rest.rsplit_once('\'').ok_or_else(unfinished)?;
        let always = Value::from(words);
        match behind.trim() {
            "" => Ok(Takes::Always(always)),
            behind => match behind.strip_prefix("for ") {
                Some(word) => Word::read(word.trim()).map(|word| Takes::Where(always, word)),
                None => Err(format!("behind `'{words}'` stands nothing, or `for` and a figure")),
            },
        }
    }
}

impl Line {
    /// The figure that it asks for, with its line.
    pub(super) fn word(&self) -> Option<(usize, &Word)> {
        match &self.takes {
            Takes::Figure(word) | Takes::Title(word) | Takes::Where(_, word) => Some((self.line, word)),
            Takes::Always(_) | Takes::Nothing => None,
        }
    }

    /// What is wrong with the path for what it takes.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let path = &self.path;
        let each = self.word().map(|(_, word)| word).filter(|word| word.is_each());
        match (each, path.has_star()) {
            (Some(word), false) => Some(format!("`{word}` is several figures: `{path}` needs a `*` where their names go")),
            (None, true) if self.takes != Takes::Nothing => {
                Some(format!("`{path}` has a `*`, and what it takes is one figure: several are written `stat.*`"))
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
