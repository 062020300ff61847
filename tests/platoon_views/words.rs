//! Tests of the words of options: they read back to the option, every option with a cost or a chance prints it, and scripts play
//! the same fight again.

use crate::platoon_views::world::{encounters, one, pack, walk};
use slip_dice::Dice;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::zones::UnitLocation;
use slip_play::question::Point;
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
        for seed in 0..8 {
            walk(encounter, seed, &mut |fight, ask, options| {
                let count = seen.entry(ask.point).or_default();
                *count += 1;
                // The same question comes again and again: a few of each point are enough.
                if *count > 400 {
                    return;
                }
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
        Point::Order,
        Point::Unit,
        Point::FreeMove,
        Point::Act,
        Point::Whom,
        Point::With,
        Point::Term,
        Point::Compel,
        Point::AnswerCompel,
        Point::Steps,
        Point::Share,
        Point::Adjust,
        Point::Mitigate,
        Point::Beaten,
        Point::AcceptConcession,
        Point::RallyToo,
        Point::Stop,
    ];
    let missing: Vec<Point> = wanted.into_iter().filter(|point| !seen.contains_key(point)).collect();
    assert!(missing.is_empty(), "never asked: {missing:?}");
}

/// Every option with a roll, a hit or a price prints its chances or its price.
#[test]
fn every_option_that_costs_or_promises_something_says_so() {
    let mut told: BTreeSet<(Point, Verb)> = BTreeSet::new();
    for (encounter, seed) in encounters().into_iter().flat_map(|encounter| (0..3).map(move |seed| (encounter, seed))) {
        walk(encounter, seed, &mut |fight, ask, options| {
            for &option in options.as_slice() {
                let about = option_words::about(fight, ask, option);
                let silent = matches!(option.verb, Verb::Pass | Verb::Stay | Verb::No | Verb::ByHand | Verb::Engine | Verb::Outcome)
                    || (option.verb == Verb::Refuse && ask.point == Point::AcceptConcession)
                    || ask.point == Point::SetUp;
                let words = option_words::of(fight, ask, option);
                match about {
                    Some(about) => {
                        assert!(!about.is_empty() && !about.contains("  ") && !about.contains("-0"), "{words}: {about}");
                        told.insert((ask.point, option.verb));
                    }
                    None => assert!(silent, "{words} at {:?} says nothing", ask.point),
                }
            }
        });
    }
    for wanted in [
        (Point::Act, Verb::Attack),
        (Point::Act, Verb::Move),
        (Point::Whom, Verb::Target),
        (Point::With, Verb::Use),
        (Point::Mitigate, Verb::Take),
        (Point::FreeMove, Verb::Enter),
    ] {
        assert!(told.contains(&wanted), "{wanted:?}");
    }
}

/// Plays by default until this unit or platoon is asked at this point.
fn until(fight: &mut PlatoonFight, point: Point, who: &str) {
    fight.state.asks.values_mut().for_each(|asks| *asks = slip_play::question::Points::ALL);
    let mut dice = Dice::seeded(1, 0);
    for _ in 0..4000 {
        let ask = fight.waiting_for().unwrap();
        let named = ask.me.actor().is_some_and(|me| fight.roster.name_of(me) == who);
        if ask.point == point && named {
            return;
        }
        let mut options = Options::new();
        fight.legal(&mut options);
        let mut events = Vec::new();
        let choice = ask.forced.unwrap_or_else(|| options.default_choice().unwrap());
        fight.decide(&choice.into(), &mut dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
    panic!("{who} is never asked {point:?}")
}

/// Computed by hand from the table of probabilities: Direct fire 3 at range 1 against Armour 3 has an edge of 0: 2727 of 6561
/// results are a hit, 42%, and on average (2727 + 1711 + 927 + 423 + 157) / 6561 = 0.9 of four boxes are marked. There is one
/// target and one skill, which may still be typed.
#[test]
fn t_l11_what_is_promised_is_what_the_page_reckons_and_what_goes_without_saying_may_be_said() {
    let mut fight = PlatoonFight::begin(pack(), one("three_towers")).unwrap();
    until(&mut fight, Point::Act, "shore_levy#1");
    let named = |name: &str| fight.state.units.keys().find(|&who| fight.roster.name_of(who) == name).unwrap();
    let (me, it) = (named("shore_levy#1"), named("grey_coats#1"));
    let here = fight.zone_of(me).unwrap();
    let next = fight.roster.ground.ways(here).first().unwrap().to;
    let coats = fight.state.units.row_mut(it).unwrap();
    (coats.spotted, coats.place) = (1, UnitLocation::Zone(next));
    let ask = fight.waiting_for().unwrap();
    let mut options = Options::new();
    fight.legal(&mut options);
    assert_eq!(
        option_words::about(&fight, &ask, Choice::of(Verb::Attack)).unwrap(),
        "at best 42% to hit, 0.9 boxes of damage on average, on Grey coats #1"
    );
    for line in ["attack", "attack on grey_coats#1", "attack on grey_coats#1 with direct_fire", "attack with direct_fire"] {
        let mut spoken = AnswerInput::read(line).unwrap();
        assert_eq!(spoken.begin(&fight, &ask, &options).unwrap().choice, Choice::of(Verb::Attack), "{line}");
        assert!(spoken.is_done(), "{line}");
    }
    let wrong = AnswerInput::read("attack on pump_track#1").unwrap().begin(&fight, &ask, &options).unwrap_err();
    assert!(wrong.to_string().contains("on grey_coats#1"), "{wrong}");
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
        for seed in 0..2 {
            for seats in [Seats::standard(), Seats::random()] {
                let run = run_with(pack(), encounter, Dice::seeded(seed, 0), Some(seed), seats).unwrap();
                let text = of_run(&run.header, &run.start, &run.events);
                let shared = SharedScript::new(Script::read(&text).unwrap());
                let sides = encounter.sides.iter();
                let seats = sides.fold(Seats::standard(), |seats, side| seats.with(&side.name, Box::new(shared.seat(&side.name))));
                let again = run_with(pack(), encounter, Dice::seeded(seed, 0), Some(seed), seats)
                    .unwrap_or_else(|error| panic!("{}, seed {seed}: {error}\n{text}", encounter.name));
                for (before, after) in bare(&run).iter().zip(bare(&again)) {
                    assert_eq!(*before, after, "{}", encounter.name);
                }
                assert_eq!(again.events.len(), run.events.len());
                assert_eq!(of_run(&again.header, &again.start, &again.events), text);
            }
        }
    }
}
