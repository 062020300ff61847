//! Field kinds of endings: the outcome of an actor, and the end of the conflict.

use super::field_kinds::{FieldKind, FieldSchema, NumberField, OptionalField};
use super::schema::Fields;
use super::{RecordError, RecordReader, RecordWriter};
use crate::conflict::EndReason;
use crate::names::NamedThingKind;
use serde_json::Value;

/// Field kind of the outcome of an actor: the word of its outcome tag.
pub struct OutcomeField;

impl FieldSchema for OutcomeField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
    }
}

impl FieldKind<u8> for OutcomeField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &u8) {
        line.text(key, line.names.outcome_tag(*value));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<u8, RecordError> {
        let word = object.text(key, "an outcome")?;
        let place = object.names.find(NamedThingKind::Outcome, &word).and_then(|place| u8::try_from(place).ok());
        let expected = || format!("one of {}", object.names.all(NamedThingKind::Outcome).join(", "));
        place.ok_or_else(|| RecordError::wrong(key, expected(), &Value::String(word)))
    }
}

/// Field kind of the reason why the conflict ended: the reason in words and, for a `victory` condition, the number of the condition.
pub struct EndReasonField;

impl FieldSchema for EndReasonField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
        fields.may("victory", r#"{"type":"integer","minimum":0}"#);
    }
}

impl FieldKind<EndReason> for EndReasonField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &EndReason) {
        line.text(key, &line.names.reason(*value));
        if let EndReason::Victory(number) = value {
            line.number("victory", *number);
        }
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<EndReason, RecordError> {
        let words = object.text(key, "the reason of the end")?;
        let victory: Option<u16> = OptionalField(NumberField).read(object, "victory")?;
        let all = [
            EndReason::AtOnce,
            EndReason::LastStanding,
            EndReason::NobodyLeft,
            EndReason::Limit,
            EndReason::Agreed,
            EndReason::TimeOut,
            EndReason::BrokeDown,
        ];
        let known = victory.map(EndReason::Victory).or_else(|| all.into_iter().find(|why| object.names.reason(*why) == words));
        known.ok_or_else(|| RecordError::wrong(key, "a reason why a fight ends", &Value::String(words)))
    }
}
