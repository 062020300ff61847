//! A line of the log being written. Keys are never escaped, values are.

use crate::ids::ActorId;
use crate::names::Names;
use std::fmt::Write as _;

/// A JSON object being written, and what its names mean.
pub struct Line<'a> {
    text: String,
    pub(super) names: &'a dyn Names,
    /// Whom the line is about: whose weapons and ways its words name.
    pub(super) about: Option<ActorId>,
}

impl<'a> Line<'a> {
    /// `{"n":…,"e":…`
    pub fn new(names: &'a dyn Names, number: usize, class: &str) -> Line<'a> {
        let mut line = Line { text: format!("{{\"n\":{number}"), names, about: None };
        line.text("e", class);
        line
    }

    /// An object within a line, about somebody.
    pub fn inner(names: &'a dyn Names, about: Option<ActorId>) -> Line<'a> {
        Line { text: "{".to_owned(), names, about }
    }

    /// A value that is already JSON.
    pub fn raw(&mut self, key: &str, value: &str) {
        let comma = if self.text.len() > 1 { "," } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{comma}\"{key}\":{value}");
    }

    /// A number.
    pub fn number(&mut self, key: &str, value: impl Into<i64>) {
        self.raw(key, &value.into().to_string());
    }

    /// Words.
    pub fn text(&mut self, key: &str, value: &str) {
        self.raw(key, &quoted(value));
    }

    /// Words, if there are any.
    pub fn maybe(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(key, value);
        }
    }

    /// A truth, if it is true.
    pub fn flag(&mut self, key: &str, value: bool) {
        if value {
            self.raw(key, "true");
        }
    }

    /// A list of words.
    pub fn list<'b>(&mut self, key: &str, values: impl Iterator<Item = &'b str>) {
        let list: Vec<String> = values.map(quoted).collect();
        self.raw(key, &format!("[{}]", list.join(",")));
    }

    /// A list of what is already JSON.
    pub fn raws(&mut self, key: &str, values: impl Iterator<Item = String>) {
        let list: Vec<String> = values.collect();
        self.raw(key, &format!("[{}]", list.join(",")));
    }

    /// A list of numbers.
    pub fn numbers<T: ToString>(&mut self, key: &str, values: impl Iterator<Item = T>) {
        self.raws(key, values.map(|value| value.to_string()));
    }

    /// The object, closed.
    pub fn close(mut self) -> String {
        self.text.push('}');
        self.text
    }

    /// The line, ended.
    pub fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }
}

/// A JSON string.
pub fn quoted(text: &str) -> String {
    // A string always has a JSON form.
    serde_json::to_string(text).unwrap_or_default()
}
