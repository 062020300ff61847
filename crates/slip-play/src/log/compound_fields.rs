//! Field kinds of values with several parts: dice, addends, aspects, borders.

use super::field_kinds::{
    AskedPointsField, AspectNumber, FieldKind, FieldSchema, Flag, NamedField, NumberField, OptionalField, PlayedBy, TextField, WordField,
};
pub use super::outcome_fields::{EndReasonField, OutcomeField};
use super::schema::Fields;
pub use super::step_fields::{LeaveOf, Queue, StepOf, StepWithin};
use super::{RecordError, RecordReader, RecordWriter, part_word};
use crate::event::{BorderChange, Event, RollAddend, RollAddends};
use crate::ids::{ActorId, AspectId, Seat, ZoneId};
use serde_json::Value;
use slip_dice::fate::{Aspect, FreeTag, Grade, Holder, Slots};
use slip_dice::{DiceKind, Faces};

const NUMBERS: &str = r#"{"type":"array","items":{"type":"integer"}}"#;
const WORDS: &str = r#"{"type":"array","items":{"type":"string"}}"#;

/// Field kind of the dice of a check, in the order of rolling.
pub struct CheckDiceField;

impl FieldSchema for CheckDiceField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, NUMBERS);
    }
}

impl FieldKind<Faces> for CheckDiceField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Faces) {
        line.numbers(key, value.faces().iter());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Faces, RecordError> {
        let expected = "the faces of four Fudge dice, or of two six-sided ones";
        let list = object.list(key, expected)?;
        let faces: Vec<i8> = list.iter().filter_map(super::field_kinds::number).collect();
        let faces = match (faces.as_slice(), object.names.dice()) {
            (&[a, b, c, d], DiceKind::Fudge) => Faces::fudge([a, b, c, d]),
            (&[plus, minus], DiceKind::Difference) => Faces::difference(false, plus, minus),
            (&[plus, minus], DiceKind::DifferenceCapped) => Faces::difference(true, plus, minus),
            _ => None,
        };
        faces.filter(|faces| faces.faces().len() == list.len()).ok_or_else(|| RecordError::wrong(key, expected, &Value::Array(list)))
    }
}

/// Field kind of the dice of a re-roll. They are written after the field `as`, whose value is `reroll`.
pub struct RerollDiceField;

impl FieldSchema for RerollDiceField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need_word("as", &["reroll"]);
        CheckDiceField.shape(key, fields);
    }
}

impl FieldKind<Faces> for RerollDiceField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Faces) {
        line.text("as", "reroll");
        CheckDiceField.write(line, key, value);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Faces, RecordError> {
        super::field_kinds::TwoWordField("reroll", "reroll").read(object, "as")?;
        CheckDiceField.read(object, key)
    }
}

/// Field kind of the addends of a roll.
pub struct Addends;

/// Addends that are written as a single word.
const PLAIN: [RollAddend; 16] = [
    RollAddend::Mooks,
    RollAddend::Amplified,
    RollAddend::Harm,
    RollAddend::Fists,
    RollAddend::Gear,
    RollAddend::Environment,
    RollAddend::Range,
    RollAddend::Fixed,
    RollAddend::Armour,
    RollAddend::Aspect,
    RollAddend::Spin,
    RollAddend::Late,
    RollAddend::Limited,
    RollAddend::Posts,
    RollAddend::Burn,
    RollAddend::Automatic,
];

/// Returns the word of an addend that is neither a skill nor an effect.
pub(super) const fn plain_part(part: RollAddend) -> &'static str {
    match part {
        RollAddend::Skill(_) => "skill",
        RollAddend::Line(_) => "line",
        RollAddend::Mooks => "unmarked",
        RollAddend::Amplified => "amplified",
        RollAddend::Harm => "harm",
        RollAddend::Fists => "fists",
        RollAddend::Gear => "gear",
        RollAddend::Environment => "environment",
        RollAddend::Range => "range",
        RollAddend::Fixed => "untrained",
        RollAddend::Armour => "armour",
        RollAddend::Aspect => "aspects",
        RollAddend::Spin => "spin",
        RollAddend::Late => "late_compel",
        RollAddend::Limited => "limited",
        RollAddend::Posts => "posts",
        RollAddend::Burn => "burn",
        RollAddend::Automatic => "automatic",
    }
}

impl FieldSchema for Addends {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        let mut part = Fields::default();
        part.need("what", r#"{"type":"string"}"#);
        part.may("skill", r#"{"const":true}"#);
        part.may("line", r#"{"type":"integer","minimum":0}"#);
        part.need("n", r#"{"type":"integer"}"#);
        fields.need(key, &format!("{{\"type\":\"array\",\"items\":{}}}", part.object()));
    }
}

impl FieldKind<RollAddends> for Addends {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &RollAddends) {
        let names = line.names;
        let one = |(part, amount): (RollAddend, i32)| {
            let mut inner = RecordWriter::inner(names, None);
            inner.text("what", part_word(names, part));
            match part {
                // A skill may have the same name as another addend. The flag tells them apart.
                RollAddend::Skill(_) => inner.flag("skill", PLAIN.iter().any(|plain| plain_part(*plain) == part_word(names, part))),
                RollAddend::Line(number) => inner.number("line", number),
                _ => {}
            }
            inner.number("n", amount);
            inner.close()
        };
        line.raws(key, value.iter().map(one));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<RollAddends, RecordError> {
        let mut parts = RollAddends::new();
        for (number, value) in object.list(key, "a list of addends")?.into_iter().enumerate() {
            let at = |fault: RecordError| fault.within(&format!("{key}[{number}]"));
            let mut inner = object.inner(value, "an addend").map_err(at)?;
            let (part, amount) = read_part(&mut inner).map_err(at)?;
            inner.done().map_err(at)?;
            parts.add(part, amount);
        }
        Ok(parts)
    }
}

fn read_part(object: &mut RecordReader<'_>) -> Result<(RollAddend, i32), RecordError> {
    let word = object.text("what", "a skill, or another addend of a roll")?;
    let is_skill = Flag.read(object, "skill")?;
    let line: Option<u16> = OptionalField(NumberField).read(object, "line")?;
    let plain = PLAIN.into_iter().find(|part| plain_part(*part) == word).filter(|_| !is_skill);
    let part = match (line, plain) {
        (Some(number), _) => RollAddend::Line(number),
        (None, Some(plain)) => plain,
        (None, None) => RollAddend::Skill(super::field_kinds::find(object.names, "what", &word)?),
    };
    Ok((part, NumberField.read(object, "n")?))
}

/// Field kind of a set of consequence grades.
pub struct Grades;

impl FieldSchema for Grades {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, WORDS);
    }
}

impl FieldKind<Slots> for Grades {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Slots) {
        line.list(key, value.grades().map(Grade::word));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Slots, RecordError> {
        read_grades(object, key)
    }
}

pub(super) fn read_grades(object: &mut RecordReader<'_>, key: &'static str) -> Result<Slots, RecordError> {
    let mut slots = Slots::NONE;
    for value in object.list(key, "a list of grades")? {
        let grade = value.as_str().and_then(Grade::from_word);
        slots = slots.with(grade.ok_or_else(|| RecordError::wrong(key, "mild, moderate or severe", &value))?);
    }
    Ok(slots)
}

/// Field kind of the boxes from the first box to a given one, written as the list of their numbers.
pub struct UpTo;
/// Field kind of a set of boxes, one bit for each.
pub struct BoxesField;

impl FieldSchema for UpTo {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, NUMBERS);
    }
}

impl FieldKind<u8> for UpTo {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &u8) {
        line.numbers(key, 1..=*value);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<u8, RecordError> {
        let list = object.list(key, "the numbers of the boxes from 1 on, without a gap")?;
        let in_order = list.iter().zip(1_i64..).all(|(value, number)| value.as_i64() == Some(number));
        let count = u8::try_from(list.len()).ok().filter(|_| in_order);
        count.ok_or_else(|| RecordError::wrong(key, "the numbers of the boxes from 1 on, without a gap", &Value::Array(list)))
    }
}

impl FieldSchema for BoxesField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, NUMBERS);
    }
}

impl FieldKind<u32> for BoxesField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &u32) {
        line.numbers(key, (1..=32_u8).filter(|number| value >> (number - 1) & 1 == 1));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<u32, RecordError> {
        let mut boxes = 0_u32;
        for value in object.list(key, "a list of boxes")? {
            let number: Option<u32> = super::field_kinds::number(&value);
            let number = number.filter(|number| (1..=32).contains(number));
            boxes |= 1 << (number.ok_or_else(|| RecordError::wrong(key, "the number of a box", &value))? - 1);
        }
        Ok(boxes)
    }
}

/// Field kind of a free tag: the sides that have it (`free_for`), and the first declaration in which it may be used (`from`).
pub struct Free;

impl FieldSchema for Free {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, WORDS);
        fields.need("from", r#"{"type":"integer","minimum":0}"#);
    }
}

impl FieldKind<FreeTag> for Free {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &FreeTag) {
        let names = line.names;
        line.list(key, (0..32).filter(|seat| value.sides >> seat & 1 == 1).map(|seat| names.side(Seat(seat))));
        line.number("from", value.from);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<FreeTag, RecordError> {
        let sides: Vec<Seat> = super::field_kinds::NameList.read(object, key)?;
        let sides = sides.into_iter().fold(0, |sides, Seat(seat)| sides | 1_u32.checked_shl(seat.into()).unwrap_or(0));
        Ok(FreeTag { sides, from: NumberField.read(object, "from")? })
    }
}

/// Field kind of an aspect with all its properties.
pub struct WholeAspect;

const SCOPES: [&str; 6] = ["character", "gear", "zone", "scene", "system", "campaign"];

impl FieldSchema for WholeAspect {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
        fields.may("on", r#"{"type":"string"}"#);
        fields.may("thing", r#"{"type":"integer","minimum":0}"#);
        fields.need_word("scope", &SCOPES);
        fields.need("origin", r#"{"type":"string"}"#);
        fields.may("by", r#"{"type":"string"}"#);
        fields.need("term", r#"{"type":"string"}"#);
        fields.optional(|fields| Free.shape("free_for", fields));
        for flag in ["moves", "lapses", "gone"] {
            fields.may(flag, r#"{"const":true}"#);
        }
    }
}

impl FieldKind<Aspect> for WholeAspect {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Aspect) {
        let Aspect { text, holder, origin, term, placer, last_turn, free, forces_move, grade: _, present } = value;
        TextField.write(line, key, text);
        let scope = match *holder {
            Holder::Actor(who) => {
                NamedField.write(line, "on", &ActorId(who));
                "character"
            }
            Holder::Gear(who, thing) => {
                NamedField.write(line, "on", &ActorId(who));
                line.number("thing", thing);
                "gear"
            }
            Holder::Zone(zone) => {
                NamedField.write(line, "on", &ZoneId(zone));
                "zone"
            }
            Holder::Scene => "scene",
            Holder::System => "system",
            Holder::Campaign => "campaign",
        };
        line.text("scope", scope);
        WordField.write(line, "origin", origin);
        OptionalField(NamedField).write(line, "by", &placer.map(ActorId));
        WordField.write(line, "term", term);
        OptionalField(Free).write(line, "free_for", free);
        line.flag("moves", *forces_move);
        line.flag("lapses", *last_turn);
        line.flag("gone", !*present);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Aspect, RecordError> {
        let text = TextField.read(object, key)?;
        let holder = match object.text("scope", "the scope of the aspect")?.as_str() {
            "character" => {
                let ActorId(who) = NamedField.read(object, "on")?;
                Holder::Actor(who)
            }
            "gear" => {
                let ActorId(who) = NamedField.read(object, "on")?;
                Holder::Gear(who, NumberField.read(object, "thing")?)
            }
            "zone" => {
                let ZoneId(zone) = NamedField.read(object, "on")?;
                Holder::Zone(zone)
            }
            "scene" => Holder::Scene,
            "system" => Holder::System,
            "campaign" => Holder::Campaign,
            other => return Err(RecordError::wrong("scope", format!("one of {}", SCOPES.join(", ")), &Value::String(other.to_owned()))),
        };
        let origin = WordField.read(object, "origin")?;
        let placer: Option<ActorId> = OptionalField(NamedField).read(object, "by")?;
        Ok(Aspect {
            text,
            holder,
            origin,
            term: WordField.read(object, "term")?,
            placer: placer.map(|ActorId(who)| who),
            free: OptionalField(Free).read(object, "free_for")?,
            forces_move: Flag.read(object, "moves")?,
            last_turn: Flag.read(object, "lapses")?,
            grade: None,
            present: !Flag.read(object, "gone")?,
        })
    }
}

/// Field kind of an aspect that is already in play, written as its number and its text.
pub struct KnownAspectField;

impl FieldSchema for KnownAspectField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"integer","minimum":0}"#);
        fields.need("text", r#"{"type":"string"}"#);
    }
}

impl FieldKind<AspectId> for KnownAspectField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &AspectId) {
        line.number(key, value.0);
        line.text("text", line.names.aspect(*value));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<AspectId, RecordError> {
        object.text("text", "the words of the aspect")?;
        AspectNumber.read(object, key)
    }
}

/// Field kind of the change of a border: `value` and `state`.
pub struct BorderField;

const STATES: [&str; 6] = ["progress", "open", "closed", "harder", "easier", "crossing"];

impl FieldSchema for BorderField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.may("value", r#"{"type":"integer"}"#);
        fields.need_word(key, &STATES);
    }
}

impl FieldKind<BorderChange> for BorderField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &BorderChange) {
        let (state, value) = match *value {
            BorderChange::Progress(value) => ("progress", Some(value)),
            BorderChange::Opened => ("open", None),
            BorderChange::Closed => ("closed", None),
            BorderChange::Harder(value) => ("harder", Some(value)),
            BorderChange::Easier(value) => ("easier", Some(value)),
            BorderChange::Crossing(value) => ("crossing", Some(value)),
        };
        OptionalField(NumberField).write(line, "value", &value);
        line.text(key, state);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<BorderChange, RecordError> {
        Ok(match object.text(key, "the change of the border")?.as_str() {
            "progress" => BorderChange::Progress(NumberField.read(object, "value")?),
            "open" => BorderChange::Opened,
            "closed" => BorderChange::Closed,
            "harder" => BorderChange::Harder(NumberField.read(object, "value")?),
            "easier" => BorderChange::Easier(NumberField.read(object, "value")?),
            "crossing" => BorderChange::Crossing(NumberField.read(object, "value")?),
            other => return Err(RecordError::wrong(key, format!("one of {}", STATES.join(", ")), &Value::String(other.to_owned()))),
        })
    }
}

/// Field kind of a list of events inside another record (a ruling of the referee).
pub struct Within;

impl FieldSchema for Within {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r##"{"type":"array","items":{"$ref":"#/$defs/event"}}"##);
    }
}

impl FieldKind<Vec<Event>> for Within {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Vec<Event>) {
        let names = line.names;
        let one = |event: &Event| {
            let mut inner = RecordWriter::inner(names, None);
            inner.text("e", super::class(event));
            super::event_classes::write(&mut inner, event);
            inner.close()
        };
        line.raws(key, value.iter().map(one));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Vec<Event>, RecordError> {
        let list = object.list(key, "a list of events")?;
        let one = |(number, value): (usize, Value)| {
            let at = |fault: RecordError| fault.within(&format!("{key}[{number}]"));
            let mut inner = object.inner(value, "an event").map_err(at)?;
            super::event_classes::read(&mut inner).and_then(|event| inner.done().map(|()| event)).map_err(at)
        };
        list.into_iter().enumerate().map(one).collect()
    }
}

/// Returns the schema of the seats in the first record.
pub(super) fn seats_shape() -> String {
    let mut seat = Fields::default();
    seat.need("seat", r#"{"type":"string"}"#);
    PlayedBy.shape("by", &mut seat);
    AskedPointsField.shape("asks", &mut seat);
    format!("{{\"type\":\"array\",\"items\":{}}}", seat.object())
}

/// Returns the schema of the state that people and ships carry in, a field of the first record.
pub(super) fn brought_shape() -> String {
    let list = |items: &str| format!("{{\"type\":\"array\",\"items\":{items}}}");
    let text = r#"{"type":"string"}"#;
    let mut wound = Fields::default();
    ["grade", "text", "track"].into_iter().for_each(|key| wound.need(key, text));
    let boxes = list(r#"{"type":"integer","minimum":0}"#);
    let mut bringer = Fields::default();
    ["side", "who"].into_iter().for_each(|key| bringer.need(key, text));
    bringer.may("platoon", r#"{"const":true}"#);
    bringer.may("marked", &format!("{{\"type\":\"object\",\"additionalProperties\":{boxes}}}"));
    bringer.may("consequences", &list(&wound.object()));
    bringer.may("fate", r#"{"type":"integer"}"#);
    ["aspects", "tagged"].into_iter().for_each(|key| bringer.may(key, &list(text)));
    bringer.may("v_shift", r#"{"type":"integer"}"#);
    bringer.may("out", text);
    let mut used = Fields::default();
    ["title", "line"].into_iter().for_each(|key| used.need(key, text));
    used.need("times", r#"{"type":"integer","minimum":0}"#);
    let mut session = Fields::default();
    session.may("uses", &list(&used.object()));
    session.may("first_blood", r#"{"const":true}"#);
    bringer.may("session", &session.object());
    let mut brought = Fields::default();
    brought.may("people", &list(&bringer.object()));
    brought.may("scene", &list(text));
    brought.object()
}
