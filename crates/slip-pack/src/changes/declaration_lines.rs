//! Compares the lines of two declarations: lines that declare names, lines that are constraints, and all others.

use super::Category;
use super::breaking::{self, HeadChange};
use super::compare_fields::{FieldWalk, PathPart, label, paired, phrase, shown};
use super::version_step::Bump;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Kinds of declaration whose lines declare names for others to use: `stat sail`, `setting spin_at`.
const NAMING: [&str; 3] = ["design", "ruleset", "stunt"];
/// Kinds of declaration whose lines constrain what is built.
const JUDGING: [&str; 2] = ["design", "stunt"];
/// Warning after a change that may make existing content illegal.
const WARNING: &str = " (content that uses it may now be illegal)";

impl FieldWalk<'_> {
    /// Compares the lines of two declarations. Lines are matched by the name that they declare, otherwise by their key, or by their whole
    /// text if several lines have the same key.
    pub(super) fn declared(&mut self, old: &[Value], new: &[Value]) {
        let repeated = repeated_words([old, new]);
        let (changed, fresh) = paired(old, new, |line| identity(line, &repeated));
        let kept = self.kept_names(new);
        for (line, other) in changed {
            match other {
                Some(other) => self.line(line, other),
                None => self.gone(line, &kept),
            }
        }
        for line in fresh {
            let (category, asks) = match label(line, "name") {
                Some(_) if NAMING.contains(&self.kind) => (Category::Identity, Bump::Minor),
                _ => self.weigh(&text(line, "word"), None, Some(&text(line, "text"))),
            };
            self.tell(format!("with {}", phrase(line, "word")), category, asks);
        }
    }

    /// Returns the names of removed lines that can still be used: an `also` line keeps the name of a stunt, or the stunt is now declared
    /// outside of the design and sold to it.
    fn kept_names(&self, new: &[Value]) -> BTreeSet<String> {
        let inner = new.iter().filter_map(|line| line.get("lines").and_then(Value::as_array)).flatten();
        let also = inner.filter(|line| text(line, "word") == "also").map(|line| text(line, "text"));
        also.chain(self.sold().map(str::to_owned)).collect()
    }

    fn gone(&mut self, line: &Value, kept: &BTreeSet<String>) {
        let (category, asks) = match label(line, "name") {
            Some(name) if NAMING.contains(&self.kind) => (Category::Identity, if kept.contains(&name) { Bump::Minor } else { Bump::Major }),
            _ => self.weigh(&text(line, "word"), Some(&text(line, "text")), None),
        };
        self.tell(format!("without {}", phrase(line, "word")), category, asks);
    }

    /// Compares the two versions of a line.
    fn line(&mut self, old: &Value, new: &Value) {
        let (word, was, is) = (text(old, "word"), text(old, "text"), text(new, "text"));
        let is_named = label(old, "name").is_some();
        if was != is && is_named {
            let (category, asks) = match breaking::head(&was, &is) {
                HeadChange::Title => (Category::Text, Bump::Patch),
                HeadChange::More => (Category::Statistics, Bump::Minor),
                HeadChange::Less if NAMING.contains(&self.kind) => (Category::Identity, Bump::Major),
                HeadChange::Less => (Category::Statistics, Bump::Minor),
            };
            self.tell(format!("{} → {}", phrase(old, "word"), phrase(new, "word")), category, asks);
        }
        self.path.push(PathPart::Key(if is_named { was.clone() } else { word.clone() }));
        if was != is && !is_named {
            let (category, asks) = if JUDGING.contains(&self.kind) && breaking::unsaid(&was) == breaking::unsaid(&is) {
                (Category::Text, Bump::Patch)
            } else {
                self.weigh(&word, Some(&was), Some(&is))
            };
            self.tell(format!("{} → {}", shown(&Value::from(was)), shown(&Value::from(is))), category, asks);
        }
        if let (Value::Object(old), Value::Object(new)) = (old, new) {
            let inner = |fields: &Map<String, Value>| {
                fields.iter().filter(|(key, _)| *key != "text").map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>()
            };
            self.objects(&inner(old), &inner(new), false);
        }
        self.path.pop();
    }

    /// Returns the category of a change to a line that declares no name, and the version step that the change requires.
    fn weigh(&self, word: &str, old: Option<&str>, new: Option<&str>) -> (Category, Bump) {
        let judged = if JUDGING.contains(&self.kind) { breaking::may_forbid(word, old, new) } else { None };
        match judged {
            Some(true) => (Category::Legality, Bump::Major),
            Some(false) => (Category::Legality, Bump::Minor),
            None => (Category::Statistics, Bump::Minor),
        }
    }

    /// Adds a difference of a known category.
    pub(super) fn tell(&mut self, what: String, category: Category, asks: Bump) {
        let place = self.place();
        let colon = if what.starts_with("with") { ":" } else { "" };
        let what = if place.is_empty() { what } else { format!("{place}{colon} {what}") };
        let warning = if category == Category::Legality && asks == Bump::Major { WARNING } else { "" };
        self.push(category, format!("{what}{warning}"), asks);
    }
}

/// Returns the keys that several lines of one version have.
fn repeated_words(versions: [&[Value]; 2]) -> BTreeSet<String> {
    let mut repeated = BTreeSet::new();
    for lines in versions {
        let mut seen = BTreeSet::new();
        repeated.extend(lines.iter().map(|line| text(line, "word")).filter(|word| !seen.insert(word.clone())));
    }
    repeated
}

/// Returns the identity of a line: its key, the name that it declares, and its text if key and name do not distinguish it from other lines.
fn identity(line: &Value, repeated: &BTreeSet<String>) -> (String, Option<String>, String) {
    let (word, name) = (text(line, "word"), label(line, "name"));
    let says = if name.is_some() || !repeated.contains(&word) { String::new() } else { breaking::unsaid(&text(line, "text")).to_owned() };
    (word, name, says)
}

fn text(line: &Value, key: &str) -> String {
    label(line, key).unwrap_or_default()
}
