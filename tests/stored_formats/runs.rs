//! Tests of parts of simulations and baselines.

use crate::stored_formats::hostile::{Json, Step, every_field, names_field, paths, replaced, text, values};
use serde_json::json;
use slip_odds::simulate::{SimulationPart, SimulationReport, merge};
use slip_report::baseline::Baseline;

fn stored(name: &str) -> Json {
    Json::read(&std::fs::read_to_string(format!("tests/stored/0.1/{name}")).unwrap())
}

#[test]
fn every_field_of_a_part_is_data() {
    let read = |text: &str| SimulationPart::read(text).map(drop);
    // A value that fits the type of its field only changes the hash. The error may therefore name the hash instead of the field.
    let names = |error: &str, field: &str| {
        names_field(error, field)
            || error.contains("hash")
            || error.contains("counts")
            || error.contains("is impossible for this simulation")
            || (field == "slipyard_part" && error.contains("it "))
    };
    every_field(&stored("part-1.json"), &read, &names);
}

/// Returns the part with a hash that matches its changed content, as an attacker would write it.
fn sealed(value: &Json) -> String {
    let bare = text(&replaced(value, &[Step::Key("hash".to_owned())], &json!("")));
    let hash = format!("sha256:{}", slip_pack::hash::of_bytes(bare.as_bytes()));
    text(&replaced(value, &[Step::Key("hash".to_owned())], &json!(hash)))
}

#[test]
fn a_part_whose_hash_fits_is_refused_or_reported_without_harm() {
    let valid = stored("part-1.json");
    let other = SimulationPart::read(&std::fs::read_to_string("tests/stored/0.1/part-2.json").unwrap()).unwrap();
    assert!(SimulationPart::read(&sealed(&valid)).is_ok());
    for path in paths(&valid) {
        for value in values() {
            let Ok(part) = SimulationPart::read(&sealed(&replaced(&valid, &path, &value))) else { continue };
            if let Ok(done) = merge(&[part, other.clone()]) {
                drop(SimulationReport::of(&done).json());
            }
        }
    }
}

#[test]
fn every_field_of_a_baseline_is_data() {
    let read = |text: &str| Baseline::read(text).map(drop);
    let names = |error: &str, field: &str| names_field(error, field) || (field == "baseline" && error.contains("version"));
    every_field(&stored("known.json"), &read, &names);
}
