//! After an edit, the changed item is checked alone, with the findings of a whole check.

use crate::page::{Page, root};
use serde_json::{Value, json};
use std::fs;

const MANIFEST: &str = "[package]\nname = \"yard\"\nversion = \"0.1.0\"\nedition = 1\n";
const SHIPS: &str = "// “Möwe” — 🜂\nship one : spacecraft { tech T2; beem 1 }\nship two : spacecraft { tech T2; beam 1 }\nship three : spacecraft { tech T2; baem 1 }\n";

fn write(page: &mut Page, file: &str, text: &str) {
    page.ask(&json!({ "ask": "write", "files": { file: text } }));
}

/// Places, codes and messages of findings. Repairs are searched by a whole check only.
fn gist(findings: &Value) -> Vec<Value> {
    let gist = |finding: &Value| json!([finding["range"], finding["line"], finding["code"], finding["message"], finding["severity"]]);
    findings.as_array().unwrap().iter().map(gist).collect()
}

/// Findings of a file, as a whole check reports them.
fn checked(page: &mut Page, package: &str, file: &str) -> Vec<Value> {
    let checked = page.ask(&json!({ "ask": "check", "package": package }));
    let findings = checked["findings"].as_array().unwrap().iter();
    let own: Value = findings.filter(|finding| finding["range"]["file"] == file).cloned().collect();
    gist(&own)
}

#[test]
fn a_changed_item_has_the_findings_of_a_whole_check_and_the_others_move_with_the_text() {
    let mut page = Page::with(&[("yard/slipyard.toml", MANIFEST), ("yard/ships.slip", SHIPS)]);
    checked(&mut page, "yard", "yard/ships.slip");
    for two in
        ["ship two : spacecraft { tech T2; beam 9 }", "ship two : spacecraft {\n  tech T2 // “ß”\n  beaam 1\n}", "ship two : spacecraft {"]
    {
        let text = SHIPS.replace("ship two : spacecraft { tech T2; beam 1 }", two);
        write(&mut page, "yard/ships.slip", &text);
        let quick = page.ask(&json!({ "ask": "recheck", "file": "yard/ships.slip" }));
        let mut fresh = Page::with(&[("yard/slipyard.toml", MANIFEST), ("yard/ships.slip", &text)]);
        assert_eq!(gist(&quick["findings"]), checked(&mut fresh, "yard", "yard/ships.slip"), "{two}");
    }
}

#[test]
fn a_package_is_checked_as_a_whole_if_an_edit_may_change_other_items() {
    let design = "design skiff \"Skiff\" : skiff { stat sail \"Sail\" { ranks 0..3 } }\nskiff tern : skiff { sail 2 }\n";
    let mut page = Page::with(&[("yard/slipyard.toml", MANIFEST), ("yard/a.slip", design), ("yard/b.slip", SHIPS)]);
    assert!(page.ask(&json!({ "ask": "recheck", "file": "yard/a.slip" })).is_null(), "it was not checked yet");
    checked(&mut page, "yard", "yard/a.slip");
    write(&mut page, "yard/a.slip", &design.replace("0..3", "0..1"));
    assert!(page.ask(&json!({ "ask": "recheck", "file": "yard/a.slip" })).is_null(), "a design was changed");
    checked(&mut page, "yard", "yard/a.slip");
    write(&mut page, "yard/a.slip", design);
    write(&mut page, "yard/b.slip", "");
    assert!(page.ask(&json!({ "ask": "recheck", "file": "yard/b.slip" })).is_null(), "two files were changed");
    checked(&mut page, "yard", "yard/a.slip");
    write(&mut page, "yard/c.slip", "");
    assert!(page.ask(&json!({ "ask": "recheck", "file": "yard/a.slip" })).is_null(), "a file was added");
}

#[test]
fn an_author_who_writes_on_and_on_always_has_findings() {
    let mut page = Page::with(&[("yard/slipyard.toml", MANIFEST), ("yard/ships.slip", SHIPS)]);
    checked(&mut page, "yard", "yard/ships.slip");
    // A compilation keeps the texts of 400 changed items; then the package is compiled again.
    for number in 0..450 {
        let text = SHIPS.replace("beam 1", &format!("beam {number}"));
        write(&mut page, "yard/ships.slip", &text);
        let quick = page.ask(&json!({ "ask": "recheck", "file": "yard/ships.slip" }));
        let is_known = quick["findings"].as_array().is_some_and(|findings| findings.len() >= 2);
        assert!(is_known || !checked(&mut page, "yard", "yard/ships.slip").is_empty(), "{number}: {quick}");
    }
}

#[test]
fn the_editor_is_answered_from_the_changed_text() {
    let mut page = Page::with(&[("yard/slipyard.toml", MANIFEST), ("yard/ships.slip", SHIPS)]);
    checked(&mut page, "yard", "yard/ships.slip");
    let text = SHIPS.replace("ship two", "ship twenty_two");
    write(&mut page, "yard/ships.slip", &text);
    let at = text[..text.find("beam").unwrap()].encode_utf16().count();
    let hover = page.ask(&json!({ "ask": "hover", "file": "yard/ships.slip", "at": at }));
    assert_eq!((hover["range"]["from"].as_u64(), hover["range"]["to"].as_u64()), (u64::try_from(at).ok(), u64::try_from(at + 4).ok()));
    let tokens = page.ask(&json!({ "ask": "tokens", "file": "yard/ships.slip" }));
    let last = tokens.as_array().unwrap().last().unwrap()["to"].as_u64().unwrap();
    assert!(last > u64::try_from(SHIPS.encode_utf16().count()).unwrap() - 8, "{last}");
}

#[test]
fn a_recheck_of_a_shipped_package_is_its_check() {
    let folder = "content/armoury";
    let mut page = Page::with_packages(&[folder]);
    let mut files: Vec<_> =
        fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.retain(|name| name.ends_with(".slip"));
    files.sort();
    for name in files {
        let file = format!("{folder}/{name}");
        let text = fs::read_to_string(root().join(&file)).unwrap();
        checked(&mut page, folder, &file);
        let changed = text.replacen("harm 1", "harm 6", 1);
        write(&mut page, &file, &changed);
        let quick = page.ask(&json!({ "ask": "recheck", "file": file }));
        if !quick.is_null() {
            assert_eq!(gist(&quick["findings"]), checked(&mut page, folder, &file), "{file}");
        }
    }
}
