//! Tests of seats that search.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Lookahead;
use slip_play::choice::{Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::{Seat, TableKey};
use slip_play::personal::Personal;
use slip_play::question::{Ask, Point};
use slip_policy::Policy;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::search::SearchSeat;
use slip_session::{Run, Seats, run};

/// Returns a package with two gunners against two, close enough to shoot.
fn yard(doctrine: &str, rules: &str) -> Pack {
    use slip_source::{Package, Sources};
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
    let text = format!(
        r#"
map yard {{
  zone near
  zone middle {{ aspects "Stacked crates" }}
  zone far
  border near -- middle
  border middle -- far
}}
weapon carbine : slug_thrower {{ tech T1; harm 1; penetration 1; range 0..2; stunts civilian }}
npc gunner "Gunner" {{
  cap 3
  skills {{ 3 slug_throwers; 2 agility, resolve; 1 intimidation, stealth, stamina }}
  aspects "One", "Two", "Three"
  gear carbine
}}
doctrine calm : personal {{ }}
doctrine timid : personal {{ concede }}
ruleset house {{ {rules} }}
encounter shootout : personal {{
  map yard
  rules house
  side ours   {{ actors gunner x2 at near; doctrine {doctrine} }}
  side theirs {{ actors gunner x2 at far; doctrine calm }}
}}
"#
    );
    sources.add_file(own, "own.slip", text);
    let compiled = slip_compile::compile(&sources);
    assert!(!compiled.diagnostics.has_errors(), "{:#?}", compiled.diagnostics);
    compiled.pack
}

fn played(doctrine: &str, seed: u64) -> Run {
    run(&yard(doctrine, "round_cap 3"), "shootout", seed, Seats::standard()).unwrap()
}

/// Returns the reasons for the answers of the first side, which searches. Each reason comes with its decision point.
fn reasons(run: &Run) -> Vec<(Point, String)> {
    let reason = |event: &Event| match event {
        Event::Answer { seat: Seat(0), point, why: Some(why), .. } => Some((*point, why.to_string())),
        _ => None,
    };
    run.events.iter().filter_map(reason).collect()
}

#[test]
fn a_side_that_searches_says_how_many_samples_and_what_it_expects() {
    let run = played("search(calm, 40 samples, 1 turn)", 3);
    let first = &run.header.seats[0];
    assert_eq!((first.player.log_word(), first.player.log_doctrine().as_deref()), ("search", Some("search(calm, 40 samples, 1 turn)")));
    let reasons = reasons(&run);
    for (point, why) in &reasons {
        let searched = matches!(point, Point::Act | Point::Whom | Point::Adjust | Point::Mitigate);
        assert_eq!(searched, why.contains("samples, worth "), "{}: {why}", point.word());
    }
    assert!(reasons.iter().any(|(point, _)| *point == Point::Act));
    assert!(reasons.iter().any(|(_, why)| why.starts_with("standard_personal:")), "elsewhere the doctrine answers: {reasons:?}");
}

#[test]
fn rxts2_a_search_never_takes_more_samples_than_its_budget() {
    for budget in [1, 2, 3, 17, 40] {
        let run = played(&format!("search(calm, {budget} sample{}, 1 turn)", if budget == 1 { "" } else { "s" }), 3);
        for (_, why) in reasons(&run) {
            let Some((taken, _)) = why.split_once(" samples, worth") else { continue };
            let taken: u32 = taken.parse().unwrap();
            assert!((2..=budget).contains(&taken), "{taken} of {budget}");
        }
    }
    let one = played("search(calm, 1 sample, 1 turn)", 3);
    let plain = played("calm", 3);
    assert_eq!(one.outcome, plain.outcome, "one sample compares nothing: the doctrine's answer stands");
}

#[test]
fn the_same_seed_gives_the_same_answers_and_the_table_s_dice_are_not_touched() {
    let searching = "search(calm, 24 samples, 2 turns)";
    let (one, other) = (played(searching, 5), played(searching, 5));
    assert_eq!(one.json_lines(), other.json_lines());
    let faces = |run: &Run| {
        let all = run.events.iter().filter_map(|event| match event {
            Event::Roll { faces, standing: false, .. } => Some(*faces),
            _ => None,
        });
        // Only the first roll is compared: after it the games diverge, because a die may be rerolled.
        all.take(1).collect::<Vec<_>>()
    };
    assert_eq!(faces(&one), faces(&played("calm", 5)), "looking ahead rolls no die of the table's");
}

/// Returns the first question about an act in the yard, as the searching side gets it.
fn first_act(pack: &Pack) -> (Personal, Ask, Options) {
    let mut fight = Personal::begin(pack, &pack.encounters["own.shootout"]).unwrap();
    let mut dice = Dice::seeded(1, 0);
    let mut options = Options::new();
    let mut events = Vec::new();
    loop {
        let ask = fight.next_question(&mut options).unwrap();
        if ask.point == Point::Act && ask.seat == Seat::of(0) {
            return (fight, ask, options);
        }
        let choice = ask.forced.unwrap_or_else(|| options.default_choice().unwrap());
        fight.decide(&choice.into(), &mut dice, &mut events).unwrap();
        events.drain(..).for_each(|event| fight.apply(&event));
    }
}

#[test]
fn rxts1_an_exact_search_weighs_every_total_as_many_samples_do() {
    let pack = yard("calm", "round_cap 3");
    let (fight, ask, options) = first_act(&pack);
    let worth = |samples: Option<u32>| {
        let ahead = Lookahead { samples, turns: 1 };
        let mut seat = SearchSeat::new(&pack, &pack.encounters["own.shootout"], 0, Some(&pack.doctrines["own.calm"]), ahead, 9).unwrap();
        let choice = seat.choose(&fight, &ask, &options).choice;
        let why = Policy::<Personal>::why(&seat).unwrap();
        let (how, worth) = why.rsplit_once(" worth ").unwrap();
        (choice, how.to_owned(), worth.parse::<f64>().unwrap())
    };
    let (exactly, how, exact) = worth(None);
    assert_eq!(how, "exact,");
    let (sampled, _, about) = worth(Some(20_000));
    assert_eq!(exactly.verb, Verb::Attack);
    assert_eq!(exactly, sampled);
    assert!((exact - about).abs() < 0.1, "exactly {exact}, by samples {about}");
}

#[test]
fn rxts1_where_the_tree_is_too_large_samples_are_taken() {
    let pack = yard("calm", "round_cap 3");
    let (fight, ask, options) = first_act(&pack);
    let ahead = Lookahead { samples: None, turns: 3 };
    let mut seat = SearchSeat::new(&pack, &pack.encounters["own.shootout"], 0, None, ahead, 9).unwrap();
    seat.choose(&fight, &ask, &options);
    assert!(Policy::<Personal>::why(&seat).unwrap().contains("samples"), "three turns of four gunners have too many ends");
}

#[test]
fn rxts3_under_closed_sheets_nobody_knows_the_others_doctrine() {
    // A side that knows that the others give up at once has almost won.
    let worth = |rules: &str| {
        let mut pack = yard("search(calm, 64 samples, 2 turns)", rules);
        pack.encounters.get_mut("own.shootout").unwrap().sides[1].doctrine = Some("own.timid".into());
        let (fight, ask, options) = first_act(&pack);
        let mut seat = SearchSeat::of_side(&pack, &pack.encounters["own.shootout"], 0, 9).unwrap();
        seat.choose(&fight, &ask, &options);
        let why = Policy::<Personal>::why(&seat).unwrap();
        why.rsplit_once(" worth ").unwrap().1.parse::<f64>().unwrap()
    };
    let (open, closed) = (worth("closed_sheets no"), worth("closed_sheets yes"));
    assert!(open > 5000.0 && closed < 5000.0, "open {open}, closed {closed}");
}

#[test]
fn rxts4_a_search_looks_on_when_whoever_decides_is_out() {
    // The search continues after the deciding actor is out: no sample may wait for turns that never come.
    let pack = yard("search(calm, 16 samples, 20 turns)", "round_cap 12");
    let run = run(&pack, "shootout", 2, Seats::standard()).unwrap();
    assert!(run.outcome.rounds <= 12);
    assert!(DoctrineSeat::of_side(&pack, slip_pack::encounter::Play::Personal, &pack.encounters["own.shootout"].sides[0], 0, 1).is_some());
}
