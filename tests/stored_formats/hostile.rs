//! Hostile values, and the function that puts each of them into each field.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// Placeholder for ten thousand nested arrays, replaced when the file is written.
const DEEP: &str = "@@deep@@";
/// Longest time that one reading may take, unoptimised and on a busy machine.
const LONGEST: Duration = Duration::from_secs(30);
/// Largest size of a message in bytes, including a quoted log record.
const MOST_SAID: usize = 40_000;
/// File that would be created if a program named in a field were run.
pub(crate) const FORBIDDEN: &str = "SHOULD_NOT_EXIST";

/// The hostile values.
pub(crate) fn values() -> Vec<Value> {
    vec![
        json!(format!("program:touch {FORBIDDEN}")),
        json!("script:/dev/zero"),
        json!("/etc/passwd"),
        json!("../../x"),
        json!(r"\\.\pipe\x"),
        json!("http://127.0.0.1/"),
        json!("\u{1b}[2J\n::error::x"),
        json!(-1),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e308),
        json!("x".repeat(1 << 20)),
        json!(DEEP),
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!({ "program": "x" }),
    ]
}

/// JSON with its fields in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Leaf(Value),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text.
    pub(crate) fn read(text: &str) -> Json {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Sets the value of a field, after the others if it is new.
    pub(crate) fn set(&mut self, path: &[&str], value: &Value) {
        let Some((key, rest)) = path.split_first() else {
            *self = Json::read(&value.to_string());
            return;
        };
        let Json::Object(fields) = self else { panic!("{key} of {self:?}") };
        if !fields.iter().any(|(known, _)| known == key) {
            fields.push(((*key).to_owned(), Json::Leaf(Value::Null)));
        }
        let (_, field) = fields.iter_mut().find(|(known, _)| known == key).unwrap();
        field.set(rest, value);
    }

    fn write(&self, out: &mut String) {
        let separated = |out: &mut String, place: usize| {
            if place > 0 {
                out.push(',')
            }
        };
        match self {
            Json::Leaf(value) => out.push_str(&value.to_string()),
            Json::Array(values) => {
                out.push('[');
                for (place, value) in values.iter().enumerate() {
                    separated(out, place);
                    value.write(out);
                }
                out.push(']');
            }
            Json::Object(fields) => {
                out.push('{');
                for (place, (key, value)) in fields.iter().enumerate() {
                    separated(out, place);
                    out.push_str(&format!("{}:", json!(key)));
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Json, D::Error> {
        from.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Leaf(json!(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Leaf(json!(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Leaf(json!(value)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Leaf(json!(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Leaf(json!(value)))
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Leaf(Value::Null))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Json, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = from.next_element()? {
            values.push(value);
        }
        Ok(Json::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = from.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}

/// Step from a value to one inside it.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Key(String),
    Place(usize),
}

/// Returns the paths of all values inside a value, without the value itself.
pub(crate) fn paths(value: &Json) -> Vec<Vec<Step>> {
    let inside = |step: Step, value: &Json| {
        let mut all = vec![vec![step.clone()]];
        all.extend(paths(value).into_iter().map(|rest| [vec![step.clone()], rest].concat()));
        all
    };
    match value {
        Json::Object(fields) => fields.iter().flat_map(|(key, value)| inside(Step::Key(key.clone()), value)).collect(),
        Json::Array(values) => values.iter().enumerate().flat_map(|(place, value)| inside(Step::Place(place), value)).collect(),
        Json::Leaf(_) => Vec::new(),
    }
}

/// Returns the value with one inside it replaced.
pub(crate) fn replaced(value: &Json, path: &[Step], with: &Value) -> Json {
    let mut whole = value.clone();
    let mut at = &mut whole;
    for step in path {
        at = match (step, at) {
            (Step::Key(key), Json::Object(fields)) => fields.iter_mut().find(|(known, _)| known == key).map(|(_, value)| value).unwrap(),
            (Step::Place(place), Json::Array(values)) => &mut values[*place],
            (step, at) => panic!("{step:?} of {at:?}"),
        };
    }
    *at = Json::Leaf(with.clone());
    whole
}

/// Returns the JSON text of a value on one line. Deeply nested lists replace the placeholder.
pub(crate) fn text(value: &Json) -> String {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let mut text = String::new();
    value.write(&mut text);
    text.replace(&format!("\"{DEEP}\""), &deep)
}

/// Returns the last key of a path, in the singular.
fn name(path: &[Step]) -> &str {
    let keys = path.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Place(_) => None,
    });
    keys.unwrap_or_default()
}

/// Puts every hostile value into every field of `valid`, and calls `read` with each text. `names` returns true if an error names
/// the field of this name.
pub(crate) fn every_field(valid: &Json, read: &dyn Fn(&str) -> Result<(), String>, names: &dyn Fn(&str, &str) -> bool) {
    read(&text(valid)).unwrap_or_else(|error| panic!("the valid text is refused: {error}"));
    let mut refused = 0;
    let mut faults: Vec<String> = Vec::new();
    for path in paths(valid) {
        for value in values() {
            let text = text(&replaced(valid, &path, &value));
            let begun = Instant::now();
            let shown = || value.to_string().chars().take(60).collect::<String>();
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(&text)));
            let Ok(result) = result else {
                faults.push(format!("{path:?} = {} panics", shown()));
                continue;
            };
            if begun.elapsed() > LONGEST {
                faults.push(format!("{path:?} = {} takes {:?}", shown(), begun.elapsed()));
            }
            assert!(!Path::new(FORBIDDEN).exists(), "{path:?} = {} starts a program", shown());
            if let Err(error) = result {
                refused += 1;
                let is_deep = value == DEEP;
                if error.len() > MOST_SAID || !(is_deep || names(&error, name(&path))) {
                    let said: String = error.chars().take(300).collect();
                    faults.push(format!("{path:?} = {}, said in {} bytes: {said}", shown(), error.len()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults, among them\n{}", faults.len(), faults.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
    assert!(refused > 0, "nothing is refused");
}

/// Returns true if an error names a field.
pub(crate) fn names_field(error: &str, field: &str) -> bool {
    error.contains(field)
}
