//! Tests of campaign files.

use crate::stored_formats::hostile::{Json, every_field, names_field, text};
use serde_json::json;
use slip_campaign::state::Campaign;
use slip_pack::Pack;
use slip_pack::archive::{self, Archive};

/// Returns a stored campaign with every possible field.
fn full() -> Json {
    let mut campaign = Json::read(&std::fs::read_to_string("tests/stored/0.1/reach.json").unwrap());
    let iveta = |field: &'static str| ["people", "iveta", field];
    let standing = json!({
        "marked": { "health": [1] },
        "consequences": [{
            "grade": "mild", "text": "Bruised", "track": "health", "session": 1, "spared": 1, "rested": 1, "tried": 1,
            "mending": { "takes": "a day", "until_day": 3, "until_end_of": 2 },
        }],
        "fate": 5,
        "hit_this_session": ["health"],
        "marked_at_start": ["health"],
        "counted": { "uses": [{ "title": "a", "line": "b", "times": 1 }], "first_blood": true },
    });
    let changes = json!({
        "skills": { "brokerage": 2 },
        "aspects": [["Old", "New"]],
        "stunts_lost": ["military_grade(slug_throwers)"],
        "stunts_new": ["military_grade(energy_weapons)"],
    });
    campaign.set(&iveta("standing"), &standing);
    campaign.set(&iveta("changes"), &changes);
    campaign.set(&iveta("belongings"), &json!(["knife"]));
    campaign.set(&iveta("stunts_owed"), &json!(1));
    let ship = [
        ("brought", json!([{ "text": "Hot", "free_tags": 1 }])),
        ("v_shift", json!(1)),
        ("fighters", json!(1)),
        ("aspects", json!(["Feared"])),
        ("due", json!(["late"])),
    ];
    for (field, value) in ship {
        campaign.set(&["ships", "long_margin", field], &value);
    }
    campaign
}

fn pack() -> Pack {
    let archive = Archive::read(&std::fs::read("tests/stored/0.1/customs_dock-0.1.0.slippack").unwrap()).unwrap();
    Pack::read(archive.member(archive::PACK).unwrap()).unwrap()
}

#[test]
fn every_field_of_a_campaign_is_data() {
    let pack = pack();
    let read = |text: &str| {
        let campaign = Campaign::read(text).map_err(|broken| broken.to_string())?;
        campaign.fits(&pack).map_err(|broken| broken.to_string())?;
        drop(campaign.text());
        Ok(())
    };
    // For names of people and ships the error names the entry itself, and a file of another kind is refused as a whole.
    let names = |error: &str, field: &str| {
        let of_kind = ["slipyard", "format"].contains(&field) && error.contains("not a campaign file of Slipyard");
        let of_item = ["kind", "package", "name"].contains(&field) && error.contains("`");
        of_kind || of_item || names_field(error, field) || error.contains("`iveta`") || error.contains("`long_margin`")
    };
    every_field(&full(), &read, &names);
}

#[test]
fn a_stunt_of_a_campaign_is_one_stunt_and_adds_no_entry() {
    for stunt in ["x }\nruleset evil {", "x; allow over-budget \"y\"", "x, y", "x { mode a }", "x // y", "x\n  aspects \"z\"", ""] {
        let mut campaign = full();
        campaign.set(&["people", "iveta", "changes", "stunts_new"], &json!([stunt]));
        let refused = Campaign::read(&text(&campaign)).unwrap_err().to_string();
        assert!(refused.contains("`people.iveta.changes.stunts_new[0]`"), "{stunt:?}: {refused}");
    }
    for skill in ["gunnery }\n", "gunnery; 3 pilot", "a b", "(x)", ""] {
        let mut campaign = full();
        campaign.set(&["people", "iveta", "changes", "skills"], &json!({ skill: 1 }));
        let refused = Campaign::read(&text(&campaign)).unwrap_err().to_string();
        assert!(refused.contains("`people.iveta.changes.skills`"), "{skill:?}: {refused}");
    }
    for stunt in ["low_recoil", "sensors x2", "swap_skill(a, b)", "specialist(\"salvage; }\")"] {
        let mut campaign = full();
        campaign.set(&["people", "iveta", "changes", "stunts_new"], &json!([stunt]));
        assert!(Campaign::read(&text(&campaign)).is_ok(), "{stunt}");
    }
}
