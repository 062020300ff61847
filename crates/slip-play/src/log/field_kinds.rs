//! Field kinds: how a value of a record is written, read, and described in the schema.

use super::schema::Fields;
pub(super) use super::text_and_id_fields::LineNumber;
pub use super::text_and_id_fields::{AspectNumber, ByNumber, EffectTextField, LineOf, Numbered};
use super::{RecordError, RecordReader, RecordWriter};
use crate::event::{TrackId, TurnOrder};
use crate::ids::{ActorId, Id, Seat, SkillId, TableKey, ZoneId};
use crate::names::{NamedThingKind, Names};
use crate::question::Points;
use crate::stored_seat::StoredSeat;
use crate::tracks::TrackSet;

use ecow::EcoString;
use serde_json::Value;
use slip_keyword::Keyword;

/// Field kind: writes and reads the value of a field of a log record.
pub trait FieldKind<T>: FieldSchema {
    /// Writes the value of a field under its key.
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &T);
    /// Reads the value of a field from its key.
    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<T, RecordError>;
}

/// Part of a field kind that describes its fields in the schema.
pub trait FieldSchema {
    /// Adds the fields of this kind to a schema.
    fn shape(&self, key: &'static str, fields: &mut Fields);
    /// True if the field is present, for values that may be absent.
    fn is_there(&self, object: &RecordReader<'_>, key: &'static str) -> bool {
        object.has(key)
    }
}

/// Field kind of a text.
pub struct TextField;

impl FieldSchema for TextField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
    }
}

impl FieldKind<EcoString> for TextField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &EcoString) {
        line.text(key, value);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<EcoString, RecordError> {
        object.text(key, "words").map(|words| super::words_of(&words))
    }
}

/// Field kind of a number.
pub struct NumberField;
/// Field kind of a number; an absent field means 0.
pub struct NotZero;

/// Types that can be written as a number.
pub trait Int: Copy + Into<i64> + TryFrom<i64> {}
impl<T: Copy + Into<i64> + TryFrom<i64>> Int for T {}

impl FieldSchema for NumberField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"integer"}"#);
    }
}

impl<T: Int> FieldKind<T> for NumberField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &T) {
        line.number(key, *value);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<T, RecordError> {
        let value = object.need(key, "a number")?;
        number(&value).ok_or_else(|| RecordError::wrong(key, "a number within the limits of this field", &value))
    }
}

impl FieldSchema for NotZero {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.may(key, r#"{"type":"integer"}"#);
    }
}

impl<T: Int + Default> FieldKind<T> for NotZero {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &T) {
        if (*value).into() != 0 {
            line.number(key, *value);
        }
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<T, RecordError> {
        if object.has(key) { NumberField.read(object, key) } else { Ok(T::default()) }
    }
}

/// Returns a value as a number, if it fits.
pub(super) fn number<T: TryFrom<i64>>(value: &Value) -> Option<T> {
    value.as_i64().and_then(|number| T::try_from(number).ok())
}

/// Field kind of a boolean; an absent field means false.
pub struct Flag;
/// Field kind of a boolean that is always written.
pub struct BooleanField;
/// Field kind of a boolean that is written as one of two words. The first word means true.
pub struct TwoWordField(pub &'static str, pub &'static str);

impl FieldSchema for Flag {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.may(key, r#"{"const":true}"#);
    }
}

impl FieldKind<bool> for Flag {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &bool) {
        line.flag(key, *value);
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<bool, RecordError> {
        match object.take(key) {
            None => Ok(false),
            Some(Value::Bool(true)) => Ok(true),
            Some(other) => Err(RecordError::wrong(key, "`true` or nothing", &other)),
        }
    }
}

impl FieldSchema for BooleanField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"boolean"}"#);
    }
}

impl FieldKind<bool> for BooleanField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &bool) {
        line.raw(key, if *value { "true" } else { "false" });
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<bool, RecordError> {
        let value = object.need(key, "`true` or `false`")?;
        value.as_bool().ok_or_else(|| RecordError::wrong(key, "`true` or `false`", &value))
    }
}

impl FieldSchema for TwoWordField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need_word(key, &[self.0, self.1]);
    }
}

impl FieldKind<bool> for TwoWordField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &bool) {
        line.text(key, if *value { self.0 } else { self.1 });
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<bool, RecordError> {
        let expected = format!("`{}` or `{}`", self.0, self.1);
        match object.text(key, &expected)? {
            word if word == self.0 => Ok(true),
            word if word == self.1 => Ok(false),
            other => Err(RecordError::wrong(key, expected, &Value::String(other))),
        }
    }
}

/// Field kind of a value that may be absent.
pub struct OptionalField<K>(pub K);

impl<K: FieldSchema> FieldSchema for OptionalField<K> {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.optional(|fields| self.0.shape(key, fields));
    }
}

impl<T, K: FieldKind<T>> FieldKind<Option<T>> for OptionalField<K> {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Option<T>) {
        if let Some(value) = value {
            self.0.write(line, key, value);
        }
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Option<T>, RecordError> {
        if self.0.is_there(object, key) { self.0.read(object, key).map(Some) } else { Ok(None) }
    }
}

/// Field kind of a thing in the fight that is written as its unique name.
pub struct NamedField;

/// Id of a thing whose name is unique among the things of its kind. A log can thus write the name in place of the id.
pub trait ById: TableKey {
    /// Kind of thing that the id identifies.
    const SORT: NamedThingKind;
    /// Returns the name of the thing.
    fn name(self, names: &dyn Names) -> &str;
}

macro_rules! by_id {
    ($($id:ident $sort:ident $name:ident;)*) => {$(
        impl ById for $id {
            const SORT: NamedThingKind = NamedThingKind::$sort;

            fn name(self, names: &dyn Names) -> &str {
                names.$name(self)
            }
        }
    )*};
}

by_id! {
    ActorId Actor actor;
    Seat Side side;
    SkillId Skill skill;
    ZoneId Zone zone;
    TrackId Track track;
}

impl TableKey for TrackId {
    fn place(self) -> usize {
        usize::from(self.0)
    }

    fn of(place: usize) -> TrackId {
        TrackId(u8::try_from(place).unwrap_or(u8::MAX))
    }
}

/// Returns the id of the thing with a name.
pub(super) fn find<I: ById>(names: &dyn Names, key: &str, name: &str) -> Result<I, RecordError> {
    names.find(I::SORT, name).map(I::of).ok_or_else(|| {
        let known = names.all(I::SORT);
        let listed: Vec<String> = known.iter().take(24).map(|name| format!("`{name}`")).collect();
        let more = if known.len() > 24 { " …" } else { "" };
        let expected = format!("{} of this fight ({}{more})", I::SORT.word(), listed.join(", "));
        RecordError::wrong(key, expected, &Value::String(name.to_owned()))
    })
}

impl FieldSchema for NamedField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
    }
}

impl<I: ById> FieldKind<I> for NamedField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &I) {
        line.text(key, value.name(line.names));
        if matches!(I::SORT, NamedThingKind::Actor) && (key == "me" || key == "who") {
            line.about = Some(ActorId::of(value.place()));
        }
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<I, RecordError> {
        let name = object.text(key, I::SORT.word())?;
        let id: I = find(object.names, key, &name)?;
        if matches!(I::SORT, NamedThingKind::Actor) && (key == "me" || key == "who") {
            object.about = Some(ActorId::of(id.place()));
        }
        Ok(id)
    }
}

/// Field kind of a list of named things.
pub struct NameList;

impl FieldSchema for NameList {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"array","items":{"type":"string"}}"#);
    }
}

impl<I: ById> FieldKind<Vec<I>> for NameList {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Vec<I>) {
        let names = line.names;
        line.list(key, value.iter().map(|id| id.name(names)));
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Vec<I>, RecordError> {
        let list = object.list(key, "a list of names")?;
        let one = |value: &Value| match value {
            Value::String(name) => find(object.names, key, name),
            other => Err(RecordError::wrong(key, I::SORT.word(), other)),
        };
        list.iter().map(one).collect()
    }
}

impl FieldKind<TurnOrder> for NameList {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &TurnOrder) {
        self.write(line, key, &value.to_vec());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<TurnOrder, RecordError> {
        let order: Vec<ActorId> = self.read(object, key)?;
        Ok(TurnOrder::from_iter(order))
    }
}

/// Field kind for the tracks that a hit strikes in addition to its main track. The first is written under the key, the second under
/// `third`, all others in the list `more`.
pub struct FurtherTracksField;

/// Key of the third track: the second one besides the main track.
const THIRD: &str = "third";
/// Key of the list of all tracks after [`THIRD`].
const MORE: &str = "more";

impl FieldSchema for FurtherTracksField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.optional(|fields| {
            NamedField.shape(key, fields);
            NamedField.shape(THIRD, fields);
            NameList.shape(MORE, fields);
        });
    }
}

impl FieldKind<TrackSet> for FurtherTracksField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &TrackSet) {
        let mut tracks = value.iter();
        for (key, track) in [key, THIRD].into_iter().zip(tracks.by_ref()) {
            NamedField.write(line, key, &track);
        }
        let more: Vec<TrackId> = tracks.collect();
        if !more.is_empty() {
            NameList.write(line, MORE, &more);
        }
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<TrackSet, RecordError> {
        let mut tracks = TrackSet::NONE;
        for key in [key, THIRD] {
            let track: Option<TrackId> = OptionalField(NamedField).read(object, key)?;
            tracks |= track.into_iter().collect();
        }
        let more: Option<Vec<TrackId>> = OptionalField(NameList).read(object, MORE)?;
        Ok(tracks | more.into_iter().flatten().collect())
    }
}

/// Field kind of a subject: an actor, a zone or `scene`; an absent field means no subject.
pub struct SubjectField;

impl FieldSchema for SubjectField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.may(key, r#"{"type":"string"}"#);
        fields.may(zone_key(key), r#"{"const":true}"#);
    }
}

/// Returns the key under which a zone is written if an actor has the same name as the zone.
fn zone_key(key: &str) -> &'static str {
    if key == "me" { "me_zone" } else { "zone" }
}

impl FieldKind<Id> for SubjectField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Id) {
        let names = line.names;
        line.maybe(key, names.thing(*value));
        let ambiguous = match value {
            Id::Zone(zone) => names.find(NamedThingKind::Actor, names.zone(*zone)).is_some() || names.zone(*zone) == "scene",
            _ => false,
        };
        line.flag(zone_key(key), ambiguous);
        if key == "me" || key == "who" {
            line.about = value.actor();
        }
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Id, RecordError> {
        let Some(value) = object.take(key) else { return Ok(Id::None) };
        let is_zone = Flag.read(object, zone_key(key))?;
        let Some(name) = value.as_str() else { return Err(RecordError::wrong(key, "a name", &value)) };
        let names = object.names;
        let id = match (names.find(NamedThingKind::Actor, name), names.find(NamedThingKind::Zone, name)) {
            (Some(actor), _) if !is_zone => Id::Actor(ActorId::of(actor)),
            _ if name == "scene" && !is_zone => Id::Scene,
            (_, Some(zone)) => Id::Zone(ZoneId::of(zone)),
            _ => return Err(RecordError::wrong(key, "an actor or a zone of this fight, or `scene`", &value)),
        };
        if key == "me" || key == "who" {
            object.about = id.actor();
        }
        Ok(id)
    }
}

/// Field kind of a word from a fixed list.
pub struct WordField;

/// Returns the value that a word means.
pub(super) fn of_word<T: Keyword>(key: &str, word: &str) -> Result<T, RecordError> {
    T::ALL.iter().copied().find(|known| known.word() == word).ok_or_else(|| {
        let listed: Vec<String> = T::ALL.iter().map(|known| format!("`{}`", known.word())).collect();
        RecordError::wrong(key, format!("one of {}", listed.join(", ")), &Value::String(word.to_owned()))
    })
}

impl FieldSchema for WordField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
    }
}

impl<T: Keyword> FieldKind<T> for WordField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &T) {
        line.text(key, value.word());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<T, RecordError> {
        let word = object.text(key, "a word")?;
        of_word(key, &word)
    }
}

/// Field kind of the player of a seat, written as the fields `by` and `doctrine`.
pub struct PlayedBy;

impl FieldSchema for PlayedBy {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"string"}"#);
        fields.may("doctrine", r#"{"type":"string"}"#);
    }
}

impl FieldKind<StoredSeat> for PlayedBy {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &StoredSeat) {
        line.text(key, value.log_word());
        line.maybe("doctrine", value.log_doctrine().as_deref());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<StoredSeat, RecordError> {
        let by: EcoString = TextField.read(object, key)?;
        StoredSeat::from_log(&by, OptionalField(TextField).read(object, "doctrine")?)
    }
}

/// Field kind of the optional decision points at which a seat is asked. Points at which every seat is asked are not written.
pub struct AskedPointsField;

impl FieldSchema for AskedPointsField {
    fn shape(&self, key: &'static str, fields: &mut Fields) {
        fields.need(key, r#"{"type":"array","items":{"type":"string"}}"#);
    }
}

impl FieldKind<Points> for AskedPointsField {
    fn write(&self, line: &mut RecordWriter<'_>, key: &'static str, value: &Points) {
        line.list(key, value.words());
    }

    fn read(&self, object: &mut RecordReader<'_>, key: &'static str) -> Result<Points, RecordError> {
        let list = object.list(key, "a list of decision points")?;
        points(key, &list)
    }
}

/// Returns the set of decision points that a list of words names.
pub(super) fn points(key: &str, list: &[Value]) -> Result<Points, RecordError> {
    let mut points = Points::NONE;
    for value in list {
        let word = value.as_str().ok_or_else(|| RecordError::wrong(key, "the name of a decision point", value))?;
        points = points.with(of_word(key, word)?);
    }
    Ok(points.heard())
}
