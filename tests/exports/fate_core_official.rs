//! Tests of the built-in mapping for the game system Fate Core Official, against the fields and types of its published data model.
//!
//! `docs/dev/foundry.md` lists what was read there, and the version.

use super::foundry::{all, mapping, published, written};
use crate::exports::package_folder::Shelf;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde_json::{Map, Value, json};
use slip_export::foundry::{BUILT_IN, DocumentType, FoundryDocument, documents};

fn built_in() -> &'static str {
    BUILT_IN.iter().find(|(name, _)| *name == "fate-core-official").unwrap().1
}

/// Returns the schema of an object that has only these fields. A field with another name would be dropped when a document is created.
fn object(fields: &Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": fields, "required": required, "additionalProperties": false })
}

/// Returns the schema of an object whose keys are ids and whose values all have the schema `entry`.
fn entries(entry: &Value) -> Value {
    json!({ "type": "object", "propertyNames": { "pattern": "^[A-Za-z0-9+/]+$" }, "additionalProperties": entry })
}

/// Returns the schema of `system` of a document, as the data models of that system define it.
fn schema(sort: DocumentType) -> Value {
    let (text, int, bool) = (json!({ "type": "string" }), json!({ "type": "integer" }), json!({ "type": "boolean" }));
    let value = |of: &Value| object(&json!({ "value": of }), &["value"]);
    let boxes = json!({ "type": "array", "items": bool });
    let common = json!({ "name": text, "description": text, "notes": text, "extra_id": text, "original_name": text });
    let with = |more: Value| {
        let mut fields = common.as_object().unwrap().clone();
        fields.extend(more.as_object().unwrap().clone());
        Value::Object(fields)
    };
    let aspect = object(&with(json!({ "value": text })), &["name", "value", "description", "notes"]);
    let skill = object(
        &json!({
            "name": text, "category": text, "description": text, "overcome": text, "caa": text, "attack": text, "defend": text, "pc": bool,
            "rank": int, "extra_id": text, "original_name": text, "adhoc": bool, "hidden": bool,
        }),
        &["name", "description", "overcome", "caa", "attack", "defend", "pc", "rank"],
    );
    let stunt = object(
        &with(json!({
            "linked_skill": text, "refresh_cost": int, "overcome": bool, "caa": bool, "attack": bool, "defend": bool, "bonus": int,
            "boxes": int, "box_values": boxes, "macro": { "type": "null" },
        })),
        &["name", "description", "notes", "linked_skill", "refresh_cost", "overcome", "caa", "attack", "defend", "bonus", "boxes"],
    );
    // The aspect of a track is one of a few words, or an object with exactly one of two switches on.
    let when_marked = json!({ "name": text, "when_marked": { "const": true }, "as_name": { "const": false } });
    let track_aspect = json!({ "oneOf": [{ "enum": ["no", "as_name", "when_marked"] }, object(&when_marked, &["name", "when_marked"])] });
    let track = object(
        &with(json!({
            "category": { "const": "Combat" }, "linked_skills": { "type": "array" }, "paid": bool, "universal": bool, "unique": bool,
            "enabled": bool, "label": { "anyOf": [{ "enum": ["escalating", "none"] }, { "type": "string", "maxLength": 1 }] },
            "recovery_type": { "enum": ["Fleeting", "Sticky", "Lasting"] }, "when_marked": text, "recovery_conditions": text,
            "harm_can_absorb": int, "boxes": { "type": "integer", "minimum": 0 }, "box_values": boxes, "aspect": track_aspect,
            "rollable": { "enum": ["false", "full", "empty"] },
        })),
        &["name", "category", "boxes", "harm_can_absorb", "aspect", "label", "recovery_type", "enabled", "rollable"],
    );
    let shared = json!({ "aspects": entries(&aspect), "skills": entries(&skill), "stunts": entries(&stunt), "tracks": entries(&track) });
    let mut fields: Map<String, Value> = shared.as_object().unwrap().clone();
    let (own, required) = match sort {
        DocumentType::Actor => {
            let points = object(&json!({ "current": int, "refresh": int, "boosts": int }), &["current", "refresh", "boosts"]);
            let details = object(
                &json!({
                    "description": value(&text), "biography": value(&text), "pronouns": value(&text), "notes": value(&text),
                    "fatePoints": points, "sheet_mode": { "enum": ["minimal_at_refresh_0", "minimal", "full"] },
                }),
                &["biography", "fatePoints", "sheet_mode"],
            );
            (json!({ "details": details, "override": { "type": "object" } }), ["details"])
        }
        _ => {
            let actions = object(&json!({ "overcome": text, "create": text, "attack": text, "defend": text }), &[]);
            let own = json!({
                "description": value(&text), "permissions": text, "costs": text, "refresh": int, "actions": actions, "countSkills": bool,
                "combineSkills": bool, "contents": { "type": "object" }, "active": bool, "defaults": { "type": "object" },
            });
            (own, ["description"])
        }
    };
    fields.extend(own.as_object().unwrap().clone());
    object(&Value::Object(fields), &required)
}

/// Checks documents against the data model, and every key against the name of its entry.
#[track_caller]
fn assert_fits(made: &[FoundryDocument]) -> usize {
    let mut count = 0;
    for (sort, type_name) in [(DocumentType::Actor, "fate-core-official"), (DocumentType::Item, "Extra")] {
        let validator = jsonschema::validator_for(&schema(sort)).unwrap();
        let own = made.iter().filter(|document| document.sort == sort).map(|document| &document.says);
        let carried = made.iter().filter(|_| sort == DocumentType::Item).filter_map(|document| document.says["items"].as_array()).flatten();
        for document in own.chain(carried) {
            assert_eq!(document["type"], type_name);
            let system = &document["system"];
            let wrong: Vec<String> =
                validator.iter_errors(system).map(|error| format!("{}: {error:.300}", error.instance_path())).collect();
            assert!(wrong.is_empty(), "{}: {}", document["name"], wrong.join("\n"));
            for group in ["aspects", "skills", "stunts", "tracks"] {
                for (key, entry) in system[group].as_object().into_iter().flatten() {
                    let name = STANDARD_NO_PAD.decode(key).unwrap();
                    assert_eq!(entry["name"].as_str().unwrap().as_bytes(), name, "that system finds entries by their names");
                    count += 1;
                }
            }
        }
    }
    count
}

/// "a mapping that reaches Fate Core Official (aspects, stunts, tracks as objects by key, box values, consequences) … proved against that
/// system's published data model"
#[test]
fn everything_published_fits_the_data_model_of_fate_core_official() {
    let mapping = mapping(built_in());
    let mut entries = 0;
    for pack in published() {
        entries += assert_fits(&documents(&all(&pack), &mapping));
    }
    assert!(entries > 1000, "{entries}");
}

#[test]
fn people_and_ships_have_aspects_tracks_stunts_and_consequences_by_key() {
    let packs = published();
    let pack = packs.iter().find(|pack| pack.package.name == "armoury").unwrap();
    let made = documents(&all(pack), &mapping(built_in()));
    let named = |name: &str| made.iter().find(|document| document.says["name"] == name).map(|document| &document.says["system"]).unwrap();
    let at = |system: &Value, group: &str, name: &str| system[group][STANDARD_NO_PAD.encode(name)].clone();
    let ship = named("Ahead of the News");
    assert_eq!(at(ship, "aspects", "Aspect 1")["value"], "Leaves before the news");
    let frame = at(ship, "tracks", "Frame");
    assert_eq!((&frame["boxes"], &frame["box_values"], &frame["aspect"]), (&json!(4), &json!([false, false, false, false]), &json!("no")));
    let severe = at(ship, "tracks", "Severe consequence");
    assert_eq!((&severe["boxes"], &severe["harm_can_absorb"], &severe["recovery_type"]), (&json!(0), &json!(4), &json!("Lasting")));
    assert_eq!(severe["aspect"], json!({ "name": "", "when_marked": true, "as_name": false }));
    assert!(at(ship, "stunts", "Civilian")["description"].as_str().unwrap().starts_with("<p>"));
    assert_eq!(ship["details"]["fatePoints"], json!({ "current": 5, "refresh": 5, "boosts": 0 }));
    let person = named("The big one");
    assert_eq!(at(person, "skills", "Brawling")["rank"], 3);
    assert_eq!(at(person, "stunts", "Alter a track (health, 1)")["refresh_cost"], 0);
    assert_eq!(at(person, "skills", "Cap"), Value::Null, "the cap of a person is no skill");
    // A stunt that is bought for two skills is listed twice, once for each skill.
    let crew = named("Barn crew");
    for name in ["Military-grade (pilot)", "Military-grade (communications)"] {
        assert_eq!(at(crew, "stunts", name)["name"], name);
    }
}

/// Fate Core Official prints names as HTML in its messages.
#[test]
fn nothing_an_author_writes_is_markup_in_fate_core_official() {
    let bad = "<img src=x onerror=alert(2)> &amp; [[/r 1d6]] @UUID[Actor.x]{y} __proto__ a.b";
    let made = documents(&all(&written(bad)), &mapping(built_in()));
    assert_fits(&made);
    for document in made.iter().filter(|document| document.sort != DocumentType::Journal) {
        let system = document.says["system"].to_string();
        for wrong in ["<img", "[[", "@UUID[", "\"__proto__\""] {
            assert!(!system.contains(wrong), "{wrong}: {system}");
        }
    }
}

#[test]
fn the_mapping_is_named_printed_and_changed() {
    let shelf = Shelf::new("export-fate-core-official", &[]);
    shelf.copy("tests/cli/sheet.in");
    let export = ["export", "--in", "tests/cli/sheet.in", "--format", "foundry", "--out", "out", "--map"];
    let (code, text) = shelf.says(&[&export[..], &["fate-core-official"]].concat());
    assert!(code == 0 && text.contains("wrote "), "{text}");
    let (code, text) = shelf.says(&["export", "--print-map", "--map", "fate-core-official", "--out", "my.toml"]);
    assert_eq!((code, shelf.read("my.toml").as_str()), (0, built_in()), "{text}");
    let (code, text) = shelf.says(&[&export[..], &["./fate-core-official"]].concat());
    assert_eq!(code, 2, "a file of that name is written with a path: {text}");
    let (code, text) = shelf.says(&["export", "--print-map", "--map", "fate-core"]);
    assert!(
        code == 2 && text.contains("`fate-core` is not a built-in mapping; `--print-map` prints simple or fate-core-official"),
        "{text}"
    );
}
