//! What is said of ships in a line: their posts by name, and what a counter's number means. Floor 4.

use super::kinds::{Kind, Shape};
use super::schema::Fields;
use super::{Fault, Line, Object};
use crate::play::event::{Counter, Event, TrackId};
use crate::play::ids::Seat;
use crate::play::names::{Names, Sort};
use serde_json::Value;

/// A post of a ship, by its name.
pub struct PostOf;

/// The name of a post.
pub(super) fn post_name(names: &dyn Names, number: u8) -> Option<&str> {
    names.all(Sort::Post).into_iter().nth(usize::from(number))
}

/// The number of a post's name.
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

/// The key under which a counter says in a word what its number means; it is there for readers only.
pub(super) const MEANS: &str = "means";

/// Writes what the number of a counter means, where it is not a count.
pub(super) fn write_meaning(line: &mut Line<'_>, event: &Event) {
    let Event::Counter { what, now, .. } = event else { return };
    let names = line.names;
    let small = u8::try_from(*now).ok();
    let word = match (what, now) {
        (Counter::Fails, 1) => Some("compelled"),
        (Counter::Fails, 2) => Some("no_pilot"),
        (Counter::Drives, 1) => Some("drive"),
        (Counter::Drives, 2) => Some("coast"),
        (Counter::Drives, 3) => Some("couple"),
        (Counter::Drives, 4) => Some("dock"),
        (Counter::Drives, 5) => Some("launch"),
        (Counter::FixedUse, 1) => Some("ew"),
        (Counter::FixedUse, 2) => Some("torpedoes"),
        (Counter::Left, 1) => Some("escaped"),
        (Counter::Left, 2) => Some("driven_off"),
        (Counter::Denied, 1) => Some("denied"),
        (Counter::Denied, 2) => Some("in_vain"),
        (Counter::Repaired, _) => small.map(|track| names.track(TrackId(track))),
        (Counter::Posted, _) => small.and_then(|post| post_name(names, post)),
        (Counter::Owner, _) => small.map(|seat| names.side(Seat(seat))),
        _ => None,
    };
    line.maybe(MEANS, word.filter(|word| !word.is_empty()));
}
