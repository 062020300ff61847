//! The packages that a first visit offers are legal, and show what the page can do.

use crate::page::Page;
use serde_json::json;

#[test]
fn what_a_visitor_begins_with_has_no_errors_and_no_warnings() {
    for start in ["web/starts/ship", "web/starts/gun", "web/starts/fight"] {
        let mut page = Page::with_packages(&[start]);
        let checked = page.ask(&json!({ "ask": "check", "package": start }));
        assert_eq!((&checked["errors"], &checked["warnings"]), (&json!(0), &json!(0)), "{start}: {checked}");
    }
}

#[test]
fn either_side_may_win_the_fight_to_watch() {
    let fight = "web/starts/fight";
    let mut page = Page::with_packages(&[fight]);
    let part =
        page.ask(&json!({ "ask": "simulate", "package": fight, "encounter": "back_door", "seed": 1, "games": 200, "from": 0, "to": 200 }));
    let told = page.ask(&json!({ "ask": "merge", "parts": [part["part"]] }));
    for winner in told["winners"].as_array().unwrap().iter().filter(|winner| !winner["side"].is_null()) {
        assert!(winner["share"].as_f64().unwrap() > 0.2, "{told}");
    }
}
