//! The log: JSON Lines, one event a line, written and read.
//!
//! `n` is the line number, `e` the class, `t` the round, `ph` the phase; then come the fields of the class, in the order of the table of
//! classes. A field that is absent has no value. Ids are written as names, followed by a number if a name is not unique. The same events
//! give the same bytes, and the bytes give the same events: [`event_classes`] is the table that both directions follow.

mod choice_numbers;
pub mod choices;
pub mod compound_fields;
mod counter_code_words;
pub mod counters;
pub mod event_classes;
pub mod field_kinds;
pub mod first_record;
mod outcome_fields;
pub mod raise_and_see_events;
pub mod record_error;
pub mod record_reader;
pub mod record_writer;
pub mod schema;
pub mod ship_posts;
pub mod social_events;
mod step_fields;
pub mod text_and_id_fields;
mod undo;

pub use event_classes::class;
pub use record_error::RecordError;
pub use record_reader::RecordReader;
pub use record_writer::{RecordWriter, quoted};
pub use undo::UndoRecord;

use crate::choice::Choice;
use crate::event::{Event, RollAddend};
use crate::ids::ActorId;
use crate::names::Names;
use ecow::EcoString;
use field_kinds::FieldKind;

/// Version of the log format.
pub const FORMAT: u32 = 2;

/// Returns the word for an addend of a roll in logs: the name of its skill or effect, or a fixed word.
pub fn part_word(names: &dyn Names, part: RollAddend) -> &str {
    match part {
        RollAddend::Skill(skill) => names.skill(skill),
        RollAddend::Line(number) => names.line(number),
        plain => compound_fields::plain_part(plain),
    }
}

/// Writes an event as a line of the log. `round` and `phase` are those before the event happens; `names` must already contain the things
/// that the event adds.
pub fn line(names: &dyn Names, number: usize, round: u32, phase: &str, event: &Event) -> String {
    let mut line = RecordWriter::new(names, number, class(event));
    line.number("t", round);
    line.text("ph", phase);
    event_classes::write(&mut line, event);
    line.finish()
}

/// Parses the event of a log line whose number has been checked. `names` need not contain the things that the event adds.
///
/// # Errors
///
/// A [`RecordError`] with the field and the expected value.
pub fn read(names: &dyn Names, fields: serde_json::Map<String, serde_json::Value>) -> Result<Event, RecordError> {
    let mut object = RecordReader::new(names, fields);
    for key in ["n", "t", "ph"] {
        object.take(key);
    }
    let event = event_classes::read(&mut object)?;
    object.done()?;
    Ok(event)
}

/// Returns the line of an undo. `round` and `phase` are those after the undo.
pub fn undo_line(names: &dyn Names, number: usize, round: u32, phase: &str, undo: &UndoRecord) -> String {
    let mut line = RecordWriter::new(names, number, "undo");
    line.number("t", round);
    line.text("ph", phase);
    line.raw("to", &undo.to.to_string());
    line.text("by", &undo.by);
    line.maybe("why", undo.why.as_deref());
    line.flag("redraw", undo.redraw);
    line.flag("veto", undo.veto);
    line.finish()
}

/// Parses the line of an undo.
///
/// # Errors
///
/// As [`read`].
pub fn read_undo(names: &dyn Names, fields: serde_json::Map<String, serde_json::Value>) -> Result<UndoRecord, RecordError> {
    let mut object = RecordReader::new(names, fields);
    for key in ["n", "e", "t", "ph"] {
        object.take(key);
    }
    let to: u32 = field_kinds::NumberField.read(&mut object, "to")?;
    let undo = UndoRecord {
        to: usize::try_from(to).unwrap_or(usize::MAX),
        by: field_kinds::TextField.read(&mut object, "by")?,
        why: field_kinds::OptionalField(field_kinds::TextField).read(&mut object, "why")?,
        redraw: field_kinds::Flag.read(&mut object, "redraw")?,
        veto: field_kinds::Flag.read(&mut object, "veto")?,
    };
    object.done()?;
    Ok(undo)
}

/// Returns words of a person in the form in which a log stores them: on one line, with escapes for hidden characters. Words get this form
/// before they become part of an event. An event read from the log then equals the event that was written.
pub fn words_of(text: &str) -> EcoString {
    EcoString::from(slip_printable::in_line(text))
}

/// Returns an option as JSON for outside programs: the verb, with its target, item, manner and number.
pub fn pick_json(names: &dyn Names, who: Option<ActorId>, pick: Choice) -> String {
    let mut line = RecordWriter::inner(names, who);
    choices::write_pick(&mut line, pick);
    line.close()
}
