//! Tests of the words of options: they read back to the option, one line may answer a whole declaration, and scripts play the same
//! fight again.

use crate::space_views::world::{encounters, one, pack, walk};
use slip_dice::Dice;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::Id;
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_policy::script::{Script, of_run};
use slip_policy::script_player::SharedScript;
use slip_session::run::run_with;
use slip_session::{Run, Seats};
use slip_table::option_words::{self, AnswerInput};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn the_words_of_every_option_mean_that_option_and_no_other() {
    let mut seen: BTreeMap<Point, usize> = BTreeMap::new();
    for encounter in encounters() {
        for seed in 0..12 {
            walk(encounter, seed, &mut |fight, ask, options| {
                *seen.entry(ask.point).or_default() += 1;
                let mut said = BTreeSet::new();
                for &option in options.as_slice() {
                    let text = option_words::of(fight, ask, option);
                    assert!(said.insert(text.clone()), "`{text}` twice at {:?}: {:?}", ask.point, option_words::all(fight, ask, options));
                    let answer =
                        option_words::fit(fight, ask, options, &text).unwrap_or_else(|unfit| panic!("{text}: {unfit} {:?}", unfit.legal));
                    assert_eq!((answer.choice, answer.say), (option, None), "{text}");
                    let head = text.split(' ').next().unwrap();
                    assert!(option_words::answers(ask.point, head), "{text} at {:?}", ask.point);
                }
            });
        }
    }
    let wanted = [
        Point::SetUp,
        Point::Compel,
        Point::AnswerCompel,
        Point::Place,
        Point::Begin,
        Point::Formation,
        Point::Drive,
        Point::Bid,
        Point::Shift,
        Point::Declare,
        Point::Whom,
        Point::With,
        Point::EwDefence,
        Point::TorpedoDefence,
        Point::Adjust,
        Point::Mitigate,
        Point::Beaten,
        Point::AcceptConcession,
        Point::Repair,
        Point::Stop,
    ];
    for point in wanted {
        assert!(seen.contains_key(&point), "{point:?} was never asked");
    }
}

#[test]
fn every_burn_and_every_rating_says_what_it_costs() {
    let mut told = 0;
    (0..6).for_each(|seed| {
        walk(one("toll_gate"), seed, &mut |fight, ask, options| {
            for &option in options.as_slice() {
                let about = option_words::about(fight, ask, option);
                if matches!(option.verb, Verb::Burn | Verb::Value | Verb::Beams | Verb::Coast | Verb::Drive | Verb::Take | Verb::Repair) {
                    assert!(about.is_some_and(|about| !about.is_empty()), "{}", option_words::of(fight, ask, option));
                    told += 1;
                }
            }
        });
    });
    assert!(told > 20, "{told}");
}

/// Plays by default until a question of this point.
fn until(fight: &mut Space, point: Point, dice: &mut Dice) -> Ask {
    fight.state.asks.values_mut().for_each(|asks| *asks = slip_play::question::Points::ALL);
    for _ in 0..2000 {
        let ask = fight.waiting_for().unwrap();
        if ask.point == point {
            return ask;
        }
        let mut options = Options::new();
        fight.legal(&mut options);
        let mut events = Vec::new();
        fight.decide(&options.default_choice().unwrap().into(), dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
    panic!("{point:?} never comes")
}

fn say(fight: &mut Space, dice: &mut Dice, line: &str) {
    let ask = fight.waiting_for().unwrap();
    let mut options = Options::new();
    fight.legal(&mut options);
    let mut spoken = AnswerInput::read(line).unwrap();
    let mut answer = spoken.begin(fight, &ask, &options).unwrap_or_else(|unfit| panic!("{line}: {unfit}"));
    loop {
        let mut events = Vec::new();
        fight.decide(&answer, dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
        let Some(ask) = fight.waiting_for() else { return };
        fight.legal(&mut options);
        if let Some(forced) = ask.forced.filter(|_| !spoken.is_done()) {
            answer = forced.into();
            continue;
        }
        match spoken.later(fight, &ask, &options).unwrap() {
            Some(next) => answer = next,
            None => break,
        }
    }
    assert!(spoken.is_done(), "{line}: {}", spoken.left());
}

/// `place ember band -3`: the ship, then its band.
/// Rules: R-VW1.
#[test]
fn one_line_says_a_ship_and_its_band() {
    let mut fight = Space::begin(pack(), one("toll_gate")).unwrap();
    let mut dice = Dice::seeded(3, 0);
    until(&mut fight, Point::Place, &mut dice);
    say(&mut fight, &mut dice, "place ember band -3");
    assert_eq!(fight.state.ships.values().next().unwrap().band().unwrap().0, -3);
    say(&mut fight, &mut dice, "ship long_margin band 2");
    assert_eq!(fight.state.ships.values().nth(1).unwrap().band().unwrap().0, 2);
}

/// `beam … on … value …`: attacker, target and value; parts without a choice may be typed as well.
/// Rules: R-VW1.
#[test]
fn one_line_says_a_whole_attack() {
    let mut fight = Space::begin(pack(), one("convoy")).unwrap();
    let mut dice = Dice::seeded(1, 0);
    until(&mut fight, Point::Declare, &mut dice);
    while fight.state.stage != slip_play::event::SpacePhase::Beams {
        say(&mut fight, &mut dice, "hold");
        until(&mut fight, Point::Declare, &mut dice);
    }
    say(&mut fight, &mut dice, "beam lantern on ember#2 value 2");
    assert_eq!(fight.state.ships.values().next().unwrap().beam_used, 2);
    let mut fight = Space::begin(pack(), one("toll_gate")).unwrap();
    until(&mut fight, Point::Declare, &mut dice);
    while fight.state.stage != slip_play::event::SpacePhase::Beams {
        say(&mut fight, &mut dice, "hold");
        until(&mut fight, Point::Declare, &mut dice);
    }
    say(&mut fight, &mut dice, "beam ember on long_margin value 1");
    assert_eq!(fight.state.ships.values().next().unwrap().beam_used, 1);
}

#[test]
fn words_that_fit_nothing_say_what_would() {
    let mut fight = Space::begin(pack(), one("toll_gate")).unwrap();
    let mut dice = Dice::seeded(3, 0);
    let ask = until(&mut fight, Point::Place, &mut dice);
    let mut options = Options::new();
    fight.legal(&mut options);
    let wrong = |text: &str| option_words::fit(&fight, &ask, &options, text).unwrap_err();
    assert_eq!(wrong("place embr").near.as_deref(), Some("ember"));
    assert!(wrong("burn 2").legal.contains(&"place ember".to_owned()));
    assert_eq!(option_words::fit(&fight, &ask, &options, "place Long_Margin").unwrap().choice.it, Id::Actor(slip_play::ids::ActorId(1)));
    assert_eq!(option_words::of(&fight, &ask, Choice::of(Verb::Band).n(-2)), "band -2");
}

/// People aboard are asked separately, and answer in scripts by their own names.
#[test]
fn whoever_is_aboard_answers_by_name() {
    let mut aboard = 0;
    for encounter in encounters() {
        let fight = Space::begin(pack(), encounter).unwrap();
        for person in &fight.roster.people {
            let script = Script::read(&format!("{}: pass", person.name)).unwrap();
            script.check(&fight, &|_| true).unwrap_or_else(|error| panic!("{error}"));
            aboard += 1;
        }
    }
    assert!(aboard > 0);
}

/// R-XTW1: verbs of another phase, or of another kind of fight, do not answer a question; a verb of a later phase is reported as such.
#[test]
fn rxtw1_a_line_waits_for_its_phase() {
    for (name, verb, line) in [
        ("convoy", Verb::Beam, "raiders: beam ember#1 on lantern value 2"),
        ("false_lights", Verb::Maneuver, "ember: maneuver flood against long_margin#1"),
    ] {
        let shared = SharedScript::new(Script::read(line).unwrap());
        let sides = one(name).sides.iter();
        let seats = sides.fold(Seats::standard(), |seats, side| seats.with(&side.name, Box::new(shared.seat(&side.name))));
        let run = run_with(pack(), one(name), Dice::seeded(4, 0), Some(4), seats).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(shared.trouble().map(|error| error.to_string()), None, "{line}");
        assert!(run.events.iter().any(|event| matches!(event, Event::Declare { act, .. } if *act == Some(verb))), "{line}");
    }
}

/// R-VW2: a ship that withstood a jam, and could jam in turn by that roll (R-S39), has held its fire and is not reported as unable
/// to attack.
#[test]
fn rvw2_a_ship_that_withstood_and_held_could_have_attacked() {
    let jam = "ship whelp \"Whelp\" from hound { }\nencounter jam : space {\n  side ours { ship hound at -1 { crew old_hands } }\n  \
               side theirs { ship whelp at 1 { crew old_hands } }\n  limit 1 turns\n}\n";
    let pack = crate::space_views::shared_fights::compiled(&format!("{}{jam}", crate::space_views::shared_fights::SHIPS));
    let encounter = &pack.encounters["own.jam"];
    let played = |lines: &str| {
        let shared = SharedScript::new(Script::read(lines).unwrap());
        let sides = encounter.sides.iter();
        let seats = sides.fold(Seats::standard(), |seats, side| seats.with(&side.name, Box::new(shared.seat(&side.name))));
        run_with(&pack, encounter, Dice::seeded(1, 0), Some(1), seats).unwrap().transcript()
    };
    let held = played("hound: ew hound on whelp");
    assert!(held.contains("Hound jams Whelp"), "{held}");
    assert!(!held.contains("Cannot attack"), "{held}");
    let returned = played("hound: ew hound on whelp\nwhelp: ew whelp on hound");
    assert!(returned.contains("Whelp jams Hound as before"), "{returned}");
}

/// Returns a log without the seats and the reasons for their answers.
fn bare(run: &Run) -> Vec<serde_json::Value> {
    let text = run.json_lines();
    let mut lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
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

#[test]
fn a_script_made_from_a_log_gives_the_same_log() {
    for encounter in encounters() {
        for seed in 0..8 {
            for seats in [Seats::standard(), Seats::random()] {
                let run = run_with(pack(), encounter, Dice::seeded(seed, 0), Some(seed), seats).unwrap();
                let text = of_run(&run.header, &run.start, &run.events);
                let shared = SharedScript::new(Script::read(&text).unwrap());
                let sides = encounter.sides.iter();
                let seats = sides.fold(Seats::standard(), |seats, side| seats.with(&side.name, Box::new(shared.seat(&side.name))));
                let again = run_with(pack(), encounter, Dice::seeded(seed, 0), Some(seed), seats)
                    .unwrap_or_else(|error| panic!("{}, seed {seed}: {error}\n{text}", encounter.name));
                for (before, after) in bare(&run).iter().zip(bare(&again)) {
                    assert_eq!(*before, after, "{}\n{text}", encounter.name);
                }
                assert_eq!(again.events.len(), run.events.len());
                assert_eq!(of_run(&again.header, &again.start, &again.events), text);
            }
        }
    }
}
