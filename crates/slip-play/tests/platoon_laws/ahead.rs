//! Tests of seats that search in fights between platoons; of the results of battles over many seeds; and of battles that follow on
//! one another.

use crate::platoon_laws::compiled_text::written;
use crate::platoon_laws::ground::content;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Lookahead};
use slip_play::Fight;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::{Seat, TableKey};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::UnitStatus;
use slip_policy::Policy;
use slip_policy::search::SearchSeat;
use slip_session::run::run_with;
use slip_session::scenario::{NextEncounter, ScenarioProgress};
use slip_session::{Run, Seats, run};

/// One side searches with a few samples, the other follows its doctrine.
fn ahead(pack: &Pack, name: &str, seed: u64) -> Run {
    let encounter = &pack.encounters[name];
    let doctrine = pack.doctrines.get("std.standard_platoon");
    let search = SearchSeat::new(pack, encounter, 0, doctrine, Lookahead { samples: Some(8), turns: 1 }, seed).unwrap();
    let seats = Seats::standard().with(&encounter.sides[0].name, Box::new(search));
    run(pack, name.split_once('.').unwrap().1, seed, seats).unwrap()
}

/// Rules: R-XTS3.
#[test]
fn a_side_may_look_ahead_in_a_battle_and_touches_no_die_of_it() {
    let pack = content("glass_shore");
    let game = ahead(&pack, "glass_shore.three_towers", 3);
    let searched = game.events.iter().filter(|event| match event {
        Event::Answer { seat: Seat(0), why: Some(why), .. } => why.contains("samples, worth "),
        _ => false,
    });
    assert!(searched.count() > 20, "it weighs what it does");
    assert!(matches!(game.events.last(), Some(Event::End { .. })));
    assert_eq!(game.json_lines(), ahead(&pack, "glass_shore.three_towers", 3).json_lines(), "one seed is one battle");
    // The dice of the table are not used by the search: four faces for each roll, and no others.
    let mut dice = Dice::seeded(3, 0);
    for event in &game.events {
        for faces in event.thrown() {
            assert_eq!(dice.roll(faces.kind()).unwrap(), faces);
        }
    }
}

const YARD: &str = r#"
unit rifles "Rifles" : infantry { tech T0; skills { 3 direct_fire; 2 camouflage, observation; 1 armour, movement, command }; aspects "Wet boots" }
platoon squad "Squad" { leader rifles with not_a_genius "Sergeant"; units rifles x2 }
map yard { zone near { centre 0 0; exit }; zone far { centre 4 0; exit }; border near -- far }
doctrine calm : platoon { }
doctrine timid : platoon { concede }
ruleset house { closed_sheets CLOSED }
encounter first "First" : platoon {
  map yard
  rules house
  defender ours
  side ours   { platoon squad at near; doctrine calm }
  side theirs { platoon squad at far; doctrine THEIRS }
  limit 6 turns
}
encounter second "Second" : platoon {
  map yard
  side ours   { platoon squad at far; doctrine calm }
  side theirs { platoon squad at near; doctrine calm }
  limit 6 turns
}
scenario night "Night" { play first; then second { CARRY } }
"#;

fn yard(closed: &str, theirs: &str, carry: &str) -> Pack {
    written(&YARD.replace("CLOSED", closed).replace("THEIRS", theirs).replace("CARRY", carry)).pack
}

/// Returns a search's first answer to an important question, and its evaluation of the state.
fn first_reason(closed: &str, theirs: &str) -> String {
    let pack = yard(closed, theirs, "carry out");
    let encounter = &pack.encounters["own.first"];
    let ahead = Lookahead { samples: Some(24), turns: 3 };
    let mut seat = SearchSeat::new(&pack, encounter, 0, Some(&pack.doctrines["own.calm"]), ahead, 9).unwrap();
    let mut fight = Fight::begin(&pack, encounter).unwrap();
    let (mut dice, mut options, mut events) = (Dice::seeded(1, 0), Options::new(), Vec::new());
    loop {
        let ask = fight.waiting_for().expect("it is asked before all is over");
        fight.legal(&mut options);
        let mut choice = ask.forced.unwrap_or_else(|| options.default_choice().unwrap());
        if ask.forced.is_none() && ask.seat == Seat::of(0) {
            choice = seat.choose(&fight, &ask, &options).choice;
            let why = Policy::<Fight>::why(&seat).unwrap_or_default();
            if why.contains("worth") {
                return why.to_string();
            }
        }
        fight.decide(&choice.into(), &mut dice, &mut events).unwrap();
        events.drain(..).for_each(|event| fight.apply(&event));
    }
}

/// R-XTS3, for platoons.
#[test]
fn under_closed_sheets_a_search_does_not_know_the_others_orders() {
    assert_eq!(first_reason("yes", "calm"), first_reason("yes", "timid"), "whatever they are, it expects the same");
    assert_ne!(first_reason("no", "calm"), first_reason("no", "timid"), "what lies open it reckons with");
}

/// Plays the next encounter by its doctrines.
fn play(progress: &mut ScenarioProgress<'_>, next: &NextEncounter, pack: &Pack, seed: u64) -> PlatoonFight {
    let run = run_with(pack, &next.encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap();
    let fight = run.end();
    progress.record(next, &fight, run.events.iter());
    let Fight::Platoon(fight) = fight else { panic!("platoons fight") };
    fight
}

fn sits(pack: &Pack, encounter: &Encounter) -> PlatoonFight {
    let Fight::Platoon(fight) = Fight::begin(pack, encounter).unwrap() else { panic!("platoons fight") };
    fight
}

/// Lost units stay lost; boxes, points and lasting consequences carry over from one battle to the next.
#[test]
fn a_battle_begins_with_what_the_one_before_it_has_left() {
    let pack = yard("no", "calm", "carry consequences, stress, fate, out");
    let (mut lost, mut hurt, mut poorer) = (0, 0, 0);
    for seed in 0..40 {
        let mut progress = ScenarioProgress::new(&pack.scenarios["own.night"]);
        let first = progress.next(&pack).unwrap();
        let before = play(&mut progress, &first, &pack, seed);
        let second = progress.next(&pack).unwrap();
        if progress.is_walkover(&second) {
            lost += 1;
            continue;
        }
        let after = sits(&pack, &second.encounter);
        for (who, unit) in before.state.units.iter() {
            let there = &after.state.units[who];
            let gone = matches!(unit.status, UnitStatus::Eliminated { .. } | UnitStatus::Conceded);
            assert_eq!(matches!(there.status, UnitStatus::Eliminated { .. }), gone, "seed {seed}: {who:?} {:?}", unit.status);
            if !gone {
                assert_eq!(there.morale.boxes().collect::<Vec<_>>(), unit.morale.boxes().collect::<Vec<_>>());
            }
            (lost, hurt) = (lost + u32::from(gone), hurt + u32::from(!gone && unit.morale.marked() > 0));
        }
        for (id, platoon) in before.state.platoons.iter() {
            let there = &after.state.platoons[id];
            assert_eq!(there.fate.points(), platoon.fate.points());
            poorer += u32::from(i32::from(there.fate.points()) != before.roster.platoons[id].fate);
        }
        // A platoon that has lost its leader begins without orders (R-L9).
        for (id, sheet) in after.roster.platoons.iter() {
            let led = sheet.leader.is_some_and(|leader| after.state.units[leader].is_active());
            let units = after.state.units.values().filter(|unit| unit.platoon == id && unit.is_active());
            assert!(led || units.into_iter().all(|unit| !unit.member));
        }
        assert_eq!(after.broken_law(), None);
        play(&mut progress, &second, &pack, seed);
    }
    assert!(lost > 10 && hurt > 5 && poorer > 5, "{lost} lost, {hurt} hurt, {poorer} with other points");
}

/// Prints the winners over many seeds, and the length of battles: `cargo test --release --test platoon_laws how_battles --
/// --ignored --nocapture`.
#[test]
#[ignore = "a measurement: 1000 runs of each battle, on one thread and on two"]
fn how_battles_come_out() {
    let pack = content("glass_shore");
    for name in ["three_towers", "run_for_the_quay", "payroll"] {
        let outcomes = |seeds: std::ops::Range<u64>| -> Vec<(Option<Seat>, u32)> {
            let outcome = |seed| run(&pack, name, seed, Seats::standard()).unwrap().outcome;
            seeds.map(outcome).map(|outcome| (outcome.winner, outcome.rounds)).collect()
        };
        let start = std::time::Instant::now();
        let alone = outcomes(0..1000);
        let took = start.elapsed();
        let halves: Vec<Vec<_>> = std::thread::scope(|scope| {
            let halves: Vec<_> = [0..500, 500..1000].map(|seeds| scope.spawn(|| outcomes(seeds))).into_iter().collect();
            halves.into_iter().map(|half| half.join().unwrap()).collect()
        });
        assert_eq!(halves.concat(), alone, "threads do not matter");
        let won = |side: Option<Seat>| alone.iter().filter(|(winner, _)| *winner == side).count();
        let turns: u32 = alone.iter().map(|(_, turns)| turns).sum();
        eprintln!("{name}: {} {} drawn {}; {turns} turns; {took:?}", won(Some(Seat(0))), won(Some(Seat(1))), won(None));
    }
}
