//! Writer of a record of the log. Keys are not escaped, values are.

use crate::ids::ActorId;
use crate::names::Names;
use std::fmt::Write as _;

/// A JSON object being written, with the names of the fight.
pub struct RecordWriter<'a> {
    text: String,
    pub(super) names: &'a dyn Names,
    /// Actor that the record is about. The names of weapons and manners in the record are looked up for this actor.
    pub(super) about: Option<ActorId>,
}

impl<'a> RecordWriter<'a> {
    /// Begins a record: `{"n":…,"e":…`
    pub fn new(names: &'a dyn Names, number: usize, class: &str) -> RecordWriter<'a> {
        let mut line = RecordWriter { text: format!("{{\"n\":{number}"), names, about: None };
        line.text("e", class);
        line
    }

    /// Begins an object within a record, about an actor.
    pub fn inner(names: &'a dyn Names, about: Option<ActorId>) -> RecordWriter<'a> {
        RecordWriter { text: "{".to_owned(), names, about }
    }

    /// Writes a value that is already JSON.
    pub fn raw(&mut self, key: &str, value: &str) {
        let comma = if self.text.len() > 1 { "," } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{comma}\"{key}\":{value}");
    }

    /// Writes a number.
    pub fn number(&mut self, key: &str, value: impl Into<i64>) {
        self.raw(key, &value.into().to_string());
    }

    /// Writes a text.
    pub fn text(&mut self, key: &str, value: &str) {
        self.raw(key, &quoted(value));
    }

    /// Writes a text, if there is one.
    pub fn maybe(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(key, value);
        }
    }

    /// Writes `true` if the flag is set; otherwise writes nothing.
    pub fn flag(&mut self, key: &str, value: bool) {
        if value {
            self.raw(key, "true");
        }
    }

    /// Writes a list of texts.
    pub fn list<'b>(&mut self, key: &str, values: impl Iterator<Item = &'b str>) {
        let list: Vec<String> = values.map(quoted).collect();
        self.raw(key, &format!("[{}]", list.join(",")));
    }

    /// Writes a list of values that are already JSON text.
    pub fn raws(&mut self, key: &str, values: impl Iterator<Item = String>) {
        let list: Vec<String> = values.collect();
        self.raw(key, &format!("[{}]", list.join(",")));
    }

    /// Writes a list of numbers.
    pub fn numbers<T: ToString>(&mut self, key: &str, values: impl Iterator<Item = T>) {
        self.raws(key, values.map(|value| value.to_string()));
    }

    /// Closes the object and returns it.
    pub fn close(mut self) -> String {
        self.text.push('}');
        self.text
    }

    /// Ends the record and returns it as a line.
    pub fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }
}

/// Returns a text as a JSON string.
pub fn quoted(text: &str) -> String {
    // A string always has a JSON form.
    serde_json::to_string(text).unwrap_or_default()
}
