//! Events of social conflicts as records of the log: `{"op":"box","left":3}`.

use super::field_kinds::{FieldKind, FieldSchema, Maybe, NamedField, NotZero, NumberField, TextField, WordField};
use super::outcome_fields::OutcomeField;
use super::schema::Fields;
use super::{RecordError, RecordReader, RecordWriter};
use crate::event::SocialEvent;

/// Field kind of a social event: all its fields.
pub struct SocialEventField;

impl FieldSchema for SocialEventField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        WordField.shape(key, fields);
        Maybe(NamedField).shape("who", fields);
        NumberField.shape("left", fields);
        NotZero.shape("line", fields);
        Maybe(OutcomeField).shape("fate", fields);
        Maybe(TextField).shape("say", fields);
    }
}

impl FieldKind<Box<SocialEvent>> for SocialEventField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Box<SocialEvent>) {
        let SocialEvent { op, who, left, line: rung, fate, say } = &**value;
        WordField.write(line, key, op);
        Maybe(NamedField).write(line, "who", who);
        NumberField.write(line, "left", left);
        NotZero.write(line, "line", rung);
        Maybe(OutcomeField).write(line, "fate", fate);
        Maybe(TextField).write(line, "say", say);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Box<SocialEvent>, RecordError> {
        Ok(Box::new(SocialEvent {
            op: WordField.read(object, key)?,
            who: Maybe(NamedField).read(object, "who")?,
            left: NumberField.read(object, "left")?,
            line: NotZero.read(object, "line")?,
            fate: Maybe(OutcomeField).read(object, "fate")?,
            say: Maybe(TextField).read(object, "say")?,
        }))
    }
}
