//! Replaces old names in a pack by the new ones, as the aliases of a package say. A renamed thing then causes no difference in the things
//! that refer to it.

use super::compare_fields::WORDS;
use crate::Pack;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Fields with text for readers, which never contain names, in addition to [`WORDS`].
const PROSE: [&str; 5] = ["file", "lose", "place", "reason", "win"];

/// Aliases of a package: old names, with the new name of each.
pub(super) struct Renamed<'p> {
    /// New name of a thing, by kind and old key.
    by_kind: BTreeMap<(&'p str, &'p str), &'p str>,
    /// New name of a thing by its old key, for references that do not state the kind; `None` if the new name depends on the kind.
    by_key: BTreeMap<&'p str, Option<&'p str>>,
    /// New name of a thing by its old name without a package, for references that do not state the kind; `None` if the new name depends on
    /// the kind.
    by_name: BTreeMap<&'p str, Option<&'p str>>,
}

impl<'p> Renamed<'p> {
    /// Returns the aliases of a pack. `living` has the names of all its things: a reference that does not state the kind keeps an old name
    /// if a thing has that name.
    pub(super) fn of(pack: &'p Pack, living: &BTreeSet<&str>) -> Renamed<'p> {
        let mut renamed = Renamed { by_kind: BTreeMap::new(), by_key: BTreeMap::new(), by_name: BTreeMap::new() };
        for (kind, aliases) in &pack.aliases {
            for (key, target) in aliases {
                renamed.by_kind.insert((kind, key), target);
                let (Some((package, name)), Some((other, now))) = (key.rsplit_once('.'), target.rsplit_once('.')) else { continue };
                if living.contains(name) {
                    continue;
                }
                note(&mut renamed.by_key, key, target);
                if package == other {
                    note(&mut renamed.by_name, name, now);
                }
            }
        }
        renamed
    }

    /// Returns the new key for the old key of a thing. A key that is not an alias is returned unchanged.
    pub(super) fn now<'k>(&self, kind: &str, key: &'k str) -> &'k str
    where
        'p: 'k,
    {
        self.by_kind.get(&(kind, key)).copied().unwrap_or(key)
    }

    /// Replaces all old names in a JSON value by the new ones.
    pub(super) fn settle(&self, value: &mut Value) {
        if self.by_kind.is_empty() {
            return;
        }
        match value {
            Value::String(text) => {
                if let Some(now) = self.text(text) {
                    *text = now;
                }
            }
            Value::Array(list) => list.iter_mut().for_each(|member| self.settle(member)),
            Value::Object(fields) => {
                let of = |key: &str| fields.get(key).and_then(Value::as_str);
                let said = of("kind").zip(of("package").zip(of("name")));
                let now = said.map(|(kind, (package, name))| {
                    let key = crate::key(package, name);
                    self.now(kind, &key).rsplit_once('.').map(|(package, name)| (package.to_owned(), name.to_owned()))
                });
                let is_said = now.is_some();
                if let Some((package, name)) = now.flatten() {
                    fields.insert("package".to_owned(), Value::from(package));
                    fields.insert("name".to_owned(), Value::from(name));
                }
                let members = std::mem::take(fields);
                for (key, mut member) in members {
                    let is_known = is_said && ["kind", "name", "package"].contains(&key.as_str());
                    if !is_known && !WORDS.contains(&key.as_str()) && !PROSE.contains(&key.as_str()) {
                        self.settle(&mut member);
                    }
                    let now = self.text(&key).filter(|now| !fields.contains_key(now));
                    fields.insert(now.unwrap_or(key), member);
                }
            }
            _ => {}
        }
    }

    /// Returns a text with old names replaced outside of quotes; `None` if the text contains no old name.
    fn text(&self, text: &str) -> Option<String> {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let (mut out, mut changed, mut inside) = (String::with_capacity(text.len()), false, false);
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let mut length = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
            if length == 0 {
                inside ^= first == '"';
                out.push(first);
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
                continue;
            }
            // A name continues after one dot (`a.gun` is one name), but ends before two dots (`0..tech` is a range).
            let behind = rest.get(length..).and_then(|behind| behind.strip_prefix('.')).unwrap_or_default();
            let more = behind.find(|letter| !is_letter(letter)).unwrap_or(behind.len());
            if more > 0 {
                length = length.saturating_add(more).saturating_add(1);
            }
            let (word, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            let known = if word.contains('.') { self.by_key.get(word) } else { self.by_name.get(word) };
            let now = known.copied().flatten().filter(|_| !inside);
            changed |= now.is_some();
            out.push_str(now.unwrap_or(word));
            rest = after;
        }
        changed.then_some(out)
    }
}

/// Records the new name for an old name, or that the old name is ambiguous.
fn note<'p>(names: &mut BTreeMap<&'p str, Option<&'p str>>, old: &'p str, now: &'p str) {
    names.entry(old).and_modify(|known| *known = known.filter(|known| *known == now)).or_insert(Some(now));
}
