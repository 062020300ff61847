//! Line protocol for players outside the engine: a question is one line of JSON, an answer is another.
//!
//! ```text
//! {"ask":12,"seat":"crew","point":"act","me":"iveta","options":[{"verb":"pass","words":"pass"},{"verb":"attack","words":"attack"}]}
//! {"ask":12,"pick":{"verb":"attack"},"say":"Now!"}
//! ```
//!
//! A pick names an option by any of its fields, as long as they match only one option; it may also be the text of a script answer. This
//! module starts no programs; the command line does.

use serde_json::{Map, Value};
use slip_play::choice::{Answer, Choice, Options};
use slip_play::fight::Playable;
use slip_play::log::{RecordWriter, pick_json, quoted};
use slip_play::question::Ask;
use slip_table::option_words;

/// Formats a question to an outside player as one line of JSON, without the line end.
pub fn question<F: Playable>(fight: &F, ask: &Ask, options: &Options) -> String {
    let mut line = RecordWriter::inner(fight, None);
    line.number("ask", ask.number);
    line.text("seat", fight.side(ask.seat));
    line.text("point", ask.point.word());
    line.maybe("me", fight.thing(ask.me));
    line.maybe("it", fight.thing(ask.it));
    if let Some((roll, _)) = fight.on_the_table() {
        line.number("roll", roll);
    }
    let picks: Vec<String> = options.as_slice().iter().map(|&option| pick(fight, ask, option)).collect();
    line.raw("options", &format!("[{}]", picks.join(",")));
    line.finish().trim_end().to_owned()
}

/// Formats an option as JSON, in the form that logs use, and adds its words, which are unique among the options.
fn pick<F: Playable>(fight: &F, ask: &Ask, option: Choice) -> String {
    let mut json = pick_json(fight, ask.me.actor(), option);
    json.pop();
    format!("{json},\"words\":{}}}", quoted(&option_words::of(fight, ask, option)))
}

/// Parses the answer line of an outside player.
///
/// # Errors
/// A sentence about the error in the line.
pub fn reply<F: Playable>(fight: &F, ask: &Ask, options: &Options, line: &str) -> Result<Answer, String> {
    let read: Value = serde_json::from_str(line).map_err(|error| format!("it is not JSON: {error}"))?;
    let Value::Object(fields) = read else { return Err("it is not an object: write `{\"pick\":{…}}`".to_owned()) };
    if let Some(stray) = fields.keys().find(|key| !["ask", "pick", "say"].contains(&key.as_str())) {
        return Err(format!("it has an unknown field `{stray}`: the fields are `ask`, `pick` and `say`"));
    }
    if let Some(number) = fields.get("ask").filter(|number| number.as_u64() != Some(u64::from(ask.number))) {
        return Err(format!("it answers question {number}, but the question is {}", ask.number));
    }
    let said = match fields.get("say") {
        None | Some(Value::Null) => None,
        Some(Value::String(say)) => Some(say.as_str().into()),
        Some(other) => return Err(format!("its `say` is {other}, not text")),
    };
    match fields.get("pick") {
        Some(Value::String(text)) => {
            let answer =
                option_words::fit(fight, ask, options, text).map_err(|unfit| format!("{unfit}; legal: {}", unfit.legal.join(" | ")))?;
            Ok(Answer { say: said.or(answer.say), ..answer })
        }
        Some(Value::Object(wanted)) => Ok(Answer { choice: chosen(fight, ask, options, wanted)?, say: said }),
        Some(other) => Err(format!("its `pick` is {other}: it must be an object or text")),
        None => Err("it has no `pick`".to_owned()),
    }
}

/// Finds the option that has the given fields. If several options have them, the option without further fields is taken.
fn chosen<F: Playable>(fight: &F, ask: &Ask, options: &Options, wanted: &Map<String, Value>) -> Result<Choice, String> {
    let mut fits: Vec<(Choice, usize)> = Vec::new();
    for &option in options.as_slice() {
        let Ok(Value::Object(fields)) = serde_json::from_str(&pick(fight, ask, option)) else { continue };
        if wanted.iter().all(|(key, value)| fields.get(key) == Some(value)) {
            fits.push((option, fields.keys().filter(|key| *key != "words").count()));
        }
    }
    let own = wanted.keys().filter(|key| *key != "words").count();
    if fits.len() > 1 && fits.iter().filter(|(_, count)| *count == own).count() == 1 {
        fits.retain(|(_, count)| *count == own);
    }
    let shown = || serde_json::to_string(wanted).unwrap_or_default();
    match fits.as_slice() {
        [(only, _)] => Ok(*only),
        [] => Err(format!("its pick {} matches none of the {} options", shown(), options.len())),
        several => Err(format!("its pick {} matches {} options", shown(), several.len())),
    }
}
