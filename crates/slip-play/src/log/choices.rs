//! Choices in a record of the log. They are written in words: the verb, the target, the item, the manner and the number.
//!
//! The meaning of the numbers in a choice depends on its verb; `uses` returns the meanings. A number without a meaning is written, too, so
//! that no part of a choice is lost.

use super::choice_numbers::{Amount, HowMeaning, WithMeaning, uses};
use super::field_kinds::{BooleanField, FieldKind, FieldSchema, Flag, NumberField, Numbered, SubjectField, WordField, find};
use super::schema::Fields;
use super::ship_posts::{post_name, post_number};
use super::{RecordError, RecordReader, RecordWriter};
use crate::choice::{Choice, Verb};
use crate::event::{CompelDemand, TrackId};
use crate::ids::{AspectId, BorderId, Id, SkillId, ZoneId};
use crate::names::{NamedThingKind, Names};
use serde_json::Value;
use slip_dice::fate::Grade;

/// Value of [`Choice::n`] for an actor that rolls without a skill, where a skill is expected.
const UNSKILLED: i16 = -1;

/// Field kind of an option: `{"verb":"enter","border":"Door","id":3}`.
pub struct OptionField;

impl FieldSchema for OptionField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        let mut inner = Fields::default();
        WordField.shape("verb", &mut inner);
        SubjectField.shape("it", &mut inner);
        inner.optional(|inner| {
            shape_using(inner);
            for words in ["aspect", "border", "line", "thing", "track", "effect", "fate", "term", "as", "on", "band", "phase", "post"] {
                inner.need(words, r#"{"type":"string"}"#);
            }
            inner.need("id", r#"{"type":"integer","minimum":0}"#);
            inner.need("grades", r#"{"type":"array","items":{"type":"string"}}"#);
            for number in ["how", "n", "points", "burn"] {
                inner.need(number, r#"{"type":"integer"}"#);
            }
            for flag in ["standing", "free", "own", "for_good", "drives_dead", "in_person"] {
                inner.need(flag, r#"{"const":true}"#);
            }
        });
        fields.need(key, &inner.object());
    }
}

fn shape_using(fields: &mut Fields) {
    for words in ["with", "mode", "skill"] {
        fields.need(words, r#"{"type":"string"}"#);
    }
    for number in ["number", "how", "amount", "value"] {
        fields.need(number, r#"{"type":"integer"}"#);
    }
    for flag in ["area", "unskilled"] {
        fields.need(flag, r#"{"const":true}"#);
    }
}

impl FieldKind<Choice> for OptionField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Choice) {
        let mut inner = RecordWriter::inner(line.names, line.about);
        write_pick(&mut inner, *value);
        line.raw(key, &inner.close());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Choice, RecordError> {
        let value = object.need(key, "an option")?;
        let mut inner = object.inner(value, "an option").map_err(|fault| fault.within(key))?;
        let choice = read_pick(&mut inner).and_then(|choice| inner.done().map(|()| choice));
        choice.map_err(|fault| fault.within(key))
    }
}

/// Writes the fields of an option into a JSON object that is being written.
pub(super) fn write_pick(line: &mut RecordWriter<'_>, pick: Choice) {
    line.text("verb", pick.verb.word());
    SubjectField.write(line, "it", &pick.it);
    write_numbers(line, pick);
}

fn read_pick(object: &mut RecordReader<'_>) -> Result<Choice, RecordError> {
    let verb: Verb = WordField.read(object, "verb")?;
    let it: Id = SubjectField.read(object, "it")?;
    read_numbers(object, Choice::of(verb).on(it))
}

fn write_numbers(line: &mut RecordWriter<'_>, pick: Choice) {
    let (with, how, amount) = uses(pick.verb);
    let names = line.names;
    let mut plain_how = how == HowMeaning::Number;
    let mut plain_with = false;
    match with {
        _ if pick.with == Choice::NOTHING => {}
        WithMeaning::Number => plain_with = true,
        WithMeaning::Weapon => {
            match line.about.zip(pick.weapon()).and_then(|(who, number)| names.weapons(who).into_iter().nth(number.into())) {
                Some(name) => line.text("with", &name),
                None => plain_with = true,
            }
        }
        WithMeaning::Aspect => Numbered.write(line, "aspect", &AspectId(pick.with)),
        WithMeaning::Border => Numbered.write(line, "border", &BorderId(pick.with)),
        WithMeaning::Thing => {
            let name = line.about.and_then(|who| names.thing_of(who, pick.verb, pick.with));
            line.maybe("thing", name);
            line.number("id", pick.with);
        }
        WithMeaning::Line => Numbered.write(line, "line", &super::field_kinds::LineNumber(pick.with)),
    }
    if plain_with {
        line.number("number", pick.with);
    }
    match how {
        HowMeaning::Number => {}
        HowMeaning::Manner => {
            let manners = line.about.map(|who| names.manners(who, pick.weapon().filter(|_| !plain_with)));
            match manners.and_then(|manners| manners.into_iter().nth(usize::from(pick.how >> 1))) {
                Some(manner) if !manner.is_empty() => line.text("mode", &manner),
                Some(_) => {}
                None => plain_how = true,
            }
        }
        HowMeaning::As => match pick.how {
            Choice::PLUS_TWO => line.text("as", "+2"),
            Choice::REROLL => line.text("as", "reroll"),
            _ => plain_how = true,
        },
        HowMeaning::Effect => {
            let bits = pick.how & (Choice::BY_TAG | Choice::OWN);
            if pick.how == bits | demand_bits(pick.demand()) {
                line.text("effect", pick.demand().word());
                line.flag("free", pick.how & Choice::BY_TAG != 0);
                line.flag("own", pick.how & Choice::OWN != 0);
            } else {
                plain_how = true;
            }
        }
        HowMeaning::Grades => line.list("grades", slip_dice::fate::Slots::from_number(pick.how).grades().map(Grade::word)),
        HowMeaning::Outcome => line.text("fate", names.outcome_tag(pick.how)),
        HowMeaning::Term => match pick.how {
            0 => line.text("term", "permanent"),
            1 => line.text("term", "transient"),
            _ => plain_how = true,
        },
        HowMeaning::Fact => match pick.how {
            Choice::FACT => {}
            Choice::FACT_SCENE => line.text("on", "scene"),
            Choice::FACT_ZONE => line.text("on", "zone"),
            _ => plain_how = true,
        },
        HowMeaning::Standing => match pick.how {
            0 => {}
            1 => line.flag("standing", true),
            _ => plain_how = true,
        },
        HowMeaning::Stage => match pick.how {
            0 => line.text("phase", "position"),
            1 => line.text("phase", "ew"),
            _ => plain_how = true,
        },
        HowMeaning::InPerson => match pick.how {
            0 => {}
            1 => line.flag("in_person", true),
            _ => plain_how = true,
        },
    }
    match amount {
        Amount::Skill => match pick.skill().filter(|skill| !names.skill(*skill).is_empty()) {
            Some(skill) => line.text("skill", names.skill(skill)),
            // Some actors roll without a skill, such as mooks.
            None if pick.n == UNSKILLED => line.flag("unskilled", true),
            None => line.number("amount", pick.n),
        },
        Amount::Track => match u8::try_from(pick.n).ok().map(TrackId).filter(|&track| !names.track(track).is_empty()) {
            Some(track) => line.text("track", names.track(track)),
            None => line.number("n", pick.n),
        },
        Amount::Points => line.number("points", pick.n),
        Amount::Note => match pick.n {
            0 => {}
            Choice::FOR_GOOD => line.flag(names.outcome_note(), true),
            other => line.number("n", other),
        },
        Amount::Band => match band_name(names, pick.n) {
            Some(name) => line.text("band", name),
            None => line.number("n", pick.n),
        },
        Amount::Burn => line.number("burn", pick.n),
        Amount::Value => line.number("value", pick.n),
        Amount::Post => match u8::try_from(pick.n).ok().filter(|_| pick.how == 1).and_then(|post| post_name(names, post)) {
            Some(name) => line.text("post", name),
            None if pick.n != 0 => line.number("n", pick.n),
            None => {}
        },
        Amount::Number if pick.n != 0 => line.number("n", pick.n),
        Amount::Number => {}
    }
    if plain_how && pick.how != 0 {
        line.number("how", pick.how);
    } else if how == HowMeaning::Manner {
        line.flag("area", pick.how & Choice::AREA != 0);
    }
}

fn read_numbers(object: &mut RecordReader<'_>, mut pick: Choice) -> Result<Choice, RecordError> {
    let (with, how, amount) = uses(pick.verb);
    let names = object.names;
    pick.with = match with {
        _ if object.has("number") => NumberField.read(object, "number")?,
        WithMeaning::Thing if object.has("id") => {
            object.take("thing");
            NumberField.read(object, "id")?
        }
        WithMeaning::Weapon if object.has("with") => {
            let name = object.text("with", "a weapon")?;
            let known = object.about.map_or_else(Vec::new, |who| names.weapons(who));
            let place = known.iter().position(|known| *known == name);
            let expected = || format!("a weapon that this actor carries ({})", known.join(", "));
            let place = place.ok_or_else(|| RecordError::wrong("with", expected(), &Value::String(name.clone())))?;
            u16::try_from(place).unwrap_or(Choice::NOTHING)
        }
        WithMeaning::Aspect if object.has("aspect") => {
            let AspectId(id) = Numbered.read(object, "aspect")?;
            id
        }
        WithMeaning::Border if object.has("border") => {
            let BorderId(id) = Numbered.read(object, "border")?;
            id
        }
        WithMeaning::Line if object.has("line") => {
            let super::field_kinds::LineNumber(id) = Numbered.read(object, "line")?;
            id
        }
        _ => Choice::NOTHING,
    };
    pick.how = match how {
        _ if object.has("how") => NumberField.read(object, "how")?,
        HowMeaning::Number => 0,
        HowMeaning::Manner => {
            let manners = object.about.map_or_else(Vec::new, |who| names.manners(who, pick.weapon()));
            let said = if object.has("mode") { object.text("mode", "a mode")? } else { String::new() };
            let place = match manners.iter().position(|known| *known == said) {
                Some(place) => u8::try_from(place).unwrap_or(0),
                None if said.is_empty() => 0,
                None => return Err(RecordError::wrong("mode", "a mode of the weapon", &Value::String(said))),
            };
            (place << 1) | (u8::from(Flag.read(object, "area")?) * Choice::AREA)
        }
        HowMeaning::As => one_of(object, "as", &[("+2", Choice::PLUS_TWO), ("reroll", Choice::REROLL)])?,
        HowMeaning::Effect => {
            let demand: CompelDemand = WordField.read(object, "effect")?;
            let bit = |yes: bool, bit: u8| if yes { bit } else { 0 };
            demand_bits(demand) | bit(Flag.read(object, "free")?, Choice::BY_TAG) | bit(Flag.read(object, "own")?, Choice::OWN)
        }
        HowMeaning::Grades => super::compound_fields::read_grades(object, "grades")?.number(),
        HowMeaning::Outcome => {
            let word = object.text("fate", "an outcome")?;
            let known = names.find(NamedThingKind::Outcome, &word);
            let known =
                known.ok_or_else(|| RecordError::wrong("fate", names.all(NamedThingKind::Outcome).join(", "), &Value::String(word)))?;
            u8::try_from(known).unwrap_or(0)
        }
        HowMeaning::Term => one_of(object, "term", &[("permanent", 0), ("transient", 1)])?,
        HowMeaning::Standing => u8::from(Flag.read(object, "standing")?),
        HowMeaning::Fact if object.has("on") => one_of(object, "on", &[("scene", Choice::FACT_SCENE), ("zone", Choice::FACT_ZONE)])?,
        HowMeaning::Fact => Choice::FACT,
        HowMeaning::Stage => one_of(object, "phase", &[("position", 0), ("ew", 1)])?,
        HowMeaning::InPerson => u8::from(Flag.read(object, "in_person")?),
    };
    pick.n = match amount {
        Amount::Skill if object.has("amount") => NumberField.read(object, "amount")?,
        Amount::Skill if Flag.read(object, "unskilled")? => UNSKILLED,
        Amount::Skill => {
            let name = object.text("skill", "a skill")?;
            let SkillId(skill) = find(names, "skill", &name)?;
            i16::from(skill)
        }
        Amount::Track | Amount::Number | Amount::Note | Amount::Band | Amount::Post if object.has("n") => NumberField.read(object, "n")?,
        Amount::Track => {
            let name = object.text("track", "a track")?;
            let TrackId(track) = find(names, "track", &name)?;
            i16::from(track)
        }
        Amount::Points => NumberField.read(object, "points")?,
        Amount::Note => i16::from(Flag.read(object, names.outcome_note())?) * Choice::FOR_GOOD,
        Amount::Band => {
            let name = object.text("band", "a band")?;
            let ZoneId(zone) = find(names, "band", &name)?;
            i16::from(zone) - BANDS
        }
        Amount::Burn => NumberField.read(object, "burn")?,
        Amount::Value => NumberField.read(object, "value")?,
        Amount::Post if object.has("post") => {
            let name = object.text("post", NamedThingKind::Post.word())?;
            i16::from(post_number(names, "post", &name)?)
        }
        Amount::Post => 0,
        Amount::Number => 0,
    };
    Ok(pick)
}

/// Number of the zone that is band 0 of a space map.
const BANDS: i16 = 5;

/// Returns the name of a band.
fn band_name(names: &dyn Names, band: i16) -> Option<&str> {
    let zone = u8::try_from(band.checked_add(BANDS)?).ok()?;
    Some(names.zone(ZoneId(zone))).filter(|name| !name.is_empty())
}

/// Returns the bits of [`Choice::how`] for the demand of a compel.
const fn demand_bits(demand: CompelDemand) -> u8 {
    match demand {
        CompelDemand::Stop => Choice::INACTION,
        CompelDemand::Leave => Choice::FORCED_MOVE,
        CompelDemand::Less => Choice::LATE,
    }
}

/// Reads a field that contains one of `words`, and returns the number that is paired with the word.
fn one_of(object: &mut RecordReader<'_>, key: &'static str, words: &[(&str, u8)]) -> Result<u8, RecordError> {
    let expected = || words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
    let said = object.text(key, &expected())?;
    let found = words.iter().find(|(word, _)| *word == said).map(|&(_, number)| number);
    found.ok_or_else(|| RecordError::wrong(key, expected(), &Value::String(said)))
}

/// Field kind of the weapon, skill and manner of an action. They are written as fields of the record itself: `with`, `mode`, `skill` and
/// `area`, or `value` for the rating at which beams are fired.
pub struct MeansField;

impl FieldSchema for MeansField {
    fn shape(&self, _: &'static str, fields: &mut Fields) {
        fields.optional(shape_using);
    }
}

impl FieldKind<Option<Choice>> for MeansField {
    fn write(&self, line: &mut RecordWriter<'_>, _: &'static str, value: &Option<Choice>) {
        if let Some(using) = value {
            write_numbers(line, *using);
        }
    }

    fn read(&self, object: &mut RecordReader<'_>, _: &'static str) -> Result<Option<Choice>, RecordError> {
        if object.has("value") {
            return read_numbers(object, Choice::of(Verb::Value)).map(Some);
        }
        // A weapon or skill that was used is always written with one of these fields. If all of them are missing, no weapon or skill was
        // used.
        let said = ["skill", "unskilled", "amount"].into_iter().any(|key| object.has(key));
        if said { read_numbers(object, Choice::of(Verb::Use)).map(Some) } else { Ok(None) }
    }
}

/// Field kind of a boolean that may be unknown. It is written as `true` or `false`, and left out if unknown.
pub struct ExplicitFlag;

impl FieldSchema for ExplicitFlag {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.optional(|fields| BooleanField.shape(key, fields));
    }
}

impl FieldKind<Option<bool>> for ExplicitFlag {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Option<bool>) {
        if let Some(value) = value {
            BooleanField.write(line, key, value);
        }
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Option<bool>, RecordError> {
        if object.has(key) { BooleanField.read(object, key).map(Some) } else { Ok(None) }
    }
}
