//! Events of social conflicts in a record: `{"op":"box","left":3}`.

use super::field_kinds::{Kind, Maybe, Named, NotZero, Number, Shape, Text, Word};
use super::outcome::Fate;
use super::schema::Fields;
use super::{Fault, Line, Object};
use crate::event::SocialEvent;

/// Field kind of a social event: all its fields.
pub struct Said;

impl Shape for Said {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        Word.shape(key, fields);
        Maybe(Named).shape("who", fields);
        Number.shape("left", fields);
        NotZero.shape("line", fields);
        Maybe(Fate).shape("fate", fields);
        Maybe(Text).shape("say", fields);
    }
}

impl Kind<Box<SocialEvent>> for Said {
    fn write(&self, line: &mut Line<'_>, key: &'static str, value: &Box<SocialEvent>) {
        let SocialEvent { op, who, left, line: rung, fate, say } = &**value;
        Word.write(line, key, op);
        Maybe(Named).write(line, "who", who);
        Number.write(line, "left", left);
        NotZero.write(line, "line", rung);
        Maybe(Fate).write(line, "fate", fate);
        Maybe(Text).write(line, "say", say);
    }

    fn read(&self, object: &mut Object<'_>, key: &'static str) -> Result<Box<SocialEvent>, Fault> {
        Ok(Box::new(SocialEvent {
            op: Word.read(object, key)?,
            who: Maybe(Named).read(object, "who")?,
            left: Number.read(object, "left")?,
            line: NotZero.read(object, "line")?,
            fate: Maybe(Fate).read(object, "fate")?,
            say: Maybe(Text).read(object, "say")?,
        }))
    }
}
