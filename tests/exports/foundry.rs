//! Tests of documents for Foundry Virtual Tabletop: their structure, their ids, and that authors' texts stay plain text.

use crate::exports::package_folder::Shelf;
use serde_json::{Value, json};
use slip_compile::compile;
use slip_compile::stdlib;
use slip_export::exported_things;
use slip_export::foundry::{DEFAULT, DocumentType, FoundryDocument, FoundryThing, Mapping, documents};
use slip_pack::Pack;
use slip_source::{Package, Sources};
use slipyard::project;
use std::collections::BTreeSet;
use std::path::PathBuf;

pub(super) fn mapping(text: &str) -> Mapping {
    project::mapping(text).unwrap()
}

pub(super) fn all<'p>(pack: &'p Pack) -> Vec<FoundryThing<'p>> {
    let things = exported_things::all(pack, |package| package == pack.package.name);
    things.into_iter().map(|record| FoundryThing { record, pack }).collect()
}

pub(super) fn published() -> Vec<Pack> {
    let folders = std::fs::read_dir("content").unwrap().map(|entry| entry.unwrap().path());
    folders.map(|folder| compile(&project::load(&[folder], &mut std::io::empty()).unwrap().sources).pack).collect()
}

/// Returns a schema that follows Foundry's own documentation, for the fields that we write.
fn schema(sort: DocumentType) -> Value {
    let id = json!({ "type": "string", "pattern": "^[A-Za-z0-9]{16}$" });
    let name = json!({ "type": "string", "pattern": "\\S" });
    let flags = json!({ "type": "object", "required": ["slipyard"], "additionalProperties": { "type": "object" } });
    let ownership = json!({ "type": "object", "properties": { "default": { "enum": [-1, 0, 1, 2, 3] } } });
    let key = |words: &str| json!({ "type": "string", "pattern": format!("^!{words}![A-Za-z0-9]{{16}}(\\.[A-Za-z0-9]{{16}})?$") });
    let item = |words: &str| {
        json!({
            "type": "object",
            "required": ["_id", "_key", "name", "type", "system", "effects", "flags", "sort"],
            "properties": {
                "_id": id, "_key": key(words), "name": name, "type": { "type": "string", "minLength": 1 }, "img": { "type": "string" },
                "system": { "type": "object" }, "effects": { "type": "array", "maxItems": 0 }, "flags": flags,
                "folder": { "type": "null" }, "sort": { "type": "integer" }, "ownership": ownership,
                "items": true, "prototypeToken": { "type": "object", "properties": { "name": name } },
            },
            "additionalProperties": false,
        })
    };
    match sort {
        DocumentType::Item => item("items"),
        DocumentType::Actor => {
            let mut actor = item("actors");
            actor["properties"]["items"] = json!({ "type": "array", "items": item("actors\\.items") });
            actor
        }
        DocumentType::Journal => json!({
            "type": "object",
            "required": ["_id", "_key", "name", "pages", "flags"],
            "properties": {
                "_id": id, "_key": key("journal"), "name": name, "folder": { "type": "null" }, "sort": { "type": "integer" },
                "ownership": ownership, "flags": flags,
                "pages": { "type": "array", "minItems": 1, "items": {
                    "type": "object",
                    "required": ["_id", "_key", "name", "type", "title", "text", "sort"],
                    "properties": {
                        "_id": id, "_key": key("journal\\.pages"), "name": name, "type": { "const": "text" }, "sort": { "type": "integer" },
                        "title": { "type": "object", "properties": { "show": { "type": "boolean" }, "level": { "enum": [1, 2, 3] } } },
                        "text": { "type": "object", "required": ["format", "content"],
                                  "properties": { "format": { "const": 1 }, "content": { "type": "string", "pattern": "^<p>" } } },
                        "ownership": ownership, "flags": flags,
                    },
                    "additionalProperties": false,
                } },
            },
            "additionalProperties": false,
        }),
    }
}

#[track_caller]
fn assert_shaped(documents: &[FoundryDocument]) {
    for sort in [DocumentType::Actor, DocumentType::Item, DocumentType::Journal] {
        let validator = jsonschema::validator_for(&schema(sort)).unwrap();
        for document in documents.iter().filter(|document| document.sort == sort) {
            let wrong: Vec<String> =
                validator.iter_errors(&document.says).map(|error| format!("{}: {error:.200}", error.instance_path())).collect();
            assert!(wrong.is_empty(), "{}:\n{}", document.file, wrong.join("\n"));
        }
    }
    let ids: BTreeSet<&str> = documents.iter().map(|document| document.says["_id"].as_str().unwrap()).collect();
    let files: BTreeSet<(&str, &str)> = documents.iter().map(|document| (document.sort.word(), document.file.as_str())).collect();
    assert_eq!((ids.len(), files.len()), (documents.len(), documents.len()), "an id or a file is there twice");
    for document in documents {
        for within in ["items", "pages"] {
            let Some(inner) = document.says.get(within).and_then(Value::as_array) else { continue };
            let ids: BTreeSet<&str> = inner.iter().map(|one| one["_id"].as_str().unwrap()).collect();
            assert_eq!(ids.len(), inner.len(), "{}: {within}", document.file);
        }
    }
}

#[test]
fn everything_published_becomes_documents_of_the_right_shape() {
    let mapping = mapping(DEFAULT);
    let mut counts = [0; 3];
    for pack in published() {
        let things = all(&pack);
        let made = documents(&things, &mapping);
        assert_shaped(&made);
        assert_eq!(documents(&things, &mapping), made);
        for (count, sort) in counts.iter_mut().zip([DocumentType::Actor, DocumentType::Item, DocumentType::Journal]) {
            *count += made.iter().filter(|document| document.sort == sort).count();
        }
        let pages: usize = made.iter().filter_map(|document| document.says["pages"].as_array()).map(Vec::len).sum();
        assert_eq!(pages, things.len(), "{}: every card has a page", pack.package.name);
    }
    assert!(counts.iter().all(|count| *count > 40), "{counts:?}");
}

#[test]
fn ids_of_documents_stay_what_they_are() {
    let pack = written("Slow Promise");
    let made = documents(&all(&pack), &mapping(DEFAULT));
    let ids: Vec<(&str, &str)> = made.iter().map(|document| (document.file.as_str(), document.says["_id"].as_str().unwrap())).collect();
    // If one of these ids changes, existing documents no longer match exported ones.
    assert_eq!(
        ids,
        [
            ("yard-npc-ada.json", "7SxDwvD8mpTyDczJ"),
            ("yard-weapon-flint.json", "5txEakiJTIUE5HSr"),
            ("yard-npc-journal.json", "0c8mcEEP6NDM2Fk9"),
            ("yard-weapon-journal.json", "LvDqsPicVE1mW2AT"),
        ]
    );
    let ada = &made[0].says;
    assert_eq!(ada["items"][0]["_id"], made[1].says["_id"], "what she carries is known by the id of what it is");
    // The JSON uses the same ids for the same things, whatever their titles.
    let records = exported_things::all(&written("Another title"), |package| package == "yard");
    assert_eq!(records.iter().map(|record| record.id.as_str()).collect::<Vec<_>>(), [ids[0].1, ids[1].1]);
}

/// Returns a package with a person and a weapon whose titles are hostile texts.
pub(super) fn written(words: &str) -> Pack {
    let text = format!(
        "/// {words}\nweapon flint \"{words}\" : slug_thrower {{ tech T1; harm 1; penetration 1; range 0..2; stunts civilian }}\n\
         npc ada \"{words}\" {{ skills {{ 1 agility }}\n  aspects \"{words}\"\n  gear flint }}\n"
    );
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package = Package { name: "yard".into(), version: "1.0.0".into(), edition: 1, ..Package::default() };
    let own = sources.add_package(package);
    sources.add_file(own, "yard.slip", text);
    let compiled = compile(&sources);
    assert!(compiled.pack.items["npc"].contains_key("yard.ada"), "{:?}", compiled.diagnostics);
    compiled.pack
}

#[test]
fn nothing_an_author_writes_is_markup_or_a_command_over_there() {
    let bad = "<script>alert(1)</script><img src=x onerror=alert(2)> &amp; [[/r 1d6]] @UUID[Actor.x]{y} __proto__ ../x";
    let made = documents(&all(&written(bad)), &mapping(DEFAULT));
    assert_shaped(&made);
    let mut texts = 0;
    for document in &made {
        assert!(document.file.chars().all(|sign| sign.is_ascii_alphanumeric() || "_-.".contains(sign)), "{}", document.file);
        let pages = document.says["pages"].as_array().cloned().unwrap_or_default();
        let places = ["/system/description", "/system/biography", "/text/content"];
        for text in pages.iter().chain([&document.says]).flat_map(|one| places.map(|place| one.pointer(place))).flatten() {
            let text = text.as_str().unwrap();
            assert!(!text.contains("<script") && !text.contains("<img") && text.contains("&lt;script&gt;"), "{text}");
            assert!(text.contains("&amp;amp;"), "{text}");
            assert!(!text.contains("[[") && !text.contains("@UUID["), "{text}");
            texts += 1;
        }
    }
    assert_eq!(texts, 4);
    // A blank title does not count: the thing has its name in the package.
    let made = documents(&all(&written("  ")), &mapping(DEFAULT));
    assert_shaped(&made);
    assert_eq!(made[0].says["name"], "ada");
}

#[test]
fn a_mapping_says_what_becomes_of_what() {
    let mapping = mapping(
        "format = 1\njournals = \"none\"\n[kinds.\"*\"]\ndocument = \"none\"\n\
         [kinds.weapon]\ndocument = \"Item\"\ntype = \"gun\"\nimg = \"icons/gun.webp\"\n\
         [kinds.weapon.system]\ncost.credits = \"price\"\n\"ranks.*.value\" = \"stat.*\"\n\"ranks.*.label\" = \"title of stat.*\"\n\
         \"ranks.*.sort\" = \"'Number' for stat.*\"\nwords = \"stunts\"\nloaded = true\nrounds = 6\nunit = \"'CR'\"\nnone = \"upkeep\"\nfate = \"fate\"\n",
    );
    let pack = written("Flint");
    let made = documents(&all(&pack), &mapping);
    let [weapon] = made.as_slice() else { panic!("{made:?}") };
    assert_eq!((&weapon.says["type"], &weapon.says["img"]), (&json!("gun"), &json!("icons/gun.webp")));
    let item = &pack.items["weapon"]["yard.flint"];
    let system = &weapon.says["system"];
    assert_eq!(system["cost"]["credits"], json!(item.price));
    assert_eq!(system["ranks"]["max_range"], json!({ "value": 2, "label": "Maximum range", "sort": "Number" }));
    assert_eq!(
        (&system["words"], &system["loaded"], &system["rounds"], &system["unit"]),
        (&json!(["Civilian"]), &json!(true), &json!(6), &json!("CR"))
    );
    assert_eq!((system.get("none"), system.get("fate")), (Some(&json!(item.upkeep.unwrap())), None), "a weapon has no fate points");
}

#[test]
fn the_command_writes_files_or_one_list_and_gives_the_mapping_to_be_changed() {
    let shelf = Shelf::new("export-foundry", &[]);
    shelf.copy("tests/cli/sheet.in");
    let ask = |rest: &[&str]| shelf.says(&[&["export", "--in", "tests/cli/sheet.in", "--format", "foundry"], rest].concat());
    let (code, text) = ask(&["--out", "out"]);
    assert_eq!(code, 0, "{text}");
    let (code, text) = shelf.says(&["export", "--print-map", "--out", "my.toml"]);
    assert_eq!((code, shelf.read("my.toml").as_str()), (0, DEFAULT), "{text}");
    let (code, text) = ask(&["--map", "my.toml", "--out", "list.json"]);
    assert_eq!(code, 0, "{text}");
    let list: Vec<Value> = serde_json::from_str(&shelf.read("list.json")).unwrap();
    let mut files: Vec<Value> = Vec::new();
    for folder in ["actors", "items", "journal"] {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(shelf.path("out").join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        files.extend(paths.iter().map(|path| serde_json::from_slice::<Value>(&std::fs::read(path).unwrap()).unwrap()));
    }
    let ids = |all: &[Value]| all.iter().map(|one| one["_key"].as_str().unwrap().to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(ids(&list), ids(&files));
    for (map, said) in [
        ("format = 1\nkind = {}\n", "line 2: a mapping has no key `kind`; did you mean `kinds`?"),
        ("format = 1\n[kinds.ship]\ndocument = \"Actor\"\ntype = \"x\"\nsystem.a = \"stat.\"\n", "line 5: `stat.` is not a figure"),
        ("format = 1\n[kinds", "line 2: this is not TOML"),
    ] {
        shelf.write("bad.toml", map);
        let (code, text) = ask(&["--map", "bad.toml"]);
        assert!(code == 2 && text.contains("`bad.toml` has 1 mistake") && text.contains(said), "{text}");
    }
    shelf.write("near.toml", DEFAULT.replace("[kinds.ship]", "[kinds.shipp]"));
    let (code, text) = ask(&["--map", "near.toml", "--out", "near"]);
    assert!(code == 0 && text.contains("there is no kind `shipp`; did you mean `ship`?"), "{text}");
    let (code, text) = shelf.says(&["export", "--map", "my.toml", "--in", "tests/cli/sheet.in"]);
    assert!(code == 2 && text.contains("works only with `--format foundry`"), "{text}");
}
