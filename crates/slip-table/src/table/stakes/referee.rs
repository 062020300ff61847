//! Rulings of the referee in a raise-and-see conflict: boxes of fallout, things that come into play or become dangerous, parties that give.

use super::board::called;
use crate::table::actor_marks::Marks;
use crate::table::name_lookup::unquoted;
use crate::table::referee::{Forms, ParsedRuling, all, reason};
use slip_play::event::{Event, StakesEvent, StakesOp, TrackId};
use slip_play::ids::ActorId;
use slip_play::names::Names;
use slip_play::stakes::StakesConflict;

/// Accepted forms of rulings with their effects, for help and error messages.
pub(in crate::table) const FORMS: Forms = &[
    ("mark TRACK BOXES of NAME", "mark that many boxes, from the first: `mark physical 3 of sava` marks boxes 1 to 3"),
    ("clear TRACK of NAME", "clear a track"),
    ("dangerous \"THING\" of NAME", "make the thing dangerous: every blow is worse while it is in play"),
    ("harmless \"THING\" of NAME", "make the thing harmless: it no longer makes blows worse"),
    ("bring_in \"THING\" of NAME", "bring the thing into play without dice"),
    ("give NAME", "take the party out of the conflict, as if it gave up the stakes"),
    ("condition \"WORDS\" of NAME", "add a lasting condition, as for a full row of boxes"),
];

/// Parses the words of a ruling after `override`.
pub(in crate::table) fn ruled(fight: &StakesConflict, marks: &Marks, text: &str) -> Result<ParsedRuling, String> {
    let (text, why) = reason(text);
    let (verb, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let rest = rest.trim();
    let event = match verb.to_lowercase().as_str() {
        "mark" => boxes(fight, marks, rest, true),
        "clear" => boxes(fight, marks, rest, false),
        "dangerous" => thing(fight, marks, rest, StakesOp::Dangerous, 1),
        "harmless" => thing(fight, marks, rest, StakesOp::Dangerous, 0),
        "bring_in" => thing(fight, marks, rest, StakesOp::BringIn, 0),
        "condition" => condition(fight, marks, rest),
        "give" => called(fight, marks, unquoted(rest)).map(|who| Event::Stakes(Box::new(StakesEvent::of(StakesOp::Give, who)))),
        "" => Err("write a ruling after `override`:".to_owned() + &all(FORMS)),
        other => Err(format!("there is no ruling `{other}`; the rulings are:{}", all(FORMS))),
    }?;
    Ok(ParsedRuling { events: vec![event], why })
}

/// Splits a text at the word `of`: returns the part before it, and the party that is named after it.
fn parts<'t>(fight: &StakesConflict, marks: &Marks, text: &'t str) -> Result<(&'t str, ActorId), String> {
    let (front, who) = text.rsplit_once(" of ").ok_or_else(|| "name the party after `of`:".to_owned() + &all(FORMS))?;
    Ok((front.trim(), called(fight, marks, unquoted(who))?))
}

fn boxes(fight: &StakesConflict, marks: &Marks, text: &str, mark: bool) -> Result<Event, String> {
    let (front, who) = parts(fight, marks, text)?;
    let (word, number) = front.split_once(char::is_whitespace).unwrap_or((front, ""));
    let tracks = || fight.roster.parties.row(who).into_iter().flat_map(|sheet| sheet.tracks()).map(TrackId);
    let track = tracks().find(|&track| fight.track(track).eq_ignore_ascii_case(word)).ok_or_else(|| {
        let names: Vec<&str> = tracks().map(|track| fight.track(track)).collect();
        format!("{} has no track `{word}`; the tracks are {}", fight.actor(who), names.join(", "))
    })?;
    let count: u32 = match (mark, number.trim()) {
        (false, "") => 0,
        (false, _) => return Err(format!("only a whole track can be cleared: override clear {word} of {}", fight.actor(who))),
        (true, number) => number
            .parse()
            .ok()
            .filter(|&count| (1..32).contains(&count))
            .ok_or("write the number of boxes to mark, such as `mark physical 3 of sava`")?,
    };
    Ok(Event::Boxes { who, track, boxes: (1_u32 << count) - 1 })
}

fn condition(fight: &StakesConflict, marks: &Marks, text: &str) -> Result<Event, String> {
    let (front, who) = parts(fight, marks, text)?;
    let words = unquoted(front);
    if words.is_empty() {
        return Err("write the condition in quotes, such as `condition \"limps\" of sava`".to_owned());
    }
    Ok(Event::Stakes(Box::new(StakesEvent { say: Some(words.into()), ..StakesEvent::of(StakesOp::Condition, who) })))
}

fn thing(fight: &StakesConflict, marks: &Marks, text: &str, op: StakesOp, boxes: u8) -> Result<Event, String> {
    let (front, who) = parts(fight, marks, text)?;
    let word = unquoted(front);
    let things = || (0_u8..).zip(fight.roster.parties.row(who).into_iter().flat_map(|sheet| &sheet.things));
    let found = things().find(|(_, thing)| thing.name.eq_ignore_ascii_case(word) || thing.title.eq_ignore_ascii_case(word));
    let (number, _) = found.ok_or_else(|| {
        let names: Vec<String> = things().map(|(_, thing)| format!("\"{}\"", thing.title)).collect();
        format!("{} has no \"{word}\"; choose from {}", fight.actor(who), names.join(", "))
    })?;
    Ok(Event::Stakes(Box::new(StakesEvent { thing: Some(number), boxes, ..StakesEvent::of(op, who) })))
}
