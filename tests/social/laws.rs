//! Whatever is decided: it comes to an end, the log gives it back byte for byte, nobody's points or pawns are lost.

use crate::room::{DEBATE, Room, courtship, mr_v, otto, rosa};
use crate::table::Person;
use slipyard::dice::Dice;
use slipyard::pack::encounter::{AtRisk, Atom};
use slipyard::play::conflict::Conflict;
use slipyard::play::run::{Run, Seats, run_with};

fn play(room: &Room, seed: u64) -> Run {
    run_with(&room.scene.pack, &room.scene.encounter, Dice::seeded(seed, 0), Some(seed), Seats::random())
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

fn every_room() -> Vec<Room> {
    let debate = || {
        let mut room = Room::new(DEBATE).person("us", "a", rosa().slots()).person("them", "b", otto().slots()).person("us", "u", mr_v());
        for (number, zone) in ["a", "u", "u", "u", "b"].into_iter().enumerate() {
            room = room.voter(&format!("voter#{}", number + 1), zone);
        }
        room
    };
    let majority = |side: usize, zone: usize| Atom::Majority { group: 0, zones: vec![side * zone] };
    vec![
        courtship().falls_for("mr_v", "l0").friend_zone("mr_v", "l6").suitor("beau", "l4").marker("aunt", "l2"),
        courtship().falls_for("mr_v", "l0").friend_zone("mr_v", "l6").rule("triggers", "at_once").rule("free_move", "zone_only"),
        courtship().broke_down(Some(1)).rule("repeat", "all_rolls").rule("caller", "others"),
        courtship().rule("fate", "zero_sum").rule("forced_move", "any").social(|social| social.contours = true),
        debate().victory(Some(0), majority(0, 2)).victory(Some(1), majority(1, 2)).grade("Everybody", Atom::Boxes),
        debate().at_risk(AtRisk::Both).boxes(12).social(|social| social.max_time = Some(9)),
        Room::new(DEBATE).person("us", "a", rosa()).marker("judge", "u").victory(Some(0), Atom::TimeOut),
        Room::new(DEBATE).person("us", "a", rosa()).person("them", "b", Person::new("dull")).boxes(40),
    ]
}

#[test]
fn whatever_is_decided_it_comes_to_an_end() {
    for (number, room) in every_room().iter().enumerate() {
        for seed in 0..60 {
            let run = play(room, seed);
            assert!(run.end().outcome().is_some(), "room {number}, seed {seed}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_log_byte_for_byte() {
    for room in every_room() {
        assert_eq!(play(&room, 7).json_lines(), play(&room, 7).json_lines());
    }
}
