//! Tests of `slipyard play` with a raise-and-see conflict: a session through a pipe, and its log read again.

use snapbox::cmd::cargo_bin;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pool").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("ferry")).unwrap();
    for file in ["ferry.slip", "slipyard.toml"] {
        std::fs::copy(Path::new("tests/cli/stakes.in").join(file), folder.join("ferry").join(file)).unwrap();
    }
    folder
}

/// Returns the screen after these lines are typed, and the exit code.
fn slipyard(folder: &Path, args: &[&str], lines: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(cargo_bin!("slipyard"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // The program may exit before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (screen, output.status.code())
}

/// Typed lines: an approach without a quotation; a raise with a quotation; the answers to the raise, with a referee's ruling and a sheet in
/// between.
const LINES: &[&str] = &[
    "",
    "",
    "",
    "",
    "raise 6 5",
    "\"This landing is older than your bridge\"",
    "",
    "",
    "sheet ilka",
    "override dangerous papers of petar because \"they can ruin her\"",
    "1",
    "",
    "",
    "",
    "",
    "",
    "",
    "help override",
    "quit",
];

#[test]
fn a_session_reads_as_it_was_played() {
    let (screen, code) = slipyard(&folder("whole"), &["play", "landing", "--seed", "11"], LINES);
    assert_eq!(code, Some(0), "{screen}");
    insta::assert_snapshot!(screen);
}

#[test]
fn enter_alone_plays_a_conflict_to_its_end_and_its_log_is_read_again() {
    let folder = folder("enter");
    let (screen, code) = slipyard(&folder, &["play", "landing", "--seed", "11"], &[""; 200]);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("The stakes go to "), "{screen}");
    let (account, code) = slipyard(&folder, &["replay", "landing-11.jsonl"], &[]);
    assert_eq!(code, Some(0), "{account}");
    assert!(account.contains("The stakes go to "), "{account}");
}

#[test]
fn every_raise_and_every_way_of_seeing_it_says_what_it_costs() {
    let (screen, _) = slipyard(&folder("costs"), &["play", "landing", "--seed", "11"], &[""; 200]);
    for line in screen.lines().map(str::trim_start).filter(|line| line.starts_with(char::is_numeric) || line.starts_with('*')) {
        let words: Vec<&str> = line.trim_start_matches('*').split_whitespace().skip(1).collect();
        let costs = |words: &str| line.contains(words);
        match words.first().copied() {
            Some("raise") => assert!(costs("a raise of") && costs("leaves you") && costs("Petar Dorn"), "{line}"),
            Some("block" | "reverse") => assert!(costs("no fallout") && costs("leaves you"), "{line}"),
            Some("blow") => assert!(costs("fallout; leaves you"), "{line}"),
            Some("resist") => assert!(costs("cancels the fallout") && costs("leaves you"), "{line}"),
            Some("Switch") => assert!(costs("fallout per blow") || costs("no new dice") || costs("rolls"), "{line}"),
            _ => {}
        }
    }
    assert!(screen.contains("raise "), "{screen}");
}
