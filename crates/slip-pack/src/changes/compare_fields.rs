//! Compares two versions of one thing field by field, recursively, and reports each difference.

use super::breaking;
use super::version_step::Bump;
use super::{Category, PackageChange};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// Fields of a thing that are not compared: source positions, the ledger of a number, and the origin of patches.
const SILENT: [&str; 4] = ["place", "ledger", "patches", "package"];
/// Fields of a thing that contain text for readers, which has no effect on the rules.
pub(super) const WORDS: [&str; 13] = [
    "title",
    "doc",
    "aspects",
    "notes",
    "phrases",
    "brings",
    "description",
    "licence",
    "authors",
    "subjects",
    "codes",
    "says",
    "renamed_from",
];
/// Fields that are text for readers only inside the given object: the two outcomes of the stakes, the grades of success, the aspect that a
/// maneuver places.
const TOLD: [(&str, &str); 4] = [("wager", "win"), ("wager", "lose"), ("grades", "words"), ("maneuvers", "aspect")];
/// Lists of named things whose order has a meaning.
const ORDERED: [&str; 1] = ["steps"];
/// Objects whose keys are names chosen by authors. A key such as `notes` has no special meaning in them.
const AUTHORED: [&str; 13] =
    ["stats", "letters", "phrases", "codes", "skills", "subjects", "words", "refers", "counts", "tracks", "schedules", "settings", "kits"];
/// Objects whose fields are reported by their own names: `harm`, not `stats harm`.
const BOXES: [&str; 6] = ["stats", "skills", "tracks", "words", "rules", "settings"];
/// Lists of things that other packages may refer to by name: in derived encounters, in victory conditions and in patches.
const NAMED: [(&str, &str); 10] = [
    ("cluster", "systems"),
    ("encounter", "actors"),
    ("encounter", "maneuvers"),
    ("encounter", "pawns"),
    ("encounter", "platoons"),
    ("encounter", "sides"),
    ("encounter", "tasks"),
    ("map", "zones"),
    ("platoon", "aircraft"),
    ("platoon", "units"),
];
/// Number of characters above which a value is not shown in a difference.
const LONGEST: usize = 60;

/// Part of the path from a thing to one of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PathPart {
    /// Key of an object.
    Key(String),
    /// Name, text or number of a list member, as authors write it.
    Member(String),
}

impl PathPart {
    fn is_key(&self, words: &[&str]) -> bool {
        matches!(self, PathPart::Key(key) if words.contains(&key.as_str()))
    }
}

/// Compares two JSON values and adds their differences.
pub(super) fn walk(kind: &str, name: &str, old: &Value, new: &Value, changes: &mut Vec<PackageChange>) {
    let mut walk = FieldWalk { kind, name, path: Vec::new(), new, changes };
    walk.values(Some(old), Some(new));
}

pub(super) struct FieldWalk<'a> {
    pub(super) kind: &'a str,
    name: &'a str,
    pub(super) path: Vec<PathPart>,
    /// New version of the whole thing that is compared.
    new: &'a Value,
    changes: &'a mut Vec<PackageChange>,
}

impl FieldWalk<'_> {
    fn values(&mut self, old: Option<&Value>, new: Option<&Value>) {
        match (old, new) {
            (Some(old), Some(new)) if old == new => {}
            (Some(Value::Object(old)), Some(Value::Object(new))) => self.objects(old, new, self.is_box()),
            (Some(Value::Array(old)), Some(Value::Array(new))) => self.lists(old, new),
            // An empty value is treated as a missing one.
            (None, Some(Value::Object(new))) => self.objects(&Map::new(), new, self.is_box()),
            (Some(Value::Object(old)), None) => self.objects(old, &Map::new(), self.is_box()),
            (None, Some(Value::Array(new))) => self.lists(&[], new),
            (Some(Value::Array(old)), None) => self.lists(old, &[]),
            _ => self.leaf(old, new),
        }
    }

    /// True if authors choose the keys of the object at the current path.
    fn is_box(&self) -> bool {
        self.path.last().is_some_and(|part| part.is_key(&AUTHORED))
    }

    pub(super) fn objects(&mut self, old: &Map<String, Value>, new: &Map<String, Value>, authored: bool) {
        let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for key in keys.into_iter().filter(|key| authored || !SILENT.contains(&key.as_str())) {
            self.path.push(PathPart::Key(key.clone()));
            self.values(old.get(key), new.get(key));
            self.path.pop();
        }
    }

    /// Compares two lists. Named things are compared by name, words as multisets, all other lists member by member. Indices must already be
    /// replaced by names.
    fn lists(&mut self, old: &[Value], new: &[Value]) {
        let all = || old.iter().chain(new);
        let is_line = |member: &Value| label(member, "word").is_some() && label(member, "text").is_some();
        if self.path.last().is_some_and(|part| part.is_key(&["lines"])) && all().all(is_line) {
            return self.declared(old, new);
        }
        if let Some(key) = ["name", "code", "text", "word"].into_iter().find(|key| all().all(|member| label(member, key).is_some())) {
            return self.named(key, old, new);
        }
        if all().all(Value::is_string) {
            return self.bags(old, new);
        }
        for at in 0..old.len().max(new.len()) {
            self.path.push(PathPart::Member(at.saturating_add(1).to_string()));
            self.values(old.get(at), new.get(at));
            self.path.pop();
        }
    }

    fn named(&mut self, key: &str, old: &[Value], new: &[Value]) {
        let (changed, fresh) = paired(old, new, |member| label(member, key));
        let (before, after) = (base_names(old), base_names(new));
        for (member, other) in changed {
            match other {
                Some(other) => {
                    self.path.push(PathPart::Member(label(member, key).unwrap_or_default()));
                    match (member, other) {
                        // The author never chooses the keys of a list member, hence `false`. `is_box` would be wrong here: the path ends
                        // with the label of the member, and a label may be the same word as an object whose keys the author chooses, as in
                        // a line `words` or an aspect "Skills".
                        (Value::Object(old), Value::Object(new)) => self.objects(old, new, false),
                        _ => self.values(Some(member), Some(other)),
                    }
                    self.path.pop();
                }
                None => self.came_or_went(format!("without {}", phrase(member, key)), member, &after, Bump::Major),
            }
        }
        for member in fresh {
            self.came_or_went(format!("with {}", phrase(member, key)), member, &before, Bump::Minor);
        }
        if self.path.last().is_some_and(|part| part.is_key(&ORDERED)) && !in_order(key, old, new) {
            self.say("in a different order".to_owned());
        }
    }

    /// Reports a list member that only one version has. The member counts as a name that other packages may use, unless a member of the
    /// other version has the same name (`hand#1`, `hand#2`).
    fn came_or_went(&mut self, what: String, member: &Value, others: &BTreeSet<Option<&str>>, asks: Bump) {
        let list = if let Some(PathPart::Key(list)) = self.path.last() { list } else { "" };
        if NAMED.contains(&(self.kind, list)) && !others.contains(&base_name(member)) {
            return self.tell(what, Category::Identity, asks);
        }
        self.say(what);
    }

    /// Returns the names of stunts that are declared outside of the design and sold by its new version.
    pub(super) fn sold(&self) -> impl Iterator<Item = &str> {
        let sold = self.new.get("sells").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        sold.filter_map(|key| key.rsplit_once('.')).map(|(_, name)| name)
    }

    /// Compares two lists of words as multisets.
    fn bags(&mut self, old: &[Value], new: &[Value]) {
        let (lost, fresh) = without_equals(old, new);
        if lost.is_empty() && fresh.is_empty() {
            return self.say("in a different order".to_owned());
        }
        lost.into_iter().for_each(|member| self.say(format!("without {}", shown(member))));
        fresh.into_iter().for_each(|member| self.say(format!("with {}", shown(member))));
    }

    fn leaf(&mut self, old: Option<&Value>, new: Option<&Value>) {
        if self.path.last().is_some_and(|part| part.is_key(&["valid"])) && new.or(old).is_some_and(Value::is_boolean) {
            let legal = new.and_then(Value::as_bool) == Some(true);
            let (what, asks) = if legal { ("is now legal", Bump::Patch) } else { ("is no longer legal", Bump::Major) };
            return self.push(Category::Legality, what.to_owned(), asks);
        }
        let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        let declares = match self.path.as_slice() {
            [part] if part.is_key(&["params"]) => Some(breaking::asks_otherwise(&text(old), &text(new))),
            // If a design builds another kind of thing than before, packages that use it break.
            [part] if part.is_key(&["builds"]) => Some(true),
            _ => None,
        };
        let what = match (old, new) {
            (Some(old), Some(new)) => format!("{} → {}", shown(old), shown(new)),
            (None, Some(new)) => format!("is now {}", shown(new)),
            (Some(old), None) => format!("is no longer {}", shown(old)),
            (None, None) => return,
        };
        match declares {
            Some(breaks) => self.tell(what, Category::Identity, if breaks { Bump::Major } else { Bump::Minor }),
            None => self.say(what),
        }
    }

    /// Adds a difference at the current path.
    fn say(&mut self, what: String) {
        let is = |words: &[&str]| self.path.iter().any(|part| part.is_key(words));
        let lines = self.path.first().is_some_and(|part| part.is_key(&["lines"]));
        let (category, asks) = if is(&["waivers"]) {
            (Category::Waivers, if what.starts_with("with ") { Bump::Minor } else { Bump::Patch })
        } else if self.is_told() || is(&WORDS) && (!lines || is(&["doc", "title"])) {
            (Category::Text, Bump::Patch)
        } else {
            (Category::Statistics, Bump::Minor)
        };
        self.tell(what, category, asks);
    }

    /// True if the value at the current path is text for readers, which has no effect on the rules.
    fn is_told(&self) -> bool {
        let is_at = |(list, word): &(&str, &str)| {
            self.path.iter().any(|part| part.is_key(&[list])) && self.path.last().is_some_and(|part| part.is_key(&[word]))
        };
        TOLD.iter().any(is_at)
    }

    /// Describes the current path in as few words as possible: `border quay -- shed, value`.
    pub(super) fn place(&self) -> String {
        let in_lines = self.path.first().is_some_and(|part| part.is_key(&["lines"]));
        let boxed = self.path.first().is_some_and(|part| part.is_key(&BOXES)) && self.path.len() > 1;
        let skipped = usize::from(in_lines || boxed);
        let mut text = String::new();
        let mut parts = self.path.iter().skip(skipped).peekable();
        while let Some(part) = parts.next() {
            match (part, parts.peek()) {
                // A line of a declaration is described by its key and its text.
                (PathPart::Key(key), _) if in_lines && matches!(key.as_str(), "lines" | "text") => continue,
                (PathPart::Key(key), Some(PathPart::Member(_))) if !in_lines => text.push_str(&one_of(&key.replace('_', " "))),
                (PathPart::Key(key), _) => text.push_str(&key.replace('_', " ")),
                (PathPart::Member(name), _) => text.push_str(name),
            }
            match (part, parts.peek()) {
                (_, None) => {}
                (PathPart::Member(_), Some(_)) if !in_lines => text.push_str(", "),
                _ => text.push(' '),
            }
        }
        text.trim_end().to_owned()
    }

    pub(super) fn push(&mut self, category: Category, what: String, asks: Bump) {
        self.changes.push(PackageChange { category, kind: self.kind.to_owned(), name: self.name.to_owned(), what, asks });
    }
}

/// Returns the singular of a list's name: `zone` for `zones`, `victory` for `victories`.
fn one_of(list: &str) -> String {
    match (list.strip_suffix("ies"), list.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) => stem.to_owned(),
        (None, None) => list.to_owned(),
    }
}

/// Removes the members that two lists have in common. Returns the remaining members of both, in their order.
fn without_equals<'v>(old: &'v [Value], new: &'v [Value]) -> (Vec<&'v Value>, Vec<&'v Value>) {
    (only_in(old, new), only_in(new, old))
}

/// Returns the members of a list without those of another list. Each member of the other list removes at most one equal member.
fn only_in<'v>(list: &'v [Value], other: &[Value]) -> Vec<&'v Value> {
    let mut counts: HashMap<&Value, usize> = HashMap::new();
    for member in other {
        *counts.entry(member).or_default() += 1;
    }
    let is_left = |member: &&Value| match counts.get_mut(*member).filter(|count| **count > 0) {
        Some(count) => {
            *count -= 1;
            false
        }
        None => true,
    };
    list.iter().filter(is_left).collect()
}

/// Matches the members of two lists: first equal members, then members with the same identity. Returns the changed and removed members of
/// the old list, each with its counterpart in the new list if there is one. Also returns the new members without a counterpart.
///
/// A stranger may rewrite thousands of lines, so members are found by maps and never by comparing each with each.
pub(super) fn paired<'v, K: Ord>(
    old: &'v [Value],
    new: &'v [Value],
    identity: impl Fn(&Value) -> K,
) -> (Vec<(&'v Value, Option<&'v Value>)>, Vec<&'v Value>) {
    let (lost, fresh) = without_equals(old, new);
    let mut candidates: BTreeMap<K, VecDeque<usize>> = BTreeMap::new();
    for (index, member) in fresh.iter().enumerate() {
        candidates.entry(identity(member)).or_default().push_back(index);
    }
    let mut is_taken: BTreeSet<usize> = BTreeSet::new();
    let mut counterpart = |member: &Value| {
        let index = candidates.get_mut(&identity(member))?.pop_front()?;
        is_taken.insert(index);
        fresh.get(index).copied()
    };
    let changed = lost.into_iter().map(|member| (member, counterpart(member))).collect();
    let added = fresh.iter().enumerate().filter(|(index, _)| !is_taken.contains(index)).map(|(_, member)| *member).collect();
    (changed, added)
}

/// True if the members that both lists contain are in the same order in both.
fn in_order(key: &str, old: &[Value], new: &[Value]) -> bool {
    let names = |list: &[Value]| list.iter().filter_map(|member| label(member, key)).collect::<Vec<_>>();
    let (before, after) = (names(old), names(new));
    let (had, has): (BTreeSet<&String>, BTreeSet<&String>) = (before.iter().collect(), after.iter().collect());
    before.iter().filter(|name| has.contains(name)).eq(after.iter().filter(|name| had.contains(name)))
}

/// Returns the name of a list member without its number: `hand` for `hand#2`.
fn base_name(member: &Value) -> Option<&str> {
    member.get("name")?.as_str()?.split('#').next()
}

/// Returns the names of the members of a list without their numbers.
fn base_names(list: &[Value]) -> BTreeSet<Option<&str>> {
    list.iter().map(base_name).collect()
}

/// Returns the label of a list member.
pub(super) fn label(member: &Value, key: &str) -> Option<String> {
    member.get(key)?.as_str().map(str::to_owned)
}

/// Describes a list member that is new or removed: `vector_randomizer`, `over-budget "last of the old fleet"`, `civilian twice`.
pub(super) fn phrase(member: &Value, key: &str) -> String {
    let mut text = label(member, key).unwrap_or_default();
    match (key, label(member, "word"), label(member, "text")) {
        // A line of a declaration is shown whole: `spin_at 3`.
        ("text" | "word", Some(word), Some(line)) => {
            let line = format!("{word} {line}");
            return format!("`{}`", line.trim_end());
        }
        ("text", ..) => text = format!("\"{text}\""),
        _ => {}
    }
    let list = |key: &str| member.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>();
    if !list("args").is_empty() {
        text = format!("{text}({})", list("args").join(", "));
    }
    if let Some(count) = member.get("count").and_then(Value::as_i64).filter(|count| *count > 1) {
        text = format!("{text} × {count}");
    }
    for key in ["reason", "text"].into_iter().filter(|other| *other != key) {
        if let Some(more) = label(member, key) {
            text = format!("{text} {}", shown(&Value::from(more)));
        }
    }
    text
}

/// Returns a JSON value as short text.
pub(super) fn shown(value: &Value) -> String {
    let text = match value {
        Value::String(text) => format!("\"{text}\""),
        other => other.to_string(),
    };
    if text.chars().count() <= LONGEST {
        return text;
    }
    let short: String = text.chars().take(LONGEST).collect();
    format!("{short}…")
}
