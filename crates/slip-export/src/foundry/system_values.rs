//! Values under `system` in a Foundry document.

use super::field_names::Figure;
use super::mapping::{Keys, MappingLine, ValueSource};
use super::{DocumentPlan, FoundryThing, Mapping, RecordField, card_html};
use crate::cards;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Titles that are already used as keys in an object, by the path of the object and the title; each with the figure that uses it.
type Taken = BTreeMap<(Vec<String>, String), (Option<&'static str>, String)>;

/// Returns the values of a thing at their paths under `system`.
pub(super) fn system(thing: &FoundryThing<'_>, plan: &DocumentPlan, mapping: &Mapping) -> Map<String, Value> {
    let mut system = Map::new();
    let mut taken = Taken::new();
    for line in &plan.system {
        for figure in figures(thing, &line.takes) {
            let title = match mapping.keys {
                Keys::Name => figure.title,
                Keys::Base64 => unique(line, &figure, &mut taken),
            };
            let key = match mapping.keys {
                Keys::Name => figure.name,
                Keys::Base64 => STANDARD_NO_PAD.encode(&title),
            };
            let value = if matches!(line.takes, ValueSource::Title(_)) { title.into() } else { figure.value };
            put(&mut system, &line.path.filled(&key), value);
        }
    }
    system
}

/// Returns the values that a line of the mapping takes from a thing, each with the name of its figure.
fn figures(thing: &FoundryThing<'_>, takes: &ValueSource) -> Vec<Figure> {
    let card = || thing.card().map_or_else(String::new, |card| card_html::page(&card, &cards::sheet(thing.pack)));
    let figures = |word: &RecordField| word.figures(thing, &card);
    let always = |value: &Value| Figure { name: String::new(), title: String::new(), value: value.clone() };
    let each = |word: &RecordField, value: &dyn Fn(Value) -> Value| -> Vec<Figure> {
        figures(word).into_iter().map(|figure| Figure { value: value(figure.value), ..figure }).collect()
    };
    match takes {
        ValueSource::Figure(word) | ValueSource::Title(word) => figures(word),
        ValueSource::Or(word, other) => figures(word).into_iter().next().map_or_else(|| vec![always(other)], |figure| vec![figure]),
        ValueSource::Boxes(word) => each(word, &|value| boxes(&value)),
        ValueSource::Html(word) => each(word, &|value| html(&value)),
        ValueSource::Where(always, word) => each(word, &|_| always.clone()),
        ValueSource::Always(value) => vec![always(value)],
        ValueSource::Nothing => Vec::new(),
    }
}

/// Returns the boxes of a track, none of them marked.
fn boxes(value: &Value) -> Value {
    let count = value.as_i64().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    vec![false; count].into()
}

/// Returns a value as HTML, with a paragraph for each line or text.
fn html(value: &Value) -> Value {
    let texts: Vec<String> = match value {
        Value::String(text) => text.lines().map(str::to_owned).collect(),
        Value::Array(texts) => texts.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        other => vec![other.to_string()],
    };
    card_html::paragraphs(&texts).into()
}

/// Returns the title of a figure, with a number if another figure of the same object has that title.
fn unique(line: &MappingLine, figure: &Figure, taken: &mut Taken) -> String {
    let owner = (line.takes.word().and_then(RecordField::family), figure.name.clone());
    let object = line.path.before_star();
    let mut title = figure.title.clone();
    let mut number = 1_usize;
    loop {
        let has = taken.entry((object.clone(), title.clone())).or_insert_with(|| owner.clone());
        if *has == owner {
            return title;
        }
        number += 1;
        title = format!("{} {number}", figure.title);
    }
}

/// Writes a value at a path. The paths of a mapping do not overlap, so no value is overwritten.
fn put(into: &mut Map<String, Value>, path: &[String], value: Value) {
    match path {
        [] => {}
        [last] => {
            into.insert(last.clone(), value);
        }
        [first, rest @ ..] => {
            let inner = into.entry(first.clone()).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}
