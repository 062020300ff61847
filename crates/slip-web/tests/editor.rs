//! Requests of the editor: findings with their fixes, suggestions, texts about words, names.

use crate::page::Page;
use serde_json::{Value, json};

const MANIFEST: &str = "[package]\nname = \"yard\"\nversion = \"0.1.0\"\nedition = 1\n";
const SHIP: &str = "// “Ember” — 🜂\nship ember \"Ember\" : spacecraft {\n  tech T2\n  v_shift 3; beem 3; torpedo 1\n  tracks { frame 4; data 3; heat 4 }\n}\n";

fn yard() -> Page {
    Page::with(&[("yard/slipyard.toml", MANIFEST), ("yard/ships.slip", SHIP)])
}

/// Returns the offset of a word in UTF-16 units.
fn at(text: &str, word: &str) -> usize {
    text[..text.find(word).unwrap()].encode_utf16().count()
}

fn slice(text: &str, range: &Value) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let place = |key: &str| usize::try_from(range[key].as_u64().unwrap()).unwrap();
    String::from_utf16(&units[place("from")..place("to")]).unwrap()
}

#[test]
fn a_finding_has_its_place_in_utf_16_and_a_fix_that_mends_it() {
    let mut page = yard();
    let checked = page.ask(&json!({ "ask": "check", "package": "yard" }));
    let findings = checked["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["severity"] == "error").unwrap();
    assert_eq!(slice(SHIP, &finding["range"]), "beem");
    let edit = &finding["fixes"][0]["edits"][0];
    assert_eq!((slice(SHIP, &edit["range"]), &edit["text"]), ("beem".to_owned(), &json!("beam")));
    page.ask(&json!({ "ask": "write", "files": { "yard/ships.slip": SHIP.replace("beem", "beam") } }));
    assert_eq!(page.ask(&json!({ "ask": "check", "package": "yard" }))["errors"], 0);
}

#[test]
fn the_editor_suggests_explains_finds_and_renames() {
    let mut page = yard();
    let text = SHIP.replace("beem", "bea");
    page.ask(&json!({ "ask": "write", "files": { "yard/ships.slip": text } }));
    let suggested = page.ask(&json!({ "ask": "complete", "file": "yard/ships.slip", "at": at(&text, "bea") + 3 }));
    assert!(suggested.as_array().unwrap().iter().any(|one| one["label"] == "beam"), "{suggested}");
    let about = page.ask(&json!({ "ask": "hover", "file": "yard/ships.slip", "at": at(&text, "v_shift") }));
    assert_eq!(slice(&text, &about["range"]).split(' ').next(), Some("v_shift"));
    let renamed = page.ask(&json!({ "ask": "rename", "file": "yard/ships.slip", "at": at(&text, "ember"), "name": "cinder" }));
    assert_eq!(slice(&text, &renamed["edits"][0]["range"]), "ember");
    let defined = page.ask(&json!({ "ask": "definition", "file": "yard/ships.slip", "at": at(&text, "spacecraft") }));
    assert!(defined["range"]["file"].as_str().unwrap().starts_with("std/"));
    let actions = page.ask(&json!({ "ask": "actions", "file": "yard/ships.slip", "from": at(&text, "bea"), "to": at(&text, "bea") }));
    assert!(actions.as_array().unwrap().iter().any(|action| action["kind"] == "fix" || action["kind"] == "unsure_fix"), "{actions}");
}

#[test]
fn tokens_have_their_places_in_utf_16() {
    let mut page = yard();
    let tokens = page.ask(&json!({ "ask": "tokens", "file": "yard/ships.slip" }));
    let words: Vec<String> = tokens.as_array().unwrap().iter().map(|token| slice(SHIP, token)).collect();
    assert_eq!(&words[..4], ["// “Ember” — 🜂", "ship", "ember", "\"Ember\""]);
}

#[test]
fn a_text_is_laid_out() {
    let mut page = Page::with(&[("a.slip", "ship   ember:spacecraft{\ntech T2}")]);
    assert_eq!(page.ask(&json!({ "ask": "format", "file": "a.slip" }))["text"], "ship ember : spacecraft {\n  tech T2\n}\n");
}

#[test]
fn a_pasted_gun_becomes_slip_text_without_errors() {
    let mut page = Page::with(&[("yard/slipyard.toml", MANIFEST)]);
    let text = "Widow's Word\nSlug thrower, T2\nHarm 1, Penetration 1\nRange 0-2\nStunts: Civilian\n";
    let done = page.ask(&json!({ "ask": "import", "package": "yard", "file": "yard/imported.slip", "text": text }));
    assert_eq!((&done["items"][0]["name"], &done["errors"]), (&json!("widows_word"), &json!([])), "{done}");
}

#[test]
fn rules_are_found_by_words_and_by_number() {
    let mut page = yard();
    let found = page.ask(&json!({ "ask": "rules", "package": "yard", "words": "spin" }));
    assert!(!found["rules"].as_array().unwrap().is_empty());
    let nothing = page.ask(&json!({ "ask": "rules", "package": "yard", "words": "xylophone" }));
    assert!(nothing["advice"].is_string());
}
