//! Tests of pointing at the map, of the view on a television, and of scenarios at the board.

use super::{folder, serve, serve_asking};
use serde_json::{Value, json};
use std::path::Path;

fn options(view: &Value) -> &[Value] {
    view["question"]["options"].as_array().unwrap()
}

fn option<'v>(view: &'v Value, words: &str) -> (usize, &'v Value) {
    let found = options(view).iter().enumerate().find(|(_, option)| option["words"] == words);
    found.unwrap_or_else(|| panic!("{words}: {:?}", options(view)))
}

/// The odds beside a token are those of the question about the target, which is asked after the declaration.
#[test]
fn targets_have_the_odds_of_the_question_that_follows() {
    let served = serve_asking(Path::new("content/customs_dock"), &folder("targets"), "brief");
    let file = served.begin("customs_dock.customs_raid", json!({ "crew": "human" }), json!({ "seed": 7 }));
    let path = format!("/api/games/{file}");
    let (_, view) = served.ask(&path, None);
    let (number, attack) = option(&view, "attack");
    let targets = attack["targets"].as_array().unwrap().clone();
    assert!(targets.len() > 1, "{targets:?}");
    let (_, then) = served.act(&path, &view, json!({ "do": "answer", "ask": view["question"]["ask"], "option": number }));
    assert_eq!(options(&then).len(), targets.len());
    for target in &targets {
        let words = target["words"].as_str().unwrap().strip_prefix("attack ").unwrap();
        let (_, asked) = option(&then, words);
        for field in ["sentence", "about", "place", "label"] {
            assert_eq!(target[field], asked[field], "{words}: {field}");
        }
        let label = target["label"].as_str().unwrap();
        assert!(target["about"].as_str().unwrap().contains(label) && label.ends_with('%'), "{target}");
        assert!(target["place"]["token"].as_str().unwrap().starts_with("PM"), "{target}");
    }
}

/// Every zone in which a step ends is highlighted and labelled with a price, and the label covers nothing.
#[test]
fn steps_have_their_place_and_their_price() {
    let served = serve_asking(Path::new("content/customs_dock"), &folder("steps"), "brief");
    let file = served.begin("customs_dock.customs_raid", json!({ "crew": "human" }), json!({ "seed": 7 }));
    let path = format!("/api/games/{file}");
    let (_, view) = served.ask(&path, None);
    let (_, view) = served.act(&path, &view, json!({ "do": "words", "ask": view["question"]["ask"], "words": "move" }));
    let corridor = view["map"]["zones"].as_array().unwrap().iter().position(|zone| zone["title"] == "Corridor").unwrap();
    let (_, enter) = option(&view, "enter corridor");
    assert_eq!((&enter["place"], &enter["label"]), (&json!({ "zone": corridor }), &json!("1")));
    assert!(enter["about"].as_str().unwrap().starts_with("1 point"), "{enter}");
    assert!(view["map"]["zones"][corridor]["label"].is_array(), "{}", view["map"]["zones"][corridor]);
    let pay = options(&view).iter().find(|option| option["words"].as_str().unwrap().starts_with("pay")).unwrap();
    assert!(pay["place"]["border"].is_array(), "{pay}");
}

/// A television shows only what every player may see, because everybody in the room sees its screen.
#[test]
fn a_television_is_shown_what_every_player_may_see() {
    let served = serve(Path::new("content/glass_shore"), &folder("television"));
    let file = served.begin("glass_shore.three_towers", json!({}), json!({ "seed": 3 }));
    let path = format!("/api/games/{file}");
    let (_, own) = served.ask(&path, None);
    let (_, shown) = served.ask(&format!("{path}?screen=tv"), None);
    let marks = |view: &Value| view["people"].as_array().unwrap().iter().map(|one| one["mark"].clone()).collect::<Vec<_>>();
    assert!(marks(&shown).len() < marks(&own).len());
    assert!(marks(&shown).iter().all(|mark| marks(&own).contains(mark)));
    assert_eq!((&shown["question"], &shown["seed"]), (&Value::Null, &Value::Null));
    assert_eq!(shown["rulings"], json!([]));
}

#[test]
fn a_scenario_goes_from_encounter_to_encounter_and_survives_the_end_of_the_server() {
    let games = folder("scenario");
    let package = Path::new("content/thin_lanes");
    let served = serve(package, &games);
    let (_, house) = served.ask("/api/house", None);
    let week = &house["packages"]
        .as_array()
        .unwrap()
        .iter()
        .find_map(|pack| pack["evenings"].as_array()?.iter().find(|evening| evening["key"] == "thin_lanes.bad_week").cloned());
    let sides = week.as_ref().unwrap()["sides"].as_array().unwrap().clone();
    let seats: serde_json::Map<String, Value> = sides.iter().map(|side| (side.as_str().unwrap().to_owned(), json!("doctrine"))).collect();
    let (status, begun) = served.ask("/api/games", Some(json!({ "scenario": "thin_lanes.bad_week", "seats": seats, "seed": 7 })));
    assert_eq!(status, 201, "{begun}");
    assert_eq!(begun["game"], "bad_week-7-1-chase.jsonl");
    let path = "/api/games/bad_week-7-1-chase.jsonl";
    let (_, first) = served.ask(path, None);
    assert_eq!((&first["over"], &first["scenario"]["number"]), (&json!(true), &json!(1)));
    assert!(!first["scenario"]["result"].as_array().unwrap().is_empty(), "{}", first["scenario"]);
    let announced = &first["scenario"]["next"];
    assert!(announced.is_object(), "{}", first["scenario"]);
    let (status, next) = served.ask(path, Some(json!({ "do": "next" })));
    assert_eq!(status, 201, "{next}");
    // A second click does not begin another game.
    assert_eq!(served.ask(path, Some(json!({ "do": "next" }))).1, next);
    let second = format!("/api/games/{}", next["game"].as_str().unwrap());
    let (_, view) = served.ask(&second, None);
    assert_eq!((&view["title"], &view["scenario"]["carried"]), (&announced["title"], &announced["carried"]));
    let (status, refused) = served.act(path, &first, json!({ "do": "undo", "answers": 1 }));
    assert_eq!(status, 403, "{refused}");
    drop(served);
    let again = serve(package, &games);
    assert_eq!(again.open(next["game"].as_str().unwrap()).0, 200);
    let (_, resumed) = again.ask(&second, None);
    assert_eq!((&resumed["account"], &resumed["scenario"]["carried"]), (&view["account"], &view["scenario"]["carried"]));
}

#[test]
fn only_an_encounter_of_a_scenario_that_is_over_has_a_next_one() {
    let served = serve(Path::new("content/thin_lanes"), &folder("no_next"));
    let single = served.begin("thin_lanes.duel", json!({}), json!({ "seed": 7 }));
    let (status, why) = served.ask(&format!("/api/games/{single}"), Some(json!({ "do": "next" })));
    assert_eq!(status, 422);
    assert!(why["error"].as_str().unwrap().contains("no part of a scenario"), "{why}");
    let (_, begun) = served.ask("/api/games", Some(json!({ "scenario": "thin_lanes.bad_week", "seats": {}, "seed": 8 })));
    let (status, why) = served.ask(&format!("/api/games/{}", begun["game"].as_str().unwrap()), Some(json!({ "do": "next" })));
    assert_eq!(status, 422);
    assert!(why["error"].as_str().unwrap().contains("is not over"), "{why}");
}
