//! Names of the fields of an exported record, which are the same as the column heads of tables.

use crate::record::Record;
use crate::record_tables;

use serde_json::Value;
use std::collections::BTreeMap;

/// Names of the fields that have a single value.
const ONES: &[&str] = &[
    "id", "kind", "package", "name", "title", "design", "valid", "tech", "budget", "spent", "price", "upkeep", "fate", "skill", "doc",
    "card",
];
/// Names of the families: groups of values that have names of their own.
const FAMILIES: &[&str] = &["stat", "letter", "code", "word", "refers", "skill", "track"];

/// Name of a field or family of a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// Field with at most one value: `price`.
    One(&'static str),
    /// List of texts: `aspects`.
    List(&'static str),
    /// One value of a family of fields: `track.frame`.
    Of(&'static str, String),
    /// All values of a family of fields: `track.*`.
    Each(&'static str),
}

impl Word {
    /// Parses the name of a field.
    ///
    /// # Errors
    /// A sentence with the nearest known name, if there is one.
    pub fn read(text: &str) -> Result<Word, String> {
        let known = |words: &[&'static str], text: &str| words.iter().copied().find(|word| *word == text);
        let Some((family, name)) = text.split_once('.') else {
            let one = known(ONES, text).map(Word::One).or_else(|| known(record_tables::LISTS, text).map(Word::List));
            return one.ok_or_else(|| {
                let family = known(FAMILIES, text).map(|family| format!("; write `{family}.NAME`, or `{family}.*`"));
                let near = || slip_suggest::nearest(text, ONES.iter().chain(record_tables::LISTS).copied());
                let near = || near().map(|near| format!("; did you mean `{near}`?"));
                format!("`{text}` is not a figure{}", family.or_else(near).unwrap_or_default())
            });
        };
        let Some(of) = known(FAMILIES, family) else {
            let near = slip_suggest::nearest(family, FAMILIES.iter().copied());
            let near = near.map_or_else(
                || format!("; before the point, write {}", slip_suggest::alternatives(FAMILIES.iter().copied())),
                |near| format!("; did you mean `{near}.{name}`?"),
            );
            return Err(format!("`{text}` is not a figure{near}"));
        };
        match name {
            "*" => Ok(Word::Each(of)),
            _ if !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_') => {
                Ok(Word::Of(of, name.to_owned()))
            }
            _ => Err(format!("`{text}` is not a figure; after `{of}.`, write a name, or `*` for all of them")),
        }
    }

    /// Returns the family and the name in it, if the field name has both.
    #[must_use]
    pub fn named(&self) -> Option<(&'static str, &str)> {
        match self {
            Word::Of(family, name) => Some((family, name)),
            _ => None,
        }
    }

    /// Returns the family and the name in it, or only the name if the field belongs to no family. `each` is the name to use for `*`.
    pub(super) fn parts<'w>(&'w self, each: &'w str) -> (Option<&'static str>, &'w str) {
        match self {
            Word::One(word) | Word::List(word) => (None, word),
            Word::Of(family, name) => (Some(family), name),
            Word::Each(family) => (Some(family), each),
        }
    }

    /// True if the field name stands for all values of a family.
    #[must_use]
    pub fn is_each(&self) -> bool {
        matches!(self, Word::Each(_))
    }

    /// Returns the values of the field in a record, each with the name to use for `*`; `card` returns the card's text.
    pub(super) fn figures(&self, record: &Record, card: &dyn Fn() -> String) -> Vec<(String, Value)> {
        let single = |value: Option<Value>| value.map(|value| (String::new(), value)).into_iter().collect();
        match self {
            Word::One("card") => single(Some(card().into())),
            Word::One(word) => single(one(record, word)),
            Word::List(word) => single(Some(record_tables::list(record, word).into()).filter(|list| *list != Value::Array(Vec::new()))),
            Word::Of(family, name) => single(family_of(record, family).remove(name.as_str())),
            Word::Each(family) => family_of(record, family).into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }
}

impl std::fmt::Display for Word {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Word::One(word) | Word::List(word) => out.write_str(word),
            Word::Of(family, name) => write!(out, "{family}.{name}"),
            Word::Each(family) => write!(out, "{family}.*"),
        }
    }
}

/// Returns the value of a field that has a single value; `None` if the record does not have it.
fn one(record: &Record, word: &str) -> Option<Value> {
    let text = |text: &str| (!text.is_empty()).then(|| Value::from(text));
    let number = |number: Option<i32>| number.map(Value::from);
    match word {
        "id" => text(&record.id),
        "kind" => text(&record.kind),
        "package" => text(&record.package),
        "name" => text(&record.name),
        "title" => text(&record.title),
        "design" => text(&record.design),
        "doc" => text(&record.doc),
        "skill" => text(&record.skill),
        "valid" => Some(record.valid.into()),
        "tech" => number(record.tech),
        "budget" => number(record.budget),
        "spent" => number(record.spent),
        "price" => number(record.price),
        "upkeep" => number(record.upkeep),
        "fate" => number(record.fate),
        _ => None,
    }
}

fn family_of<'r>(record: &'r Record, family: &str) -> BTreeMap<&'r str, Value> {
    let numbers = |of: &'r BTreeMap<String, i32>| of.iter().map(|(name, rank)| (name.as_str(), Value::from(*rank))).collect();
    let texts = |of: &'r BTreeMap<String, String>| of.iter().map(|(name, text)| (name.as_str(), Value::from(text.as_str()))).collect();
    match family {
        "stat" => numbers(&record.stats),
        "skill" => numbers(&record.skills),
        "track" => numbers(&record.tracks),
        "letter" => texts(&record.letters),
        "code" => texts(&record.codes),
        "word" => texts(&record.words),
        "refers" => texts(&record.refers),
        _ => BTreeMap::new(),
    }
}

/// Returns the names that a record has in a family.
pub(super) fn names<'r>(record: &'r Record, family: &str) -> Vec<&'r str> {
    family_of(record, family).into_keys().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_called_as_its_column_is() {
        assert_eq!(Word::read("price"), Ok(Word::One("price")));
        assert_eq!(Word::read("aspects"), Ok(Word::List("aspects")));
        assert_eq!(Word::read("track.frame"), Ok(Word::Of("track", "frame".to_owned())));
        assert_eq!(Word::read("stat.*"), Ok(Word::Each("stat")));
        let wrong = |text: &str| Word::read(text).err().unwrap_or_default();
        assert_eq!(wrong("prise"), "`prise` is not a figure; did you mean `price`?");
        assert_eq!(wrong("stats.beam"), "`stats.beam` is not a figure; did you mean `stat.beam`?");
        assert_eq!(wrong("stat"), "`stat` is not a figure; write `stat.NAME`, or `stat.*`");
        assert!(wrong("stat.").contains("write a name"));
        assert!(wrong("hull.frame").contains("stat, letter"));
    }
}
