//! Values under `system` in a Foundry document.

use super::mapping::{Line, Takes};
use super::{Thing, Word, page};
use crate::cards::{self, Words};
use serde_json::{Map, Value};

/// Returns the values of a thing at their paths under `system`.
pub(super) fn system(thing: &Thing<'_>, lines: &[Line]) -> Map<String, Value> {
    let mut system = Map::new();
    for line in lines {
        for (name, value) in values(thing, &line.takes) {
            put(&mut system, &line.path.filled(&name), value);
        }
    }
    system
}

fn values(thing: &Thing<'_>, takes: &Takes) -> Vec<(String, Value)> {
    let card = || thing.card().map_or_else(String::new, |card| page::page(&card, &cards::sheet(thing.pack)));
    let figures = |word: &Word| word.figures(&thing.record, &card);
    match takes {
        Takes::Figure(word) => figures(word),
        Takes::Title(word) => figures(word).into_iter().map(|(name, _)| (name.clone(), title(thing, word, &name).into())).collect(),
        Takes::Where(always, word) => figures(word).into_iter().map(|(name, _)| (name, always.clone())).collect(),
        Takes::Always(always) => vec![(String::new(), always.clone())],
        Takes::Nothing => Vec::new(),
    }
}

/// Returns the title of a field, as on the card.
fn title(thing: &Thing<'_>, word: &Word, each: &str) -> String {
    let words = Words { pack: thing.pack, design: thing.item().and_then(|item| thing.pack.design_of(item)), effects: false };
    match word.parts(each) {
        (Some("skill"), name) => words.skill(name),
        (Some("stat" | "letter"), name) if words.line("stat", name).is_none() => words.title("flag", name),
        (Some("stat" | "letter"), name) => words.title("stat", name),
        (Some("track"), name) => words.title("track", name),
        (Some("word"), name) => words.title("choice", name),
        (_, name) => cards::spaced(name),
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
