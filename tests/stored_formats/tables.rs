//! Tests of files in TOML: manifests, locks of packages, mappings of exports.

use crate::stored_formats::hostile::{FORBIDDEN, values};
use serde_json::Value;
use slipyard::project;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stored_formats").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the value as TOML.
fn toml(value: &Value) -> String {
    match value {
        Value::String(text) if text.starts_with("@@") => format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)),
        Value::String(text) => toml::Value::from(text.as_str()).to_string(),
        Value::Null => "nan".to_owned(),
        Value::Object(_) => "{ program = \"x\" }".to_owned(),
        other => other.to_string(),
    }
}

/// Returns the text with the value after one `=` replaced, for each `=` in turn, with its key.
fn changed(text: &str, value: &Value) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let assigned = lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.split_once(" = ")?.0.to_owned())));
    assigned
        .map(|(at, key)| {
            let line = format!("{key} = {}", toml(value));
            let mut changed: Vec<&str> = lines.clone();
            changed[at] = &line;
            (changed.join("\n") + "\n", key)
        })
        .collect()
}

#[test]
fn every_field_of_a_mapping_is_data() {
    let valid = "format = 1\njournals = \"package\"\n\n[kinds.weapon]\ndocument = \"Item\"\ntype = \"weapon\"\n";
    assert!(project::mapping(valid).is_ok(), "{:?}", project::mapping(valid));
    for value in values() {
        for (text, key) in changed(valid, &value) {
            if let Err(mistakes) = project::mapping(&text) {
                assert!(mistakes.iter().all(|mistake| mistake.line > 0 && mistake.what.len() < (2 << 20)), "{key}");
            }
        }
    }
}

#[test]
fn every_field_of_a_manifest_and_a_lock_is_data() {
    let folder = folder("package");
    let manifest = "[package]\nname = \"yard\"\nversion = \"0.1.0\"\nedition = 1\n\n[rules]\nmax_tech = \"T2\"\nban = []\n";
    let lock = "version = 1\nstd = \"0.1.0\"\n\n[[package]]\nname = \"other\"\nversion = \"0.1.0\"\nhash = \"sha256:00\"\nneeds = []\n";
    std::fs::write(folder.join("a.slip"), "weapon old : slug_thrower { tech T1; harm 2; range 2..4; stunts civilian, undetectable }\n")
        .unwrap();
    for value in values() {
        for (text, _) in changed(manifest, &value) {
            std::fs::write(folder.join("slipyard.toml"), text).unwrap();
            std::fs::write(folder.join("slipyard.lock"), lock).unwrap();
            let _ = project::load_package(&folder);
        }
        std::fs::write(folder.join("slipyard.toml"), manifest).unwrap();
        for (text, _) in changed(lock, &value) {
            std::fs::write(folder.join("slipyard.lock"), text).unwrap();
            let _ = project::load_package(&folder);
        }
    }
    assert!(!Path::new(FORBIDDEN).exists() && !folder.join(FORBIDDEN).exists());
}
