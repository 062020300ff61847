//! Reader of a record of the log. Fields are taken out one by one; a field that is left at the end is an error.

use super::RecordError;
use crate::ids::ActorId;
use crate::names::Names;
use serde_json::{Map, Value};

/// A JSON object being read, with the names of the fight.
pub struct RecordReader<'a> {
    pub(super) names: &'a dyn Names,
    fields: Map<String, Value>,
    /// Actor that the record is about. The names of weapons and manners in the record are looked up for this actor.
    pub(super) about: Option<ActorId>,
}

impl<'a> RecordReader<'a> {
    /// Returns a reader of the fields of a record.
    pub fn new(names: &'a dyn Names, fields: Map<String, Value>) -> RecordReader<'a> {
        RecordReader { names, fields, about: None }
    }

    /// Returns a reader of an object inside this one.
    pub fn inner(&self, value: Value, expected: &str) -> Result<RecordReader<'a>, RecordError> {
        match value {
            Value::Object(fields) => Ok(RecordReader { names: self.names, fields, about: self.about }),
            other => Err(RecordError::wrong("", expected, &other)),
        }
    }

    /// Takes out a field, if it is present.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.fields.remove(key)
    }

    /// Takes out a field that must be present.
    pub fn need(&mut self, key: &str, expected: &str) -> Result<Value, RecordError> {
        self.fields.remove(key).ok_or_else(|| RecordError::missing(key, expected))
    }

    /// True if a field is present.
    pub fn has(&self, key: &str) -> bool {
        self.fields.contains_key(key)
    }

    /// True if a field contains this word.
    pub fn says(&self, key: &str, word: &str) -> bool {
        self.fields.get(key).and_then(Value::as_str) == Some(word)
    }

    /// Takes out a text.
    pub fn text(&mut self, key: &str, expected: &str) -> Result<String, RecordError> {
        match self.need(key, expected)? {
            Value::String(text) => Ok(text),
            other => Err(RecordError::wrong(key, expected, &other)),
        }
    }

    /// Removes a required field from the record and returns its value, a list.
    pub fn list(&mut self, key: &str, expected: &str) -> Result<Vec<Value>, RecordError> {
        match self.need(key, expected)? {
            Value::Array(list) => Ok(list),
            other => Err(RecordError::wrong(key, expected, &other)),
        }
    }

    /// Checks that no field is left.
    pub fn done(self) -> Result<(), RecordError> {
        match self.fields.into_iter().next() {
            None => Ok(()),
            Some((key, value)) => Err(RecordError::wrong(&key, "no field of this name", &value)),
        }
    }
}
