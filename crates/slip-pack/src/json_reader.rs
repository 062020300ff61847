//! Reads the JSON of stored files into types that allow no unknown fields. Errors name the faulty field.
//!
//! `serde_json` reports only the line and column of an error. The text is therefore reformatted with one value per line, so that the line
//! identifies the field.

use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;

/// Greatest length of the reason in an error, in characters.
const MOST_SHOWN: usize = 400;

/// Reason why a JSON text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Path of the faulty field, such as `seats[0].who`. Empty for the whole text.
    pub field: String,
    /// Line of the fault in the text, from 1.
    pub line: usize,
    /// Reason for the error.
    pub why: String,
}

impl JsonError {
    /// Returns the faulty field and the reason in one line.
    pub fn in_one_line(&self) -> String {
        if self.field.is_empty() { self.why.clone() } else { format!("`{}`: {}", self.field, self.why) }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at line {}", self.in_one_line(), self.line)
    }
}

impl std::error::Error for JsonError {}

/// Parses a JSON text into a type.
///
/// # Errors
/// [`JsonError`] with the field, if the text is JSON and a value does not fit.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, JsonError> {
    serde_json::from_str(text).map_err(|error| {
        // If a text is not JSON, no field can be named.
        JsonError { field: field_of::<T>(text).unwrap_or_default(), line: error.line(), why: reason(&error) }
    })
}

/// Returns the reason of a serde error without its position, shortened.
fn reason(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let why = whole.strip_suffix(&place).unwrap_or(&whole);
    let mut letters = why.chars();
    let shown: String = letters.by_ref().take(MOST_SHOWN).collect();
    if letters.next().is_some() { format!("{shown}…") } else { shown }
}

/// Returns the path of the value in a JSON text that does not fit the type.
fn field_of<T: DeserializeOwned>(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    let lines = serde_json::to_string_pretty(&value).ok()?;
    let error = serde_json::from_str::<T>(&lines).err()?;
    Some(path_at(&lines, error.line()))
}

/// Returns the first number in a JSON value whose absolute value exceeds `most`, with its path.
pub fn beyond(value: &Value, most: u64) -> Option<(String, String)> {
    let inside = |path: String, value: &Value| beyond(value, most).map(|(rest, number)| (joined(path, &rest), number));
    match value {
        Value::Number(number) => {
            let is_within = match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => number <= most,
                (None, Some(number)) => number.unsigned_abs() <= most,
                (None, None) => false,
            };
            (!is_within).then(|| (String::new(), number.to_string()))
        }
        Value::Array(values) => values.iter().enumerate().find_map(|(place, value)| inside(format!("[{place}]"), value)),
        Value::Object(fields) => fields.iter().find_map(|(key, value)| inside(key.clone(), value)),
        _ => None,
    }
}

/// Returns the path of the first string in a JSON value with more bytes than `most`. Keys of objects count too.
pub fn too_long(value: &Value, most: usize) -> Option<String> {
    let inside = |path: String, value: &Value| too_long(value, most).map(|rest| joined(path, &rest));
    match value {
        Value::String(text) => (text.len() > most).then(String::new),
        Value::Array(values) => values.iter().enumerate().find_map(|(place, value)| inside(format!("[{place}]"), value)),
        Value::Object(fields) => {
            fields.iter().find_map(
                |(key, value)| {
                    if key.len() > most { Some(key.chars().take(MOST_SHOWN).collect()) } else { inside(key.clone(), value) }
                },
            )
        }
        _ => None,
    }
}

/// Joins the path of an object or list and the path inside it.
fn joined(path: String, rest: &str) -> String {
    let dot = if rest.is_empty() || rest.starts_with('[') { "" } else { "." };
    format!("{path}{dot}{rest}")
}

/// Object or array that is open while a path is computed.
enum OpenContainer {
    Object(String),
    Array(usize),
}

/// Returns the path of the value in a line, for a JSON text with one value per line. A line that closes an object or array has the path of
/// that object or array.
fn path_at(text: &str, line: usize) -> String {
    let mut open: Vec<OpenContainer> = Vec::new();
    for text in text.lines().take(line).map(str::trim_start) {
        if text.starts_with(['}', ']']) {
            open.pop();
            continue;
        }
        match open.last_mut() {
            Some(OpenContainer::Object(key)) => *key = key_of(text),
            Some(OpenContainer::Array(number)) => *number += 1,
            None => {}
        }
        match text.chars().next_back() {
            Some('{') => open.push(OpenContainer::Object(String::new())),
            Some('[') => open.push(OpenContainer::Array(0)),
            _ => {}
        }
    }
    let mut path = String::new();
    for part in open {
        match part {
            OpenContainer::Object(key) if key.is_empty() => {}
            OpenContainer::Object(key) => {
                let dot = if path.is_empty() { "" } else { "." };
                path.push_str(&format!("{dot}{key}"));
            }
            OpenContainer::Array(0) => {}
            OpenContainer::Array(number) => path.push_str(&format!("[{}]", number - 1)),
        }
    }
    path
}

/// Returns the JSON key at the beginning of a line.
fn key_of(line: &str) -> String {
    let mut values = serde_json::Deserializer::from_str(line).into_iter::<String>();
    values.next().and_then(Result::ok).unwrap_or_default().chars().take(MOST_SHOWN).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        #[serde(rename = "seed")]
        _seed: u64,
        #[serde(rename = "seats", default)]
        _seats: Vec<Inner>,
        #[serde(rename = "names", default)]
        _names: BTreeMap<String, Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        #[serde(rename = "side")]
        _side: String,
        #[serde(rename = "count", default)]
        _count: u8,
    }

    fn field(text: &str) -> String {
        read::<Outer>(text).unwrap_err().field
    }

    #[test]
    fn an_error_names_the_field() {
        assert_eq!(field(r#"{"seed":-1}"#), "seed");
        assert_eq!(field(r#"{"seed":1,"seats":[{"side":"a"},{"side":3}]}"#), "seats[1].side");
        assert_eq!(field(r#"{"seed":1,"seats":[{"side":"{"},{"side":"b","count":256}]}"#), "seats[1].count");
        assert_eq!(field(r#"{"seed":1,"seats":[{"side":"a","program":"x"}]}"#), "seats[0].program");
        assert_eq!(field(r#"{"seed":1,"seats":[{"count":1}]}"#), "seats[0]");
        assert_eq!(field(r#"{"seed":1,"names":{"a b":{"side":null}}}"#), "names.a b.side");
        assert_eq!(field(r#"{"seed":1,"names":7}"#), "names");
    }

    #[test]
    fn a_text_that_is_no_json_has_a_line_and_no_field() {
        let unread = read::<Outer>("{\n\"seed\":").unwrap_err();
        assert_eq!((unread.field.as_str(), unread.line), ("", 2));
        let deep = format!("{{\"seed\":{}", "[".repeat(100_000));
        assert!(read::<Outer>(&deep).is_err());
    }

    #[test]
    fn a_long_value_is_shortened() {
        let unread = read::<Outer>(&format!(r#"{{"seed":"{}"}}"#, "x".repeat(1 << 20))).unwrap_err();
        assert!(unread.to_string().len() < 1_000);
        assert_eq!(unread.field, "seed");
    }
}
