//! Packs and what is in them.

use crate::hostile::{Json, every_field, values};
use serde_json::Value;
use slipyard::archive::{self, Archive};
use slipyard::pack::Pack;

fn stored() -> Archive {
    Archive::read(&std::fs::read("tests/stored/0.1/customs_dock-0.1.0.slippack").unwrap()).unwrap()
}

#[test]
fn the_seats_of_a_pack_are_data() {
    let pack: Value = serde_json::from_slice(stored().member(archive::PACK).unwrap()).unwrap();
    let encounter = &pack["encounters"]["customs_dock.customs_raid"];
    let sides = Json::read(&serde_json::json!({ "sides": encounter["sides"] }).to_string());
    let read = |sides: &str| {
        let sides: Value = serde_json::from_str(sides).map_err(|error| format!("sides: {error}"))?;
        let mut whole = pack.clone();
        whole["encounters"]["customs_dock.customs_raid"]["sides"] = sides["sides"].clone();
        let read = Pack::read(whole.to_string().as_bytes())?;
        let encounter = &read.encounters["customs_dock.customs_raid"];
        // A doctrine that the pack does not have is the standard one, and a fight begins or says why it does not.
        let _ = slipyard::play::Fight::begin(&read, encounter);
        Ok(())
    };
    // A pack is damaged as a whole: it is written by `build` and compared by hash.
    every_field(&sides, &read, &|error, _| error.contains("damaged") || error.contains("sides"));
}

#[test]
fn a_search_of_a_pack_is_within_the_limits_of_the_language() {
    let pack = String::from_utf8(stored().member(archive::PACK).unwrap().to_vec()).unwrap();
    let side = "\"name\":\"marshals\"";
    assert!(pack.contains(side));
    for (search, is_read) in [
        (r#"{"samples":400,"turns":2}"#, true),
        (r#"{"samples":4294967295,"turns":2}"#, false),
        (r#"{"samples":0,"turns":2}"#, false),
        (r#"{"samples":400,"turns":4294967295}"#, false),
    ] {
        let text = pack.replacen(side, &format!("{side},\"search\":{search}"), 1);
        assert_eq!(Pack::read(text.as_bytes()).is_ok(), is_read, "{search}");
    }
}

#[test]
fn a_manifest_of_a_pack_is_data() {
    let bytes = std::fs::read("tests/stored/0.1/customs_dock-0.1.0.slippack").unwrap();
    // Members are compared by hash, so that a changed byte anywhere is refused.
    for at in (0..bytes.len()).step_by(bytes.len() / 200) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        drop(Archive::read(&changed).map(|archive| archive.about));
    }
    assert!(values().iter().all(|value| Archive::read(value.to_string().as_bytes()).is_err()));
}
