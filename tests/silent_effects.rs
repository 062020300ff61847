//! No effect is silent: each form is read by the engine of its kind of play, or refused with the words to write.
//!
//! The first test goes through operations, rolls, quantities, subjects, moments, counts and conditions in every conflict. It compares the
//! verdict of the checker with the tables of the engines (`slip_pack::effect::reads`). The second test plays games with and without an effect,
//! and compares their events.

mod forms;
mod stages;

use forms::forms;
use slip_compile::{Compiled, compile};
use slip_pack::effect::Play;
use slip_session::{Seats, run};
use slip_source::diagnostic::{Code, Severity};
use slip_source::{Package, Sources};
use stages::{Stage, stage};
use std::collections::BTreeSet;

/// Number of games for each effect, until one differs.
const GAMES: u64 = 8;

/// Number of effects in one design.
const CHECKED_AT_ONCE: usize = 400;

/// Number of stunts that one item buys.
const SOLD_AT_ONCE: usize = 50;

fn compiled(text: &str) -> Compiled {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    compile(&sources)
}

/// Returns the design with one stunt for each effect, and the end of each stunt in the text.
fn shop(stage: &Stage, effects: &[String]) -> (String, Vec<usize>) {
    let mut text = stage.opening.to_owned();
    let mut ends = Vec::new();
    for (number, effect) in effects.iter().enumerate() {
        text.push_str(&format!("  stunt l{number} {{ cost 0; effect {effect} }}\n"));
        ends.push(text.len());
    }
    text.push_str("}\n");
    (text, ends)
}

/// Writes the kind of play into an effect: `in` comes before `when`.
fn within(effect: &str, play: Play) -> String {
    match effect.split_once(" when ") {
        Some((act, condition)) => format!("{act} in {play} when {condition}"),
        None => format!("{effect} in {play}"),
    }
}

/// Returns the effects that the checker refuses, by number. Each refusal that says that nothing reads the effect has a help.
fn refused(text: &str, ends: &[usize]) -> BTreeSet<usize> {
    let mut refused = BTreeSet::new();
    for found in compiled(text).diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        let at = usize::try_from(found.primary.span.start).unwrap();
        assert!(found.code != Code::EffectNeverApplies || found.help.is_some(), "{}", found.message);
        refused.insert(ends.partition_point(|end| *end <= at));
    }
    refused
}

/// Checks some effects for a conflict. Returns the number of those that are accepted.
fn checked(stage: &Stage, effects: &[String]) -> usize {
    let play = stage.play;
    let (text, ends) = shop(stage, effects);
    let refused = refused(&text, &ends);
    let accepted: Vec<String> =
        effects.iter().enumerate().filter(|(number, _)| !refused.contains(number)).map(|(_, effect)| effect.clone()).collect();
    let (mut text, _) = shop(stage, &accepted);
    let stunts: Vec<String> = (0..accepted.len()).map(|number| format!("l{number}")).collect();
    for (number, some) in stunts.chunks(SOLD_AT_ONCE).enumerate() {
        text.push_str(&stage.buyer.replace("NAME", &format!("buyer_{number}")).replace("STUNTS", &some.join(", ")));
    }
    let pack = compiled(&text).pack;
    let items = pack.items.get(stage.kind).into_iter().flatten().filter(|(key, _)| key.starts_with("home.buyer"));
    let effects: Vec<_> = items.flat_map(|(_, item)| &item.effects).collect();
    let sold: BTreeSet<&str> = effects.iter().filter_map(|effect| Some(effect.origin.as_ref()?.name.as_str())).collect();
    assert_eq!(sold.len(), accepted.len(), "{play}: an accepted effect is not in the pack");
    for effect in effects {
        assert!(!effect.within.contains(&play) || effect.runs_in(play), "{play}: `{}` is accepted and never read", effect.text);
    }
    accepted.len()
}

#[test]
fn every_form_is_read_by_the_engine_or_refused_with_the_words_to_write() {
    let (mut tried, mut read) = (0, 0);
    for play in [Play::Personal, Play::Space, Play::Social, Play::Platoon] {
        let stage = stage(play);
        let effects: Vec<String> = forms(&stage).iter().map(|effect| within(effect, play)).collect();
        tried += effects.len();
        read += effects.chunks(CHECKED_AT_ONCE).map(|some| checked(&stage, some)).sum::<usize>();
    }
    println!("{tried} effects tried: {read} read, {} refused", tried - read);
    assert!(tried > 4_000, "{tried}");
}

/// Returns the events of a game in which one side has this effect; none for a game without it.
fn game(stage: &Stage, compiled: &Compiled, number: Option<usize>, seed: u64) -> String {
    let name = number.map_or_else(|| "e_plain".to_owned(), |number| format!("e_{number}"));
    let seats = if seed.is_multiple_of(4) { Seats::standard() } else { Seats::random() };
    let game = run(&compiled.pack, &name, seed, seats).unwrap_or_else(|error| panic!("{}: {name}: {error}", stage.play));
    format!("{:?}", game.events)
}

#[test]
fn games_differ_by_the_effects_that_are_read() {
    let mut played = 0;
    for play in [Play::Personal, Play::Space, Play::Social, Play::Platoon, Play::Stakes] {
        let stage = stage(play);
        let mut text = stage.scene.to_owned();
        text.push_str(&stage.fighter("plain", ""));
        for (number, effect) in stage.played.iter().enumerate() {
            text.push_str(&stage.fighter(&number.to_string(), &within(effect, play)));
        }
        let compiled = compiled(&text);
        let errors: Vec<&str> =
            compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error).map(|found| found.message.as_str()).collect();
        assert_eq!(errors, Vec::<&str>::new(), "{play}");
        let plain: Vec<String> = (0..GAMES).map(|seed| game(&stage, &compiled, None, seed)).collect();
        for (number, effect) in stage.played.iter().enumerate() {
            let differs = (0..GAMES).zip(&plain).any(|(seed, plain)| game(&stage, &compiled, Some(number), seed) != *plain);
            assert!(differs, "{play}: no game differs by `{effect}`");
            played += 1;
        }
    }
    println!("{played} effects played");
}
