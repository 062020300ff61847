//! Events of raise-and-see conflicts as records of the log: `{"op":"see","party":"thoss","dice":[[6,6]],"total":6}`.

use super::field_kinds::{FieldKind, FieldSchema, NameList, NamedField, NotZero, OptionalField, WordField, number};
use super::schema::Fields;
use super::{RecordError, RecordReader, RecordWriter};
use crate::choice::Verb;
use crate::event::{StakesEvent, StakesOp, TrackId};
use crate::ids::ActorId;
use slip_dice::pool::Die;
use slip_pack::stakes_party::Approach;

/// Field kind of a raise-and-see event: it reads and writes all fields of the event, not only the one with its key.
pub struct StakesEventField;

impl FieldSchema for StakesEventField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        WordField.shape(key, fields);
        NamedField.shape("party", fields);
        fields.optional(|fields| {
            fields.need("dice", r#"{"type":"array","items":{"type":"array","items":{"type":"integer"}}}"#);
            fields.need("approach", r#"{"type":"string"}"#);
            fields.need("thing", r#"{"type":"string"}"#);
            fields.need("id", r#"{"type":"integer","minimum":0}"#);
            NamedField.shape("track", fields);
            NameList.shape("to", fields);
        });
        NotZero.shape("total", fields);
        NotZero.shape("boxes", fields);
        fields.optional(|fields| fields.need("say", r#"{"type":"string"}"#));
    }
}

impl FieldKind<Box<StakesEvent>> for StakesEventField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Box<StakesEvent>) {
        let StakesEvent { op, party, dice, total, approach, thing, track, boxes, to, say } = &**value;
        WordField.write(line, key, op);
        NamedField.write(line, "party", party);
        if !dice.is_empty() {
            line.raws("dice", dice.iter().map(|die| format!("[{},{}]", die.sides, die.face)));
        }
        NotZero.write(line, "total", total);
        line.maybe("approach", approach.and_then(Approach::of).map(Approach::word));
        if let Some(thing) = thing {
            let names = line.names;
            line.maybe("thing", names.thing_of(*party, Verb::BringIn, u16::from(*thing)));
            line.number("id", *thing);
        }
        OptionalField(NamedField).write(line, "track", &track.map(TrackId));
        NotZero.write(line, "boxes", boxes);
        if !to.is_empty() {
            NameList.write(line, "to", to);
        }
        line.maybe("say", say.as_deref());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Box<StakesEvent>, RecordError> {
        let op: StakesOp = WordField.read(object, key)?;
        let party: ActorId = NamedField.read(object, "party")?;
        let dice = if object.has("dice") { read_dice(object)? } else { Vec::new() };
        let total = NotZero.read(object, "total")?;
        let approach = if object.has("approach") { Some(read_approach(object)?) } else { None };
        object.take("thing");
        let thing = if object.has("id") { Some(NotZero.read(object, "id")?) } else { None };
        let track: Option<TrackId> = OptionalField(NamedField).read(object, "track")?;
        let boxes = NotZero.read(object, "boxes")?;
        let to = if object.has("to") { NameList.read(object, "to")? } else { Vec::new() };
        let say = if object.has("say") { Some(object.text("say", "words")?.into()) } else { None };
        Ok(Box::new(StakesEvent { op, party, dice, total, approach, thing, track: track.map(|TrackId(track)| track), boxes, to, say }))
    }
}

fn read_approach(object: &mut RecordReader<'_>) -> Result<u8, RecordError> {
    let word = object.text("approach", "an approach")?;
    let found = Approach::from_word(&word).map(Approach::number);
    found.ok_or_else(|| {
        let all: Vec<&str> = Approach::ALL.into_iter().map(Approach::word).collect();
        RecordError::wrong("approach", all.join(", "), &serde_json::Value::String(word))
    })
}

fn read_dice(object: &mut RecordReader<'_>) -> Result<Vec<Die>, RecordError> {
    const WHAT: &str = "dice, each as its sides and its face";
    let list = object.list("dice", WHAT)?;
    let one = |value: &serde_json::Value| {
        let pair = value.as_array().and_then(|pair| Some((number(pair.first()?)?, number(pair.get(1)?)?, pair.len())));
        match pair {
            Some((sides, face, 2)) if (1..=sides).contains(&face) => Ok(Die { face, sides }),
            _ => Err(RecordError::wrong("dice", WHAT, value)),
        }
    };
    list.iter().map(one).collect()
}
