//! Checks that files of earlier versions are read, and that files of later versions are refused with a message.
//!
//! `tests/stored/` has a folder for each version; its files are never changed. Files of versions with the same first two numbers
//! must replay byte for byte; older ones must only be read.

use slip_pack::Pack;
use slip_pack::archive::{self, Archive};
use slip_session::session::Session;
use slip_session::session::replay::ReplayOptions;
use snapbox::cmd::{Command, cargo_bin};
use std::path::{Path, PathBuf};

/// Returns the folders of versions, with true for those compatible with this version.
fn versions() -> Vec<(PathBuf, bool)> {
    let own = env!("CARGO_PKG_VERSION").rsplit_once('.').unwrap().0;
    let mut found: Vec<PathBuf> = std::fs::read_dir("tests/stored").unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    assert!(!found.is_empty());
    found.into_iter().map(|folder| (folder.clone(), folder.file_name().unwrap() == own)).collect()
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace("\r\n", "\n")
}

fn packed(folder: &Path) -> (Archive, Pack) {
    let bytes = std::fs::read(folder.join("customs_dock-0.1.0.slippack")).unwrap();
    let archive = Archive::read(&bytes).unwrap_or_else(|refusal| panic!("{}: {refusal}", folder.display()));
    let pack = Pack::read(archive.member(archive::PACK).unwrap()).unwrap();
    (archive, pack)
}

/// Returns a command's output, its exit code, and its messages.
fn said(args: &[&str]) -> (String, i32, String) {
    let output = Command::new(cargo_bin!("slipyard")).args(args).env("NO_COLOR", "1").env("SLIPYARD_CACHE", "").output().unwrap();
    let words = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace("\r\n", "\n");
    (words(output.stdout), output.status.code().unwrap(), words(output.stderr))
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_stored_pack_is_read_and_means_what_it_meant() {
    for (folder, own) in versions() {
        let (archive, pack) = packed(&folder);
        assert_eq!(pack.encounters["customs_dock.customs_raid"].title, "Customs raid");
        assert_eq!(pack.items["ship"]["customs_dock.long_margin"].spent, 17);
        let (out, code, err) = said(&["inspect", &path(&folder, "customs_dock-0.1.0.slippack")]);
        assert_eq!(code, 0, "{err}");
        assert!(out.contains("customs_dock 0.1.0, edition 1"), "{out}");
        if own {
            // A new field that is written even when empty would change the hash, and existing logs would no longer match.
            assert_eq!(pack.hash(), archive.about.plays, "the hash of a stored pack is another one now");
        }
    }
}

#[test]
fn stored_logs_are_retraced_and_tell_the_same_fight() {
    for (folder, own) in versions() {
        let (_, pack) = packed(&folder);
        let encounter = &pack.encounters["customs_dock.customs_raid"];
        let how = ReplayOptions { events_only: !own, ..ReplayOptions::default() };
        for name in ["raid.jsonl", "table.jsonl"] {
            let log = text(&folder.join(name));
            let retraced = Session::retrace(&pack, encounter, &log, how).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
            assert!(retraced.cut.is_none(), "{name}");
            if own && name == "raid.jsonl" {
                assert_eq!(retraced.session.transcript().trim(), text(&folder.join("raid.txt")).trim());
            }
        }
    }
}

#[test]
fn a_stored_log_of_a_scenario_names_its_encounters() {
    for (folder, _) in versions() {
        let (_, code, err) = said(&["replay", &path(&folder, "night.jsonl"), "--in", &path(&folder, "late"), "--verify"]);
        // If the rules were corrected since then, the pack is another one, and the message says so.
        assert!(code == 0 || err.contains("another pack"), "{err}");
    }
}

#[test]
fn a_stored_campaign_goes_on() {
    for (folder, _) in versions() {
        let (out, code, err) =
            said(&["upkeep", &path(&folder, "reach.json"), "show", "--history", "--in", &path(&folder, "customs_dock-0.1.0.slippack")]);
        assert_eq!(code, 0, "{err}");
        for words in ["session 1 has ended", "Iveta Marsh (iveta), character", "long_margin pays her way", "at           harrow"] {
            assert!(out.contains(words), "`{words}` is not in\n{out}");
        }
    }
}

#[test]
fn stored_parts_of_a_simulation_are_put_together_as_they_were() {
    for (folder, own) in versions() {
        let (out, code, err) =
            said(&["simulate", "merge", &path(&folder, "part-1.json"), &path(&folder, "part-2.json"), "--format", "json"]);
        assert_eq!(code, 0, "{err}");
        if own {
            assert_eq!(out.trim(), text(&folder.join("report.json")).trim());
        }
    }
}

#[test]
fn a_stored_evening_is_played_again_or_what_differs_is_said() {
    for (folder, _) in versions() {
        let pack = path(&folder, "customs_dock-0.1.0.slippack");
        let (out, code, err) = said(&["run", "--lock", &path(&folder, "raid.sliplock"), "--in", &pack]);
        match code {
            0 => assert_eq!(out.trim(), text(&folder.join("raid.txt")).trim()),
            _ => assert!(err.contains("`std`") || err.contains("std 0.1"), "{err}"),
        }
    }
}

/// Fields that contain sentences for people, whose wording may change.
const SENTENCES: [&str; 5] = ["title", "message", "label", "help", "notes"];

/// Every field of an older report is also in the new one: fields are added, but never removed or changed in meaning.
fn holds(older: &serde_json::Value, newer: &serde_json::Value, at: &str) {
    use serde_json::Value::{Array, Object};
    match (older, newer) {
        (Object(older), Object(newer)) => {
            for (key, value) in older {
                let there = newer.get(key).unwrap_or_else(|| panic!("{at}.{key} is gone"));
                holds(value, there, &format!("{at}.{key}"));
            }
        }
        (Array(older), Array(newer)) => {
            assert_eq!(older.len(), newer.len(), "{at}");
            older.iter().zip(newer).enumerate().for_each(|(n, (older, newer))| holds(older, newer, &format!("{at}[{n}]")));
        }
        (serde_json::Value::String(_), serde_json::Value::String(_)) if SENTENCES.iter().any(|key| at.ends_with(key)) => {}
        _ => assert_eq!(older, newer, "{at}"),
    }
}

#[test]
fn findings_as_data_have_all_the_fields_they_had() {
    for (folder, _) in versions() {
        let (out, code, err) = said(&["check", &path(&folder, "shop"), "--format", "json"]);
        assert_eq!(code, 1, "{err}");
        let (older, newer) = (text(&folder.join("findings.json")), out);
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        holds(&read(&older), &read(&newer), "report");
    }
}

#[test]
fn a_stored_baseline_still_knows_what_it_knew() {
    for (folder, _) in versions() {
        let (out, code, err) = said(&["check", &path(&folder, "shop"), "--baseline", &path(&folder, "known.json"), "--format", "short"]);
        assert_eq!(code, 0, "{out}{err}");
    }
}

/// Writes a copy of a file with another version number into a folder of its own.
fn later(folder: &Path, name: &str, from: &str, to: &str) -> String {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("later");
    std::fs::create_dir_all(&place).unwrap();
    let text = text(&folder.join(name));
    assert!(text.contains(from), "{name} does not say {from}");
    std::fs::write(place.join(name), text.replacen(from, to, 1)).unwrap();
    place.join(name).to_str().unwrap().to_owned()
}

#[test]
fn what_a_later_version_wrote_is_refused_and_both_versions_are_named() {
    let folder = Path::new("tests/stored/0.1");
    let pack = path(folder, "customs_dock-0.1.0.slippack");
    let shop = path(folder, "shop");
    let refused = |args: &[&str], both: &str| {
        let (out, code, err) = said(args);
        assert_eq!(code, 2, "{args:?} was not refused\n{out}{err}");
        assert!(err.contains(both), "{args:?} says\n{err}");
    };
    let log = later(folder, "raid.jsonl", "\"format\":2", "\"format\":3");
    refused(&["replay", &log, "--in", &pack], "expected version 2 of the log format (a later release wrote this file), found 3");
    refused(&["play", "--resume", &log, "--in", &pack], "a later release wrote this file");
    let night = later(folder, "night.jsonl", "\"format\":1", "\"format\":2");
    refused(&["replay", &night, "--in", &path(folder, "late")], "(format 2; this one reads 1)");
    refused(
        &["upkeep", &later(folder, "reach.json", "\"format\": 1", "\"format\": 2"), "show", "--in", &pack],
        "(format 2; this one reads 1)",
    );
    let part = later(folder, "part-1.json", "\"slipyard_part\":1", "\"slipyard_part\":2");
    refused(&["simulate", "merge", &part], "it has version 2, but this release reads version 1");
    let evening = later(folder, "raid.sliplock", "\"format\": 1", "\"format\": 2");
    refused(&["run", "--lock", &evening, "--in", &pack], "has format 2, written by slipyard 0.1.0; this slipyard reads format 1");
    let known = later(folder, "known.json", "\"baseline\": 1", "\"baseline\": 2");
    refused(&["check", &shop, "--baseline", &known], "it has version 2, but this slipyard reads version 1");
    let alone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("later").join("pack.json");
    std::fs::write(&alone, "{\"format\":2}").unwrap();
    refused(&["diff", alone.to_str().unwrap(), &shop], "it was written by a later version of Slipyard (pack format 2; this one reads 1)");
}

#[test]
fn a_lock_and_an_edition_of_a_later_version_are_findings_that_say_so() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("later-shop");
    std::fs::create_dir_all(&folder).unwrap();
    let shop = Path::new("tests/stored/0.1/shop");
    std::fs::copy(shop.join("shop.slip"), folder.join("shop.slip")).unwrap();
    std::fs::write(folder.join("slipyard.toml"), text(&shop.join("slipyard.toml")).replace("edition = 1", "edition = 2")).unwrap();
    std::fs::write(folder.join("slipyard.lock"), text(Path::new("tests/stored/0.1/shop.lock")).replace("version = 1\n", "version = 4\n"))
        .unwrap();
    let (out, code, _) = said(&["check", folder.to_str().unwrap(), "--format", "short"]);
    assert_eq!(code, 1);
    assert!(out.contains("this slipyard cannot read version 4 of `slipyard.lock`"), "{out}");
    assert!(out.contains("this slipyard cannot read edition 2 of the language"), "{out}");
}
