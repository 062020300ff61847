//! Travel (travel-economy.md 1-3, 9-13): what the rules reckon, in the words of the game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slipyard::campaign::travel::{Arrival, Passage, ReactionMass};
use slipyard::compile;
use slipyard::pack::Pack;
use slipyard::pack::ruleset::Rules;
use slipyard::source::{Package, Sources};
use std::collections::BTreeSet;

fn pack_of(text: &str) -> Pack {
    let mut sources = Sources::new();
    slipyard::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "own".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    let compiled = compile::compile(&sources);
    let errors: Vec<&str> = compiled.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert!(compiled.diagnostics.count(slipyard::diagnostic::Severity::Error) == 0, "{errors:?}");
    compiled.pack
}

/// A ship of the spacecraft design.
fn ship(tech: i32, v_shift: i32, stunts: &str) -> String {
    format!("ship s : spacecraft {{ tech T{tech}; v_shift {v_shift}; {stunts}\n aspects \"A\", \"B\", \"C\", \"D\", \"E\" }}\n")
}

fn rules(pack: &Pack) -> Rules {
    pack.rules.clone()
}

fn arrival(passage: Passage, text: &str) -> Arrival {
    let pack = pack_of(text);
    Arrival::after(passage, &pack.items["ship"]["own.s"], &rules(&pack))
}

fn marked(arrival: &Arrival, length: u8) -> Vec<u8> {
    arrival.marked("heat", length, &BTreeSet::new()).into_iter().collect()
}

/// T2 fills the track, T3 marks the highest box alone, a T3 drive on a hull of T4 nothing: "T4 none".
#[test]
fn r_t6_a_slipdrive_heats_by_its_tier() {
    assert_eq!(marked(&arrival(Passage::Slip, &ship(2, 2, "stunts slipstream_t2;")), 3), [1, 2, 3]);
    assert_eq!(marked(&arrival(Passage::Slip, &ship(3, 2, "stunts slipstream_t3;")), 3), [3]);
    assert_eq!(marked(&arrival(Passage::Slip, &ship(4, 2, "stunts slipstream_t3;")), 3), Vec::<u8>::new());
    assert_eq!(marked(&arrival(Passage::Slip, &ship(4, 2, "stunts slipstream_t2;")), 3), [1, 2, 3], "an old drive on a new hull");
}

#[test]
fn an_overburn_fills_the_track_and_empties_the_tanks() {
    let arrival = arrival(Passage::Overburn, &ship(2, 2, ""));
    assert_eq!(marked(&arrival, 3), [1, 2, 3]);
    assert_eq!((arrival.r_mass, arrival.effective_v_shift), (ReactionMass::Empty, Some(0)));
    let [low] = arrival.aspects.as_slice() else { panic!("{arrival:?}") };
    assert_eq!((low.text.as_str(), low.free_tags), ("Low on r-mass", 1));
    let denial = low.denied_by.as_ref().unwrap();
    assert_eq!((denial.skill.as_str(), denial.difficulty), ("navigation", 3));
}

#[test]
fn a_long_burn_leaves_an_aspect_and_no_heat() {
    let arrival = arrival(Passage::LongBurn, &ship(2, 2, ""));
    assert!(arrival.boxes.is_empty());
    assert_eq!((arrival.r_mass, arrival.effective_v_shift, arrival.aspects.len()), (ReactionMass::Low, None, 1));
}
