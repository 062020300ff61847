//! Mutates JSON: replaces some fields by paths, devices, huge numbers, or other types.

use crate::bytes::Bytes;
use serde_json::{Value, json};

/// Hostile texts for a field.
const HOSTILE: &[&str] = &[
    "program:touch /tmp/x",
    "script:/dev/zero",
    "search(",
    "search(4)",
    "human",
    "random",
    "doctrine",
    "../../etc/passwd",
    "/proc/self/environ",
    "C:\\con",
    "https://example.com/x",
    "",
    "\u{202e}",
    "\n::error::",
    "\u{1b}[2J",
    "a.b",
    "std",
    "4294967296",
    "-1",
    "18446744073709551615",
    "1e999",
    "\0",
];

/// Changes the fields that some bytes choose.
pub fn changed(mut value: Value, bytes: &mut Bytes<'_>) -> Value {
    // A place beyond the end, after a change that made the value smaller, changes nothing.
    let leaves = count(&value);
    for _ in 0..8 {
        if bytes.is_empty() {
            break;
        }
        let at = bytes.below(leaves);
        let new = other(bytes);
        put(&mut value, &mut { at }, &new);
    }
    value
}

fn other(bytes: &mut Bytes<'_>) -> Option<Value> {
    Some(match bytes.byte() % 10 {
        0..4 => json!(HOSTILE.get(bytes.below(HOSTILE.len()))),
        4 => json!(bytes.text()),
        5 => json!(u64::from(bytes.byte())),
        6 => [json!(u64::MAX), json!(i64::MIN), json!(-1), json!(0), json!(0.5), json!(u32::MAX)]
            .get(bytes.below(6))
            .cloned()
            .unwrap_or_default(),
        7 => {
            [json!(null), json!([]), json!({}), json!(true), json!([[]]), json!({ "": 0 })].get(bytes.below(6)).cloned().unwrap_or_default()
        }
        8 => return None,
        _ => serde_json::from_str(&bytes.text()).unwrap_or_default(),
    })
}

/// Returns the number of values, containers included.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(values) => values.iter().map(count).sum::<usize>(),
        Value::Object(fields) => fields.values().map(count).sum::<usize>(),
        _ => 0,
    }
}

/// Replaces the value of this number, or duplicates the last of a list; true once it is done.
fn put(value: &mut Value, at: &mut usize, new: &Option<Value>) -> bool {
    if *at == 0 {
        match (new, &mut *value) {
            (Some(new), _) => *value = new.clone(),
            (None, Value::Array(values)) => values.extend(values.last().cloned()),
            (None, Value::Object(fields)) => drop(fields.insert("other".to_owned(), json!(1))),
            (None, _) => *value = Value::Null,
        }
        return true;
    }
    *at -= 1;
    match value {
        Value::Array(values) => values.iter_mut().any(|value| put(value, at, new)),
        Value::Object(fields) => fields.values_mut().any(|value| put(value, at, new)),
        _ => false,
    }
}
