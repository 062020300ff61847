//! Table of the classes of log records: for each event its class, and the fields of the record in order.
//!
//! Writing, reading and the schema all follow this table. If an event or one of its fields is missing here, the crate does not compile.

use super::choices::{ExplicitFlag, MeansField, OptionField};
use super::compound_fields::{
    Addends, BorderField, BoxesField, CheckDiceField, EndReasonField, Free, Grades, KnownAspectField, LeaveOf, OutcomeField, Queue,
    RerollDiceField, StepOf, StepWithin, UpTo, WholeAspect, Within,
};
use super::counter_code_words::write_meaning;
use super::counters::CounterField;
use super::field_kinds::{
    AskedPointsField, AspectNumber, BooleanField, EffectTextField, FieldKind, FieldSchema, Flag, FurtherTracksField, NameList, NamedField,
    NotZero, NumberField, Numbered, OptionalField, PlayedBy, SubjectField, TextField, TwoWordField, WordField,
};
use super::raise_and_see_events::StakesEventField as DiceOnTable;
use super::schema::Fields;
use super::ship_posts::PostOf;
use super::social_events::SocialEventField;
use super::{RecordError, RecordReader, RecordWriter};
use crate::event::Event;
use serde_json::Value;

/// Function that adds the fields of a class to a schema.
pub type AddShape = fn(&mut Fields);

/// Syntax of a row: `"class" "key" = "word" if "field" => Event { field: "key" FieldKind, … };` Several events can have the same class.
/// Their rows differ in the word or in the presence of the field, and are tried in order.
macro_rules! classes {
    ($($class:literal $($op:literal = $word:literal)? $(if $sign:literal)? => $event:ident {
        $($field:tt: $key:literal $kind:expr),* $(,)?
    };)*) => {
        /// Returns the class of an event.
        pub const fn class(event: &Event) -> &'static str {
            match event {
                $(Event::$event { .. } => $class,)*
            }
        }

        /// Writes the fields of an event.
        pub(super) fn write(line: &mut RecordWriter<'_>, event: &Event) {
            match event {
                $(Event::$event { $($field: _),* } => {
                    $(line.text($op, $word);)?
                    $(if let Event::$event { $field: value, .. } = event {
                        $kind.write(line, $key, value);
                    })*
                })*
            }
            write_meaning(line, event);
        }

        /// Reads the fields of an event, with its class.
        pub(super) fn read(object: &mut RecordReader<'_>) -> Result<Event, RecordError> {
            let class = object.text("e", "the class of an event")?;
            $(if class == $class $(&& object.says($op, $word))? $(&& object.has($sign))? {
                $(object.take($op);)?
                return Ok(Event::$event { $($field: $kind.read(object, $key)?),* });
            })*
            Err(unknown(&class, object))
        }

        /// Returns the classes of events, each with a function that adds its fields to a schema.
        pub(super) fn shapes() -> Vec<(&'static str, AddShape)> {
            let mut shapes: Vec<(&'static str, AddShape)> = Vec::new();
            $(shapes.push(($class, |_fields: &mut Fields| {
                $(_fields.need_word($op, &[$word]);)?
                $($kind.shape($key, _fields);)*
            }));)*
            shapes
        }
    };
}

/// Returns the error for a record whose class is unknown, or whose field `op` or `what` is missing or has no meaning for its class.
fn unknown(class: &str, object: &mut RecordReader<'_>) -> RecordError {
    let known = shapes().iter().any(|(known, _)| *known == class);
    for key in ["op", "what"] {
        if let Some(value) = object.take(key).filter(|_| known) {
            return RecordError::wrong(key, format!("an operation of `{class}`"), &value);
        }
    }
    if known {
        return RecordError::missing("op", format!("an operation of `{class}`"));
    }
    RecordError::wrong("e", "a known kind of log line", &Value::String(class.to_owned()))
}

classes! {
    "answer" => Answer {
        ask: "ask" NumberField,
        seat: "seat" NamedField,
        point: "point" WordField,
        me: "me" SubjectField,
        it: "it" SubjectField,
        pick: "pick" OptionField,
        say: "say" OptionalField(TextField),
        why: "why" OptionalField(TextField),
    };
    "declare" => Declare {
        me: "me" NamedField,
        act: "act" OptionalField(WordField),
        it: "it" SubjectField,
        using: "with" MeansField,
        track: "track" OptionalField(NamedField),
        aspect: "aspect" OptionalField(Numbered),
        thing: "thing" OptionalField(NumberField),
        term: "term" OptionalField(WordField),
        access: "pays" ExplicitFlag,
        say: "say" OptionalField(TextField),
    };
    "offer" => Offer {
        by: "by" NamedField,
        on: "on" NamedField,
        aspect: "aspect" OptionalField(Numbered),
        demand: "effect" WordField,
        points: "points" NumberField,
        free: "free" Flag,
        with: "with" OptionalField(NamedField),
        say: "say" OptionalField(TextField),
    };
    "reply" => Reply { who: "who" NamedField, answer: "answer" WordField, points: "points" NumberField };
    "roll" => Roll {
        roll: "roll" NumberField,
        me: "me" NamedField,
        skill: "skill" OptionalField(NamedField),
        faces: "faces" CheckDiceField,
        parts: "parts" Addends,
        total: "total" NumberField,
        against: "against" OptionalField(NumberField),
        standing: "standing" Flag,
    };
    "adjust" => Adjust {
        roll: "roll" NumberField,
        by: "by" NamedField,
        buy: "use" WordField,
        aspect: "aspect" OptionalField(Numbered),
        amount: "amount" NotZero,
        faces: "faces" OptionalField(RerollDiceField),
        cost: "cost" NotZero,
        only: "to" OptionalField(NamedField),
        total: "total" NumberField,
        say: "say" OptionalField(TextField),
    };
    "result" => Result {
        roll: "roll" NumberField,
        against: "who" OptionalField(NamedField),
        attack: "attack" NumberField,
        defence: "defence" NumberField,
        shifts: "shifts" NumberField,
        ok: "ok" BooleanField,
    };
    "fate" if "due" => Due { who: "who" NamedField, points: "due" NumberField, to: "to" NameList };
    "fate" => Fate { who: "who" NamedField, change: "change" NumberField, left: "left" NumberField, from: "from" OptionalField(NamedField) };
    "spin" => Spin { who: "who" NamedField, change: "change" NumberField, lapsed: "expires" Flag };
    "aspect" "op" = "add" => AspectAdd { id: "id" AspectNumber, aspect: "text" WholeAspect };
    "aspect" "op" = "tagged" => AspectFree { id: "id" KnownAspectField, by: "by" OptionalField(NamedField), free: "free_for" OptionalField(Free) };
    "aspect" "op" = "drop" => AspectDrop { id: "id" KnownAspectField };
    "hit" => Hit {
        who: "who" NamedField,
        track: "track" NamedField,
        besides: "also" FurtherTracksField,
        shifts: "shifts" NumberField,
        less: "less" Grades,
        left: "left" NumberField,
    };
    "mark" if "now" => Boxes { who: "who" NamedField, track: "track" NamedField, boxes: "now" BoxesField };
    "mark" => Mark { who: "who" NamedField, track: "track" NamedField, up_to: "boxes" UpTo };
    "consequence" "op" = "gone" => Recovered { who: "who" NamedField, grade: "grade" WordField, aspect: "aspect" AspectNumber };
    "consequence" => Consequence { who: "who" NamedField, grade: "grade" WordField, aspect: "aspect" AspectNumber };
    "out" => Out {
        who: "who" NamedField,
        by: "by" OptionalField(NamedField),
        track: "track" NamedField,
        fate: "fate" OptionalField(OutcomeField),
        beyond_saving: "beyond_saving" Flag,
        for_good: "for_good" Flag,
        say: "say" OptionalField(TextField),
    };
    "move" => Move {
        who: "who" NamedField,
        from: "from" NamedField,
        to: "to" NamedField,
        border: "border" OptionalField(Numbered),
        paid: "paid" NumberField,
        forced_by: "forced_by" OptionalField(NamedField),
    };
    "border" "state" = "pass_value" => PassValue {
        border: "border" Numbered,
        to: "to" NamedField,
        by: "by" NamedField,
        value: "value" NumberField,
        lasting: "lasting" Flag,
    };
    "border" => Border {
        border: "border" Numbered,
        paid: "paid" NumberField,
        by: "by" OptionalField(NamedField),
        change: "state" BorderField,
    };
    "counter" "what" = "hold" => Hold { hold: "id" NumberField, now: "now" NumberField };
    "counter" => Counter { who: "who" NamedField, what: "what" CounterField, change: "change" NumberField, now: "now" NumberField };
    "concession" => Concession {
        by: "by" NamedField,
        to: "to" OptionalField(NamedField),
        terms: "terms" OptionalField(TextField),
        answer: "answer" OptionalField(TwoWordField("accept", "reject")),
    };
    "fact" => Fact {
        by: "by" NamedField,
        skill: "skill" NamedField,
        on: "on" SubjectField,
        to: "to" NamedField,
        accepted: "answer" OptionalField(TwoWordField("accept", "alter")),
        say: "say" OptionalField(TextField),
    };
    "coin" => Coin { seat: "seat" NamedField, with: "with" NamedField, faces: "faces" CheckDiceField };
    "veto" => Veto { me: "me" NamedField, by: "by" NamedField, say: "say" OptionalField(TextField) };
    "phase" "name" = "round" if "order" => Round { order: "order" NameList, round: "round" NumberField };
    "phase" "name" = "stage" if "stage" => Stage { 0: "stage" WordField };
    "phase" => Phase { 0: "name" StepOf };
    "effect" "op" = "fires" => Fires { queue: "lines" Queue, back: "back" StepWithin };
    "effect" "op" = "done" => Settled {};
    "effect" "op" = "acts" => Effect {
        line: "line" EffectTextField,
        who: "who" OptionalField(NamedField),
        only: "only" OptionalField(NamedField),
        amount: "amount" NotZero,
    };
    "effect" "op" = "danger" => Faces {
        line: "line" EffectTextField,
        who: "who" NamedField,
        danger: "danger" OptionalField(CheckDiceField),
        strength: "strength" NumberField,
        skill: "skill" NamedField,
        faces: "faces" CheckDiceField,
        parts: "parts" Addends,
        shifts: "shifts" NumberField,
    };
    "effect" "op" = "blow" => Blow {
        who: "who" NamedField,
        track: "track" NamedField,
        besides: "also" FurtherTracksField,
        shifts: "shifts" NumberField,
    };
    "effect" "op" = "leave" => Aside { who: "who" NamedField, leave: "line" LeaveOf };
    "effect" "op" = "resume" => Resume {};
    "end" => End { winner: "winner" OptionalField(NamedField), why: "why" EndReasonField, turns: "turns" NumberField };
    "group" => Group { what: "op" WordField, who: "who" NameList, lead: "lead" OptionalField(NamedField) };
    "post" => Post { ship: "me" NamedField, post: "post" PostOf, by: "by" OptionalField(NamedField), acts: "acts" Flag };
    "pool" => Stakes { 0: "op" DiceOnTable };
    "social" => Social { 0: "op" SocialEventField };
    "seat" => Seat { seat: "seat" NamedField, player: "by" PlayedBy, asks: "asks" AskedPointsField };
    "override" => Override { by: "by" TextField, why: "why" OptionalField(TextField), events: "events" Within };
}
