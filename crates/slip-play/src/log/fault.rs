//! What is wrong with a line of a log: the field, what was expected, what is there.

use serde_json::Value;
use std::fmt;

/// A field that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The field, with those around it: `events[1].track`. Empty for the line as a whole.
    pub field: String,
    /// What belongs there.
    pub expected: String,
    /// What is there; none if nothing is.
    pub found: Option<String>,
}

impl Fault {
    /// A field with something else in it than belongs there.
    pub fn wrong(field: &str, expected: impl Into<String>, found: &Value) -> Fault {
        Fault { field: field.to_owned(), expected: expected.into(), found: Some(shortened(&found.to_string())) }
    }

    /// A field that is missing.
    pub fn missing(field: &str, expected: impl Into<String>) -> Fault {
        Fault { field: field.to_owned(), expected: expected.into(), found: None }
    }

    /// The fault of something within a field.
    #[must_use]
    pub fn within(mut self, field: &str) -> Fault {
        let gap = if self.field.is_empty() { "" } else { "." };
        self.field = format!("{field}{gap}{}", self.field);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { field, expected, found } = self;
        match (field.is_empty(), found) {
            (true, Some(found)) => write!(f, "{expected} is expected, not {found}"),
            (true, None) => write!(f, "{expected} is expected"),
            (false, Some(found)) => write!(f, "`{field}`: {expected} is expected, not {found}"),
            (false, None) => write!(f, "`{field}` is missing: {expected} is expected"),
        }
    }
}

impl std::error::Error for Fault {}

/// The beginning of something long.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let start: String = text.chars().take(MOST).collect();
    format!("{start} …")
}
