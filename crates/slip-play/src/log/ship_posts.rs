//! Reads and writes the posts of a ship in log records, by their names.

use super::field_kinds::{FieldKind, FieldSchema};
use super::schema::Fields;
use super::{RecordError, RecordReader, RecordWriter};
use crate::names::{NamedThingKind, Names};
use serde_json::Value;

/// Field kind of a post of a ship, written with its name.
pub struct PostOf;

/// Returns the name of a post.
pub(super) fn post_name(names: &dyn Names, number: u8) -> Option<&str> {
    names.all(NamedThingKind::Post).into_iter().nth(usize::from(number))
}

/// Returns the number of the post with a name.
pub(super) fn post_number(names: &dyn Names, key: &str, name: &str) -> Result<u8, RecordError> {
    let found = names.find(NamedThingKind::Post, name).and_then(|place| u8::try_from(place).ok());
    let expected = || format!("{} ({})", NamedThingKind::Post.word(), names.all(NamedThingKind::Post).join(", "));
    found.ok_or_else(|| RecordError::wrong(key, expected(), &Value::String(name.to_owned())))
}

impl FieldSchema for PostOf {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
    }
}

impl FieldKind<u8> for PostOf {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &u8) {
        line.text(key, post_name(line.names, *value).unwrap_or_default());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<u8, RecordError> {
        let name = object.text(key, NamedThingKind::Post.word())?;
        post_number(object.names, key, &name)
    }
}
