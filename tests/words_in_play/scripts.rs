//! Tests of scripts: a fight played again from the script made of it, and lines that do not fit.

use crate::words_in_play::shipped;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Play};
use slip_pack::ruleset::Setting;
use slip_play::choice::Verb;
use slip_play::event::Event;
use slip_play::question::{Point, Points};
use slip_policy::script::{Script, faces_fallen, of_run};
use slip_policy::script_player::SharedScript;
use slip_session::run::run_with;
use slip_session::{Run, RunError, Seats};
use slip_table::option_words::is_chain;

/// Plays every side by a script.
fn play(pack: &Pack, encounter: &Encounter, text: &str) -> Result<Run, RunError> {
    let script = Script::read(text).map_err(|error| RunError::Script(error.to_string()))?;
    let dice = if script.faces.is_empty() { Dice::seeded(script.seed.unwrap_or(1), 0) } else { Dice::scripted(script.faces.clone()) };
    let seed = if script.faces.is_empty() { Some(script.seed.unwrap_or(1)) } else { None };
    let shared = SharedScript::new(script);
    let seats = encounter.sides.iter().fold(Seats::standard(), |seats, side| seats.with(&side.name, Box::new(shared.seat(&side.name))));
    run_with(pack, encounter, dice, seed, seats)
}

/// Returns a log without the seats and the reasons for their answers.
fn bare(run: &Run) -> Vec<serde_json::Value> {
    let lines = run.json_lines();
    let mut lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &mut lines {
        let line = line.as_object_mut().unwrap();
        if line["e"] == "answer" {
            line.remove("why");
        }
        if let Some(seats) = line.get_mut("seats") {
            for seat in seats.as_array_mut().unwrap() {
                seat.as_object_mut().unwrap().retain(|key, _| key == "seat" || key == "asks");
            }
        }
    }
    lines
}

fn same(pack: &Pack, encounter: &Encounter, run: &Run) {
    let text = of_run(&run.header, &run.start, &run.events);
    let again = play(pack, encounter, &text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", encounter.name));
    for (before, after) in bare(run).iter().zip(bare(&again)) {
        assert_eq!(*before, after, "{}\n{text}", encounter.name);
    }
    assert_eq!(again.events.len(), run.events.len());
    let (mut before, mut after) = (run.end().personal().unwrap().state.clone(), again.end().personal().unwrap().state.clone());
    // Flags of points at which every seat is asked do not matter.
    before.asks.values_mut().chain(after.asks.values_mut()).for_each(|asks| *asks = Points::NONE);
    assert!(before == after, "{}", encounter.name);
    // The script of the second game equals the first script.
    assert_eq!(of_run(&again.header, &again.start, &again.events), text);
    assert_eq!(again.json_lines(), play(pack, encounter, &text).unwrap().json_lines());
}

/// A pack built by an earlier version may have a title of several lines: as a comment it is still one line.
#[test]
fn whatever_a_title_holds_a_script_of_the_fight_can_be_played() {
    let pack =
        shipped::packs().into_iter().find(|pack| pack.encounters.values().any(|one| one.valid && one.play == Play::Personal)).unwrap();
    let mut encounter = pack.encounters.values().find(|one| one.valid && one.play == Play::Personal).unwrap().clone();
    encounter.title = "The raid\ncrew: conceded\r\n".into();
    let run = run_with(&pack, &encounter, Dice::seeded(3, 0), Some(3), Seats::standard()).unwrap();
    assert!(of_run(&run.header, &run.start, &run.events).starts_with("// The raid crew: conceded "), "one comment");
    same(&pack, &encounter, &run);
}

fn encounters(test: &mut dyn FnMut(&Pack, &Encounter)) {
    for pack in shipped::packs() {
        for encounter in pack.encounters.values().filter(|encounter| encounter.valid && encounter.play == Play::Personal) {
            test(&pack, encounter);
        }
    }
}

#[test]
fn a_script_made_from_a_log_gives_the_same_log() {
    encounters(&mut |pack, encounter| {
        for seed in 0..2 {
            let dice = || Dice::seeded(seed, 0);
            same(pack, encounter, &run_with(pack, encounter, dice(), Some(seed), Seats::standard()).unwrap());
            same(pack, encounter, &run_with(pack, encounter, dice(), Some(seed), Seats::random()).unwrap());
        }
    });
}

#[test]
fn a_script_with_dice_of_its_own_gives_the_same_log() {
    encounters(&mut |pack, encounter| {
        // The same fight as if its dice had been typed in.
        let mut run = run_with(pack, encounter, Dice::seeded(5, 0), Some(5), Seats::standard()).unwrap();
        assert!(faces_fallen(&run.events) > 0);
        run.header.seed = None;
        same(pack, encounter, &run);
    });
}

/// A fact interrupts a declaration; it has a line of its own, and the declaration continues after it (R-XTM4).
#[test]
fn a_script_of_a_fight_with_facts_gives_the_same_log() {
    let mut stated = Vec::new();
    encounters(&mut |pack, encounter| {
        let mut encounter = encounter.clone();
        encounter.rules.settings.insert("declarations".into(), Setting::Word("yes".into()));
        for seed in 0..2 {
            let run = run_with(pack, &encounter, Dice::seeded(seed, 0), Some(seed), Seats::random()).unwrap();
            stated.extend(run.events.iter().filter_map(|event| match event {
                Event::Answer { point, pick, .. } if pick.verb == Verb::Fact => Some(*point),
                _ => None,
            }));
            same(pack, &encounter, &run);
        }
    });
    assert!(stated.iter().any(|&point| is_chain(point) && point != Point::Act), "{stated:?}");
}

#[test]
fn who_fires_at_a_zone_need_not_say_that_it_strikes_everybody_in_it() {
    let text = "map yard { zone near; zone far; border near -- far }\n\
        weapon sprayer \"Sprayer\" : slug_thrower {\n  tech T1; harm 1; penetration 1; range 0..2; stunts civilian\n  \
        effect attack area zone except own_zone always\n  allow unpriced-effect \"for a test\"\n}\n\
        npc kel \"Kel\" { cap 1; skills { 1 slug_throwers }; aspects \"A\"; gear sprayer }\n\
        encounter spray : personal {\n  map yard\n  side ours { actors kel at near }\n  side theirs { actors kel x2 at far }\n  limit 1 rounds\n}\n";
    let pack = crate::words_in_play::shared_fights::compiled(text);
    let spray = &pack.encounters["own.spray"];
    let told = |line: &str| play(&pack, spray, &format!("seed 1\nkel#1: {line}\n")).unwrap().json_lines();
    assert_eq!(told("attack on far with sprayer"), told("attack on far with sprayer area"));
    assert!(told("attack on far with sprayer").contains("\"area\":true"));
}
