//! Things of a package by kind and name, and what becomes of each. Floor 5.

use super::version::Bump;
use super::walk::walk;
use super::{Category, Change};
use crate::pack::item::{Item, Mode};
use crate::pack::{Name, Pack};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A thing by its kind and name.
type Key = (String, String);
type Sections = BTreeMap<Key, Value>;

pub(super) fn compare(old: &Pack, new: &Pack) -> Vec<Change> {
    let (before, after) = (sections(old), sections(new));
    let mut changes = Vec::new();
    for ((kind, name), value) in &before {
        match after.get(&(kind.clone(), name.clone())) {
            Some(other) => walk(kind, name, value, other, &mut changes),
            None => changes.push(gone(kind, name, value, new, &before, &after)),
        }
    }
    for (kind, name) in after.keys().filter(|key| !before.contains_key(*key)) {
        changes.push(Change { asks: Bump::Minor, ..identity(kind, name, "is new") });
    }
    changes
}

fn identity(kind: &str, name: &str, what: impl Into<String>) -> Change {
    Change { category: Category::Identity, kind: kind.to_owned(), name: name.to_owned(), what: what.into(), asks: Bump::Major }
}

/// What became of a thing whose name is gone.
fn gone(kind: &str, name: &str, value: &Value, new: &Pack, before: &Sections, after: &Sections) -> Change {
    if let Some(target) = alias(new, kind, name) {
        return Change { asks: Bump::Minor, ..identity(kind, name, format!("is called `{target}` now; an alias keeps the old name")) };
    }
    let mut fresh = after.iter().filter(|(key, _)| key.0 == kind && !before.contains_key(*key));
    match fresh.find(|(_, other)| is_same(value, other)) {
        Some(((_, now), _)) => identity(kind, name, format!("is called `{now}` now, and no alias keeps the old name")),
        None => identity(kind, name, "is gone"),
    }
}

/// What an old name of the package stands for.
fn alias<'p>(pack: &'p Pack, kind: &str, name: &str) -> Option<&'p str> {
    let known = pack.aliases.get(kind)?;
    known.get(&crate::pack::key(&pack.package.name, name)).map(|target| target.rsplit('.').next().unwrap_or(target))
}

/// Whether two things differ in their names alone.
fn is_same(one: &Value, other: &Value) -> bool {
    let bare = |value: &Value| {
        let mut value = value.clone();
        if let Value::Object(fields) = &mut value {
            ["name", "title", "place", "ledger"].iter().for_each(|key| drop(fields.remove(*key)));
        }
        value
    };
    bare(one) == bare(other)
}

/// Everything that the package itself declares.
fn sections(pack: &Pack) -> Sections {
    let mut all = Sections::new();
    let own = pack.package.name.clone();
    for (kind, items) in &pack.items {
        for item in items.values().filter(|item| item.package == own) {
            all.insert((kind.to_string(), item.name.to_string()), thing(item));
        }
    }
    let mut section = Section { own: &own, all: &mut all };
    section.take("skill", &pack.skills);
    section.take("station", &pack.stations);
    section.take("map", &pack.maps);
    section.take("cluster", &pack.clusters);
    section.take("platoon", &pack.platoons);
    section.take("party", &pack.parties);
    section.take("background", &pack.backgrounds);
    section.take("encounter", &pack.encounters);
    section.take("scenario", &pack.scenarios);
    section.take("table", &pack.tables);
    for (kind, declarations) in &pack.declarations {
        section.take(kind, declarations);
    }
    let whole = |value: Value| ("package".to_owned(), String::new(), value);
    let mut about = serde_json::to_value(&pack.package).unwrap_or_default();
    if let Value::Object(fields) = &mut about {
        // The version says what the changes are; it is none itself.
        fields.remove("version");
        fields.remove("name");
        fields.insert("rules".to_owned(), serde_json::to_value(&pack.rules).unwrap_or_default());
    }
    let (kind, name, value) = whole(about);
    all.insert((kind, name), value);
    all
}

struct Section<'a> {
    own: &'a str,
    all: &'a mut Sections,
}

impl Section<'_> {
    fn take<T: Serialize>(&mut self, kind: &str, things: &BTreeMap<Name, T>) {
        let of_package = |key: &Name| key.strip_prefix(self.own).and_then(|rest| rest.strip_prefix('.')).map(str::to_owned);
        let found: Vec<(String, Value)> =
            things.iter().filter_map(|(key, thing)| Some((of_package(key)?, serde_json::to_value(thing).unwrap_or_default()))).collect();
        self.all.extend(found.into_iter().map(|(name, value)| ((kind.to_owned(), name), value)));
    }
}

/// A built thing with its effects as lines that people can read.
fn thing(item: &Item) -> Value {
    let lines = |effects: &[std::sync::Arc<crate::pack::effect::Effect>]| {
        Value::Array(effects.iter().map(|effect| Value::String(effect.to_string())).collect())
    };
    let mode = |mode: &Mode| {
        let mut value = serde_json::to_value(mode).unwrap_or_default();
        if let Value::Object(fields) = &mut value {
            fields.insert("effects".to_owned(), lines(&mode.effects));
        }
        value
    };
    let mut value = serde_json::to_value(item).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        fields.insert("effects".to_owned(), lines(&item.effects));
        fields.insert("modes".to_owned(), Value::Array(item.modes.iter().map(mode).collect()));
        // Which box of a consequence is of which grade is told by how many there are.
        fields.insert("consequences".to_owned(), Value::from(item.consequences.join(", ")));
    }
    value
}
