//! The hash of a pack's meaning: what a log names, so that a replay knows whether it has the same rules and things. Floor 0.

use super::Pack;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::OnceLock;

/// A hash that is reckoned when it is first asked for. Says nothing about equality: equal packs have equal hashes.
#[derive(Clone, Debug, Default)]
pub struct Cached(OnceLock<String>);

impl PartialEq for Cached {
    fn eq(&self, _: &Cached) -> bool {
        true
    }
}

impl Pack {
    /// SHA-256 over the pack's JSON without places and ledgers, in hexadecimal: it changes with what is played and not
    /// with the folder a command ran in. Empty if the pack cannot be written as JSON, which its types exclude.
    pub fn hash(&self) -> &str {
        self.hash.0.get_or_init(|| {
            let Ok(mut value) = serde_json::to_value(self) else { return String::new() };
            forget_places(&mut value);
            // An old name plays no part in play: who is asked for by it was looked up.
            value.as_object_mut().map(|fields| fields.remove("aliases"));
            of_bytes(value.to_string().as_bytes())
        })
    }
}

/// SHA-256 in hexadecimal.
pub fn of_bytes(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

fn forget_places(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("place");
            fields.remove("ledger");
            // Who changed a thing is no more a part of what it is than where it is written.
            fields.remove("patches");
            fields.values_mut().for_each(forget_places);
        }
        Value::Array(members) => members.iter_mut().for_each(forget_places),
        _ => {}
    }
}
