//! A search for designs in the page: the rows and figures of the command, refusals in the words of the page, and progress.

use crate::page::Page;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

const LAMPS: &str = r#"design lamp "Lamp" : vehicle {
  tech T0..T2
  budget 3 + tech
  stat glow "Glow" { ranks 0..3; cost 2 * rank }
  stat heat "Heat" { ranks 0..2; base 1; cost [2, 0, -1] }
  stunt hook "Hook" { cost 1; effect table "hangs anywhere" }
  stunt tripod "Tripod" { cost 1; excludes hook; sink }
  aspect "Burns the hand" when heat >= 2
  price 3 + glow
}

armour coat "Coat" : body_armour { tech T0; defense 4; stunts civilian }
"#;

fn page() -> Page {
    let manifest = "[package]\nname = \"lamps\"\nversion = \"0.1.0\"\nedition = 1\n";
    Page::with(&[("lamps/slipyard.toml", manifest), ("lamps/lamps.slip", LAMPS)])
}

/// Search for lamps of T1, with other fields.
fn search(more: Value) -> Value {
    let mut search = json!({
        "ask": "explore", "package": "lamps", "design": "lamp", "tech": 1, "require": [], "forbid": [], "maximise": [], "minimise": [],
        "budget": null, "with": [], "outrun": null, "limit": 20, "against": null,
    });
    search.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    search
}

#[test]
fn a_search_has_the_rows_and_the_bytes_of_the_command() {
    let found = page().ask(&search(json!({})));
    assert_eq!(found["title"], "Lamp at T1, 4 build points");
    assert_eq!(found["lines"][0], "20 designs are legal; 7 are not beaten by any other");
    assert_eq!(found["lines"][3], "stunts wanted: hook");
    assert_eq!(found["heads"], json!(["no.", "points", "price", "glow", "heat", "stunts"]));
    assert_eq!(found["rows"][0]["cells"], json!(["1", "3", "3", "0", "0", "hook"]));
    assert_eq!(found["rows"].as_array().unwrap().len(), 7);
    assert!(found["csv"].as_str().unwrap().starts_with("no.,points,price,glow,heat,stunts\n1,3,3,0,0,hook\n"));
    let named: Value = serde_json::from_str(found["json"].as_str().unwrap()).unwrap();
    assert_eq!(named["designs"][0]["slip"], found["rows"][0]["slip"]);
}

#[test]
fn a_design_that_was_found_is_legal_in_the_package() {
    let mut page = page();
    let found = page.ask(&search(json!({ "maximise": ["glow"], "minimise": ["price"], "require": ["hook"], "limit": 2 })));
    assert_eq!((found["rows"].as_array().unwrap().len(), &found["more"]), (2, &json!("1")));
    let text = format!("{LAMPS}\n{}", found["slip"].as_str().unwrap());
    page.ask(&json!({ "ask": "write", "files": { "lamps/lamps.slip": text } }));
    assert_eq!(page.ask(&json!({ "ask": "check", "package": "lamps" }))["errors"], 0);
}

#[test]
fn the_cheapest_that_beats_an_opponent_is_marked() {
    let against = json!({ "name": "coat", "chance": 25, "at": 2, "rank": 3, "fights": 3 });
    let found =
        page().ask(&search(json!({ "design": "slug_thrower", "tech": 0, "maximise": ["harm", "penetration"], "against": against })));
    assert!(found["title"].as_str().unwrap().contains("beats Coat: it hits more often than 25"), "{}", found["title"]);
    let wins: Vec<&Value> = found["rows"].as_array().unwrap().iter().filter(|row| row["wins"] == true).collect();
    assert!(wins.len() == 1 && found["slip"] == wins[0]["slip"], "{found}");
}

#[test]
fn refusals_name_the_fields_of_the_page() {
    let mut page = page();
    assert_eq!(page.refusal(&search(json!({ "tech": null }))), "add “Technology”: `lamp` is available from T0 to T2");
    assert_eq!(page.refusal(&search(json!({ "design": "lmap" }))), "there is no design `lmap` here; did you mean `lamp`?");
    assert_eq!(
        page.refusal(&search(json!({ "require": ["glow>2"] }))),
        "`glow>2` is not a bound: write `>=`, `<=` or `=`, such as `harm>=2`"
    );
    assert_eq!(page.refusal(&search(json!({ "outrun": "coat" }))), "`coat` has no v_shift, so no design can outrun it");
}

#[test]
fn the_words_that_a_search_may_use_are_offered() {
    let values = page().ask(&json!({ "ask": "design_values", "package": "lamps", "design": "lamp" }));
    assert_eq!((&values["tech"], &values["has_price"], &values["has_upkeep"]), (&json!([0, 2]), &json!(true), &json!(false)));
    let names = |list: &str| values[list].as_array().unwrap().iter().map(|one| one["name"].clone()).collect::<Vec<_>>();
    assert_eq!((names("numbers"), names("stunts")), (vec![json!("glow"), json!("heat")], vec![json!("hook"), json!("tripod")]));
}

static FIGHTS: AtomicU32 = AtomicU32::new(0);

#[test]
fn a_long_search_tells_its_progress() {
    let mut session = slip_web::Session::new();
    session.on_progress(|fights, _| {
        FIGHTS.fetch_max(fights, Ordering::Relaxed);
    });
    session.ask(&json!({ "ask": "write", "files": { "lamps.slip": LAMPS } }).to_string());
    let against = json!({ "name": "coat", "chance": 25, "at": 2, "rank": 3, "fights": 2 });
    let asked = search(json!({ "package": "", "design": "slug_thrower", "tech": 0, "maximise": ["harm"], "against": against }));
    let reply = session.ask(&asked.to_string());
    assert!(reply.starts_with("{\"answer\""), "{reply}");
    assert!(FIGHTS.load(Ordering::Relaxed) > 1);
}
