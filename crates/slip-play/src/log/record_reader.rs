//! Reader of a record of the log. Fields are taken out one by one, and none may be left over.

use super::Fault;
use crate::ids::ActorId;
use crate::names::Names;
use serde_json::{Map, Value};

/// A JSON object being read, with the names of the fight.
pub struct Object<'a> {
    pub(super) names: &'a dyn Names,
    fields: Map<String, Value>,
    /// Actor of the record. The words for weapons and manners in the record are those of this actor.
    pub(super) about: Option<ActorId>,
}

impl<'a> Object<'a> {
    /// Returns a reader of these fields.
    pub fn new(names: &'a dyn Names, fields: Map<String, Value>) -> Object<'a> {
        Object { names, fields, about: None }
    }

    /// Returns a reader of an object inside this one.
    pub fn inner(&self, value: Value, expected: &str) -> Result<Object<'a>, Fault> {
        match value {
            Value::Object(fields) => Ok(Object { names: self.names, fields, about: self.about }),
            other => Err(Fault::wrong("", expected, &other)),
        }
    }

    /// Takes out a field, if it is present.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.fields.remove(key)
    }

    /// Takes out a field that must be present.
    pub fn need(&mut self, key: &str, expected: &str) -> Result<Value, Fault> {
        self.fields.remove(key).ok_or_else(|| Fault::missing(key, expected))
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
    pub fn text(&mut self, key: &str, expected: &str) -> Result<String, Fault> {
        match self.need(key, expected)? {
            Value::String(text) => Ok(text),
            other => Err(Fault::wrong(key, expected, &other)),
        }
    }

    /// Takes out a list.
    pub fn list(&mut self, key: &str, expected: &str) -> Result<Vec<Value>, Fault> {
        match self.need(key, expected)? {
            Value::Array(list) => Ok(list),
            other => Err(Fault::wrong(key, expected, &other)),
        }
    }

    /// Checks that no field is left.
    pub fn done(self) -> Result<(), Fault> {
        match self.fields.into_iter().next() {
            None => Ok(()),
            Some((key, value)) => Err(Fault::wrong(&key, "no field of this name", &value)),
        }
    }
}
