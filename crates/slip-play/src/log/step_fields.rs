//! Field kinds of steps, queues of effects, and acts outside the order of turns.

use super::field_kinds::{FieldKind, FieldSchema, Flag, NamedField, NotZero, NumberField, OptionalField, SubjectField, WordField};
use super::schema::Fields;
use super::text_and_id_fields::{LineNumber, LineOf, Numbered};
use super::{RecordError, RecordReader, RecordWriter};
use crate::event::{Leave, Phase, Step, TriggeredEffect};
use crate::ids::Id;
use serde_json::Value;

/// Field kind of a step: its phase, its subject `who`, and its two numbers, `Step::n` as `i` and `Step::m` as `j`.
pub struct StepOf;

impl FieldSchema for StepOf {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        WordField.shape(key, fields);
        SubjectField.shape("who", fields);
        NotZero.shape("i", fields);
        NotZero.shape("j", fields);
    }
}

impl FieldKind<Step> for StepOf {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Step) {
        WordField.write(line, key, &value.phase);
        SubjectField.write(line, "who", &value.who);
        NotZero.write(line, "i", &value.n);
        NotZero.write(line, "j", &value.m);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Step, RecordError> {
        let phase: Phase = WordField.read(object, key)?;
        let who: Id = SubjectField.read(object, "who")?;
        Ok(Step { phase, who, n: NotZero.read(object, "i")?, m: NotZero.read(object, "j")? })
    }
}

/// Field kind of a list of triggered effects that are still to be executed.
pub struct Queue;

impl FieldSchema for Queue {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        let mut one = Fields::default();
        LineOf.shape("line", &mut one);
        OptionalField(NamedField).shape("who", &mut one);
        NotZero.shape("n", &mut one);
        OptionalField(NamedField).shape("by", &mut one);
        SubjectField.shape("it", &mut one);
        fields.need(key, &format!("{{\"type\":\"array\",\"items\":{}}}", one.object()));
    }
}

impl FieldKind<Vec<TriggeredEffect>> for Queue {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Vec<TriggeredEffect>) {
        let names = line.names;
        let one = |firing: &TriggeredEffect| {
            let mut inner = RecordWriter::inner(names, None);
            LineOf.write(&mut inner, "line", &firing.line);
            OptionalField(NamedField).write(&mut inner, "who", &firing.who);
            NotZero.write(&mut inner, "n", &firing.amount);
            OptionalField(NamedField).write(&mut inner, "by", &firing.actor);
            SubjectField.write(&mut inner, "it", &firing.target);
            inner.close()
        };
        line.raws(key, value.iter().map(one));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Vec<TriggeredEffect>, RecordError> {
        let list = object.list(key, "a list of effects")?;
        let one = |(number, value): (usize, Value)| {
            let mut inner = object.inner(value, "an effect that is triggered")?;
            let read = |inner: &mut RecordReader<'_>| -> Result<TriggeredEffect, RecordError> {
                Ok(TriggeredEffect {
                    line: LineOf.read(inner, "line")?,
                    who: OptionalField(NamedField).read(inner, "who")?,
                    amount: NotZero.read(inner, "n")?,
                    actor: OptionalField(NamedField).read(inner, "by")?,
                    target: SubjectField.read(inner, "it")?,
                })
            };
            let firing = read(&mut inner).and_then(|firing| inner.done().map(|()| firing));
            firing.map_err(|fault| fault.within(&format!("{key}[{number}]")))
        };
        list.into_iter().enumerate().map(one).collect()
    }
}

/// Field kind of a step that is written inside the field `back`.
pub struct StepWithin;

impl FieldSchema for StepWithin {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        let mut inner = Fields::default();
        StepOf.shape("name", &mut inner);
        fields.need(key, &inner.object());
    }
}

impl FieldKind<Step> for StepWithin {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Step) {
        let mut inner = RecordWriter::inner(line.names, None);
        StepOf.write(&mut inner, "name", value);
        line.raw(key, &inner.close());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Step, RecordError> {
        let value = object.need(key, "a step")?;
        let mut inner = object.inner(value, "a step").map_err(|fault| fault.within(key))?;
        let step = StepOf.read(&mut inner, "name").and_then(|step| inner.done().map(|()| step));
        step.map_err(|fault| fault.within(key))
    }
}

/// Field kind of a permission to act outside the order of turns: the effect that permits it, the acts, the target, and a flag that is true
/// if the actor acts before its turn.
pub struct LeaveOf;

impl FieldSchema for LeaveOf {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.optional(|fields| Numbered.shape(key, fields));
        fields.need("acts", r#"{"type":"integer","minimum":0}"#);
        SubjectField.shape("it", fields);
        Flag.shape("out_of_turn", fields);
    }
}

impl FieldKind<Leave> for LeaveOf {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Leave) {
        let Leave { line: number, acts, it, out_of_turn } = value;
        OptionalField(Numbered).write(line, key, &number.map(LineNumber));
        line.number("acts", *acts);
        SubjectField.write(line, "it", it);
        Flag.write(line, "out_of_turn", out_of_turn);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Leave, RecordError> {
        let number: Option<LineNumber> = OptionalField(Numbered).read(object, key)?;
        Ok(Leave {
            line: number.map(|LineNumber(number)| number),
            acts: NumberField.read(object, "acts")?,
            it: SubjectField.read(object, "it")?,
            out_of_turn: Flag.read(object, "out_of_turn")?,
        })
    }
}
