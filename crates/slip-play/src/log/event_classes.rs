//! The table of the log's classes: the class of each event, and its fields in order.
//!
//! Writing, reading and the schema all follow this table. If an event or one of its fields is missing here, the crate does not compile.

use super::choices::{ExplicitFlag, Pick, Using};
use super::compound_fields::{
    Addends, Again, Border, Boxes, Dice, Fate, Free, Grades, Known, LeaveOf, Queue, Reason, StepOf, StepWithin, UpTo, WholeAspect, Within,
};
use super::counter_meanings::write_meaning;
use super::counters::Counted;
use super::field_kinds::{
    Asks, AspectNumber, Besides, Either, Flag, Kind, Maybe, NameList, Named, NotZero, Number, Numbered, PlayedBy, Sentence, Shape, Text,
    Thing, Truth, Word,
};
use super::pools::Dice as DiceOnTable;
use super::schema::Fields;
use super::ships::PostOf;
use super::social::Said;
use super::{Fault, Line, Object};
use crate::event::Event;
use serde_json::Value;

/// Function that adds the fields of a class to a schema.
pub type AddShape = fn(&mut Fields);

/// `"class" "key" = "word" if "field" => Event { field: "key" Kind, … };` The word, or the presence of a field, distinguishes events of one
/// class; rows of a class are tried in order.
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
        pub(super) fn write(line: &mut Line<'_>, event: &Event) {
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
        pub(super) fn read(object: &mut Object<'_>) -> Result<Event, Fault> {
            let class = object.text("e", "the class of an event")?;
            $(if class == $class $(&& object.says($op, $word))? $(&& object.has($sign))? {
                $(object.take($op);)?
                return Ok(Event::$event { $($field: $kind.read(object, $key)?),* });
            })*
            Err(unknown(&class, object))
        }

        /// Returns the classes with their fields.
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

/// Returns the fault of a record whose class does not exist, or does not exist with its `op`.
fn unknown(class: &str, object: &mut Object<'_>) -> Fault {
    let known = shapes().iter().any(|(known, _)| *known == class);
    for key in ["op", "what"] {
        if let Some(value) = object.take(key).filter(|_| known) {
            return Fault::wrong(key, format!("an operation of `{class}`"), &value);
        }
    }
    if known {
        return Fault::missing("op", format!("an operation of `{class}`"));
    }
    Fault::wrong("e", "a known kind of log line", &Value::String(class.to_owned()))
}

classes! {
    "answer" => Answer {
        ask: "ask" Number,
        seat: "seat" Named,
        point: "point" Word,
        me: "me" Thing,
        it: "it" Thing,
        pick: "pick" Pick,
        say: "say" Maybe(Text),
        why: "why" Maybe(Text),
    };
    "declare" => Declare {
        me: "me" Named,
        act: "act" Maybe(Word),
        it: "it" Thing,
        using: "with" Using,
        track: "track" Maybe(Named),
        aspect: "aspect" Maybe(Numbered),
        thing: "thing" Maybe(Number),
        term: "term" Maybe(Word),
        access: "pays" ExplicitFlag,
        say: "say" Maybe(Text),
    };
    "offer" => Offer {
        by: "by" Named,
        on: "on" Named,
        aspect: "aspect" Maybe(Numbered),
        demand: "effect" Word,
        points: "points" Number,
        free: "free" Flag,
        with: "with" Maybe(Named),
        say: "say" Maybe(Text),
    };
    "reply" => Reply { who: "who" Named, answer: "answer" Word, points: "points" Number };
    "roll" => Roll {
        roll: "roll" Number,
        me: "me" Named,
        skill: "skill" Maybe(Named),
        faces: "faces" Dice,
        parts: "parts" Addends,
        total: "total" Number,
        against: "against" Maybe(Number),
        standing: "standing" Flag,
    };
    "adjust" => Adjust {
        roll: "roll" Number,
        by: "by" Named,
        buy: "use" Word,
        aspect: "aspect" Maybe(Numbered),
        amount: "amount" NotZero,
        faces: "faces" Maybe(Again),
        cost: "cost" NotZero,
        only: "to" Maybe(Named),
        total: "total" Number,
        say: "say" Maybe(Text),
    };
    "result" => Result {
        roll: "roll" Number,
        against: "who" Maybe(Named),
        attack: "attack" Number,
        defence: "defence" Number,
        shifts: "shifts" Number,
        ok: "ok" Truth,
    };
    "fate" if "due" => Due { who: "who" Named, points: "due" Number, to: "to" NameList };
    "fate" => Fate { who: "who" Named, change: "change" Number, left: "left" Number, from: "from" Maybe(Named) };
    "spin" => Spin { who: "who" Named, change: "change" Number, lapsed: "expires" Flag };
    "aspect" "op" = "add" => AspectAdd { id: "id" AspectNumber, aspect: "text" WholeAspect };
    "aspect" "op" = "tagged" => AspectFree { id: "id" Known, by: "by" Maybe(Named), free: "free_for" Maybe(Free) };
    "aspect" "op" = "drop" => AspectDrop { id: "id" Known };
    "hit" => Hit {
        who: "who" Named,
        track: "track" Named,
        besides: "also" Besides,
        shifts: "shifts" Number,
        less: "less" Grades,
        left: "left" Number,
    };
    "mark" if "now" => Boxes { who: "who" Named, track: "track" Named, boxes: "now" Boxes };
    "mark" => Mark { who: "who" Named, track: "track" Named, up_to: "boxes" UpTo };
    "consequence" "op" = "gone" => Recovered { who: "who" Named, grade: "grade" Word, aspect: "aspect" AspectNumber };
    "consequence" => Consequence { who: "who" Named, grade: "grade" Word, aspect: "aspect" AspectNumber };
    "out" => Out {
        who: "who" Named,
        by: "by" Maybe(Named),
        track: "track" Named,
        fate: "fate" Maybe(Fate),
        beyond_saving: "beyond_saving" Flag,
        for_good: "for_good" Flag,
        say: "say" Maybe(Text),
    };
    "move" => Move {
        who: "who" Named,
        from: "from" Named,
        to: "to" Named,
        border: "border" Maybe(Numbered),
        paid: "paid" Number,
        forced_by: "forced_by" Maybe(Named),
    };
    "border" "state" = "pass_value" => PassValue {
        border: "border" Numbered,
        to: "to" Named,
        by: "by" Named,
        value: "value" Number,
        lasting: "lasting" Flag,
    };
    "border" => Border {
        border: "border" Numbered,
        paid: "paid" Number,
        by: "by" Maybe(Named),
        change: "state" Border,
    };
    "counter" "what" = "hold" => Hold { hold: "id" Number, now: "now" Number };
    "counter" => Counter { who: "who" Named, what: "what" Counted, change: "change" Number, now: "now" Number };
    "concession" => Concession {
        by: "by" Named,
        to: "to" Maybe(Named),
        terms: "terms" Maybe(Text),
        answer: "answer" Maybe(Either("accept", "reject")),
    };
    "fact" => Fact {
        by: "by" Named,
        skill: "skill" Named,
        on: "on" Thing,
        to: "to" Named,
        accepted: "answer" Maybe(Either("accept", "alter")),
        say: "say" Maybe(Text),
    };
    "coin" => Coin { seat: "seat" Named, with: "with" Named, faces: "faces" Dice };
    "veto" => Veto { me: "me" Named, by: "by" Named, say: "say" Maybe(Text) };
    "phase" "name" = "round" if "order" => Round { order: "order" NameList, round: "round" Number };
    "phase" "name" = "stage" if "stage" => Stage { 0: "stage" Word };
    "phase" => Phase { 0: "name" StepOf };
    "effect" "op" = "fires" => Fires { queue: "lines" Queue, back: "back" StepWithin };
    "effect" "op" = "done" => Settled {};
    "effect" "op" = "acts" => Effect {
        line: "line" Sentence,
        who: "who" Maybe(Named),
        only: "only" Maybe(Named),
        amount: "amount" NotZero,
    };
    "effect" "op" = "danger" => Faces {
        line: "line" Sentence,
        who: "who" Named,
        danger: "danger" Maybe(Dice),
        strength: "strength" Number,
        skill: "skill" Named,
        faces: "faces" Dice,
        parts: "parts" Addends,
        shifts: "shifts" Number,
    };
    "effect" "op" = "blow" => Blow {
        who: "who" Named,
        track: "track" Named,
        besides: "also" Besides,
        shifts: "shifts" Number,
    };
    "effect" "op" = "leave" => Aside { who: "who" Named, leave: "line" LeaveOf };
    "effect" "op" = "resume" => Resume {};
    "end" => End { winner: "winner" Maybe(Named), why: "why" Reason, turns: "turns" Number };
    "group" => Group { what: "op" Word, who: "who" NameList, lead: "lead" Maybe(Named) };
    "post" => Post { ship: "me" Named, post: "post" PostOf, by: "by" Maybe(Named), acts: "acts" Flag };
    "pool" => Pool { 0: "op" DiceOnTable };
    "social" => Social { 0: "op" Said };
    "seat" => Seat { seat: "seat" Named, player: "by" PlayedBy, asks: "asks" Asks };
    "override" => Override { by: "by" Text, why: "why" Maybe(Text), events: "events" Within };
}
