//! Compares the things of two versions of a package by kind and name, and reports things that are new, removed, renamed or changed.

use super::aliases::Renamed;
use super::compare_fields::{phrase, walk};
use super::names_for_indices;
use super::version_step::Bump;
use super::{Category, PackageChange};
use crate::hash::forget_places;
use crate::item::{BuiltItem, Mode};
use crate::{Name, Pack};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Kind and name of a thing.
type Key = (String, String);
type Sections = BTreeMap<Key, Value>;

/// Things of other packages that house rules of this package change, by kind and key.
type Patched<'p> = BTreeSet<(&'p str, &'p str)>;

pub(super) fn compare(old: &Pack, new: &Pack) -> Vec<PackageChange> {
    let target = |kind: &str, key| new.aliases.get(kind).and_then(|of_kind| of_kind.get(key)).map(Name::as_str);
    let by_name = [old, new].into_iter().flat_map(patched);
    let patched: Patched<'_> = by_name.flat_map(|(kind, key)| [Some((kind, key)), Some(kind).zip(target(kind, key))]).flatten().collect();
    let (mut before, mut after) = (sections(old, &patched), sections(new, &patched));
    let mut changes: Vec<PackageChange> = rules(old, new).into_iter().collect();
    let (was, is) = (old.package.name.as_str(), new.package.name.as_str());
    if was != is {
        before.values_mut().for_each(|value| rename(value, was, is));
        // Other packages cannot refer to a package without a name. A new name is therefore reported only if the package had an old one.
        if !was.is_empty() && !is.is_empty() {
            changes.push(identity("package", "", format!("is now called `{is}`, and the old name no longer works")));
        }
    }
    let living: Vec<Key> = after.keys().cloned().collect();
    let renames = Renamed::of(new, &living.iter().map(|(_, name)| name.as_str()).collect());
    before.values_mut().chain(after.values_mut()).for_each(|value| renames.settle(value));
    // In the old version, the keys of renamed things are replaced by the new ones, so that both versions have the same keys.
    let before: Sections =
        before.into_iter().map(|((kind, name), value)| ((kind.clone(), renames.now(&kind, &name).to_owned()), value)).collect();
    changes.extend(aliases(old, new, &before, &after, &renames));
    // A renamed thing is reported once, with its old name, and not as new.
    let mut renamed: BTreeSet<(&str, String)> = BTreeSet::new();
    let mut fresh: Option<NewThings<'_>> = None;
    for (key, value) in &before {
        let (kind, name) = key;
        if let Some(other) = after.get(key) {
            let from = changes.len();
            walk(kind, name, value, other, &mut changes);
            if patched.contains(&(kind.as_str(), name.as_str())) {
                let found = changes.split_off(from);
                changes.extend(patch_change(old, new, (kind, name), &found));
                changes.extend(found);
            }
        } else if patched.contains(&(kind.as_str(), name.as_str())) {
            changes.push(house(kind, name, "no longer has house rules"));
        } else if let Some(target) = alias(new, kind, name) {
            let now = own(new, target).unwrap_or(target);
            let what = format!("is now called `{now}`; an alias keeps the old name");
            changes.push(PackageChange { asks: Bump::Minor, ..identity(kind, name, what) });
            let key = (kind.clone(), now.to_owned());
            // If the target of the alias already existed in the old version, the old thing was not renamed to it.
            if let Some(other) = after.get(&key) {
                let is_another = before.contains_key(&key) || !renamed.insert((kind.as_str(), now.to_owned()));
                walk(kind, if is_another { name } else { now }, value, other, &mut changes);
            }
        } else {
            let fresh = fresh.get_or_insert_with(|| NewThings::of(&before, &after));
            let (change, now) = gone(kind, name, value, fresh);
            changes.push(change);
            renamed.extend(now.map(|now| (kind.as_str(), now)));
        }
    }
    let is_new = |key: &&Key| !before.contains_key(*key) && !renamed.contains(&(key.0.as_str(), key.1.clone()));
    for (kind, name) in after.keys().filter(is_new) {
        changes.push(if patched.contains(&(kind.as_str(), name.as_str())) {
            house(kind, name, "now has house rules")
        } else {
            PackageChange { asks: Bump::Minor, ..identity(kind, name, "is new") }
        });
        let waivers = after.get(&(kind.clone(), name.clone())).map(waivers).unwrap_or_default();
        changes.extend(waivers.iter().map(|waiver| new_waiver(kind, name, waiver)));
    }
    changes
}

/// Returns the change of the house rules for a thing of another package that both versions have; `None` if neither the number of patches
/// nor the thing has changed.
fn patch_change(old: &Pack, new: &Pack, (kind, name): (&str, &str), found: &[PackageChange]) -> Option<PackageChange> {
    let count = |pack: &Pack| patched(pack).filter(|patched| *patched == (kind, name)).count();
    let what = match (count(old), count(new)) {
        (0, 0) => return None,
        (0, _) => "now has house rules",
        (_, 0) => "no longer has house rules",
        (was, is) if was != is => return Some(house(kind, name, &format!("has {is} patches instead of {was}{}", details(found)))),
        (_, _) if found.is_empty() => return None,
        (_, _) => "has other house rules",
    };
    Some(house(kind, name, &format!("{what}{}", details(found))))
}

/// Greatest number of differences of a patched thing that are listed with its patch. All differences are also listed in their own
/// categories.
const MOST_DETAILS: usize = 3;

fn details(found: &[PackageChange]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let named: Vec<&str> = found.iter().take(MOST_DETAILS).map(|change| change.what.as_str()).collect();
    let more = match found.len().saturating_sub(MOST_DETAILS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(" ({}{more})", named.join(", "))
}

fn new_waiver(kind: &str, name: &str, waiver: &Value) -> PackageChange {
    let what = format!("waivers: with {}", phrase(waiver, "code"));
    PackageChange { category: Category::Waivers, kind: kind.to_owned(), name: name.to_owned(), what, asks: Bump::Minor }
}

/// Returns the waivers in the JSON of a thing.
fn waivers(thing: &Value) -> Vec<&Value> {
    thing.get("waivers").and_then(Value::as_array).into_iter().flatten().collect()
}

/// Returns the waivers in the things of a package, and in things of other packages after its house rules are applied, each with kind and
/// name.
pub(super) fn waivers_of(pack: &Pack) -> Vec<PackageChange> {
    let patched: Patched<'_> = patched(pack).collect();
    let all = sections(pack, &patched);
    all.iter().flat_map(|((kind, name), value)| waivers(value).into_iter().map(|waiver| new_waiver(kind, name, waiver))).collect()
}

/// Returns the waivers and patches of a package that the old version does not have.
pub(super) fn exceptions_of_new(new: &Pack) -> Vec<PackageChange> {
    let patches: BTreeSet<(&str, &str)> = patched(new).collect();
    let patches = patches.into_iter().map(|(kind, name)| house(kind, name, "now has house rules"));
    waivers_of(new).into_iter().chain(patches).collect()
}

/// Returns kind and key of the things that the package's own patches change.
fn patched(pack: &Pack) -> impl Iterator<Item = (&str, &str)> {
    let own = pack.patches.iter().filter(|patch| patch.patched.by == pack.package.name);
    own.map(|patch| (patch.kind.as_str(), patch.patched.target.as_str()))
}

/// Returns the change for the standard library, if the two packs were compiled with different ones. A replaced library counts as a change
/// of the package, because packages that depend on it must use the same library.
fn rules(old: &Pack, new: &Pack) -> Option<PackageChange> {
    let named = |pack: &Pack| match &pack.other_rules {
        Some(rules) => rules.named(),
        None => pack.dependencies.first().map_or_else(String::new, |std| format!("std {}", std.version)),
    };
    let (was, is) = (named(old), named(new));
    let asks = if old.other_rules == new.other_rules { Bump::None } else { Bump::Major };
    let what = format!("{was} → {is}");
    let of_rules = |asks| PackageChange { category: Category::Legality, kind: "rules".to_owned(), name: String::new(), what, asks };
    (was != is).then(|| of_rules(asks))
}

fn house(kind: &str, name: &str, what: &str) -> PackageChange {
    PackageChange { category: Category::Patches, kind: kind.to_owned(), name: name.to_owned(), what: what.to_owned(), asks: Bump::Minor }
}

/// Compares the aliases of two packs: new, removed, or with another target.
fn aliases(old: &Pack, new: &Pack, before: &Sections, after: &Sections, renames: &Renamed<'_>) -> Vec<PackageChange> {
    let mut changes = Vec::new();
    for (kind, aliases) in &old.aliases {
        for (name, target) in aliases.iter().filter_map(|(key, target)| Some((own(old, key)?, target))) {
            // Target of the old alias, under the name that the target has in the new version.
            let meant = match own(old, target) {
                Some(target) => renames.now(kind, &crate::key(&new.package.name, target)).to_owned(),
                None => renames.now(kind, target).to_owned(),
            };
            let meant = own(new, &meant).unwrap_or(&meant);
            let is_thing = after.contains_key(&(kind.to_string(), name.to_owned()));
            let means = if is_thing { Some(name) } else { alias(new, kind, name).map(|target| own(new, target).unwrap_or(target)) };
            match means {
                Some(means) if means == meant => {}
                Some(means) => changes.push(identity(kind, name, format!("now refers to `{means}` instead of `{meant}`"))),
                None => changes.push(identity(kind, name, format!("is gone; it was an alias of `{meant}`"))),
            }
        }
    }
    for (kind, aliases) in &new.aliases {
        for (name, target) in aliases.iter().filter_map(|(key, target)| Some((own(new, key)?, target))) {
            let was_there = before.contains_key(&(kind.to_string(), name.to_owned())) || alias(old, kind, name).is_some();
            if !was_there {
                let what = format!("is a new alias of `{}`", own(new, target).unwrap_or(target));
                changes.push(PackageChange { asks: Bump::Minor, ..identity(kind, name, what) });
            }
        }
    }
    changes
}

fn identity(kind: &str, name: &str, what: impl Into<String>) -> PackageChange {
    PackageChange { category: Category::Identity, kind: kind.to_owned(), name: name.to_owned(), what: what.into(), asks: Bump::Major }
}

/// Replaces the name of the package in references to its own things. If `hh` is now `jj`, `hh.yard` becomes `jj.yard`.
fn rename(value: &mut Value, was: &str, is: &str) {
    let otherwise = |text: &str| {
        let name = text.strip_prefix(was)?.strip_prefix('.')?;
        let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        is_name.then(|| crate::key(is, name).to_string())
    };
    match value {
        Value::String(text) => {
            if let Some(named) = otherwise(text) {
                *text = named;
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|member| rename(member, was, is)),
        Value::Object(fields) => {
            let members = std::mem::take(fields).into_iter();
            *fields = members.map(|(key, value)| (otherwise(&key).unwrap_or(key), value)).collect();
            fields.values_mut().for_each(|member| rename(member, was, is));
        }
        _ => {}
    }
}

/// Things that only the new version has, by kind and by their content without names, to recognise renamed things. If several have the same
/// content, the first is kept.
struct NewThings<'s>(BTreeMap<(&'s str, String), &'s str>);

impl<'s> NewThings<'s> {
    fn of(before: &Sections, after: &'s Sections) -> NewThings<'s> {
        let mut fresh = BTreeMap::new();
        for (key, value) in after.iter().filter(|(key, _)| !before.contains_key(*key)) {
            fresh.entry((key.0.as_str(), nameless(value))).or_insert(key.1.as_str());
        }
        NewThings(fresh)
    }
}

/// Returns the change for a thing with a name that no longer exists. Also returns the new name if the thing was only renamed.
fn gone(kind: &str, name: &str, value: &Value, fresh: &NewThings<'_>) -> (PackageChange, Option<String>) {
    let same = fresh.0.get(&(kind, nameless(value))).map(|now| (*now).to_owned());
    let what = same.as_ref().map_or_else(|| "is gone".to_owned(), |now| format!("is now called `{now}`, and no alias keeps the old name"));
    (identity(kind, name, what), same)
}

/// Returns the key to which an alias of the package refers.
fn alias<'p>(pack: &'p Pack, kind: &str, name: &str) -> Option<&'p str> {
    pack.aliases.get(kind)?.get(&crate::key(&pack.package.name, name)).map(Name::as_str)
}

/// Returns the name in a key `package.name`; `None` if the key belongs to another package.
fn own<'k>(pack: &Pack, key: &'k str) -> Option<&'k str> {
    key.strip_prefix(pack.package.name.as_str())?.strip_prefix('.')
}

/// Returns a thing as text without its names and positions. Two things that differ only in names and positions give the same text.
fn nameless(value: &Value) -> String {
    let mut value = value.clone();
    forget_places(&mut value);
    if let Value::Object(fields) = &mut value {
        ["name", "title"].iter().for_each(|key| drop(fields.remove(*key)));
    }
    value.to_string()
}

/// Returns everything that the package declares. Things of other packages that its house rules change are included in their changed form.
fn sections(pack: &Pack, patched: &Patched<'_>) -> Sections {
    let mut all = Sections::new();
    let own = pack.package.name.clone();
    for (kind, items) in &pack.items {
        for (key, item) in items {
            let name = if item.package == own { Some(&item.name) } else { Some(key).filter(|key| patched.contains(&(kind, key))) };
            if let Some(name) = name {
                all.insert((kind.to_string(), name.to_string()), thing(item));
            }
        }
    }
    let mut section = Section { own: &own, patched, all: &mut all };
    section.take("skill", &pack.skills);
    section.take("station", &pack.stations);
    section.each("map", &pack.maps, names_for_indices::map);
    section.each("cluster", &pack.clusters, names_for_indices::cluster);
    section.each("platoon", &pack.platoons, names_for_indices::platoon);
    for (key, party) in &pack.parties {
        section.one(&party.kind, key, party, names_for_indices::party);
    }
    section.take("background", &pack.backgrounds);
    section.each("encounter", &pack.encounters, |encounter, value| names_for_indices::encounter(pack, encounter, value));
    section.each("scenario", &pack.scenarios, |scenario, value| names_for_indices::scenario(pack, scenario, value));
    section.take("table", &pack.tables);
    for (kind, declarations) in &pack.declarations {
        section.take(kind, declarations);
    }
    let mut about = serde_json::to_value(&pack.package).unwrap_or_default();
    if let Value::Object(fields) = &mut about {
        // The version of the package is not compared, because every change of the package may change it.
        fields.remove("version");
        fields.remove("name");
        fields.insert("rules".to_owned(), serde_json::to_value(&pack.rules).unwrap_or_default());
    }
    all.insert(("package".to_owned(), String::new()), about);
    all
}

struct Section<'a> {
    own: &'a str,
    patched: &'a Patched<'a>,
    all: &'a mut Sections,
}

impl Section<'_> {
    fn take<T: Serialize>(&mut self, kind: &str, things: &BTreeMap<Name, T>) {
        self.each(kind, things, |_, _| ());
    }

    /// Adds all things of a kind, with indices replaced by names.
    fn each<T: Serialize>(&mut self, kind: &str, things: &BTreeMap<Name, T>, name: impl Fn(&T, &mut Value)) {
        for (key, thing) in things {
            self.one(kind, key, thing, &name);
        }
    }

    /// Adds a thing by its key in the pack, if the package declares or changes the thing.
    fn one<T: Serialize>(&mut self, kind: &str, key: &Name, thing: &T, named: impl Fn(&T, &mut Value)) {
        let own = key.strip_prefix(self.own).and_then(|rest| rest.strip_prefix('.'));
        if let Some(name) = own.or_else(|| Some(key.as_str()).filter(|key| self.patched.contains(&(kind, *key)))) {
            let mut value = serde_json::to_value(thing).unwrap_or_default();
            named(thing, &mut value);
            self.all.insert((kind.to_owned(), name.to_owned()), value);
        }
    }
}

/// Returns a built item with its effects as readable lines.
fn thing(item: &BuiltItem) -> Value {
    let mode = |mode: &Mode| {
        let mut value = serde_json::to_value(mode).unwrap_or_default();
        names_for_indices::lines(&mut value, &mode.effects);
        value
    };
    let mut value = serde_json::to_value(item).unwrap_or_default();
    names_for_indices::lines(&mut value, &item.effects);
    if let Value::Object(fields) = &mut value {
        fields.insert("modes".to_owned(), Value::Array(item.modes.iter().map(mode).collect()));
        // The consequence slots are compared as one text, because their number decides the grade of each.
        fields.insert("consequences".to_owned(), Value::from(item.consequences.join(", ")));
    }
    value
}
