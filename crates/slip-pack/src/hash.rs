//! Hash of a pack's content. Logs contain it, so that a replay can check that it has the same rules and things.

use super::Pack;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::OnceLock;

/// Hash that is computed on first use. It is ignored by comparisons: equal packs have equal hashes.
#[derive(Clone, Debug, Default)]
pub struct Cached(OnceLock<String>);

impl PartialEq for Cached {
    fn eq(&self, _: &Cached) -> bool {
        true
    }
}

impl Pack {
    /// Returns the SHA-256 of the pack's JSON without positions and ledgers, in hexadecimal. It changes with the content
    /// that is played, not with the folder a command runs in. Empty if the pack cannot be written as JSON, which its types
    /// exclude.
    pub fn hash(&self) -> &str {
        self.hash.0.get_or_init(|| {
            let Ok(mut value) = serde_json::to_value(self) else { return String::new() };
            forget_places(&mut value);
            // Aliases do not matter in play: references are resolved already.
            value.as_object_mut().map(|fields| fields.remove("aliases"));
            of_bytes(value.to_string().as_bytes())
        })
    }
}

/// Returns the SHA-256 of some bytes in hexadecimal.
pub fn of_bytes(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Removes source positions, ledgers and the origin of patches. An author's own thing that has one of these names, such as
/// a statistic or a kind, is kept.
pub fn forget_places(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, value| match key.as_str() {
                // This also removes the operation `place` and the place of an area attack, but their sentence contains them
                // too.
                "place" => value.is_number() || is_map_of_things(value),
                "ledger" => !(is_list_of_structs(value) || value.get("lines").is_some_and(is_list_of_structs)),
                // The author of a change is as irrelevant as its position.
                "patches" => !is_list_of_structs(value),
                _ => true,
            });
            fields.values_mut().for_each(forget_places);
        }
        Value::Array(members) => members.iter_mut().for_each(forget_places),
        _ => {}
    }
}

/// True if the value contains things by `package.name`: the key is a kind with that name.
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
    use crate::item::{Item, Ledger, Place};

    fn pack(change: impl FnOnce(&mut Item)) -> Pack {
        let mut item = Item { name: "anchor".into(), kind: "place".into(), ..Item::default() };
        change(&mut item);
        let mut pack = Pack::default();
        pack.items.entry("place".into()).or_default().insert("own.anchor".into(), item);
        pack
    }

    #[test]
    fn where_a_thing_stands_is_no_part_of_it_and_a_statistic_called_so_is() {
        let plain = pack(|_| {});
        let moved = pack(|item| item.place = Place { file: "elsewhere.slip".into(), line: 9 });
        assert_eq!(plain.hash(), moved.hash());
        let mut value = serde_json::to_value(pack(|item| item.ledger = Ledger::default())).unwrap();
        forget_places(&mut value);
        assert!(value["items"]["place"]["own.anchor"].get("ledger").is_none());
        for name in ["place", "ledger", "patches"] {
            let rated = |rank: i32| pack(|item| item.stats.extend([(name.into(), rank)]));
            assert_ne!(rated(1).hash(), rated(2).hash(), "{name}");
        }
    }
}
