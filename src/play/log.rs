//! The log: JSON Lines, one event a line, in the classes and fields of doctrines.md 6. Floor 4.
//!
//! `n` is the line, `e` the class, `t` the round, `ph` the phase; then the fields in the order of the table. What is
//! absent means none. Ids are written as names. The same events give the same bytes.

use crate::dice::Faces;
use crate::fate::{Aspect, Holder};
use crate::play::choice::{Choice, Verb};
use crate::play::event::{BorderChange, Buy, Counter, Event, Part, Parts};
use crate::play::ids::{ActorId, Id, ZoneId};
use crate::play::names::Names;
use crate::play::session::Undo;
use std::fmt::Write as _;

/// Version of the log.
pub const FORMAT: u32 = 1;

/// A line being written. Keys are never escaped, values are.
#[derive(Debug, Default)]
pub struct Line {
    text: String,
}

impl Line {
    /// `{"n":…,"e":…`
    pub fn new(number: usize, class: &str) -> Line {
        let mut line = Line { text: format!("{{\"n\":{number}") };
        line.text("e", class);
        line
    }

    /// An object of another kind, `{"KEY":VALUE`, the value already JSON.
    pub fn object(key: &str, value: &str) -> Line {
        Line { text: format!("{{\"{key}\":{value}") }
    }

    /// A value that is already JSON.
    pub fn raw(&mut self, key: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, ",\"{key}\":{value}");
    }

    /// A number.
    pub fn number(&mut self, key: &str, value: impl Into<i64>) {
        self.raw(key, &value.into().to_string());
    }

    /// Words.
    pub fn text(&mut self, key: &str, value: &str) {
        self.raw(key, &quoted(value));
    }

    /// Words, if there are any.
    pub fn maybe(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(key, value);
        }
    }

    /// A truth, if it is true.
    pub fn flag(&mut self, key: &str, value: bool) {
        if value {
            self.raw(key, "true");
        }
    }

    /// A list of words.
    pub fn list<'a>(&mut self, key: &str, values: impl Iterator<Item = &'a str>) {
        let list: Vec<String> = values.map(quoted).collect();
        self.raw(key, &format!("[{}]", list.join(",")));
    }

    /// A list of numbers.
    pub fn numbers<T: ToString>(&mut self, key: &str, values: impl Iterator<Item = T>) {
        let list: Vec<String> = values.map(|value| value.to_string()).collect();
        self.raw(key, &format!("[{}]", list.join(",")));
    }

    /// The line, ended.
    pub fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }
}

/// A JSON string.
pub fn quoted(text: &str) -> String {
    // A string always has a JSON form.
    serde_json::to_string(text).unwrap_or_default()
}

/// What a part of a roll is called in logs: a skill by its name, anything else by its word.
pub fn part_word(names: &dyn Names, part: Part) -> &str {
    match part {
        Part::Skill(skill) => names.skill(skill),
        Part::Mooks => "unmarked",
        Part::Amplified => "amplified",
        Part::Harm => "harm",
        Part::Fists => "fists",
        Part::Gear => "gear",
        Part::Environment => "environment",
        Part::Range => "range",
        Part::Fixed => "untrained",
        Part::Armour => "armour",
        Part::Bought | Part::Aspect => "aspects",
        Part::Spin => "spin",
        Part::Late => "late_compel",
        Part::Line(number) => names.line(number),
    }
}

/// Writes an event as a line; `round` and `phase` are those before it.
pub fn line(names: &dyn Names, number: usize, round: u32, phase: &str, event: &Event) -> String {
    let mut line = Line::new(number, class(event));
    line.number("t", round);
    line.text("ph", phase);
    write_event(names, &mut line, event);
    line.finish()
}

/// The line of steps taken back; `round` and `phase` are those after it.
pub fn undo_line(number: usize, round: u32, phase: &str, undo: &Undo) -> String {
    let mut line = Line::new(number, "undo");
    line.number("t", round);
    line.text("ph", phase);
    line.raw("to", &undo.to.to_string());
    line.text("by", &undo.by);
    line.maybe("why", undo.why.as_deref());
    line.flag("redraw", undo.redraw);
    line.finish()
}

/// The class of an event.
pub const fn class(event: &Event) -> &'static str {
    match event {
        Event::Answer { .. } => "answer",
        Event::Phase(_) | Event::Round { .. } => "phase",
        Event::Declare { .. } => "declare",
        Event::Offer { .. } => "offer",
        Event::Reply { .. } => "reply",
        Event::Roll { .. } => "roll",
        Event::Adjust { .. } => "adjust",
        Event::Result { .. } => "result",
        Event::Fate { .. } | Event::Due { .. } => "fate",
        Event::Spin { .. } => "spin",
        Event::AspectAdd { .. } | Event::AspectFree { .. } | Event::AspectDrop { .. } => "aspect",
        Event::Hit { .. } => "hit",
        Event::Mark { .. } => "mark",
        Event::Consequence { .. } => "consequence",
        Event::Out { .. } => "out",
        Event::Move { .. } => "move",
        Event::Border { .. } => "border",
        Event::Counter { .. } | Event::Hold { .. } => "counter",
        Event::Concession { .. } => "concession",
        Event::Fact { .. } => "fact",
        Event::Veto { .. } => "veto",
        Event::Boxes { .. } => "mark",
        Event::Fires { .. }
        | Event::Settled
        | Event::Effect { .. }
        | Event::Faces { .. }
        | Event::Blow { .. }
        | Event::Aside { .. }
        | Event::Resume => "effect",
        Event::Seat { .. } => "seat",
        Event::Override { .. } => "override",
        Event::End { .. } => "end",
    }
}

fn write_event(names: &dyn Names, line: &mut Line, event: &Event) {
    match event {
        Event::Answer { ask, seat, point, me, it, pick, say, why } => {
            line.number("ask", *ask);
            line.text("seat", names.side(*seat));
            line.text("point", point.word());
            line.maybe("me", names.thing(*me));
            line.maybe("it", names.thing(*it));
            let who = me.actor();
            line.raw("pick", &pick_json(names, who, *pick));
            line.maybe("say", say.as_deref());
            line.maybe("why", why.as_deref());
        }
        Event::Phase(step) => {
            line.text("name", step.phase.word());
            line.maybe("who", names.thing(step.who));
            for (key, number) in [("i", step.n), ("j", step.m)] {
                if number > 0 {
                    line.number(key, number);
                }
            }
        }
        Event::Round { round, order } => {
            line.text("name", "round");
            line.list("order", order.iter().map(|&who| names.actor(who)));
            line.number("round", *round);
        }
        Event::Declare { me, act, it, using, track, aspect, thing, term, access, say } => {
            line.text("me", names.actor(*me));
            line.maybe("act", act.map(Verb::word));
            line.maybe("it", names.thing(*it));
            if let Some(using) = using {
                write_using(names, line, *me, *using);
            }
            line.maybe("track", track.map(|track| names.track(track)));
            line.maybe("aspect", aspect.map(|id| names.aspect(id)));
            line.maybe("thing", thing.and_then(|number| names.thing_of(*me, act.unwrap_or(Verb::Pass), number)));
            line.maybe("term", term.map(crate::fate::Term::word));
            if let Some(access) = access {
                line.raw("pays", if *access { "true" } else { "false" });
            }
            line.maybe("say", say.as_deref());
        }
        Event::Offer { by, on, aspect, demand, points, free, with, say } => {
            line.text("by", names.actor(*by));
            line.text("on", names.actor(*on));
            line.maybe("aspect", aspect.map(|id| names.aspect(id)));
            line.text("effect", demand.word());
            line.number("points", *points);
            line.flag("free", *free);
            line.maybe("with", with.map(|with| names.actor(with)));
            line.maybe("say", say.as_deref());
        }
        Event::Reply { who, answer, points } => {
            line.text("who", names.actor(*who));
            line.text("answer", answer.word());
            line.number("points", *points);
        }
        Event::Roll { roll, me, skill, faces, parts, total, against, standing } => {
            line.number("roll", *roll);
            line.text("me", names.actor(*me));
            line.maybe("skill", skill.map(|skill| names.skill(skill)));
            write_faces(line, faces);
            line.raw("parts", &parts_json(names, parts));
            line.number("total", *total);
            if let Some(against) = against {
                line.number("against", *against);
            }
            line.flag("standing", *standing);
        }
        Event::Adjust { roll, by, buy, aspect, only, amount, faces, cost, total, say } => {
            line.number("roll", *roll);
            line.text("by", names.actor(*by));
            line.text("use", buy.word());
            line.maybe("aspect", aspect.map(|id| names.aspect(id)));
            if *buy != Buy::Pass && *buy != Buy::Late {
                line.text("as", if faces.is_some() { "reroll" } else { "+2" });
            }
            if *buy != Buy::Pass {
                line.number("amount", *amount);
            }
            if let Some(faces) = faces {
                write_faces(line, faces);
            }
            if *cost > 0 {
                line.number("cost", *cost);
            }
            line.maybe("only", only.map(|who| names.actor(who)));
            line.number("total", *total);
            line.maybe("say", say.as_deref());
        }
        Event::Result { roll, against, attack, defence, shifts, ok } => {
            line.number("roll", *roll);
            line.maybe("who", against.map(|who| names.actor(who)));
            line.number("attack", *attack);
            line.number("defence", *defence);
            line.number("shifts", *shifts);
            line.raw("ok", if *ok { "true" } else { "false" });
        }
        Event::Fate { who, change, left, from } => {
            line.text("who", names.actor(*who));
            line.number("change", *change);
            line.number("left", *left);
            line.maybe("from", from.map(|from| names.actor(from)));
        }
        Event::Due { who, points, to } => {
            line.text("who", names.actor(*who));
            line.number("due", *points);
            line.list("to", to.iter().map(|&who| names.actor(who)));
        }
        Event::Spin { who, change, lapsed } => {
            line.text("who", names.actor(*who));
            line.number("change", *change);
            line.flag("expires", *lapsed);
        }
        Event::AspectAdd { id, aspect } => {
            line.text("op", "add");
            line.number("id", i64::from(id.0));
            write_aspect(names, line, aspect);
        }
        Event::AspectFree { id, free, by } => {
            line.text("op", if free.is_some() { "free" } else { "tagged" });
            line.number("id", i64::from(id.0));
            line.text("text", names.aspect(*id));
            line.maybe("by", by.map(|by| names.actor(by)));
            if let Some(free) = free {
                write_sides(names, line, free.sides);
            }
        }
        Event::AspectDrop { id } => {
            line.text("op", "drop");
            line.number("id", i64::from(id.0));
            line.text("text", names.aspect(*id));
        }
        Event::Hit { who, track, also, shifts, less, left } => {
            line.text("who", names.actor(*who));
            line.text("track", names.track(*track));
            line.maybe("also", also.map(|track| names.track(track)));
            line.number("shifts", *shifts);
            line.list("less", less.grades().map(crate::fate::Grade::word));
            line.number("left", *left);
        }
        Event::Mark { who, track, up_to } => {
            line.text("who", names.actor(*who));
            line.text("track", names.track(*track));
            line.numbers("boxes", 1..=*up_to);
        }
        Event::Consequence { who, grade, aspect } => {
            line.text("who", names.actor(*who));
            line.text("grade", grade.word());
            line.number("aspect", i64::from(aspect.0));
        }
        Event::Out { who, by, track, fate, beyond_saving, for_good, say } => {
            line.text("who", names.actor(*who));
            line.maybe("by", by.map(|by| names.actor(by)));
            line.text("track", names.track(*track));
            line.maybe("fate", fate.map(|fate| names.outcome_tag(fate)));
            line.flag("beyond_saving", *beyond_saving);
            line.flag("for_good", *for_good);
            line.maybe("say", say.as_deref());
        }
        Event::Move { who, from, to, paid, forced_by, .. } => {
            line.text("who", names.actor(*who));
            line.text("from", names.zone(*from));
            line.text("to", names.zone(*to));
            line.number("paid", *paid);
            line.maybe("forced_by", forced_by.map(|by| names.actor(by)));
        }
        Event::Border { border, paid, by, change } => {
            line.text("border", names.border(*border));
            line.number("id", i64::from(border.0));
            line.number("paid", *paid);
            line.maybe("by", by.map(|by| names.actor(by)));
            let (state, value) = match change {
                BorderChange::Progress(value) => ("progress", Some(*value)),
                BorderChange::Opened => ("open", None),
                BorderChange::Closed => ("closed", None),
                BorderChange::Harder(value) => ("harder", Some(*value)),
                BorderChange::Easier(value) => ("easier", Some(*value)),
                BorderChange::Crossing(value) => ("crossing", Some(*value)),
            };
            if let Some(value) = value {
                line.number("value", value);
            }
            line.text("state", state);
        }
        Event::Counter { who, what, change, now } => {
            line.text("who", names.actor(*who));
            write_counter(names, line, *who, *what);
            line.number("change", *change);
            line.number("now", *now);
        }
        Event::Hold { hold, now } => {
            line.text("what", "hold");
            line.number("id", *hold);
            line.number("now", *now);
        }
        Event::Concession { by, to, terms, answer } => {
            line.text("by", names.actor(*by));
            line.maybe("to", to.map(|to| names.side(to)));
            line.maybe("terms", terms.as_deref());
            line.maybe("answer", answer.map(|yes| if yes { "accept" } else { "reject" }));
        }
        Event::Fact { by, skill, on, to, accepted, say } => {
            line.text("by", names.actor(*by));
            line.text("skill", names.skill(*skill));
            line.maybe("on", names.thing(*on));
            line.text("to", names.side(*to));
            line.maybe("answer", accepted.map(|yes| if yes { "accept" } else { "alter" }));
            line.maybe("say", say.as_deref());
        }
        Event::Veto { me, by, say } => {
            line.text("me", names.actor(*me));
            line.text("by", names.side(*by));
            line.maybe("say", say.as_deref());
        }
        Event::Boxes { who, track, boxes } => {
            line.text("who", names.actor(*who));
            line.text("track", names.track(*track));
            line.numbers("boxes", (1..=30_u8).filter(|number| boxes >> (number - 1) & 1 == 1));
        }
        Event::Fires { .. }
        | Event::Settled
        | Event::Effect { .. }
        | Event::Faces { .. }
        | Event::Blow { .. }
        | Event::Aside { .. }
        | Event::Resume => write_effect(names, line, event),
        Event::Seat { seat, by, doctrine, asks } => {
            line.text("seat", names.side(*seat));
            line.text("by", by);
            line.maybe("doctrine", doctrine.as_deref());
            line.list("asks", asks.words());
        }
        Event::Override { by, why, events } => {
            line.text("by", by);
            line.maybe("why", why.as_deref());
            let inner = |event: &Event| {
                let mut inner = Line { text: format!("{{\"e\":{}", quoted(class(event))) };
                write_event(names, &mut inner, event);
                inner.text.push('}');
                inner.text
            };
            let events: Vec<String> = events.iter().map(inner).collect();
            line.raw("events", &format!("[{}]", events.join(",")));
        }
        Event::End { winner, why, turns } => {
            line.maybe("winner", winner.map(|winner| names.side(winner)));
            line.text("why", &names.reason(*why));
            line.number("turns", *turns);
        }
    }
}

/// The events by which lines of effects act; `why` is the sentence.
fn write_effect(names: &dyn Names, line: &mut Line, event: &Event) {
    match event {
        Event::Fires { queue, .. } => {
            line.text("op", "fires");
            line.list("lines", queue.iter().map(|firing| names.line(firing.line)));
        }
        Event::Settled => line.text("op", "done"),
        Event::Effect { line: number, who, amount, only } => {
            line.text("op", "acts");
            line.text("line", names.line(*number));
            line.text("why", names.sentence(*number));
            line.maybe("who", who.map(|who| names.actor(who)));
            line.maybe("only", only.map(|who| names.actor(who)));
            if *amount != 0 {
                line.number("amount", *amount);
            }
        }
        Event::Faces { line: number, who, danger, strength, skill, faces, parts, shifts } => {
            line.text("op", "danger");
            line.text("line", names.line(*number));
            line.text("why", names.sentence(*number));
            line.text("who", names.actor(*who));
            line.numbers("danger", danger.faces().iter());
            line.number("strength", *strength);
            line.text("skill", names.skill(*skill));
            write_faces(line, faces);
            line.raw("parts", &parts_json(names, parts));
            line.number("shifts", *shifts);
        }
        Event::Blow { who, track, too, shifts } => {
            line.text("op", "blow");
            line.text("who", names.actor(*who));
            line.text("track", names.track(*track));
            line.maybe("also", too.map(|track| names.track(track)));
            line.number("shifts", *shifts);
        }
        Event::Aside { who, leave } => {
            line.text("op", "leave");
            line.text("who", names.actor(*who));
            line.maybe("line", leave.line.map(|number| names.line(number)));
            line.maybe("it", names.thing(leave.it));
        }
        _ => line.text("op", "resume"),
    }
}

fn write_using(names: &dyn Names, line: &mut Line, who: ActorId, using: Choice) {
    if let Some((weapon, mode)) = names.weapon(who, using) {
        line.text("with", weapon);
        if !mode.is_empty() {
            line.text("mode", mode);
        }
    }
    line.maybe("skill", using.skill().map(|skill| names.skill(skill)));
    line.flag("area", using.how & Choice::AREA != 0 && using.verb == Verb::Use);
}

/// An option as an outside program reads it: the verb and what it needs of target, thing, manner and number.
pub fn pick_json(names: &dyn Names, who: Option<ActorId>, pick: Choice) -> String {
    let mut line = Line { text: format!("{{\"verb\":{}", quoted(pick.verb.word())) };
    line.maybe("it", names.thing(pick.it));
    match pick.verb {
        Verb::Use => {
            if let Some(who) = who {
                write_using(names, &mut line, who, pick);
            }
        }
        Verb::Aim => {
            let track = u8::try_from(pick.n).unwrap_or(0);
            line.text("track", names.track(crate::play::event::TrackId(track)));
        }
        Verb::Defend => {
            line.maybe("skill", pick.skill().map(|skill| names.skill(skill)));
            line.flag("standing", pick.how == 1);
        }
        Verb::Invoke | Verb::Tag | Verb::Free => {
            line.maybe("aspect", pick.aspect().map(|id| names.aspect(id)));
            line.text("as", if pick.how == Choice::REROLL { "reroll" } else { "+2" });
        }
        Verb::Compel => {
            line.maybe("aspect", pick.aspect().map(|id| names.aspect(id)));
            line.text("effect", pick.demand().word());
            line.number("points", pick.n);
            line.flag("free", pick.how & Choice::BY_TAG != 0);
            line.flag("own", pick.how & Choice::OWN != 0);
        }
        Verb::PickUp | Verb::Task => line.maybe("thing", who.and_then(|who| names.thing_of(who, pick.verb, pick.with))),
        Verb::Begin if pick.it == Id::None => {
            line.maybe("thing", who.and_then(|who| names.thing_of(who, pick.verb, pick.with)));
            line.number("n", pick.n);
        }
        Verb::Order => {
            line.text("by", if pick.how == 0 { "skill" } else { "seats" });
            let from = u8::try_from(pick.n).ok().filter(|_| pick.how != 0);
            line.maybe("from", from.map(|seat| names.side(crate::play::ids::Seat(seat))));
        }
        Verb::Concede => line.maybe("fate", pick.how.checked_sub(1).map(|tag| names.outcome_tag(tag))),
        Verb::Remove => line.maybe("aspect", pick.aspect().map(|id| names.aspect(id))),
        Verb::Enter | Verb::Pay | Verb::Close | Verb::Border => {
            line.maybe("border", pick.border().map(|id| names.border(id)));
            if let Some(border) = pick.border() {
                line.number("id", i64::from(border.0));
            }
        }
        Verb::Take => {
            line.list("grades", crate::fate::Slots::from_number(pick.how).grades().map(crate::fate::Grade::word));
        }
        Verb::Outcome => {
            line.text("fate", names.outcome_tag(pick.how));
            line.flag("for_good", pick.n == Choice::FOR_GOOD);
        }
        Verb::Fact => match pick.how {
            Choice::FACT_SCENE => line.text("on", "scene"),
            Choice::FACT_ZONE => line.text("on", "zone"),
            _ => {}
        },
        Verb::Term => line.text("term", if pick.how == 0 { "permanent" } else { "transient" }),
        Verb::Spin | Verb::Switch => line.number("n", pick.n),
        Verb::Counter => line.number("points", pick.n),
        _ => {}
    }
    line.text.push('}');
    line.text
}

fn write_faces(line: &mut Line, faces: &Faces) {
    line.numbers("faces", faces.faces().iter());
}

fn parts_json(names: &dyn Names, parts: &Parts) -> String {
    let of = |(part, amount): (Part, i32)| format!("{{\"what\":{},\"n\":{amount}}}", quoted(part_word(names, part)));
    format!("[{}]", parts.iter().map(of).collect::<Vec<_>>().join(","))
}

fn write_aspect(names: &dyn Names, line: &mut Line, aspect: &Aspect) {
    line.text("text", &aspect.text);
    let (on, scope) = match aspect.holder {
        Holder::Actor(who) => (names.thing(Id::Actor(ActorId(who))), "character"),
        Holder::Gear(who, _) => (names.thing(Id::Actor(ActorId(who))), "gear"),
        Holder::Zone(zone) => (names.thing(Id::Zone(ZoneId(zone))), "zone"),
        Holder::Scene => (None, "scene"),
        Holder::System => (None, "system"),
        Holder::Campaign => (None, "campaign"),
    };
    line.maybe("on", on);
    line.text("scope", scope);
    line.maybe("by", aspect.placer.map(|who| names.actor(ActorId(who))));
    line.text("term", aspect.term.word());
    if let Some(free) = aspect.free {
        write_sides(names, line, free.sides);
    }
}

fn write_sides(names: &dyn Names, line: &mut Line, sides: u32) {
    let all = (0..32).filter(|seat| sides >> seat & 1 == 1).map(crate::play::ids::Seat);
    line.list("free_for", all.map(|seat| names.side(seat)));
}

fn write_counter(names: &dyn Names, line: &mut Line, who: ActorId, what: Counter) {
    let (word, thing) = match what {
        Counter::Defends(skill) => ("defends", skill.map(|skill| names.skill(skill))),
        Counter::Movement => ("movement", None),
        Counter::Prone => ("prone", None),
        Counter::Mode(weapon) => ("mode", names.weapon(who, of_weapon(weapon)).map(|(weapon, _)| weapon)),
        Counter::Line(number) => ("line", Some(names.line(number))),
        Counter::Full => ("full", None),
        Counter::Enough => ("enough", None),
        Counter::Attacks => ("attacks", None),
        Counter::Shots(weapon) => ("shots", names.weapon(who, of_weapon(weapon)).map(|(weapon, _)| weapon)),
        Counter::Acted => ("acted", None),
        Counter::Granted(number) => ("granted", Some(names.line(number))),
        Counter::Roused(number) => ("roused", Some(names.line(number))),
        Counter::Used(skill) => ("used", Some(names.skill(skill))),
        Counter::MadeGood(number) => ("made_good", Some(names.line(number))),
        Counter::Unrolled => ("unrolled", None),
        Counter::Escaped => ("escaped", None),
        Counter::Back => ("back", None),
        Counter::Fired => ("fired", None),
        Counter::Dropped(weapon, _) => ("dropped", names.weapon(who, of_weapon(weapon)).map(|(weapon, _)| weapon)),
        Counter::Breached => ("suit_breached", None),
        Counter::Task(number) => ("task", names.thing_of(who, Verb::Task, u16::from(number))),
        Counter::Starts(zone) => ("starts", Some(names.zone(zone))),
        Counter::Terms => ("terms", None),
        Counter::Quarry => ("animal", None),
    };
    line.text("what", word);
    line.maybe("thing", thing);
    if let Counter::Dropped(_, zone) = what {
        line.text("zone", names.zone(zone));
    }
}

fn of_weapon(weapon: u8) -> Choice {
    Choice::of(Verb::Use).with(u16::from(weapon))
}
