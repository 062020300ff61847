//! Tests of logs and locks of games, through the library and through the commands.

use crate::stored_formats::hostile::{FORBIDDEN, Json, Step, every_field, names_field, paths, replaced, text, values};
use serde_json::Value;
use slip_pack::Pack;
use slip_pack::archive::{self, Archive};
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{SeatAssignment, Session};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACK: &str = "tests/stored/0.1/customs_dock-0.1.0.slippack";

fn pack() -> Pack {
    let archive = Archive::read(&std::fs::read(PACK).unwrap()).unwrap();
    Pack::read(archive.member(archive::PACK).unwrap()).unwrap()
}

fn log() -> Vec<String> {
    std::fs::read_to_string("tests/stored/0.1/raid.jsonl").unwrap().lines().map(str::to_owned).collect()
}

/// Reads a log and resumes it as `play --resume` and the board do.
fn resumed(pack: &Pack, text: &str) -> Result<(), String> {
    let encounter = &pack.encounters["customs_dock.customs_raid"];
    Session::retrace(pack, encounter, text, ReplayOptions::default()).map_err(|trouble| trouble.to_string())?;
    let mut sit = |seat, line: &slip_play::log::first_record::SeatLine| {
        slip_session::session::create_players::chair(&line.player, pack, encounter, seat, 7).unwrap_or_else(|_| SeatAssignment::human())
    };
    let resumed = Session::resume(pack, encounter, text, &mut sit, Box::new(|_| Ok(()))).map_err(|trouble| trouble.to_string())?;
    drop(resumed.session.transcript());
    Ok(())
}

/// Returns true if an error names the field or the record.
fn names(error: &str, field: &str, line: usize) -> bool {
    error.contains("does not follow from the lines before it")
        || names_field(error, &format!("line {line}"))
        || names_field(error, field)
        || error.contains("another pack")
}

#[test]
fn every_field_of_the_head_of_a_log_is_data() {
    let (pack, log) = (pack(), log());
    let rest = log[1..20].join("\n");
    let read = |head: &str| resumed(&pack, &format!("{head}\n{rest}\n"));
    every_field(&Json::read(&log[0]), &read, &|error, field| names(error, field, 0));
}

/// Returns the first record of each class, by line.
fn records(log: &[String]) -> Vec<usize> {
    let mut known = BTreeSet::new();
    let class = |line: &String| serde_json::from_str::<Value>(line).unwrap()["e"].to_string();
    (1..log.len()).filter(|line| known.insert(class(&log[*line]))).collect()
}

#[test]
fn every_field_of_the_records_of_a_log_is_data() {
    let (pack, log) = (pack(), log());
    let head = log[0].clone();
    let retraced = |text: &str| {
        let encounter = &pack.encounters["customs_dock.customs_raid"];
        Session::retrace(&pack, encounter, text, ReplayOptions::default()).map(drop).map_err(|trouble| trouble.to_string())
    };
    let of_table = [
        r#"{"n":1,"e":"seat","t":0,"ph":"round","seat":"crew","by":"search","doctrine":"search(by_the_book, 400 samples, 2 turns)","asks":[]}"#,
        r#"{"n":1,"e":"seat","t":0,"ph":"round","seat":"crew","by":"doctrine","doctrine":"cover_and_talk","asks":[]}"#,
        r#"{"n":1,"e":"undo","t":0,"ph":"round","to":0,"by":"referee","why":"wrong door","redraw":true}"#,
    ];
    for record in of_table {
        let read = |record: &str| retraced(&format!("{head}\n{record}\n"));
        every_field(&Json::read(record), &read, &|error, field| names(error, field, 1));
    }
    for line in records(&log) {
        let before = log[..line].join("\n");
        let read = |record: &str| retraced(&format!("{before}\n{record}\n"));
        every_field(&Json::read(&log[line]), &read, &|error, field| names(error, field, line));
    }
}

#[test]
fn every_field_of_the_lock_of_a_game_is_data() {
    let valid = Json::read(&std::fs::read_to_string("tests/stored/0.1/raid.sliplock").unwrap());
    let folder = folder("locks");
    let file = folder.join("a.sliplock");
    let mut faults: Vec<String> = Vec::new();
    for path in paths(&valid) {
        // Each run starts the command. Therefore only the players (`seats`) are tested with every value, and all other fields with a few
        // values.
        let is_seat = matches!(path.first(), Some(Step::Key(key)) if key == "seats");
        for (number, value) in values().into_iter().enumerate() {
            if !is_seat && ![0, 3, 8, 12, 13].contains(&number) {
                continue;
            }
            std::fs::write(&file, text(&replaced(&valid, &path, &value))).unwrap();
            let (code, said) = run(&folder, &["run", "--lock", "a.sliplock", "--in", &absolute(PACK)]);
            let field = path.iter().rev().find_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None });
            let is_named =
                code == 0 || number == 12 || names_field(&said, field.unwrap()) || said.contains("std") || said.contains("1 MiB");
            if !(0..=2).contains(&code) || !is_named || said.len() > 8_000 {
                let (value, said): (String, String) = (value.to_string().chars().take(40).collect(), said.chars().take(300).collect());
                faults.push(format!("{path:?} = {value}: exit code {code}, {said}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(!folder.join(FORBIDDEN).exists());
}

fn absolute(path: &str) -> String {
    std::path::absolute(path).unwrap().to_str().unwrap().to_owned()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stored_formats").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the command in a folder with empty input; returns its exit code and output.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_slipyard"))
        .current_dir(folder)
        .args(arguments)
        .env("SLIPYARD_CACHE", "")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let said = [done.stdout, done.stderr].concat();
    (done.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
}

/// Returns a log of the package in `content/customs_dock`, played by two doctrines.
fn played() -> Vec<String> {
    let dock = absolute("content/customs_dock");
    let (code, log) = run(Path::new("."), &["run", "customs_raid", "--seed", "7", "--format", "json", "--in", &dock]);
    assert_eq!(code, 0, "{log}");
    log.lines().map(str::to_owned).collect()
}

#[test]
fn a_log_starts_no_program_and_opens_no_file() {
    let (folder, dock) = (folder("programs"), absolute("content/customs_dock"));
    let log = played();
    let own = r#""by":"doctrine","doctrine":"cover_and_talk""#;
    assert!(log[0].contains(own));
    for doctrine in [format!("program:touch {FORBIDDEN}"), "script:/dev/zero".to_owned(), "/etc/passwd".to_owned()] {
        for by in ["search", "doctrine"] {
            let hostile = format!("\"by\":\"{by}\",\"doctrine\":\"{doctrine}\"");
            let seat = format!("{{\"n\":1,\"e\":\"seat\",\"t\":0,\"ph\":\"round\",\"seat\":\"crew\",{hostile},\"asks\":[]}}");
            let logs = [
                (format!("{}\n", log[0].replacen(own, &hostile, 1)), "`seats[0].doctrine`"),
                (format!("{}\n{seat}\n", log[0]), "`doctrine`"),
            ];
            for (text, field) in logs {
                std::fs::write(folder.join("game.jsonl"), &text).unwrap();
                for command in [&["play", "--resume"][..], &["replay"], &["replay", "--force"]] {
                    let (code, said) = run(&folder, &[command, &["game.jsonl", "--in", &dock]].concat());
                    assert!(matches!(code, 1 | 2), "{code}: {said}");
                    assert!(said.contains(field), "{command:?}: {said}");
                }
                assert!(!folder.join(FORBIDDEN).exists());
                assert_eq!(std::fs::read_to_string(folder.join("game.jsonl")).unwrap(), text);
            }
        }
    }
}

#[test]
fn a_game_that_a_program_played_is_replayed_and_its_seat_goes_to_the_keyboard() {
    let (folder, dock) = (folder("outside"), absolute("content/customs_dock"));
    let log = played();
    let own = r#""by":"doctrine","doctrine":"cover_and_talk""#;
    let first = log[0].replacen(own, r#""by":"program""#, 1);
    std::fs::write(folder.join("game.jsonl"), format!("{first}\n")).unwrap();
    let (code, said) = run(&folder, &["replay", "game.jsonl", "--in", &dock, "--verify"]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = run(&folder, &["play", "--resume", "game.jsonl", "--in", &dock]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("`crew` was played by a program, which a log cannot start"), "{said}");
    assert!(said.contains("type `seat crew=program:…`"), "{said}");
    let kept = std::fs::read_to_string(folder.join("game.jsonl")).unwrap();
    assert!(kept.contains(r#""e":"seat""#) && kept.contains(r#""by":"human""#), "{kept}");
}

#[test]
fn a_doctrine_that_the_pack_does_not_declare_is_refused_by_name() {
    let (pack, log) = (pack(), log());
    let text = format!("{}\n", log[0].replacen("\"doctrine\":\"cover_and_talk\"", "\"doctrine\":\"no_such\"", 1));
    let refused = resumed(&pack, &text).unwrap_err();
    assert!(refused.contains("line 0: `seats[0].doctrine`") && refused.contains("`no_such`"), "{refused}");
    let search = "\"by\":\"search\",\"doctrine\":\"search(no_such, 400 samples, 2 turns)\"";
    let text = format!("{}\n", log[0].replacen("\"by\":\"doctrine\",\"doctrine\":\"cover_and_talk\"", search, 1));
    assert!(resumed(&pack, &text).unwrap_err().contains("`seats[0].doctrine`"));
}

#[test]
fn a_record_of_a_log_has_a_limit() {
    let (pack, log) = (pack(), log());
    let long = format!("{{\"n\":1,\"e\":\"{}\"}}", "x".repeat(2 << 20));
    let refused = resumed(&pack, &format!("{}\n{long}\n", log[0])).unwrap_err();
    assert_eq!(refused, "line 1 has more than 1 MiB, the limit of a record");
}
