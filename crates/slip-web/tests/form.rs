//! Forms: every design of the standard library and a homebrew design have one, and every change of a form is a small edit of the text.

use crate::page::{Page, root};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const MANIFEST: &str = "[package]\nname = \"yard\"\nversion = \"0.1.0\"\nedition = 1\n\n[rules]\nvariants = [\"yard_rules\"]\n";
/// Rules under which every design of the standard library may be used.
const RULES: &str = "ruleset yard_rules {\n  use std.psionic_powers\n  fighters yes\n}\n";
const FILE: &str = "yard/things.slip";

/// Item whose form is filled in, with the text that it is in.
struct Filled {
    page: Page,
    text: String,
    kind: String,
    name: String,
}

impl Filled {
    fn new(text: &str, kind: &str, name: &str) -> Filled {
        let page = yard(text);
        Filled { page, text: text.to_owned(), kind: kind.to_owned(), name: name.to_owned() }
    }

    fn form(&mut self) -> Value {
        self.page.ask(&json!({ "ask": "form", "file": FILE, "kind": self.kind, "name": self.name }))
    }

    fn request(&self, change: &Value) -> Value {
        json!({ "ask": "fill", "file": FILE, "kind": self.kind, "name": self.name, "change": change })
    }

    /// Makes a change, and returns the text before it.
    fn change(&mut self, change: &Value) -> String {
        let request = self.request(change);
        let edits = self.page.ask(&request);
        let new = edited(&self.text, &edits);
        self.page.ask(&json!({ "ask": "write", "files": { FILE: new } }));
        std::mem::replace(&mut self.text, new)
    }

    fn refusal(&mut self, change: &Value) -> String {
        let request = self.request(change);
        self.page.refusal(&request)
    }

    fn number(&mut self, key: &str, value: impl Into<Value>) {
        self.change(&json!({ "change": "number", "key": key, "mode": null, "value": value.into() }));
    }

    fn add(&mut self, key: &str, name: &str, args: &[&str]) -> String {
        self.change(&json!({ "change": "add", "key": key, "mode": null, "member": member(name, args) }))
    }

    fn remove(&mut self, key: &str, at: usize) -> String {
        self.change(&json!({ "change": "remove", "key": key, "mode": null, "at": at }))
    }
}

fn yard(text: &str) -> Page {
    Page::with(&[("yard/slipyard.toml", MANIFEST), ("yard/rules.slip", RULES), (FILE, text)])
}

fn member(name: &str, args: &[&str]) -> Value {
    json!({ "name": name, "args": args, "count": 1, "renamed": "", "mark": "" })
}

/// Applies the edits that the web page returned to a text.
fn edited(text: &str, edits: &Value) -> String {
    let mut units: Vec<u16> = text.encode_utf16().collect();
    let place = |edit: &Value, end: &str| usize::try_from(edit["range"][end].as_u64().unwrap()).unwrap();
    let mut edits: Vec<&Value> = edits.as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(place(edit, "from")));
    for edit in edits {
        assert_eq!(edit["range"]["file"], FILE);
        units.splice(place(edit, "from")..place(edit, "to"), edit["text"].as_str().unwrap().encode_utf16());
    }
    String::from_utf16(&units).unwrap()
}

fn rows<'v>(form: &'v Value, key: &str) -> Vec<&'v Value> {
    form[key].as_array().map(|rows| rows.iter().collect()).unwrap_or_default()
}

/// Returns the field of a form that has a key.
fn field<'v>(form: &'v Value, group: &str, key: &str) -> &'v Value {
    rows(form, group).into_iter().find(|field| field["key"] == key).unwrap_or_else(|| panic!("no {key} in {form}"))
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap()
}

/// Names of all designs of the standard library, read from its texts.
fn declared_designs(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            declared_designs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "slip") {
            let text = fs::read_to_string(path).unwrap();
            found.extend(text.lines().filter_map(|line| line.strip_prefix("design ")?.split(' ').next().map(str::to_owned)));
        }
    }
}

/// Changes every field of a form, and takes every change back.
fn fill_in(filled: &mut Filled) {
    change_numbers(filled);
    change_words(filled);
    change_skills(filled);
    change_stunts(filled);
    change_aspects(filled);
    change_things(filled);
    assert!(filled.text.starts_with("// first\n") && filled.text.contains("// inside\n"), "comments stay: {}", filled.text);
}

fn change_numbers(filled: &mut Filled) {
    let form = filled.form();
    for group in ["numbers", "tracks"] {
        for old in rows(&form, group) {
            let values = rows(old, "values");
            let (Some(first), Some(last)) = (values.first(), values.last()) else { continue };
            for option in [first, last] {
                filled.number(text(old, "key"), option["value"].clone());
                let now = filled.form();
                assert_eq!(field(&now, group, text(old, "key"))["value"], option["value"], "{}: {}", old["key"], filled.text);
            }
        }
    }
}

fn change_words(filled: &mut Filled) {
    let form = filled.form();
    for old in rows(&form, "words") {
        let key = text(old, "key");
        if old["form"] == "flag" {
            let before = filled.change(&json!({ "change": "flag", "key": key, "on": true }));
            assert_eq!(field(&filled.form(), "words", key)["value"], "yes", "{}", filled.text);
            filled.change(&json!({ "change": "flag", "key": key, "on": false }));
            assert_eq!(filled.text, before, "{key}");
        } else if let Some(word) = rows(old, "words").first() {
            let before = filled.change(&json!({ "change": "word", "key": key, "word": word["word"], "is_text": false }));
            assert_eq!(field(&filled.form(), "words", key)["value"], word["word"], "{}", filled.text);
            filled.change(&json!({ "change": "word", "key": key, "word": "", "is_text": false }));
            assert_eq!(filled.text, before, "{key}");
        }
    }
}

fn change_skills(filled: &mut Filled) {
    let form = filled.form();
    let usable = rows(&form["skills"], "usable");
    let plain = usable.iter().find(|skill| !rows(&form["skills"], "with_subject").contains(&&skill["word"]));
    let Some(skill) = plain.map(|skill| text(skill, "word")) else { return };
    let before = filled.change(&json!({ "change": "add_skill", "skill": skill, "subject": "", "rank": 1 }));
    let ranks_of = |form: &Value, skill: &str| -> Vec<i64> {
        let has = |row: &&&Value| rows(row, "skills").iter().any(|one| one["text"] == skill);
        rows(&form["skills"], "rows").iter().filter(has).map(|row| row["rank"].as_i64().unwrap()).collect()
    };
    assert_eq!(ranks_of(&filled.form(), skill), [1], "{}", filled.text);
    filled.change(&json!({ "change": "move_skill", "at": 0, "rank": 2 }));
    assert_eq!(ranks_of(&filled.form(), skill), [2], "{}", filled.text);
    filled.change(&json!({ "change": "move_skill", "at": 0, "rank": null }));
    assert_eq!(filled.text, before);
}

fn change_stunts(filled: &mut Filled) {
    let form = filled.form();
    for offer in rows(&form["stunts"], "offers") {
        let name = text(offer, "name");
        let args: Vec<String> = rows(offer, "params").iter().map(|param| argument(param)).collect();
        if offer["barred"] != "" || args.iter().any(String::is_empty) {
            continue;
        }
        let bought = rows(&filled.form()["stunts"], "bought").len();
        let before = filled.add("stunts", name, &args.iter().map(String::as_str).collect::<Vec<_>>());
        let now = filled.form();
        let stunt = rows(&now["stunts"], "bought").into_iter().rfind(|stunt| !stunt["at"].is_null()).unwrap();
        assert!(text(stunt, "text").starts_with(name) && stunt["title"] == offer["title"], "{stunt} {}", filled.text);
        assert_eq!(rows(&now["stunts"], "bought").len(), bought + 1);
        filled.remove("stunts", usize::try_from(stunt["at"].as_u64().unwrap()).unwrap());
        assert_eq!(filled.text, before, "{name}");
    }
}

/// Returns an argument that fits a parameter; empty if there is none.
fn argument(param: &Value) -> String {
    match text(param, "form") {
        "word" => rows(param, "words").first().map_or_else(String::new, |word| text(word, "word").to_owned()),
        "text" => "on \"quiet\" days".to_owned(),
        "number" => "1".to_owned(),
        _ => String::new(),
    }
}

fn change_aspects(filled: &mut Filled) {
    let form = filled.form();
    if form["aspects"].is_null() || form["aspects"]["slots"].is_null() {
        return;
    }
    let before = filled.add("aspects", "Runs \"late\"", &[]);
    filled.change(&json!({ "change": "replace", "key": "aspects", "mode": null, "at": 0, "member": member("Runs early", &[]) }));
    assert_eq!(filled.form()["aspects"]["written"][0]["text"], "Runs early");
    filled.remove("aspects", 0);
    assert_eq!(filled.text, before);
}

fn change_things(filled: &mut Filled) {
    let form = filled.form();
    for list in rows(&form, "things") {
        let Some(word) = rows(list, "words").first().map(|word| text(word, "word").to_owned()) else { continue };
        let key = text(list, "key");
        let before = filled.add(key, &word, &[]);
        let now = filled.form();
        assert_eq!(rows(field(&now, "things", key), "members").len(), 1, "{}", filled.text);
        filled.remove(key, 0);
        assert_eq!(filled.text, before, "{key}");
    }
}

/// Writes a new item of a design, with comments around it.
fn begun(before: &str, design: &str) -> Filled {
    let start = format!("// first\n{before}");
    let mut filled = Filled::new(&start, "", "");
    let added = filled.page.ask(&json!({ "ask": "add_item", "file": FILE, "design": design, "title": "Löwe \"Eins\"" }));
    filled.text =
        edited(&start, &json!([added["edit"]])).replacen(&format!(": {design} {{\n"), &format!(": {design} {{\n  // inside\n"), 1);
    filled.page.ask(&json!({ "ask": "write", "files": { FILE: filled.text } }));
    filled.kind = text(&added, "kind").to_owned();
    filled.name = text(&added, "name").to_owned();
    filled
}

#[test]
fn every_design_of_the_standard_library_has_a_form_that_can_be_filled_in() {
    let mut declared = Vec::new();
    declared_designs(&root().join("stdlib"), &mut declared);
    declared.sort();
    let mut page = yard("");
    let offered = page.ask(&json!({ "ask": "designs", "package": "yard" }));
    let mut offered: Vec<&str> = offered.as_array().unwrap().iter().map(|design| text(design, "name")).collect();
    offered.sort_unstable();
    assert_eq!(offered, declared);
    for design in declared {
        fill_in(&mut begun("", &design));
    }
}

const HOMEBREW: &str = r#"
/// A mech of our own.
design mech "Mech" : mech {
  tech T0..T3 { words "Steam", "Diesel", "Fusion", "Void" }
  budget 12 + tech
  slots 1..3
  /// How heavy it is.
  choice frame light, heavy
  /// It has no pilot.
  flag drone
  stat grade "Grade" { letters "A", "B", "C"; base 1; cost 2 * rank }
  stat speed "Speed" { ranks 0..4; cost rank }
  stat near "Near" { ranks 0..3; base 0; cost 0 }
  stat far "Far" { ranks 0..6; base 2; cost 0 }
  entry reach as near..far
  stat armour "Armour" { ranks 0..5; base 0; cost 2 * rank }
  stat shield "Shield" { ranks 0..5; base 0; cost rank }
  entry plates as armour shield
  track core "Core" { base 3; cost rank - 3 }
  track crew "Crew" { base 2; fixed }
  holds drones mech
  refers yard to mech
  stunt jump "Jump" { cost 1; excludes anchor }
  stunt anchor "Anchor" { cost -1 }
  stunt mounts(w: speed | armour, n: number, why: text?) "Mounts" { cost 2; many; sink }
  stunt late "Late" { cost 1; tech T3 }
  aspect "Heavy metal" when armour >= 4
}

mech hauler : mech { tech T1; speed 1 }
"#;

#[test]
fn a_homebrew_design_has_a_form_that_can_be_filled_in() {
    fill_in(&mut begun(HOMEBREW, "mech"));
}

#[test]
fn fields_say_what_the_declaration_says() {
    let mut filled = begun(HOMEBREW, "mech");
    let form = filled.form();
    assert_eq!((&form["design_title"], &form["doc"]), (&json!("Mech"), &json!("A mech of our own.")));
    assert_eq!(form["standard"], json!(false), "the book has no place about this design");
    let labels = |key: &str| -> Vec<String> {
        rows(field(&form, "numbers", key), "values").iter().map(|value| text(value, "label").to_owned()).collect()
    };
    assert_eq!(labels("tech"), ["T0 Steam", "T1 Diesel", "T2 Fusion", "T3 Void"]);
    assert_eq!(labels("grade"), ["A", "B", "C"]);
    let costs: Vec<i64> = rows(field(&form, "numbers", "armour"), "values").iter().map(|value| value["cost"].as_i64().unwrap()).collect();
    assert_eq!(costs, [0, 2, 4, 6, 8, 10]);
    assert_eq!(field(&form, "tracks", "tracks.crew")["fixed"], "the rules give its boxes");
    assert_eq!(field(&form, "words", "frame")["doc"], "How heavy it is.");
    assert_eq!(field(&form, "words", "yard")["words"], json!([{ "word": "hauler", "title": "hauler" }]));
}

#[test]
fn a_stunt_that_may_not_be_bought_says_why() {
    let mut filled = begun(HOMEBREW, "mech");
    let barred = |form: &Value, name: &str| {
        let offers = rows(&form["stunts"], "offers");
        offers.into_iter().find(|offer| offer["name"] == name).map(|offer| text(offer, "barred").to_owned())
    };
    let form = filled.form();
    assert_eq!(barred(&form, "jump"), Some(String::new()));
    assert!(barred(&form, "late").unwrap().contains("T3"), "{form}");
    filled.add("stunts", "jump", &[]);
    let form = filled.form();
    assert_eq!(barred(&form, "jump"), None, "a stunt that is bought once is offered no more");
    assert!(barred(&form, "anchor").unwrap().contains("jump"), "{form}");
}

#[test]
fn a_number_is_changed_where_and_as_it_is_written() {
    let ship = "ship gull \"Gull\" : spacecraft { tech T2; v_shift 3 /* none */; beam 2 }\n".replace(" /* none */", "");
    let mut filled = Filled::new(&ship, "ship", "gull");
    filled.number("beam", 4);
    assert_eq!(filled.text, "ship gull \"Gull\" : spacecraft { tech T2; v_shift 3; beam 4 }\n");
    filled.number("torpedo", 1);
    filled.number("tracks.heat", 5);
    assert_eq!(filled.text, "ship gull \"Gull\" : spacecraft { tech T2; v_shift 3; beam 4; torpedo 1; tracks { heat 5 } }\n");
    filled.number("tracks.frame", 4);
    filled.number("tracks.heat", Value::Null);
    filled.number("v_shift", Value::Null);
    filled.number("tech", 3);
    assert_eq!(filled.text, "ship gull \"Gull\" : spacecraft { tech T3; beam 4; torpedo 1; tracks { frame 4 } }\n");
}

#[test]
fn ranges_rows_letters_and_codes_are_written_as_the_design_writes_them() {
    let world = "// worlds\nworld rest \"Rest\" : world {\n  profile \"B867564-9\" // from the survey\n}\n";
    let mut filled = Filled::new(world, "world", "rest");
    filled.number("starport", 0);
    filled.number("tech_level", 12);
    assert!(filled.text.contains("  profile \"A867564-C\" // from the survey\n"), "{}", filled.text);
    let mut filled = begun(HOMEBREW, "mech");
    filled.number("far", 5);
    filled.number("shield", 2);
    filled.number("near", 1);
    filled.number("grade", 2);
    let own = &filled.text[filled.text.find("Löwe").unwrap()..];
    assert!(own.contains("  reach 1..5\n  plates 0 2\n  grade \"C\"\n"), "{own}");
}

#[test]
fn lists_keep_their_layout_and_comments() {
    let ship = "ship gull : spacecraft {\n  tech T2\n  stunts cheap, // second-hand\n         firewall\n  aspects \"One\",\n          \"Two\"\n}\n";
    let mut filled = Filled::new(ship, "ship", "gull");
    filled.add("aspects", "Three", &[]);
    filled.add("stunts", "attacks_different_track", &["beam", "heat"]);
    assert_eq!(
        filled.text,
        "ship gull : spacecraft {\n  tech T2\n  stunts cheap, // second-hand\n         firewall,\n         attacks_different_track(beam, heat)\n  aspects \"One\",\n          \"Two\",\n          \"Three\"\n}\n"
    );
    filled.remove("aspects", 1);
    filled.remove("stunts", 0);
    assert!(filled.text.contains("// second-hand") && filled.text.contains("aspects \"One\",\n          \"Three\""), "{}", filled.text);
    assert!(!filled.text.contains("cheap"));
}

#[test]
fn skills_stay_in_the_order_of_their_ranks() {
    let npc = "npc tilde : npc {\n  cap 3\n  skills { 3 slug_throwers; 1 agility, alertness }\n}\n";
    let mut filled = Filled::new(npc, "npc", "tilde");
    filled.change(&json!({ "change": "move_skill", "at": 2, "rank": 2 }));
    assert!(filled.text.contains("skills { 3 slug_throwers; 2 alertness; 1 agility }"), "{}", filled.text);
    filled.change(&json!({ "change": "move_skill", "at": 0, "rank": 1 }));
    assert!(filled.text.contains("skills { 2 alertness; 1 agility, slug_throwers }"), "{}", filled.text);
    filled.change(&json!({ "change": "add_skill", "skill": "profession", "subject": "salvage", "rank": 3 }));
    assert!(filled.text.contains("skills { 3 profession \"salvage\"; 2 alertness; 1 agility, slug_throwers }"), "{}", filled.text);
}

#[test]
fn what_is_inherited_is_overridden_in_the_items_own_text() {
    let base = "weapon old : slug_thrower {\n  tech T1\n  harm 1\n  stunts civilian, low_recoil\n}\nweapon new : slug_thrower from old\n";
    let mut filled = Filled::new(base, "weapon", "new");
    filled.number("harm", 2);
    filled.remove("stunts", 1);
    filled.add("stunts", "cheap", &[]);
    let own = filled.text.strip_prefix(&base[..base.find("weapon new").unwrap()]).unwrap();
    assert_eq!(own, "weapon new : slug_thrower from old {\n  harm 2\n  stunts - low_recoil\n  stunts + cheap\n}\n");
    let stunts: Vec<String> = rows(&filled.form()["stunts"], "bought").iter().map(|stunt| text(stunt, "text").to_owned()).collect();
    assert_eq!(stunts, ["civilian", "cheap"]);
}

#[test]
fn a_form_without_an_item_is_refused_in_a_sentence() {
    let mut filled = Filled::new("map quay { }\n", "map", "quay");
    let refused = filled.page.refusal(&json!({ "ask": "form", "file": FILE, "kind": "map", "name": "quay" }));
    assert_eq!(refused, "a map is built by no design, so it has no form: write it in the text");
    let refused = filled.page.refusal(&json!({ "ask": "form", "file": FILE, "kind": "ship", "name": "gull" }));
    assert_eq!(refused, "this file has no ship `gull`");
    let mut filled = Filled::new("ship gull : spacecraft { tech T2 }\n", "ship", "gull");
    assert_eq!(filled.form()["standard"], json!(true));
    assert_eq!(
        filled.refusal(&json!({ "change": "number", "key": "sails", "mode": null, "value": 1 })),
        "the design has no statistic `sails`"
    );
    let ends = filled.refusal(&json!({ "change": "add", "key": "stunts", "mode": null, "member": member("cheap; beam 9", &[]) }));
    assert_eq!(ends, "this text has a sign that ends the entry");
}
