//! Checks that the schema of the log covers every record that is written. This file implements the keywords of JSON Schema that it uses.

use crate::replay::world::{Hands, ends, one, shipped, table};
use serde_json::Value;
use slip_dice::fate::{Aspect, Holder};
use slip_pack::ruleset::Setting;
use slip_play::event::Event;
use slip_play::ids::{AspectId, Seat, TableKey};
use slip_play::log::schema::schema;
use slip_session::session::SeatAssignment;
use slip_session::{Seats, run};
use std::collections::BTreeSet;

const FILE: &str = "docs/schema/log.schema.json";

#[test]
fn the_schema_in_the_documentation_is_the_one_that_the_table_of_classes_gives() {
    if std::env::var("INSTA_UPDATE").as_deref() == Ok("always") {
        std::fs::create_dir_all("docs/schema").unwrap();
        std::fs::write(FILE, schema()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(FILE).unwrap(), schema(), "run this test with INSTA_UPDATE=always");
}

/// True if a value matches a schema.
fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let known = [
        "$schema",
        "title",
        "$defs",
        "anyOf",
        "$ref",
        "type",
        "enum",
        "const",
        "minimum",
        "properties",
        "required",
        "additionalProperties",
        "items",
    ];
    let schema = schema.as_object().unwrap();
    assert!(schema.keys().all(|key| known.contains(&key.as_str())), "{schema:?}");
    schema.iter().all(|(key, wanted)| match key.as_str() {
        "anyOf" => wanted.as_array().unwrap().iter().any(|one| fits(root, one, value)),
        "$ref" => fits(root, root.pointer(wanted.as_str().unwrap().trim_start_matches('#')).unwrap(), value),
        "type" => match wanted.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            other => panic!("{other}"),
        },
        "enum" => wanted.as_array().unwrap().contains(value),
        "const" => wanted == value,
        "minimum" => value.as_i64().is_none_or(|number| number >= wanted.as_i64().unwrap()),
        "properties" => wanted.as_object().unwrap().iter().all(|(key, one)| value.get(key).is_none_or(|field| fits(root, one, field))),
        "required" => wanted.as_array().unwrap().iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
        "additionalProperties" => value.as_object().unwrap().keys().all(|key| schema["properties"].get(key).is_some()),
        "items" => value.as_array().unwrap().iter().all(|one| fits(root, wanted, one)),
        _ => true,
    })
}

#[test]
fn every_line_of_every_shipped_encounter_and_of_a_table_s_own_records_fits_the_schema() {
    let schema: Value = serde_json::from_str(&schema()).unwrap();
    let mut seen = BTreeSet::new();
    let mut shapes = BTreeSet::new();
    let mut check = |text: &str| {
        for line in text.lines() {
            // Lines that differ in their numbers only are checked once.
            if !shapes.insert(line.replace(|letter: char| letter.is_ascii_digit(), "0")) {
                continue;
            }
            let value: Value = serde_json::from_str(line).unwrap();
            assert!(fits(&schema, &schema, &value), "{line}");
            if seen.insert(value["e"].as_str().unwrap().to_owned()) {
                let mut worse = value.clone();
                worse["nonsense"] = Value::Bool(true);
                assert!(!fits(&schema, &schema, &worse));
            }
        }
    };
    for (pack, encounter) in shipped() {
        let key = format!("{}.{}", pack.package.name, encounter.name);
        check(&run(pack, &key, 3, Seats::standard()).unwrap().json_lines());
        for seed in 0..6 {
            check(&run(pack, &key, seed, Seats::random()).unwrap().json_lines());
        }
        let (mut session, paper) = table(pack, encounter, 1);
        Hands::new(1).play(&mut session, 20);
        let may = ends(&session);
        session.undo(may[may.len() / 2], "Nadia", Some("why not"), true).unwrap();
        let id = AspectId::of(session.fight().personal().unwrap().state.aspects.len());
        session.override_with(vec![Event::AspectAdd { id, aspect: Aspect::printed("Smoke", Holder::Scene) }], "Nadia", None).unwrap();
        session.hand_over(Seat(0), SeatAssignment::random(1, Seat(0))).unwrap();
        check(&paper.text());
    }
    // Facts and vetoes occur where the rules enable them.
    for (pack, encounter) in shipped() {
        let (mut pack, key) = (pack.clone(), format!("{}.{}", pack.package.name, encounter.name));
        let rules = &mut pack.encounters.get_mut(key.as_str()).unwrap().rules;
        for (name, word) in [("declarations", "yes"), ("caller", "others"), ("morale", "yes")] {
            rules.settings.insert(name.into(), Setting::Word(word.into()));
        }
        (0..4).for_each(|seed| check(&run(&pack, &key, seed, Seats::random()).unwrap().json_lines()));
    }
    // The same people in a social conflict.
    let (pack, encounter) = one("customs_raid");
    let mut pack = pack.clone();
    let key = format!("{}.{}", pack.package.name, encounter.name);
    let there = pack.encounters.get_mut(key.as_str()).unwrap();
    (there.play, there.social) = (slip_pack::encounter::Play::Social, Some(Box::default()));
    (0..4).for_each(|seed| check(&run(&pack, &key, seed, Seats::random()).unwrap().json_lines()));
    // Fights between ships, with crews.
    let project = slipyard::project::load(&["tests/cli/space.in".into()], &mut std::io::empty()).unwrap();
    let toll = slip_compile::compile(&project.sources).pack;
    for key in ["toll.toll_gate", "toll.convoy"] {
        (0..6).for_each(|seed| check(&run(&toll, key, seed, Seats::random()).unwrap().json_lines()));
    }
    // The package `glass_shore` contains fights between platoons.
    let project = slipyard::project::load_package(std::path::Path::new("content/glass_shore")).unwrap();
    let shore = slip_compile::compile(&project.sources).pack;
    for key in ["glass_shore.three_towers", "glass_shore.run_for_the_quay", "glass_shore.payroll"] {
        check(&run(&shore, key, 2, Seats::standard()).unwrap().json_lines());
        (0..4).for_each(|seed| check(&run(&shore, key, seed, Seats::random()).unwrap().json_lines()));
    }
    // Social conflicts: a person, a jury and money as stakes.
    let project = slipyard::project::load_package(std::path::Path::new("content/nine_sluices")).unwrap();
    let sluices = slip_compile::compile(&project.sources).pack;
    for key in ["nine_sluices.garden_supper", "nine_sluices.subscription_ball", "nine_sluices.water_court"] {
        check(&run(&sluices, key, 2, Seats::standard()).unwrap().json_lines());
        (0..3).for_each(|seed| check(&run(&sluices, key, seed, Seats::random()).unwrap().json_lines()));
    }
    // Raise-and-see conflicts.
    let project = slipyard::project::load_package(std::path::Path::new("content/quiet_docket")).unwrap();
    let docket = slip_compile::compile(&project.sources).pack;
    for key in ["quiet_docket.struck_name", "quiet_docket.sealed_hold"] {
        check(&run(&docket, key, 2, Seats::standard()).unwrap().json_lines());
        (0..4).for_each(|seed| check(&run(&docket, key, seed, Seats::random()).unwrap().json_lines()));
    }
    let all = schema["anyOf"].as_array().unwrap().iter().map(|class| class["properties"]["e"]["enum"][0].as_str().unwrap().to_owned());
    let never: Vec<String> = all.collect::<BTreeSet<_>>().difference(&seen).cloned().collect();
    assert!(never.is_empty(), "never seen: {never:?}");
    let (pack, _) = one("customs_raid");
    assert!(pack.hash().len() == 64);
}
