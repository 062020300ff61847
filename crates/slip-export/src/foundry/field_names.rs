//! Names of the fields of an exported record, which are the same as the column heads of tables.

use super::{FoundryThing, card_html};
use crate::cards::{self, CardTitles, bought, spaced};
use crate::exported_tables;
use crate::exported_things::ExportedThing;

use serde_json::Value;
use std::collections::BTreeMap;

/// Names of the fields that have a single value.
const ONES: &[&str] = &[
    "id", "kind", "package", "name", "title", "design", "valid", "tech", "budget", "spent", "price", "upkeep", "fate", "skill", "doc",
    "card",
];
/// Names of the families: groups of values that have names of their own.
const FAMILIES: &[&str] = &["stat", "letter", "code", "word", "refers", "skill", "track", "aspect", "stunt", "consequence"];

/// Value of a field of a thing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    /// Name of the value within its family of fields; empty for fields without a family.
    pub(super) name: String,
    /// Title of the value as on the card, as plain text.
    pub(super) title: String,
    /// The value itself.
    pub(super) value: Value,
}

/// Name of a field or family of a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordField {
    /// Field with at most one value: `price`.
    One(&'static str),
    /// List of texts: `aspects`.
    List(&'static str),
    /// One value of a family of fields: `track.frame`.
    Of(&'static str, String),
    /// All values of a family of fields: `track.*`.
    Each(&'static str),
}

impl RecordField {
    /// Parses the name of a field.
    ///
    /// # Errors
    /// A sentence with the nearest known name, if there is one.
    pub fn read(text: &str) -> Result<RecordField, String> {
        let known = |words: &[&'static str], text: &str| words.iter().copied().find(|word| *word == text);
        let Some((family, name)) = text.split_once('.') else {
            let one = known(ONES, text).map(RecordField::One).or_else(|| known(exported_tables::LISTS, text).map(RecordField::List));
            return one.ok_or_else(|| {
                let family = known(FAMILIES, text).map(|family| format!("; write `{family}.NAME`, or `{family}.*`"));
                let near = || slip_suggest::nearest(text, ONES.iter().chain(exported_tables::LISTS).copied());
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
            "*" => Ok(RecordField::Each(of)),
            _ if !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_') => {
                Ok(RecordField::Of(of, name.to_owned()))
            }
            _ => Err(format!("`{text}` is not a figure; after `{of}.`, write a name, or `*` for all of them")),
        }
    }

    /// Returns the family and the name in it, if the field name has both.
    #[must_use]
    pub fn named(&self) -> Option<(&'static str, &str)> {
        match self {
            RecordField::Of(family, name) => Some((family, name)),
            _ => None,
        }
    }

    /// Returns the family of the field, such as `stat` or `track`; `None` if the field belongs to no family.
    #[must_use]
    pub fn family(&self) -> Option<&'static str> {
        match self {
            RecordField::Of(family, _) | RecordField::Each(family) => Some(family),
            RecordField::One(_) | RecordField::List(_) => None,
        }
    }

    /// True if the field name is `FAMILY.*`, which means all values of the family.
    #[must_use]
    pub fn is_each(&self) -> bool {
        matches!(self, RecordField::Each(_))
    }

    /// Returns the values of the field in a thing; `card` returns the card's text.
    pub(super) fn figures(&self, thing: &FoundryThing<'_>, card: &dyn Fn() -> String) -> Vec<Figure> {
        let record = &thing.record;
        let single = |word: &str, value: Option<Value>| {
            let figure = |value| Figure { name: String::new(), title: spaced(word), value };
            value.map(figure).into_iter().collect()
        };
        match self {
            RecordField::One("card") => single("card", Some(card().into())),
            RecordField::One(word) => single(word, one(record, word)),
            RecordField::List(word) => {
                single(word, Some(exported_tables::list(record, word).into()).filter(|list| *list != Value::Array(Vec::new())))
            }
            RecordField::Of(family, name) => family_of(thing, family).into_iter().filter(|figure| figure.name == *name).collect(),
            RecordField::Each(family) => family_of(thing, family),
        }
    }
}

impl std::fmt::Display for RecordField {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordField::One(word) | RecordField::List(word) => out.write_str(word),
            RecordField::Of(family, name) => write!(out, "{family}.{name}"),
            RecordField::Each(family) => write!(out, "{family}.*"),
        }
    }
}

/// Returns the value of a field that has a single value; `None` if the record does not have it.
fn one(record: &ExportedThing, word: &str) -> Option<Value> {
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

fn family_of(thing: &FoundryThing<'_>, family: &str) -> Vec<Figure> {
    let record = &thing.record;
    let words = CardTitles { pack: thing.pack, design: thing.item().and_then(|item| thing.pack.design_of(item)), effects: false };
    let figure = |name: &str, value: Value| Figure { name: name.to_owned(), title: card_html::plain(&title(family, name, words)), value };
    let numbers = |of: &BTreeMap<String, i32>| of.iter().map(|(name, rank)| figure(name, Value::from(*rank))).collect();
    let texts = |of: &BTreeMap<String, String>| of.iter().map(|(name, text)| figure(name, Value::from(text.as_str()))).collect();
    match family {
        "stat" => numbers(&record.stats),
        "skill" => numbers(&record.skills),
        "track" => numbers(&record.tracks),
        "letter" => texts(&record.letters),
        "code" => texts(&record.codes),
        "word" => texts(&record.words),
        "refers" => texts(&record.refers),
        "aspect" => record.aspects.iter().zip(1_usize..).map(|(text, at)| figure(&at.to_string(), card_html::plain(text).into())).collect(),
        "stunt" => stunts(record, words),
        "consequence" => consequences(record, words),
        _ => Vec::new(),
    }
}

/// Returns the title of a value of a family, as on the card.
fn title(family: &str, name: &str, words: CardTitles<'_>) -> String {
    match family {
        "skill" => words.skill(name),
        "stat" | "letter" if words.line("stat", name).is_none() => words.title("flag", name),
        "stat" | "letter" => words.title("stat", name),
        "track" => words.title("track", name),
        "word" => words.title("choice", name),
        "aspect" => format!("Aspect {name}"),
        _ => spaced(name),
    }
}

/// Returns the stunts of a thing with their descriptions as HTML. A stunt may be bought several times with different arguments; the names
/// of the later purchases then end in a number.
fn stunts(record: &ExportedThing, words: CardTitles<'_>) -> Vec<Figure> {
    let mut seen = BTreeMap::new();
    let stunts = record.stunts.iter().map(|stunt| Figure {
        name: numbered(&stunt.name, &mut seen),
        title: card_html::plain(&bought(&stunt.title, &stunt.args, stunt.count)),
        value: card_html::paragraphs(&cards::paragraphs(words.stunt(&stunt.name))).into(),
    });
    stunts.collect()
}

/// Returns the consequence slots of a thing, each with the shifts that it takes off a hit.
fn consequences(record: &ExportedThing, words: CardTitles<'_>) -> Vec<Figure> {
    let mut seen = BTreeMap::new();
    let slot = |grade: &String| {
        let worth = match grade.as_str() {
            "mild" => words.pack.rules.int("mild", 1),
            "moderate" => words.pack.rules.int("moderate", 2),
            "severe" => words.pack.rules.int("severe", 4),
            _ => 0,
        };
        let name = numbered(grade, &mut seen);
        Figure { title: card_html::plain(&format!("{} consequence", spaced(grade))), name, value: worth.into() }
    };
    record.consequences.iter().map(slot).collect()
}

/// Returns a name with a number behind it if it was seen before: `mild`, `mild_2`.
fn numbered(name: &str, seen: &mut BTreeMap<String, usize>) -> String {
    let count = seen.entry(name.to_owned()).or_insert(0);
    *count += 1;
    if *count == 1 { name.to_owned() } else { format!("{name}_{count}") }
}

/// Returns the names that a thing has in a family.
pub(super) fn names(thing: &FoundryThing<'_>, family: &str) -> Vec<String> {
    family_of(thing, family).into_iter().map(|figure| figure.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_called_as_its_column_is() {
        assert_eq!(RecordField::read("price"), Ok(RecordField::One("price")));
        assert_eq!(RecordField::read("aspects"), Ok(RecordField::List("aspects")));
        assert_eq!(RecordField::read("track.frame"), Ok(RecordField::Of("track", "frame".to_owned())));
        assert_eq!(RecordField::read("stat.*"), Ok(RecordField::Each("stat")));
        let wrong = |text: &str| RecordField::read(text).err().unwrap_or_default();
        assert_eq!(wrong("prise"), "`prise` is not a figure; did you mean `price`?");
        assert_eq!(wrong("stats.beam"), "`stats.beam` is not a figure; did you mean `stat.beam`?");
        assert_eq!(wrong("stat"), "`stat` is not a figure; write `stat.NAME`, or `stat.*`");
        assert!(wrong("stat.").contains("write a name"));
        assert!(wrong("hull.frame").contains("stat, letter"));
    }
}
