//! Events of social conflicts as records of the log: `{"op":"box","left":3}`.

use super::field_kinds::{FieldKind, FieldSchema, NamedField, NotZero, NumberField, OptionalField, TextField, WordField};
use super::outcome_fields::OutcomeField;
use super::schema::Fields;
use super::{RecordError, RecordReader, RecordWriter};
use crate::event::SocialEvent;

/// Field kind of a social event: all its fields.
pub struct SocialEventField;

impl FieldSchema for SocialEventField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        WordField.shape(key, fields);
        OptionalField(NamedField).shape("who", fields);
        NumberField.shape("left", fields);
        NotZero.shape("line", fields);
        OptionalField(OutcomeField).shape("fate", fields);
        OptionalField(TextField).shape("say", fields);
    }
}

impl FieldKind<Box<SocialEvent>> for SocialEventField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Box<SocialEvent>) {
        let SocialEvent { op, who, left, line: rung, fate, say } = &**value;
        WordField.write(line, key, op);
        OptionalField(NamedField).write(line, "who", who);
        NumberField.write(line, "left", left);
        NotZero.write(line, "line", rung);
        OptionalField(OutcomeField).write(line, "fate", fate);
        OptionalField(TextField).write(line, "say", say);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Box<SocialEvent>, RecordError> {
        Ok(Box::new(SocialEvent {
            op: WordField.read(object, key)?,
            who: OptionalField(NamedField).read(object, "who")?,
            left: NumberField.read(object, "left")?,
            line: NotZero.read(object, "line")?,
            fate: OptionalField(OutcomeField).read(object, "fate")?,
            say: OptionalField(TextField).read(object, "say")?,
        }))
    }
}
