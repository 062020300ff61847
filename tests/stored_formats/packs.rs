//! Tests of packs and their contents.

use crate::stored_formats::hostile::{Json, every_field, values};
use serde_json::{Value, json};
use slip_pack::Pack;
use slip_pack::archive::{self, Archive};
use slip_pack::encounter::Side;
use slip_play::ids::{Seat, TableKey};
use slip_session::session::SeatAssignment;

fn stored() -> Archive {
    Archive::read(&std::fs::read("tests/stored/0.1/customs_dock-0.1.0.slippack").unwrap()).unwrap()
}

#[test]
fn the_seats_of_a_pack_are_data() {
    let json: Value = serde_json::from_slice(stored().member(archive::PACK).unwrap()).unwrap();
    let mut pack = Pack::read(stored().member(archive::PACK).unwrap()).unwrap();
    let sides = Json::read(&json["encounters"]["customs_dock.customs_raid"]["sides"].to_string());
    let pack = std::cell::RefCell::new(&mut pack);
    let read = |sides: &str| {
        let sides: Vec<Side> = serde_json::from_str(sides).map_err(|error| error.to_string().chars().take(400).collect::<String>())?;
        let mut pack = pack.borrow_mut();
        let encounter = pack.encounters.get_mut("customs_dock.customs_raid").unwrap();
        encounter.sides = sides;
        let encounter = encounter.clone();
        // A doctrine that is missing in the pack is replaced by the standard one, and a fight begins or reports why it cannot.
        let _ = slip_play::Fight::begin(&pack, &encounter);
        for seat in 0..encounter.sides.len() {
            drop(SeatAssignment::of_side(&pack, &encounter, Seat::of(seat), 7));
        }
        Ok(())
    };
    // A pack is written by `build` and compared by hash: any damage makes it invalid as a whole.
    every_field(&sides, &read, &|error, _| !error.is_empty());
}

#[test]
fn a_search_of_a_pack_is_within_the_limits_of_the_language() {
    let pack: Value = serde_json::from_slice(stored().member(archive::PACK).unwrap()).unwrap();
    for (search, is_read) in [
        (json!({ "samples": 400, "turns": 2 }), true),
        (json!({ "turns": 2 }), true),
        (json!({ "samples": u32::MAX, "turns": 2 }), false),
        (json!({ "samples": 0, "turns": 2 }), false),
        (json!({ "samples": 400, "turns": u32::MAX }), false),
    ] {
        let mut pack = pack.clone();
        pack["encounters"]["customs_dock.customs_raid"]["sides"][1]["search"] = search.clone();
        assert_eq!(Pack::read(pack.to_string().as_bytes()).is_ok(), is_read, "{search}");
    }
}

#[test]
fn a_manifest_of_a_pack_is_data() {
    let bytes = std::fs::read("tests/stored/0.1/customs_dock-0.1.0.slippack").unwrap();
    // Members are compared by hash, so a changed byte anywhere is refused.
    for at in (0..bytes.len()).step_by(bytes.len() / 200) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        drop(Archive::read(&changed).map(|archive| archive.about));
    }
    assert!(values().iter().all(|value| Archive::read(value.to_string().as_bytes()).is_err()));
}
