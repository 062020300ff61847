//! Tests of whole fights by doctrines.

use super::shared_fights::{SHIPS as SCENES, compiled};
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Lookahead};
use slip_play::choice::Options;
use slip_play::conflict::{Conflict, EndReason};
use slip_play::event::{Event, SpacePhase};
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::space::Space;
use slip_play::space::state::ShipStatus;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::search::SearchSeat;
use slip_policy::{Policy, Random};
use slip_session::{Player, Run, Seats, run};

fn key(pack: &Pack, name: &str) -> String {
    pack.encounters.iter().find(|(_, encounter)| encounter.name == name).unwrap().0.to_string()
}

fn encounter<'p>(pack: &'p Pack, name: &str) -> &'p Encounter {
    pack.encounters.values().find(|encounter| encounter.name == name).unwrap()
}

fn player(pack: &Pack, doctrine: &str, seed: u64, stream: u64) -> Player {
    match doctrine {
        "random" => Box::new(Random::new(seed, stream)),
        name => Box::new(DoctrineSeat::new(&pack.doctrines[format!("std.{name}").as_str()], Dice::seeded(seed, stream)).unwrap()),
    }
}

/// Returns a scene with the first side by one doctrine and the second by another.
pub fn fight(pack: &Pack, name: &str, doctrines: [&str; 2], seed: u64) -> Run {
    let mut seats = Seats::standard();
    for ((side, doctrine), stream) in encounter(pack, name).sides.iter().zip(doctrines).zip(1..) {
        seats = seats.with(&side.name, player(pack, doctrine, seed, stream));
    }
    run(pack, &key(pack, name), seed, seats).unwrap()
}

#[test]
fn the_standard_beats_random_on_equal_ships() {
    let pack = compiled(SCENES);
    let mut won = 0;
    for seed in 0..20 {
        won += usize::from(fight(&pack, "equals", ["standard_space", "random"], seed).outcome.winner == Some(Seat(0)));
        won += usize::from(fight(&pack, "equals", ["random", "standard_space"], seed).outcome.winner == Some(Seat(1)));
    }
    assert!(won >= 35, "{won} of 40");
}

#[test]
fn fights_between_doctrines_end_and_the_log_says_by_which_lines() {
    let pack = compiled(SCENES);
    for (name, doctrines, lines) in [
        ("equals", ["standard_space", "standard_space"], &["standard_space:"][..]),
        ("chase", ["flee", "hunter"], &["flee:", "hunter:", "standard_space:"]),
        ("convoy", ["escort", "raider"], &["escort:", "raider:"]),
    ] {
        for seed in 0..6 {
            let game = fight(&pack, name, doctrines, seed);
            assert_ne!(game.outcome.why, EndReason::Limit, "{name}, seed {seed}: nothing comes of it in {} turns", game.outcome.rounds);
            assert_eq!(game.json_lines(), fight(&pack, name, doctrines, seed).json_lines(), "the same seed, the same bytes");
            let why =
                |event: &Event| matches!(event, Event::Answer { why: Some(why), .. } if lines.iter().any(|line| why.starts_with(line)));
            assert!(game.events.iter().any(why), "{name}, seed {seed}: no line of {lines:?} decided anything");
        }
    }
}

/// Returns in how many of twenty fights the runner leaves the map by its own action.
fn escapes(pack: &Pack, doctrines: [&str; 2]) -> usize {
    let away = |seed: u64| {
        let game = fight(pack, "chase", doctrines, seed);
        let mut end = Space::begin(pack, encounter(pack, "chase")).unwrap();
        game.events.iter().for_each(|event| end.apply(event));
        end.state.ships[ActorId(0)].status == ShipStatus::Escaped
    };
    (0..20).filter(|&seed| away(seed)).count()
}

#[test]
fn whoever_flees_gets_away_more_often_than_whoever_fights() {
    let pack = compiled(SCENES);
    let (fleeing, fighting) = (escapes(&pack, ["flee", "standard_space"]), escapes(&pack, ["standard_space", "standard_space"]));
    assert!(fleeing >= 8 && fleeing > fighting, "{fleeing} of 20 fleeing, {fighting} fighting");
}

/// Returns in how many of a hundred beam phases the first side is in beam range of a fleeing ship.
fn on_its_tail(pack: &Pack, doctrine: &str) -> u32 {
    let (mut near, mut all) = (0, 0);
    for seed in 0..20 {
        let mut table = Space::begin(pack, encounter(pack, "equals")).unwrap();
        for event in &fight(pack, "equals", [doctrine, "flee"], seed).events {
            table.apply(event);
            if matches!(event, Event::Stage(SpacePhase::Beams)) {
                all += 1;
                near += u32::from(table.range(ActorId(0), ActorId(1)).is_some_and(|range| range <= 2));
            }
        }
    }
    100 * near / all
}

#[test]
fn hunters_stay_on_the_tail_of_what_they_hunt() {
    let pack = compiled(SCENES);
    let (hunting, standing) = (on_its_tail(&pack, "hunter"), on_its_tail(&pack, "standard_space"));
    assert!(hunting > standing + 5, "{hunting} % hunting, {standing} % otherwise");
}

/// Every answer of every shipped doctrine is legal, and no law is broken.
#[test]
fn doctrines_answer_with_what_is_legal_and_break_no_law() {
    let pack = compiled(SCENES);
    for (name, doctrines) in [
        ("equals", ["standard_space", "hunter"]),
        ("chase", ["flee", "raider"]),
        ("convoy", ["escort", "raider"]),
        ("convoy", ["random", "escort"]),
    ] {
        let there = encounter(&pack, name);
        for seed in 0..4 {
            let mut fight = Space::begin(&pack, there).unwrap();
            let mut dice = Dice::seeded(seed, 0);
            let mut seats: Vec<Box<dyn Policy<Space>>> = doctrines
                .iter()
                .zip(1..)
                .map(|(doctrine, stream)| -> Box<dyn Policy<Space>> {
                    match *doctrine {
                        "random" => Box::new(Random::new(seed, stream)),
                        name => Box::new(
                            DoctrineSeat::new(&pack.doctrines[format!("std.{name}").as_str()], Dice::seeded(seed, stream)).unwrap(),
                        ),
                    }
                })
                .collect();
            for (asks, seat) in fight.state.asks.values_mut().zip(&seats) {
                *asks = seat.asks();
            }
            let mut options = Options::new();
            let mut steps = 0;
            while let Some(ask) = fight.next_question(&mut options) {
                let answer = match ask.forced {
                    Some(choice) => choice.into(),
                    None => seats[ask.seat.place()].choose(&fight, &ask, &options),
                };
                assert!(options.contains(answer.choice), "{name}, seed {seed}: {answer:?} at {ask:?}");
                let mut events = Vec::new();
                fight.decide(&answer, &mut dice, &mut events).unwrap();
                for event in &events {
                    fight.apply(event);
                }
                assert_eq!(fight.broken_law(), None, "{name}, seed {seed}, after {ask:?}");
                steps += 1;
                assert!(steps < 20_000, "{name}, seed {seed}: it goes on without end at {ask:?}");
            }
        }
    }
}

/// A search with few samples plays legal fights, and prints its expectation.
#[test]
fn a_side_that_looks_ahead_says_how_many_samples_and_what_it_expects() {
    let pack = compiled(SCENES);
    let there = encounter(&pack, "equals");
    let ahead = Lookahead { samples: Some(16), turns: 1 };
    let game = || {
        let search = SearchSeat::new(&pack, there, 0, None, ahead, 3).unwrap();
        let seats = Seats::standard().with("ours", Box::new(search)).with("theirs", player(&pack, "standard_space", 3, 2));
        run(&pack, &key(&pack, "equals"), 3, seats).unwrap()
    };
    let first = game();
    let told =
        first.events.iter().filter(|event| matches!(event, Event::Answer { why: Some(why), .. } if why.contains("samples, worth"))).count();
    assert!(told > 0, "no question was searched");
    assert_eq!(first.json_lines(), game().json_lines(), "the same seed, the same bytes");
}
