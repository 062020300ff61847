//! Field kind of the posts of ships, written with their names.

use super::field_kinds::{Kind, Shape};
use super::schema::Fields;
use super::{Fault, Line, Object};
use crate::names::{Names, Sort};
use serde_json::Value;

/// Field kind of a post of a ship, written with its name.
pub struct PostOf;

/// Returns the name of a post.
pub(super) fn post_name(names: &dyn Names, number: u8) -> Option<&str> {
    names.all(Sort::Post).into_iter().nth(usize::from(number))
}

/// Returns the number of the post with a name.
pub(super) fn post_number(names: &dyn Names, key: &str, name: &str) -> Result<u8, Fault> {
    let found = names.find(Sort::Post, name).and_then(|place| u8::try_from(place).ok());
    let expected = || format!("{} ({})", Sort::Post.word(), names.all(Sort::Post).join(", "));
    found.ok_or_else(|| Fault::wrong(key, expected(), &Value::String(name.to_owned())))
}

impl Shape for PostOf {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
    }
}

impl Kind<u8> for PostOf {
    fn write(&self, line: &mut Line<'_>, key: &'static str, value: &u8) {
        line.text(key, post_name(line.names, *value).unwrap_or_default());
    }

    fn read(&self, object: &mut Object<'_>, key: &'static str) -> Result<u8, Fault> {
        let name = object.text(key, Sort::Post.word())?;
        post_number(object.names, key, &name)
    }
}
