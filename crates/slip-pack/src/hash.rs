//! Hash of a pack's content. Logs contain it, so that a replay can check that it has the same rules and things.
//!
//! The hash is that of the pack's JSON without positions, ledgers and origins of patches. The JSON is hashed thing by thing, so that
//! packs with the same things can share their texts ([`ThingTexts`]).

use super::Pack;
use crate::Name;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

/// Hash that is computed when it is first needed. Comparisons of packs ignore it, because equal packs have equal hashes.
#[derive(Clone, Debug, Default)]
pub struct Cached(OnceLock<String>);

impl PartialEq for Cached {
    fn eq(&self, _: &Cached) -> bool {
        true
    }
}

/// Texts of the things of a pack in the form in which they are hashed. Packs that contain only some of these things are hashed without
/// writing the texts again.
#[derive(Debug, Default)]
pub struct ThingTexts {
    /// Texts by field of the pack, kind and `package.name`; the kind is empty in fields that have no kinds.
    texts: BTreeMap<&'static str, BTreeMap<Name, BTreeMap<Name, Option<String>>>>,
}

impl ThingTexts {
    /// Writes the texts of a pack's things. Empty if one of them cannot be written as JSON; their types make this impossible.
    pub fn new(pack: &Pack) -> ThingTexts {
        let mut texts = ThingTexts::default();
        let mut recorder = ContentHasher { recorded: Some(&mut texts), ..ContentHasher::default() };
        match recorder.pack(pack) {
            Ok(()) => texts,
            Err(_) => ThingTexts::default(),
        }
    }

    fn get(&self, field: &str, kind: &str, key: &str) -> Option<&Option<String>> {
        self.texts.get(field)?.get(kind)?.get(key)
    }
}

impl Pack {
    /// Returns the SHA-256 of the pack's JSON without positions and ledgers, in hexadecimal. It changes with the content that is played,
    /// not with the folder a command runs in. Empty if the pack cannot be written as JSON; its types make this impossible.
    pub fn hash(&self) -> &str {
        self.hash.0.get_or_init(|| hexadecimal(self, ContentHasher::default()))
    }

    /// Returns the same hash as [`Pack::hash`]. The JSON of things is taken from `texts`, the texts of a pack that contains every thing of
    /// this pack, so that it need not be written again.
    pub fn hash_with(&self, texts: &ThingTexts) -> &str {
        self.hash.0.get_or_init(|| hexadecimal(self, ContentHasher { shared: Some(texts), ..ContentHasher::default() }))
    }
}

fn hexadecimal(pack: &Pack, mut hasher: ContentHasher<'_>) -> String {
    match hasher.pack(pack) {
        Ok(()) => hex(&hasher.sha.finalize()),
        Err(_) => String::new(),
    }
}

/// Returns the SHA-256 of the given bytes in hexadecimal.
pub fn of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(digest: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in digest {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Hasher for the JSON of a pack. Fields are hashed one by one in the order of their names; the result is the same as if `serde_json` had
/// written the whole value.
#[derive(Default)]
struct ContentHasher<'t> {
    sha: Sha256,
    /// True once a field is written, so that the next field begins with a comma.
    has_fields: bool,
    /// Texts that need not be written again.
    shared: Option<&'t ThingTexts>,
    /// Buffer that receives the texts of the things that are written.
    recorded: Option<&'t mut ThingTexts>,
}

impl ContentHasher<'_> {
    fn pack(&mut self, pack: &Pack) -> serde_json::Result<()> {
        // Aliases and the origin of patches have no effect in play and are not hashed. The references in a pack are resolved already.
        let Pack { format, package, dependencies, other_rules, items, skills, stations, maps, clusters, platoons, .. } = pack;
        let Pack { parties, backgrounds, encounters, scenarios, doctrines, rulesets, tables, rules, declarations, .. } = pack;
        let Pack { aliases: _, patches: _, hash: _, .. } = pack;
        self.some_things("backgrounds", backgrounds)?;
        self.some_things("clusters", clusters)?;
        self.kinds("declarations", declarations)?;
        self.value("dependencies", dependencies)?;
        self.things("doctrines", doctrines)?;
        self.things("encounters", encounters)?;
        self.value("format", format)?;
        self.kinds("items", items)?;
        self.things("maps", maps)?;
        if let Some(other_rules) = other_rules {
            self.value("other_rules", other_rules)?;
        }
        self.value("package", package)?;
        self.some_things("parties", parties)?;
        self.some_things("platoons", platoons)?;
        if !rules.is_empty() {
            self.value("rules", rules)?;
        }
        self.things("rulesets", rulesets)?;
        self.some_things("scenarios", scenarios)?;
        self.things("skills", skills)?;
        self.some_things("stations", stations)?;
        self.some_things("tables", tables)?;
        self.sha.update(if self.has_fields { "}" } else { "{}" });
        Ok(())
    }

    fn field(&mut self, name: &str) -> serde_json::Result<()> {
        self.sha.update(if self.has_fields { "," } else { "{" });
        self.has_fields = true;
        self.key(name)
    }

    fn key(&mut self, key: &str) -> serde_json::Result<()> {
        self.sha.update(serde_json::to_string(key)?);
        self.sha.update(":");
        Ok(())
    }

    fn value(&mut self, name: &str, value: &impl Serialize) -> serde_json::Result<()> {
        let mut value = serde_json::to_value(value)?;
        forget_places(&mut value);
        self.field(name)?;
        self.sha.update(value.to_string());
        Ok(())
    }

    /// Writes a field with things of the pack. An empty field is left out.
    fn some_things<T: Serialize>(&mut self, field: &'static str, things: &BTreeMap<Name, T>) -> serde_json::Result<()> {
        if things.is_empty() { Ok(()) } else { self.things(field, things) }
    }

    fn things<T: Serialize>(&mut self, field: &'static str, things: &BTreeMap<Name, T>) -> serde_json::Result<()> {
        self.field(field)?;
        self.object(field, "", things)
    }

    fn kinds<T: Serialize>(&mut self, field: &'static str, kinds: &BTreeMap<Name, BTreeMap<Name, T>>) -> serde_json::Result<()> {
        self.field(field)?;
        self.sha.update("{");
        let mut is_first = true;
        // An author's kind may be called `place`. Its things are kept if their keys are `package.name`, as in `forget_places`.
        let is_kept =
            |kind: &Name, things: &BTreeMap<Name, T>| kind != "place" || (!things.is_empty() && things.keys().all(|key| key.contains('.')));
        for (kind, things) in kinds.iter().filter(|(kind, things)| is_kept(kind, things)) {
            if !std::mem::take(&mut is_first) {
                self.sha.update(",");
            }
            self.key(kind)?;
            self.object(field, kind, things)?;
        }
        self.sha.update("}");
        Ok(())
    }

    fn object<T: Serialize>(&mut self, field: &'static str, kind: &str, things: &BTreeMap<Name, T>) -> serde_json::Result<()> {
        self.sha.update("{");
        let mut is_first = true;
        for (key, thing) in things {
            let own;
            let text = match self.shared.and_then(|texts| texts.get(field, kind, key)) {
                Some(text) => text,
                None => {
                    own = text_of(key, thing)?;
                    &own
                }
            };
            if let Some(text) = text {
                if !std::mem::take(&mut is_first) {
                    self.sha.update(",");
                }
                self.key(key)?;
                self.sha.update(text);
            }
            if let Some(recorded) = self.recorded.as_deref_mut() {
                let of_kind = recorded.texts.entry(field).or_default().entry(kind.into()).or_default();
                of_kind.insert(key.clone(), text.clone());
            }
        }
        self.sha.update("}");
        Ok(())
    }
}

/// Returns the text of a thing, or `None` if the hash leaves it out because of its name, as [`forget_places`] does.
fn text_of(key: &str, thing: &impl Serialize) -> serde_json::Result<Option<String>> {
    let mut value = serde_json::to_value(thing)?;
    if !is_kept(key, &value) {
        return Ok(None);
    }
    forget_places(&mut value);
    Ok(Some(value.to_string()))
}

/// Removes source positions, ledgers and the origin of patches from the JSON of a pack. An author's own thing that has one of these names,
/// such as a statistic or a kind, is kept.
pub fn forget_places(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, value| is_kept(key, value));
            fields.values_mut().for_each(forget_places);
        }
        Value::Array(members) => members.iter_mut().for_each(forget_places),
        _ => {}
    }
}

fn is_kept(key: &str, value: &Value) -> bool {
    match key {
        // Fields `place` with a source position are left out. This also leaves out the operation `place` and the place of an area attack,
        // but the sentence of the effect still contains both.
        "place" => value.is_number() || is_map_of_things(value),
        "ledger" => !(is_list_of_structs(value) || value.get("lines").is_some_and(is_list_of_structs)),
        // The package of a house rule does not affect play, and neither does its position.
        "patches" => !is_list_of_structs(value),
        _ => true,
    }
}

/// True if a JSON value is a map with keys `package.name`. Such a map contains the things of a kind, even if the kind is called `place`.
fn is_map_of_things(value: &Value) -> bool {
    value.as_object().is_some_and(|things| !things.is_empty() && things.keys().all(|key| key.contains('.')))
}

fn is_list_of_structs(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().all(Value::is_object))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::item::{BuiltItem, Ledger, SourcePosition};

    fn pack(change: impl FnOnce(&mut BuiltItem)) -> Pack {
        let mut item = BuiltItem { name: "anchor".into(), kind: "place".into(), ..BuiltItem::default() };
        change(&mut item);
        let mut pack = Pack::default();
        pack.items.entry("place".into()).or_default().insert("own.anchor".into(), item);
        pack
    }

    #[test]
    fn where_a_thing_stands_is_no_part_of_it_and_a_statistic_called_so_is() {
        let plain = pack(|_| {});
        let moved = pack(|item| item.place = SourcePosition { file: "elsewhere.slip".into(), line: 9 });
        assert_eq!(plain.hash(), moved.hash());
        let mut value = serde_json::to_value(pack(|item| item.ledger = Ledger::default())).unwrap();
        forget_places(&mut value);
        assert!(value["items"]["place"]["own.anchor"].get("ledger").is_none());
        for name in ["place", "ledger", "patches"] {
            let rated = |rank: i32| pack(|item| item.stats.extend([(name.into(), rank)]));
            assert_ne!(rated(1).hash(), rated(2).hash(), "{name}");
        }
    }

    /// Returns the hash of a pack by its definition: the hash of the whole JSON, written as one text.
    fn of_whole_json(pack: &Pack) -> String {
        let mut value = serde_json::to_value(pack).unwrap();
        forget_places(&mut value);
        value.as_object_mut().unwrap().remove("aliases");
        of_bytes(value.to_string().as_bytes())
    }

    #[test]
    fn the_hash_thing_by_thing_is_the_hash_of_the_whole_json() {
        let names =
            [("", "place"), ("", "ledger"), ("", "patches"), ("", "lines"), ("own", "place"), ("own", "anchor"), ("own", "\u{e9}\"")];
        let mut packs = vec![Pack::default()];
        for kind in ["place", "ledger", "patches", "ship"] {
            for (package, name) in names {
                let mut pack = pack(|item| item.stats.extend([("place".into(), 3)]));
                let item = BuiltItem { name: name.into(), kind: kind.into(), ..BuiltItem::default() };
                pack.items.entry(kind.into()).or_default().insert(crate::key(package, name), item);
                pack.aliases.entry(kind.into()).or_default().insert("own.old".into(), "own.new".into());
                packs.push(pack);
            }
        }
        for pack in packs {
            assert_eq!(pack.clone().hash(), of_whole_json(&pack));
            assert_eq!(pack.clone().hash_with(&ThingTexts::new(&pack)), of_whole_json(&pack));
        }
    }
}
