//! Mapping of each kind of thing to a Foundry document and the fields in it.

use super::{DocumentType, FoundryPath, RecordField};
use serde_json::Value;
use std::collections::BTreeMap;

/// Mapping for an export to Foundry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    /// Grouping of the cards into journals.
    pub journals: Journals,
    /// Kind of keys that replace a `*` in a path.
    pub keys: Keys,
    /// Plans for documents, by kind of thing.
    pub kinds: BTreeMap<String, DocumentPlan>,
    /// Plan for things of all other kinds.
    pub others: DocumentPlan,
}

/// Grouping of cards into journals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Journals {
    /// One journal for each kind of thing in a package.
    #[default]
    Kind,
    /// One journal for every package.
    Package,
    /// No journals.
    None,
}

/// Kind of keys that replace a `*` in a path: one entry is written for each key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// Name of the figure: `beam`.
    #[default]
    Name,
    /// Title of the figure in Base64 without padding, the form of keys in Fate Core Official. Titles are unique in their object.
    Base64,
}

/// Plan for the document of a thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentPlan {
    /// Type of the document; without one the thing has only a page in a journal.
    pub document: Option<DocumentType>,
    /// Name of the document type in the game system.
    pub sort_of_system: String,
    /// Path of the document's picture.
    pub img: Option<String>,
    /// True if carried gear becomes items that are embedded in the document.
    pub gear: bool,
    /// Values to write under `system`.
    pub system: Vec<MappingLine>,
}

/// Line of a mapping: a value, and the path where it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct MappingLine {
    /// Path under `system`.
    pub path: FoundryPath,
    /// Source of the value.
    pub takes: ValueSource,
    /// Line number in the mapping, from 1.
    pub line: usize,
}

/// Source of a value in a mapping.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueSource {
    /// Value of a field of the thing.
    Figure(RecordField),
    /// Title of a field of the thing.
    Title(RecordField),
    /// Value of a field of the thing as HTML, a paragraph for each line.
    Html(RecordField),
    /// Boxes of a track, none of them marked: a list with `false` for each.
    Boxes(RecordField),
    /// Value of a field of the thing, or a constant if the thing does not have it.
    Or(RecordField, Value),
    /// Constant that is written if the thing has a field.
    Where(Value, RecordField),
    /// Constant that is always written.
    Always(Value),
    /// No value. Cancels, for one kind of thing, a line that applies to all kinds.
    Nothing,
}

impl Mapping {
    /// Returns the plan for a kind of thing.
    #[must_use]
    pub fn plan(&self, kind: &str) -> &DocumentPlan {
        self.kinds.get(kind).unwrap_or(&self.others)
    }

    /// Iterates over all plans of the mapping.
    pub fn plans(&self) -> impl Iterator<Item = &DocumentPlan> {
        self.kinds.values().chain([&self.others])
    }
}

impl ValueSource {
    /// Parses a value: `price`, `title of stat.*`, `boxes of track.*`, `'Number' for stat.*`, `fate or 0`, `'words'`, `nothing`.
    ///
    /// # Errors
    /// Returns a sentence about the fault.
    pub fn read(text: &str) -> Result<ValueSource, String> {
        if text == "nothing" {
            return Ok(ValueSource::Nothing);
        }
        if let Some(word) = text.strip_prefix("title of ") {
            return RecordField::read(word.trim()).map(ValueSource::Title);
        }
        if let Some(word) = text.strip_prefix("html of ") {
            return RecordField::read(word.trim()).map(ValueSource::Html);
        }
        if let Some(word) = text.strip_prefix("boxes of ") {
            return RecordField::read(word.trim()).map(ValueSource::Boxes);
        }
        if let Some((word, other)) = text.split_once(" or ").filter(|_| !text.starts_with('\'')) {
            let Some(other) = constant(other.trim()) else {
                return Err(format!("after `{word} or`, write a whole number, `true`, `false` or `'words'`"));
            };
            return RecordField::read(word.trim()).map(|word| ValueSource::Or(word, other));
        }
        if let Some(rest) = text.strip_prefix('\'') {
            let unfinished = || format!("`{text}` has no closing `'`");
            let (words, behind) = rest.rsplit_once('\'').ok_or_else(unfinished)?;
            return match behind.trim() {
                "" => Ok(ValueSource::Always(words.into())),
                behind => match behind.strip_prefix("for ") {
                    Some(word) => RecordField::read(word.trim()).map(|word| ValueSource::Where(words.into(), word)),
                    None => Err(format!("after `'{words}'`, write nothing, or `for` and a figure")),
                },
            };
        }
        match text.split_once(" for ").and_then(|(value, word)| Some((constant(value.trim())?, word))) {
            Some((value, word)) => RecordField::read(word.trim()).map(|word| ValueSource::Where(value, word)),
            None => RecordField::read(text.trim()).map(ValueSource::Figure),
        }
    }

    /// Returns the field that the value is taken from.
    #[must_use]
    pub fn word(&self) -> Option<&RecordField> {
        match self {
            ValueSource::Figure(word)
            | ValueSource::Title(word)
            | ValueSource::Html(word)
            | ValueSource::Boxes(word)
            | ValueSource::Or(word, _) => Some(word),
            ValueSource::Where(_, word) => Some(word),
            ValueSource::Always(_) | ValueSource::Nothing => None,
        }
    }
}

/// Parses a constant: a whole number, `true`, `false` or `'words'`.
fn constant(text: &str) -> Option<Value> {
    let words = || text.strip_prefix('\'')?.strip_suffix('\'').map(Value::from);
    let number = || text.parse::<i64>().ok().map(Value::from);
    let bool = || text.parse::<bool>().ok().map(Value::from);
    words().or_else(number).or_else(bool)
}

impl MappingLine {
    /// Returns the field that the line uses, with the line number.
    pub(super) fn word(&self) -> Option<(usize, &RecordField)> {
        self.takes.word().map(|word| (self.line, word))
    }

    /// True if two lines never write to the same field, although both paths have a `*` at the same place. For this, their figures must be
    /// of different families, and the mapping must make the keys of figures from their titles.
    #[must_use]
    pub fn has_own_entries(&self, other: &MappingLine, keys: Keys) -> bool {
        let family = |line: &MappingLine| line.takes.word().and_then(RecordField::family);
        let both_star = self.path.has_star() && other.path.has_star();
        keys == Keys::Base64 && both_star && self.path.before_star() == other.path.before_star() && family(self) != family(other)
    }

    /// Returns the fault if the path of the line and its value do not fit together; `None` if they do.
    #[must_use]
    pub fn fault(&self, keys: Keys) -> Option<String> {
        let path = &self.path;
        let each = self.takes.word().filter(|word| word.is_each());
        if let (ValueSource::Boxes(word), false) = (&self.takes, self.takes.word().and_then(RecordField::family) == Some("track")) {
            return Some(format!("`boxes of {word}`: only a track has boxes, such as `boxes of track.*`"));
        }
        if let (ValueSource::Or(word, _), Some(_)) = (&self.takes, each) {
            return Some(format!("`{word}` stands for several figures, and `or` is for one: write `'words' for {word}`"));
        }
        if keys == Keys::Base64 && path.has_star() && !path.has_whole_star() {
            return Some(format!("`{path}` has more than a `*` between two points, which `keys = \"base64\"` does not allow"));
        }
        match (each, path.has_star()) {
            (Some(word), false) => Some(format!("`{word}` stands for several figures: put a `*` in `{path}` where their names go")),
            (None, true) if self.takes != ValueSource::Nothing => {
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
        let beams = || RecordField::read("stat.*");
        assert_eq!(ValueSource::read("stat.*"), beams().map(ValueSource::Figure));
        assert_eq!(ValueSource::read("title of stat.*"), beams().map(ValueSource::Title));
        assert_eq!(ValueSource::read("'Number' for stat.*"), beams().map(|word| ValueSource::Where("Number".into(), word)));
        assert_eq!(ValueSource::read("boxes of stat.*"), beams().map(ValueSource::Boxes));
        assert_eq!(ValueSource::read("html of stat.*"), beams().map(ValueSource::Html));
        assert_eq!(ValueSource::read("true for stat.*"), beams().map(|word| ValueSource::Where(true.into(), word)));
        assert_eq!(ValueSource::read("-1 for stat.*"), beams().map(|word| ValueSource::Where((-1).into(), word)));
        assert_eq!(ValueSource::read("fate or 0"), RecordField::read("fate").map(|word| ValueSource::Or(word, 0.into())));
        assert_eq!(ValueSource::read("'one or two'"), Ok(ValueSource::Always("one or two".into())));
        assert_eq!(ValueSource::read("'it's'"), Ok(ValueSource::Always("it's".into())));
        assert_eq!(ValueSource::read("nothing"), Ok(ValueSource::Nothing));
        for bad in
            ["", "'Number", "'Number' of price", "title of prise", "'x' for prise", "title", "fate or", "fate or none", "yes for price"]
        {
            assert!(ValueSource::read(bad).is_err() || bad == "title", "{bad}");
        }
    }
}
