//! Tests of `slipyard play` with a fight between platoons: a session through a pipe, a game left and resumed, real dice.

use snapbox::cmd::cargo_bin;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Creates a folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("platoon_views").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the screen after these lines are typed, and the exit code.
fn play(folder: &Path, args: &[&str], lines: &[&str]) -> (String, Option<i32>) {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("content").join("glass_shore");
    let mut command = Command::new(cargo_bin!("slipyard"));
    command.arg("play").args(args).arg("--in").arg(&content);
    command.current_dir(folder).env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // The program may exit before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    let screen = screen.replace(content.to_str().unwrap(), "content/glass_shore");
    (screen, output.status.code())
}

#[test]
fn a_session_reads_as_it_was_played() {
    let folder = folder("whole");
    let lines = [
        "order tide_levy",
        "unit gull_watch#1",
        "sheet",
        "stay",
        "spot on grey_coats#1",
        "",
        "unit shore_levy#1",
        "stay",
        "override spotted grey_coats#2 2 because \"the sun is on them\"",
        "attack on grey_coats#2 with direct_fire",
        "",
        "",
        "why",
        "undo",
        "sheet tide_levy",
        "help",
        "help override",
        "map",
        "log 4",
        "quit",
    ];
    let (screen, code) = play(&folder, &["three_towers", "--seed", "2"], &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("Shore levy #1> attack on grey_coats#2 with direct_fire"), "{screen}");
    insta::assert_snapshot!(screen);
}

#[test]
fn enter_alone_plays_a_fight_on_and_it_is_gone_on_with() {
    let folder = folder("enter");
    let (_, code) = play(&folder, &["payroll", "--seed", "3"], &[""; 30]);
    assert_eq!(code, Some(0));
    let log = folder.join("payroll-3.jsonl");
    // The program was killed in the middle of a record.
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, &text[..text.len() - 20]).unwrap();
    let (screen, code) = play(&folder, &["--resume", "payroll-3.jsonl"], &[""; 900]);
    assert_eq!(code, Some(0), "{screen}");
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.lines().last().unwrap().contains("\"e\":\"end\""), "{screen}");
}

#[test]
fn real_dice_are_asked_for_with_what_is_added() {
    let folder = folder("dice");
    let lines = ["order tide_levy", "unit shore_levy#1", "stay", "spot on grey_coats#1", "+ 0 - +", "0 0 0 -", "quit"];
    let (screen, _) = play(&folder, &["three_towers", "--table-dice"], &lines);
    assert!(screen.contains("looks for Grey coats #1 with Observation: the dice and Observation +1"), "{screen}");
    assert!(screen.contains("Grey coats #1 resists: the dice and Camouflage +0"), "{screen}");
}
