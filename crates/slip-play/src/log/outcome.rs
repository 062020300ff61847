//! Field kinds of endings: the outcome of an actor, and the end of the conflict.

use super::field_kinds::{Kind, Maybe, Number, Shape};
use super::schema::Fields;
use super::{Fault, Line, Object};
use crate::conflict::Why;
use crate::names::Sort;
use serde_json::Value;

/// Field kind of the outcome of an actor: the word of its outcome tag.
pub struct Fate;

impl Shape for Fate {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
    }
}

impl Kind<u8> for Fate {
    fn write(&self, line: &mut Line<'_>, key: &'static str, value: &u8) {
        line.text(key, line.names.outcome_tag(*value));
    }

    fn read(&self, object: &mut Object<'_>, key: &'static str) -> Result<u8, Fault> {
        let word = object.text(key, "an outcome")?;
        let place = object.names.find(Sort::Outcome, &word).and_then(|place| u8::try_from(place).ok());
        let expected = || format!("one of {}", object.names.all(Sort::Outcome).join(", "));
        place.ok_or_else(|| Fault::wrong(key, expected(), &Value::String(word)))
    }
}

/// Field kind of the reason why the conflict ended: in words, with the number of the `victory` condition if the reason was one.
pub struct Reason;

impl Shape for Reason {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
        fields.may("victory", r#"{"type":"integer","minimum":0}"#);
    }
}

impl Kind<Why> for Reason {
    fn write(&self, line: &mut Line<'_>, key: &'static str, value: &Why) {
        line.text(key, &line.names.reason(*value));
        if let Why::Victory(number) = value {
            line.number("victory", *number);
        }
    }

    fn read(&self, object: &mut Object<'_>, key: &'static str) -> Result<Why, Fault> {
        let words = object.text(key, "the reason of the end")?;
        let victory: Option<u16> = Maybe(Number).read(object, "victory")?;
        let all = [Why::AtOnce, Why::LastStanding, Why::NobodyLeft, Why::Limit, Why::Agreed, Why::TimeOut, Why::BrokeDown];
        let known = victory.map(Why::Victory).or_else(|| all.into_iter().find(|why| object.names.reason(*why) == words));
        known.ok_or_else(|| Fault::wrong(key, "a reason why a fight ends", &Value::String(words)))
    }
}
