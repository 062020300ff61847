//! Errors in a record of the log: the field, the expected value, and the value found.

use serde_json::Value;
use std::fmt;

/// Error for a field of a record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Name of the field, after the names of the fields that contain it: `events[1].track`. Empty for the whole record.
    pub field: String,
    /// Description of the expected value.
    pub expected: String,
    /// Value that was found; `None` if the field is missing.
    pub found: Option<String>,
}

impl RecordError {
    /// Returns the error for a field with a wrong value.
    pub fn wrong(field: &str, expected: impl Into<String>, found: &Value) -> RecordError {
        RecordError { field: field.to_owned(), expected: expected.into(), found: Some(shortened(&found.to_string())) }
    }

    /// Returns the error for a missing field.
    pub fn missing(field: &str, expected: impl Into<String>) -> RecordError {
        RecordError { field: field.to_owned(), expected: expected.into(), found: None }
    }

    /// Returns the error with the name of a parent field in front of the field.
    #[must_use]
    pub fn within(mut self, field: &str) -> RecordError {
        let gap = if self.field.is_empty() { "" } else { "." };
        self.field = format!("{field}{gap}{}", self.field);
        self
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordError { field, expected, found } = self;
        match (field.is_empty(), found) {
            (true, Some(found)) => write!(f, "expected {expected}, found {found}"),
            (true, None) => write!(f, "expected {expected}"),
            (false, Some(found)) => write!(f, "`{field}`: expected {expected}, found {found}"),
            (false, None) => write!(f, "`{field}` is missing: expected {expected}"),
        }
    }
}

impl std::error::Error for RecordError {}

/// Returns a text. A long text is cut off.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let start: String = text.chars().take(MOST).collect();
    format!("{start} …")
}
