//! The session of the browser edition answers with the same bytes that the command prints: reports, cards, maps, logs, accounts, odds,
//! lists and parts of simulations, over every shipped package.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use slip_web::Session;
use snapbox::cmd::{Command, cargo_bin};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Runs the command in the root of the repository, and returns its output.
fn printed(args: &[&str]) -> String {
    let output = Command::new(cargo_bin!("slipyard")).args(args).env_remove("CLICOLOR_FORCE").env("SLIPYARD_CACHE", "").output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Folders of the shipped packages.
fn folders() -> Vec<String> {
    let names = fs::read_dir("content").unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut folders: Vec<String> = names.map(|name| format!("content/{name}")).collect();
    folders.sort();
    folders
}

/// Creates a session with all shipped packages, and returns a function that sends requests to it.
fn session() -> impl FnMut(Value) -> Value {
    let mut files = BTreeMap::new();
    for folder in folders() {
        for entry in fs::read_dir(&folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".slip") || name == "slipyard.toml" {
                let path = format!("{folder}/{name}");
                files.insert(path.clone(), fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut session = Session::new();
    session.ask(&json!({ "ask": "write", "files": files }).to_string());
    move |request| {
        let reply: Value = serde_json::from_str(&session.ask(&request.to_string())).unwrap();
        reply.get("answer").unwrap_or_else(|| panic!("{request}: {reply}")).clone()
    }
}

#[test]
fn reports_are_those_of_the_command() {
    let mut ask = session();
    for folder in folders() {
        let report = ask(json!({ "ask": "report", "package": folder }));
        assert_eq!(report["text"], printed(&["check", "--no-cache", "--format", "json", &folder]), "{folder}");
    }
}

#[test]
fn cards_and_lists_are_those_of_the_command() {
    let mut ask = session();
    for folder in folders() {
        for format in ["text", "html"] {
            let sheet = ask(json!({ "ask": "sheet", "package": folder, "thing": null, "format": format, "ledger": true }));
            assert_eq!(sheet["text"], printed(&["sheet", "--in", &folder, "--format", format, "--ledger"]), "{folder}");
        }
        let names = |rows: &Value| -> Vec<(String, String)> {
            let row = |row: &Value| (row["kind"].as_str().unwrap().to_owned(), row["name"].as_str().unwrap().to_owned());
            rows.as_array().unwrap().iter().map(row).filter(|(kind, _)| kind != "patch" && kind != "alias").collect()
        };
        let listed = serde_json::from_str(&printed(&["list", "--in", &folder, "--format", "json"])).unwrap();
        assert_eq!(names(&ask(json!({ "ask": "list", "package": folder }))), names(&listed), "{folder}");
    }
}

#[test]
fn maps_are_those_of_the_command() {
    let mut ask = session();
    let mut drawn = 0;
    for folder in folders() {
        let things = ask(json!({ "ask": "list", "package": folder }));
        for thing in things.as_array().unwrap().iter().filter(|thing| thing["picture"] == true && thing["kind"] != "encounter") {
            let (kind, name) = (thing["kind"].as_str().unwrap(), thing["name"].as_str().unwrap());
            let map = ask(json!({ "ask": "map", "package": folder, "kind": kind, "name": name }));
            assert_eq!(map["svg"], printed(&["map", name, "--kind", kind, "--in", &folder, "--format", "svg"]), "{folder} {name}");
            drawn += 1;
        }
    }
    assert!(drawn > 20, "{drawn}");
}

#[test]
fn games_are_those_of_the_command() {
    let mut ask = session();
    let mut played = 0;
    for folder in folders() {
        let things = ask(json!({ "ask": "list", "package": folder }));
        for thing in things.as_array().unwrap().iter().filter(|thing| thing["kind"] == "encounter") {
            let name = thing["name"].as_str().unwrap();
            let game = ask(json!({ "ask": "run", "package": folder, "encounter": name, "seed": 7 }));
            assert_eq!(game["log"], printed(&["run", name, "--seed", "7", "--in", &folder, "--format", "json"]), "{folder} {name}");
            assert_eq!(game["account"], printed(&["run", name, "--seed", "7", "--in", &folder]), "{folder} {name}");
            played += 1;
        }
    }
    assert!(played > 20, "{played}");
}

#[test]
fn a_simulation_in_parts_is_that_of_the_command() {
    let mut ask = session();
    let folder = "content/harrow_reach";
    let parts: Vec<Value> = [(0, 70), (70, 100)]
        .into_iter()
        .map(|(from, to)| {
            let part =
                json!({ "ask": "simulate", "package": folder, "encounter": "arrears", "seed": 3, "games": 100, "from": from, "to": to });
            ask(part)["part"].clone()
        })
        .collect();
    let merged = ask(json!({ "ask": "merge", "parts": parts }));
    let whole = printed(&["simulate", "arrears", "-n", "100", "--seed", "3", "--in", folder, "--format", "json"]);
    assert_eq!(merged["json"], whole);
    assert_eq!(merged["text"], printed(&["simulate", "arrears", "-n", "100", "--seed", "3", "--in", folder]));
}

#[test]
fn odds_are_those_of_the_command() {
    let mut ask = session();
    let roll = ask(json!({ "ask": "odds", "of": "roll", "package": "content/harrow_reach", "rank": 3, "against": null, "versus": 2 }));
    let whole = printed(&["odds", "roll", "--rank", "3", "--versus", "2", "--in", "content/harrow_reach", "--format", "json"]);
    assert_eq!(roll["json"].as_str().map(|text| format!("{text}\n")), Some(whole));
    let (folder, scene) = ("content/harrow_reach", "arrears");
    let attack = json!({ "ask": "odds", "of": "attack", "package": folder, "encounter": scene, "by": "sefa_orrin", "on": "bailiff_sergeant", "weapon": null, "from": "lamp_room", "to": null });
    let whole = printed(&[
        "odds",
        "attack",
        "--by",
        "sefa_orrin",
        "--on",
        "bailiff_sergeant",
        "--scene",
        scene,
        "--from",
        "lamp_room",
        "--in",
        folder,
        "--format",
        "json",
    ]);
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let (own, whole) = (read(ask(attack)["json"].as_str().unwrap()), read(&whole));
    assert_eq!((&own["title"], &own["ledgers"]), (&whole["title"], &whole["ledgers"]));
    // Only the command computes the value of a fate point.
    let (own, whole) = (own["figures"].as_array().unwrap(), whole["figures"].as_array().unwrap());
    let (shared, rest) = whole.split_at(own.len());
    assert_eq!(own, shared);
    assert!(rest.iter().all(|figure| figure["what"].as_str().unwrap().starts_with("value of a point for ")), "{rest:?}");
}

#[test]
fn explorations_are_those_of_the_command() {
    let mut ask = session();
    let folder = "content/armoury";
    let search = |more: Value| {
        let mut search = json!({
            "ask": "explore", "package": folder, "design": "slug_thrower", "tech": 1, "require": ["civilian"], "forbid": [], "maximise": [],
            "minimise": [], "budget": null, "with": [], "outrun": null, "limit": 20, "against": null,
        });
        search.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        search
    };
    let told = |more: &[&str], format: &str| {
        printed(&[&["explore", "slug_thrower", "--tech", "T1", "--require", "civilian", "--in", folder, "--format", format], more].concat())
    };
    let weapon = ask(json!({ "ask": "list", "package": folder }));
    let weapon =
        weapon.as_array().unwrap().iter().find(|thing| thing["design"] == "slug_thrower").unwrap()["name"].as_str().unwrap().to_owned();
    let against = json!({ "name": weapon, "chance": 40, "at": 1, "rank": 3, "fights": 2 });
    let fight = ["--against", &weapon, "--chance", "40%", "--at", "1", "--fights", "2"];
    for (more, arguments) in [
        (json!({}), &[][..]),
        (
            json!({ "maximise": ["harm", "max_range"], "minimise": ["price"], "limit": 3 }),
            &["--maximise", "harm,max_range", "--minimise", "price", "--limit", "3"],
        ),
        (json!({ "against": against }), &fight),
    ] {
        let found = ask(search(more));
        for format in ["csv", "json", "slip"] {
            assert_eq!(found[format], told(arguments, format), "{arguments:?} {format}");
        }
    }
}

#[test]
fn packs_are_those_of_the_command() {
    let mut ask = session();
    let out = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("web_session");
    // `build` writes a lock beside a manifest, so it works on a copy.
    let _ = fs::remove_dir_all(&out);
    copy(Path::new("content"), &out.join("content"));
    for folder in folders() {
        printed(&["build", out.join(&folder).to_str().unwrap(), "--out", out.to_str().unwrap()]);
        let built = ask(json!({ "ask": "build", "package": folder }));
        let bytes = fs::read(out.join(built["name"].as_str().unwrap())).unwrap();
        assert_eq!(built["bytes"], STANDARD.encode(bytes), "{folder}");
    }
}
