//! Field kinds of aspects, borders and effects. Their texts may not be unique, so a number is written in addition.

use super::field_kinds::{FieldKind, FieldSchema, number};
use super::schema::Fields;
use super::{RecordError, RecordReader, RecordWriter};
use crate::ids::{AspectId, BorderId};
use crate::names::{NamedThingKind, Names};

/// Field kind of a thing that is written as its text. Several things may have the same text, so the field `id` contains the number of the
/// thing.
pub struct Numbered;

/// An id that is written with its number.
pub trait ByNumber: Sized + Copy {
    /// Name of the kind of thing, for messages.
    const WHAT: &'static str;
    /// Returns the words for the thing.
    fn words(self, names: &dyn Names) -> &str;
    /// Returns the number of the thing.
    fn number(self) -> u16;
    /// Returns the id with this number; `None` if there is no such thing. For an aspect every number is accepted, because the aspect may be
    /// placed later.
    fn of_number(names: &dyn Names, number: u16) -> Option<Self>;
}

impl ByNumber for AspectId {
    const WHAT: &'static str = "the number of an aspect";

    fn words(self, names: &dyn Names) -> &str {
        names.aspect(self)
    }

    fn number(self) -> u16 {
        self.0
    }

    fn of_number(_: &dyn Names, number: u16) -> Option<AspectId> {
        Some(AspectId(number))
    }
}

impl ByNumber for BorderId {
    const WHAT: &'static str = "the number of a border";

    fn words(self, names: &dyn Names) -> &str {
        names.border(self)
    }

    fn number(self) -> u16 {
        self.0
    }

    fn of_number(names: &dyn Names, number: u16) -> Option<BorderId> {
        (usize::from(number) < names.count(NamedThingKind::Border)).then_some(BorderId(number))
    }
}

/// Number of an effect, as a type of its own so that it can implement [`ByNumber`].
#[derive(Clone, Copy)]
pub(super) struct LineNumber(pub(super) u16);

impl ByNumber for LineNumber {
    const WHAT: &'static str = "the number of an effect";

    fn words(self, names: &dyn Names) -> &str {
        names.line(self.0)
    }

    fn number(self) -> u16 {
        self.0
    }

    fn of_number(names: &dyn Names, number: u16) -> Option<LineNumber> {
        (usize::from(number) < names.count(NamedThingKind::Line)).then_some(LineNumber(number))
    }
}

impl FieldSchema for Numbered {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
        fields.need("id", r#"{"type":"integer","minimum":0}"#);
    }
}

impl<I: ByNumber> FieldKind<I> for Numbered {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &I) {
        line.text(key, value.words(line.names));
        line.number("id", value.number());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<I, RecordError> {
        object.text(key, "words")?;
        let value = object.need("id", I::WHAT)?;
        number(&value).and_then(|number| I::of_number(object.names, number)).ok_or_else(|| RecordError::wrong("id", I::WHAT, &value))
    }
}

/// Field kind of an effect that the event stores as a plain number. In the log, the effect is written in the same way as by [`Numbered`].
pub struct LineOf;

impl FieldSchema for LineOf {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        Numbered.shape(key, fields);
    }
}

impl FieldKind<u16> for LineOf {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &u16) {
        Numbered.write(line, key, &LineNumber(*value));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<u16, RecordError> {
        let LineNumber(number) = Numbered.read(object, key)?;
        Ok(number)
    }
}

/// Field kind of an effect, whose text is written in the field `why`.
pub struct EffectTextField;

impl FieldSchema for EffectTextField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        Numbered.shape(key, fields);
        fields.need("why", r#"{"type":"string"}"#);
    }
}

impl FieldKind<u16> for EffectTextField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &u16) {
        LineOf.write(line, key, value);
        line.text("why", line.names.sentence(*value));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<u16, RecordError> {
        object.text("why", "the sentence of the effect")?;
        LineOf.read(object, key)
    }
}

/// Field kind of an aspect that is written only as its number, because its words are in another field or are not known yet.
pub struct AspectNumber;

impl FieldSchema for AspectNumber {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"integer","minimum":0}"#);
    }
}

impl FieldKind<AspectId> for AspectNumber {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &AspectId) {
        line.number(key, value.0);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<AspectId, RecordError> {
        let value = object.need(key, "the number of an aspect")?;
        number(&value).map(AspectId).ok_or_else(|| RecordError::wrong(key, "the number of an aspect", &value))
    }
}
