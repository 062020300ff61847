//! Doctrines at the table: how the shipped ones fight.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slipyard::dice::Dice;
use slipyard::pack::Pack;
use slipyard::play::event::Event;
use slipyard::play::ids::Seat;
use slipyard::play::policy::doctrine::DoctrineSeat;
use slipyard::play::policy::Random;
use slipyard::play::{Player, Run, Seats, run};
use std::path::PathBuf;

fn pack(name: &str) -> Pack {
    let project = slipyard::project::load(&[PathBuf::from("content").join(name)], &mut std::io::empty()).unwrap();
    slipyard::compile::compile(&project.sources).pack
}

/// Compiles lines as a doctrine of the package `own`.
fn doctrine(lines: &str) -> slipyard::pack::doctrine::Doctrine {
    use slipyard::source::{Package, Sources};
    let mut sources = Sources::new();
    slipyard::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
    sources.add_file(own, "own.slip", format!("doctrine d : personal {{\n{lines}\n}}\n"));
    let pack = slipyard::compile::compile(&sources).pack;
    pack.doctrines["own.d"].clone()
}

fn seat(doctrine: &slipyard::pack::doctrine::Doctrine, seed: u64, stream: u64) -> Player {
    Box::new(DoctrineSeat::new(doctrine, Dice::seeded(seed, stream)).unwrap())
}

const STANDARD: &str = "std.standard_personal";
const SHIPPED: [(&str, &str); 3] = [("customs_dock", "customs_raid"), ("harrow_reach", "arrears"), ("harrow_reach", "toll")];

fn sides(pack: &Pack, encounter: &str) -> Vec<String> {
    let encounter = pack.encounters_named(encounter).next().unwrap();
    encounter.sides.iter().map(|side| side.name.to_string()).collect()
}

/// One side by the standard, the others at random.
fn against_random(pack: &Pack, encounter: &str, standard: usize, seed: u64) -> Run {
    let mut seats = Seats::standard();
    for (number, (side, stream)) in sides(pack, encounter).iter().zip(1..).enumerate() {
        let player: Player =
            if number == standard { seat(&pack.doctrines[STANDARD], seed, stream) } else { Box::new(Random::new(seed, stream)) };
        seats = seats.with(side, player);
    }
    run(pack, encounter, seed, seats).unwrap()
}

#[test]
fn the_standard_beats_random_from_either_side_of_every_shipped_encounter() {
    const GAMES: u64 = 25;
    for (package, encounter) in SHIPPED {
        let pack = pack(package);
        for side in [0_u8, 1] {
            let won = |by_standard: bool| {
                let games = (0..GAMES).filter(|&seed| {
                    let run = if by_standard {
                        against_random(&pack, encounter, usize::from(side), seed)
                    } else {
                        run(&pack, encounter, seed, Seats::random()).unwrap()
                    };
                    run.outcome.winner == Some(Seat(side))
                });
                games.count()
            };
            let (standard, random) = (won(true), won(false));
            assert!(standard >= random + 4, "{encounter}, side {side}: {standard} of {GAMES}, at random {random}");
        }
    }
}

#[test]
fn the_empty_doctrine_plays_as_the_standard_does_and_the_fight_ends() {
    let empty = doctrine("");
    for (package, encounter) in SHIPPED {
        let pack = pack(package);
        for seed in 0..3 {
            let both = |doctrine: &slipyard::pack::doctrine::Doctrine| {
                let mut seats = Seats::standard();
                for (side, stream) in sides(&pack, encounter).iter().zip(1..) {
                    seats = seats.with(side, seat(doctrine, seed, stream));
                }
                run(&pack, encounter, seed, seats).unwrap()
            };
            let (one, other) = (both(&empty), both(&pack.doctrines[STANDARD]));
            assert_eq!(one.events, other.events, "{encounter}, seed {seed}");
            assert!(one.outcome.rounds >= 1);
        }
    }
}

#[test]
fn a_shipped_encounter_is_played_by_its_doctrines_and_the_log_says_by_which_line() {
    let pack = pack("harrow_reach");
    let game = run(&pack, "arrears", 7, Seats::standard()).unwrap();
    let seats: Vec<_> = game.header.seats.iter().map(|(side, by, doctrine, _)| (side.as_str(), *by, doctrine.as_deref())).collect();
    assert_eq!(seats, [("crew", "doctrine", Some("to_the_lamp")), ("bailiffs", "doctrine", Some("in_the_way"))]);
    let reasons: Vec<&str> = game.events.iter().filter_map(|event| match event {
        Event::Answer { why: Some(why), .. } => Some(why.as_str()),
        _ => None,
    }).collect();
    for doctrine in ["to_the_lamp:", "in_the_way:", "standard_personal:", "standard_fate:"] {
        assert!(reasons.iter().any(|why| why.starts_with(doctrine)), "nothing was decided by {doctrine}\n{reasons:?}");
    }
    assert_eq!(game.json_lines(), run(&pack, "arrears", 7, Seats::standard()).unwrap().json_lines(), "the same seed, the same bytes");
}
