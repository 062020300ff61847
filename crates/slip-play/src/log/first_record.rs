//! The first record of a log: the data needed to replay it.

use super::field_kinds::{FieldKind, NumberField, PlayedBy, TextField, points};
use super::schema::Fields;
use super::{FORMAT, RecordError, RecordReader, RecordWriter, compound_fields};
use crate::event::Phase;
use crate::names::Nameless;
use crate::question::Points;
use crate::stored_seat::StoredSeat;
use serde_json::{Map, Value};
use slip_pack::carry_in::CarryIn;
use slip_pack::encounter::Encounter;
use slip_pack::{Name, Pack, key};

/// The first record of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Language edition of the package.
    pub edition: u32,
    /// Name, version and hash of the package.
    pub package: String,
    /// The encounter.
    pub encounter: Name,
    /// Names of the rulesets in force.
    pub rules: Vec<Name>,
    /// Seed of the dice; `None` for scripted dice.
    pub seed: Option<u64>,
    /// Player of each side, with its doctrine and the points at which it is asked.
    pub seats: Vec<SeatLine>,
    /// State that people and ships bring from earlier encounters, if there is any.
    pub brought: Option<CarryIn>,
}

/// Player of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLine {
    /// Name of the side.
    pub side: Name,
    /// Player of the side.
    pub player: StoredSeat,
    /// Decision points at which the player is asked.
    pub asks: Points,
}

impl Header {
    /// Returns the first record of an encounter's log.
    pub fn new(pack: &Pack, encounter: &Encounter, seed: Option<u64>, seats: Vec<SeatLine>) -> Header {
        let plain = pack.encounters.get(&key(&encounter.package, &encounter.name));
        Header {
            brought: CarryIn::of(plain, encounter),
            edition: pack.package.edition,
            package: pack.signature(),
            encounter: encounter.name.clone(),
            rules: encounter.rules.rulesets.clone(),
            seed,
            seats,
        }
    }

    /// Returns the first record as a line of JSON.
    pub fn line(&self) -> String {
        write(self)
    }
}

/// Writes the first record.
pub fn write(header: &Header) -> String {
    let mut line = RecordWriter::new(&Nameless, 0, "begin");
    line.number("t", 0);
    line.text("ph", Phase::Round.word());
    line.number("format", FORMAT);
    line.number("edition", header.edition);
    line.text("pack", &header.package);
    line.text("encounter", &header.encounter);
    line.list("rules", header.rules.iter().map(Name::as_str));
    match header.seed {
        Some(seed) => line.raw("seed", &seed.to_string()),
        None => line.raw("script", "true"),
    }
    let seat = |seat: &SeatLine| {
        let mut inner = RecordWriter::inner(&Nameless, None);
        inner.text("seat", &seat.side);
        PlayedBy.write(&mut inner, "by", &seat.player);
        inner.list("asks", seat.asks.words());
        inner.close()
    };
    line.raws("seats", header.seats.iter().map(seat));
    // Serialising plain data cannot fail, so `ok` hides no error.
    if let Some(brought) = header.brought.as_ref().and_then(|brought| serde_json::to_string(brought).ok()) {
        line.raw("brought", &brought);
    }
    line.finish()
}

/// Returns the schema of the first record. `fields` already contains the fields with which every record begins.
pub(super) fn shape(mut fields: Fields) -> String {
    fields.need("format", &format!("{{\"const\":{FORMAT}}}"));
    fields.need("edition", r#"{"type":"integer","minimum":1}"#);
    fields.need("pack", r#"{"type":"string"}"#);
    fields.need("encounter", r#"{"type":"string"}"#);
    fields.need("rules", r#"{"type":"array","items":{"type":"string"}}"#);
    fields.may("seed", r#"{"type":"integer","minimum":0}"#);
    fields.may("script", r#"{"const":true}"#);
    fields.need("seats", &compound_fields::seats_shape());
    fields.may("brought", &compound_fields::brought_shape());
    fields.object()
}

/// Parses the first record. Its format number is checked before all other fields.
///
/// # Errors
///
/// [`RecordError`] if a field is missing or wrong. It is about the field `format` if this release does not know the format.
pub fn read(fields: Map<String, Value>) -> Result<Header, RecordError> {
    let mut object = RecordReader::new(&Nameless, fields);
    for key in ["n", "t", "ph"] {
        object.take(key);
    }
    match object.text("e", "`begin`")? {
        class if class == "begin" => {}
        other => return Err(RecordError::wrong("e", "`begin` in the first line of a log", &Value::String(other))),
    }
    let format = object.need("format", "the version of the log")?;
    if format.as_u64() != Some(u64::from(FORMAT)) {
        let later = format.as_u64().is_some_and(|format| format > u64::from(FORMAT));
        let why = if later { " (a later release wrote this file)" } else { "" };
        return Err(RecordError::wrong("format", format!("version {FORMAT} of the log format{why}"), &format));
    }
    let header = Header {
        edition: NumberField.read(&mut object, "edition")?,
        package: object.text("pack", "a package, its version and its hash")?,
        encounter: TextField.read(&mut object, "encounter")?,
        rules: words(&mut object, "rules")?,
        seed: seed(&mut object)?,
        seats: seats(&mut object)?,
        brought: brought(&mut object)?,
    };
    object.done()?;
    Ok(header)
}

fn words(object: &mut RecordReader<'_>, key: &'static str) -> Result<Vec<Name>, RecordError> {
    let word = |value: Value| match value {
        Value::String(word) => Ok(Name::from(word)),
        other => Err(RecordError::wrong(key, "a name", &other)),
    };
    object.list(key, "a list of names")?.into_iter().map(word).collect()
}

fn seed(object: &mut RecordReader<'_>) -> Result<Option<u64>, RecordError> {
    match (object.take("seed"), object.take("script")) {
        (Some(seed), None) => seed.as_u64().map(Some).ok_or_else(|| RecordError::wrong("seed", "a number from 0", &seed)),
        (None, Some(Value::Bool(true))) => Ok(None),
        (None, _) => Err(RecordError::missing("seed", "a seed, or `script` for dice that were typed in")),
        (Some(_), Some(script)) => Err(RecordError::wrong("script", "no `script` together with `seed`", &script)),
    }
}

fn brought(object: &mut RecordReader<'_>) -> Result<Option<CarryIn>, RecordError> {
    let read = |value: Value| {
        serde_json::from_value(value.clone())
            .map_err(|_| RecordError::wrong("brought", "the state that people and ships bring from earlier encounters", &value))
    };
    object.take("brought").map(read).transpose()
}

fn seats(object: &mut RecordReader<'_>) -> Result<Vec<SeatLine>, RecordError> {
    let mut seats = Vec::new();
    for (number, value) in object.list("seats", "a list of seats")?.into_iter().enumerate() {
        let at = |fault: RecordError| fault.within(&format!("seats[{number}]"));
        let mut inner = object.inner(value, "a seat").map_err(at)?;
        seats.push(seat(&mut inner).map_err(at)?);
        inner.done().map_err(at)?;
    }
    Ok(seats)
}

fn seat(object: &mut RecordReader<'_>) -> Result<SeatLine, RecordError> {
    let list = |object: &mut RecordReader<'_>| -> Result<Points, RecordError> {
        points("asks", &object.list("asks", "a list of decision points")?)
    };
    Ok(SeatLine { side: TextField.read(object, "seat")?, player: PlayedBy.read(object, "by")?, asks: list(object)? })
}
