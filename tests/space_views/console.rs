//! Tests of `slipyard play` with a fight between ships: a session through a pipe, a game left and resumed.

use snapbox::cmd::cargo_bin;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Creates a folder with the package beside it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("space_views").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("toll")).unwrap();
    for file in ["toll.slip", "slipyard.toml"] {
        std::fs::copy(Path::new("tests/cli/space.in").join(file), folder.join("toll").join(file)).unwrap();
    }
    folder
}

/// Returns the screen after these lines are typed, and the exit code.
fn play(folder: &Path, args: &[&str], lines: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(cargo_bin!("slipyard"));
    command.arg("play").args(args).current_dir(folder).env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // The program may exit before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (screen, output.status.code())
}

#[test]
fn a_session_reads_as_it_was_played() {
    let folder = folder("whole");
    let lines = [
        "set_up done",
        "",
        "",
        "place ember band -1",
        "place long_margin band 1",
        "begin position",
        "",
        "",
        "",
        "",
        "sheet ember",
        "map",
        "override mark frame 1 of long_margin because \"an old hole\"",
        "",
        "",
        "",
        "help",
        "quit",
    ];
    let (screen, code) = play(&folder, &["toll_gate", "--seed", "3"], &lines);
    assert_eq!(code, Some(0), "{screen}");
    insta::assert_snapshot!(screen);
}

#[test]
fn enter_alone_plays_a_fight_to_its_end_and_it_is_gone_on_with() {
    let folder = folder("enter");
    let (_, code) = play(&folder, &["toll_gate", "--seed", "3"], &[""; 30]);
    assert_eq!(code, Some(0));
    let log = folder.join("toll_gate-3.jsonl");
    // The program was killed in the middle of a record.
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, &text[..text.len() - 20]).unwrap();
    let (screen, code) = play(&folder, &["--resume", "toll_gate-3.jsonl"], &[""; 900]);
    assert_eq!(code, Some(0), "{screen}");
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.lines().last().unwrap().contains("\"e\":\"end\""), "{screen}");
}

/// The board of a new turn is that of its first phase, without the last phase's marks on ships.
#[test]
fn the_board_of_a_turn_is_that_of_its_first_phase() {
    let folder = folder("board");
    let (screen, code) = play(&folder, &["toll_gate", "--seed", "3"], &[""; 900]);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains(", turn 2: position\n"), "{screen}");
    assert!(!screen.contains(", turn 2: damage control\n"), "{screen}");
}

#[test]
fn real_dice_are_asked_for_with_what_is_added() {
    let folder = folder("dice");
    let (screen, _) = play(&folder, &["toll_gate", "--table-dice"], &["set_up done", "", "", "+ 0 - +", "0 0 0 -", "quit"]);
    assert!(screen.contains("finds its bearings: the dice and Navigation +2"), "{screen}");
}

/// Only one aspect of each group of equivalent aspects is listed, but a player may name any of them. In each scope, only one use can be
/// paid for, and the prompt says so.
#[test]
fn any_own_aspect_may_be_named_once_a_scope() {
    let folder = folder("own");
    let content = std::fs::canonicalize("content/thin_lanes").unwrap();
    let duel = ["duel", "--seed", "5", "--in", content.to_str().unwrap()];
    let second = "spend_fate \"Overbored guns\" +2";
    let lines = ["", "more", "spend_fate \"Built to settle one argument\" +2", second, "quit"];
    let (screen, code) = play(&folder, &duel, &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert!(
        screen.contains("aspects with the same effect are listed only once; you can also name an aspect that is not listed"),
        "{screen}"
    );
    assert!(screen.contains("Short Temper invokes \"Built to settle one argument\": +2; now 5"), "{screen}");
    let why = "`\"Overbored guns\"` cannot be used: a roll allows one paid use of an aspect from each group, and that of the roller's own aspects is used up";
    assert!(screen.contains(why), "{screen}");
}
