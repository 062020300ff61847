//! Counters in a record of the log. They are written as the word of the counter (`what`) and, if there are several of this counter, the
//! `thing` that is counted.

use super::field_kinds::{FieldKind, FieldSchema, find};
use super::schema::Fields;
use super::{RecordError, RecordReader, RecordWriter};
use crate::event::Counter;
use crate::ids::SkillId;
use crate::names::NamedThingKind;
use serde_json::Value;

/// Field kind of a counter, with the thing that it counts.
pub struct CounterField;

/// Functions that write and read each kind of thing that a counter can count.
mod things {
    use super::{FieldKind, NamedThingKind, RecordError, RecordReader, RecordWriter, SkillId, Value, find};
    use crate::choice::Verb;
    use crate::ids::{ActorId, AspectId, ZoneId};
    use crate::log::field_kinds::{AspectNumber, LineNumber, NamedField, NumberField, Numbered};

    pub(super) struct Weapon;
    pub(super) struct Line_;
    pub(super) struct Skill;
    pub(super) struct MaybeSkill;
    pub(super) struct Zone;
    pub(super) struct Task;
    pub(super) struct Aspect_;
    pub(super) struct Place;
    pub(super) struct By;

    impl By {
        pub(super) fn write(line: &mut RecordWriter<'_>, by: ActorId) {
            NamedField.write(line, "by", &by);
        }

        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<ActorId, RecordError> {
            NamedField.read(object, "by")
        }
    }

    impl Place {
        pub(super) fn write(line: &mut RecordWriter<'_>, place: u8) {
            line.number("id", place);
        }

        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<u8, RecordError> {
            NumberField.read(object, "id")
        }
    }

    impl Aspect_ {
        pub(super) fn write(line: &mut RecordWriter<'_>, aspect: AspectId) {
            AspectNumber.write(line, "id", &aspect);
        }

        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<AspectId, RecordError> {
            AspectNumber.read(object, "id")
        }
    }

    impl Weapon {
        pub(super) fn write(line: &mut RecordWriter<'_>, number: u8) {
            let weapons = line.about.map_or_else(Vec::new, |who| line.names.weapons(who));
            match weapons.get(usize::from(number)) {
                Some(name) => line.text("thing", name),
                None => line.number("id", number),
            }
        }

        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<u8, RecordError> {
            if object.has("id") {
                return NumberField.read(object, "id");
            }
            let name = object.text("thing", "a weapon")?;
            let known = object.about.map_or_else(Vec::new, |who| object.names.weapons(who));
            let place = known.iter().position(|known| *known == name).and_then(|place| u8::try_from(place).ok());
            let expected = format!("a weapon that this actor carries ({})", known.join(", "));
            place.ok_or_else(|| RecordError::wrong("thing", expected, &Value::String(name)))
        }
    }

    impl Zone {
        pub(super) fn write(line: &mut RecordWriter<'_>, zone: ZoneId) {
            NamedField.write(line, "zone", &zone);
        }

        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<ZoneId, RecordError> {
            NamedField.read(object, "zone")
        }
    }

    impl Task {
        pub(super) fn write(line: &mut RecordWriter<'_>, number: u8) {
            let name = line.about.and_then(|who| line.names.thing_of(who, Verb::Task, u16::from(number)));
            line.maybe("thing", name);
            line.number("id", number);
        }

        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<u8, RecordError> {
            object.take("thing");
            NumberField.read(object, "id")
        }
    }

    impl Line_ {
        pub(super) fn write(line: &mut RecordWriter<'_>, number: u16) {
            Numbered.write(line, "thing", &LineNumber(number));
        }

        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<u16, RecordError> {
            let LineNumber(number) = Numbered.read(object, "thing")?;
            Ok(number)
        }
    }

    impl Skill {
        pub(super) fn write(line: &mut RecordWriter<'_>, skill: SkillId) {
            let name = line.names.skill(skill).to_owned();
            line.text("thing", &name);
        }

        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<SkillId, RecordError> {
            let name = object.text("thing", NamedThingKind::Skill.word())?;
            find(object.names, "thing", &name)
        }
    }

    impl MaybeSkill {
        pub(super) fn write(line: &mut RecordWriter<'_>, skill: Option<SkillId>) {
            if let Some(skill) = skill {
                Skill::write(line, skill);
            }
        }

        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<Option<SkillId>, RecordError> {
            if object.has("thing") { Skill::read(object).map(Some) } else { Ok(None) }
        }
    }
}

/// Table of all counters: the word, the counter, and the kind of thing that it counts. Writing and reading are generated from the table. A
/// counter without a row does not compile.
macro_rules! counters {
    ($($word:literal $counter:ident $(($($thing:ident),+))?;)*) => {
        impl FieldKind<Counter> for CounterField {
            fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Counter) {
                match *value {
                    $(counters!(@pattern $counter $(($($thing),+))? value second) => {
                        line.text(key, $word);
                        $(counters!(@write line value second $($thing),+);)?
                    })*
                }
            }

            fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Counter, RecordError> {
                let word = object.text(key, "a counter")?;
                // This field is only for human readers; the number contains the same information.
                object.take(super::counter_code_words::MEANS);
                match word.as_str() {
                    $($word => Ok(Counter::$counter $(($(things::$thing::read(object)?),+))?),)*
                    _ => {
                        let known: Vec<&str> = vec![$($word),*];
                        Err(RecordError::wrong(key, format!("one of {}", known.join(", ")), &Value::String(word)))
                    }
                }
            }
        }
    };
    (@pattern $counter:ident $value:ident $second:ident) => { Counter::$counter };
    (@pattern $counter:ident ($thing:ident) $value:ident $second:ident) => { Counter::$counter($value) };
    (@pattern $counter:ident ($thing:ident, $other:ident) $value:ident $second:ident) => { Counter::$counter($value, $second) };
    (@write $line:ident $value:ident $second:ident $thing:ident) => { things::$thing::write($line, $value) };
    (@write $line:ident $value:ident $second:ident $thing:ident, $other:ident) => {{
        things::$thing::write($line, $value);
        things::$other::write($line, $second);
    }};
}

counters! {
    "defends" Defends(MaybeSkill);
    "movement" Movement;
    "prone" Prone;
    "mode" Mode(Weapon);
    "escaped" Escaped;
    "back" Back;
    "fired" Fired;
    "shot_back" ShotBack(Weapon);
    "dropped" Dropped(Weapon, Zone);
    "line" Line(Line_);
    "full" Full;
    "enough" Enough;
    "attacks" Attacks;
    "shots" Shots(Weapon);
    "acted" Acted;
    "forfeits" Forfeits;
    "gravity" Gravity;
    "granted" Granted(Line_);
    "used" Used(Skill);
    "made_good" MadeGood(Line_);
    "unrolled" Unrolled;
    "suit_breached" Breached;
    "task" Task(Task);
    "starts" Starts(Zone);
    "terms" Terms;
    "animal" Quarry;
    "roused" Roused(Line_);
    "fails" Fails;
    "placed" Placed;
    "ranked" Ranked;
    "drives" Drives;
    "burn" Burn;
    "moved" Moved;
    "beam_fired" BeamFired;
    "beam_defence" BeamDefence;
    "beam_use" BeamUse;
    "fixed_use" FixedUse;
    "hostile" Hostile;
    "drive_ok" DriveOk;
    "resisted" Resisted;
    "boarded" Boarded;
    "stops" Stops;
    "skips_position" SkipsPosition;
    "overwatch" Overwatch(Place);
    "deniable" Deniable(Aspect_);
    "denied" Denied;
    "left" Left;
    "owner" Owner;
    "repaired" Repaired;
    "asked" Asked;
    "posted" Posted;
    "spotted" Spotted;
    "ooc" Ooc;
    "has_fired" HasFired;
    "fired_on_by" FiredOnBy(By);
    "defended" Defended(Skill);
    "activated" Activated;
    "platoon_acts" PlatoonActs;
    "exits" Exits(Zone);
    "first" First;
    "area" Area;
    "rallied" Rallied;
    "defends_with" DefendsWith(Skill);
    "marches" Marches;
    "rest" Rest;
    "heads" Heads(Zone);
}

impl FieldSchema for CounterField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
        fields.may(super::counter_code_words::MEANS, r#"{"type":"string"}"#);
        fields.optional(|fields| {
            fields.need("thing", r#"{"type":"string"}"#);
            fields.need("zone", r#"{"type":"string"}"#);
            fields.need("by", r#"{"type":"string"}"#);
            fields.need("id", r#"{"type":"integer","minimum":0}"#);
        });
    }
}
