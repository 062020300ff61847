//! Tests of `slipyard play` as players use it: whole sessions through a pipe, every form of input, and a program that is killed in
//! the middle.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs, reason = "tests fail by panicking")]

use snapbox::cmd::cargo_bin;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Creates a folder with the small package that the console pages use.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("at_the_table").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("night")).unwrap();
    for file in ["night.slip", "slipyard.toml"] {
        std::fs::copy(Path::new("tests/cli/run.in").join(file), folder.join("night").join(file)).unwrap();
    }
    folder
}

fn sits(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("slipyard"));
    command.arg("play").args(args).current_dir(folder).env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns the screen after these lines are typed, and the exit code.
pub(crate) fn play(folder: &Path, args: &[&str], lines: &[&str]) -> (String, Option<i32>) {
    let mut child = sits(folder, args).spawn().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // The program may exit before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (screen, output.status.code())
}

/// Returns the part of the screen after an answer or command, up to the next prompt.
fn after<'s>(screen: &'s str, typed: &str) -> &'s str {
    let (_, rest) = screen.split_once(&format!("> {typed}\n")).unwrap_or_else(|| panic!("`{typed}` was not read:\n{screen}"));
    rest
}

const SEED: [&str; 3] = ["night_shift", "--seed", "7"];

#[test]
fn words_are_heard_in_any_case_and_an_article_is_no_weapon() {
    let folder = folder("capitals");
    let (screen, _) = play(&folder, &SEED, &["Maneuver ON guard#2", "", "quit"]);
    assert!(after(&screen, "Maneuver ON guard#2").contains("Which skill does Guard #1 use?"), "{screen}");
    let folder = self::folder("articles");
    let (screen, _) = play(&folder, &SEED, &["maneuver the guard", "quit"]);
    let told = after(&screen, "maneuver the guard");
    assert!(told.contains("`guard` may be `") && told.contains("(already answered: maneuver)"), "{told}");
}

/// Several answers are possible, so a text in quotes alone, such as `"no"`, is not an answer. It does not select the one answer that could
/// be given with no further word.
#[test]
fn words_alone_are_no_answer_where_there_are_several() {
    let folder = folder("only_said");
    let (screen, _) = play(
        &folder,
        &[&SEED[..], &["--seat", "thieves=human", "--seat", "watch=human"]].concat(),
        &["\"no\"", "move", "\"no\"", "pass \"no\"", "quit"],
    );
    assert!(after(&screen, "\"no\"").contains("`\"no\"` is not an answer to this question"), "{screen}");
    let compelled = after(&screen, "move");
    assert!(compelled.contains("compel Guard #1 first?"), "{screen}");
    assert!(after(compelled, "\"no\"").contains("`\"no\"` is not an answer to this question"), "{screen}");
    assert!(after(compelled, "pass \"no\"").contains("-3 against 0"), "{screen}");
}

/// The board shows the marks and titles of actors. Players may type a mark or a title in place of a name.
#[test]
fn whoever_is_called_by_mark_or_title_is_meant_in_answers_as_everywhere_else() {
    for call in ["G2", "g2", "G#2", "Guard #2", "guard #2", "GUARD#2", "guard2", "Guard2"] {
        let folder = folder("marks");
        let line = format!("maneuver on {call}");
        let (screen, _) = play(&folder, &SEED, &[&line, "", "quit"]);
        assert!(after(&screen, &line).contains("Which skill does Guard #1 use?"), "{call}: {screen}");
        let (screen, _) = play(&folder, &SEED, &[&format!("sheet {call}"), "quit"]);
        assert!(screen.contains("(guard#2), of the watch, mark G2"), "{call}: {screen}");
    }
    // If the text after the name is wrong, the error is about this text.
    let folder = folder("marks");
    let (screen, _) = play(&folder, &SEED, &["maneuver on G2 with flying", "quit"]);
    assert!(
        after(&screen, "maneuver on G2 with flying").starts_with("there is no `flying` here (already answered: maneuver on G2)"),
        "{screen}"
    );
    let folder = self::folder("marks");
    let (screen, _) = play(&folder, &SEED, &["maneuver on G3", "quit"]);
    assert!(after(&screen, "maneuver on G3").starts_with("there is no `G3` here (already answered: maneuver)"), "{screen}");
}

/// Creates an encounter in which one actor has several enemies around it, some with marks that cannot be names: `ON`, `?`, `?_2`.
fn crowd(name: &str) -> PathBuf {
    let folder = folder(name);
    let file = folder.join("night/night.slip");
    let night = std::fs::read_to_string(&file).unwrap();
    let people =
        "npc olga_nim \"Olga Nim\" from guard {}\nnpc hush \"???\" from guard {}\nnpc dash \"\u{2026}\" from guard {}\n\nencounter";
    let night = night.replace("encounter", people);
    std::fs::write(file, night.replace("guard at shed", "guard at gate, olga_nim at gate, hush at gate, dash at gate")).unwrap();
    folder
}

/// Returns the verb and the target of the last declaration in a game log.
fn declared(folder: &Path) -> String {
    let log = std::fs::read_to_string(folder.join("night_shift-7.jsonl")).unwrap();
    let mut events = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let of = |key: &str, event: &serde_json::Value| event[key].as_str().unwrap_or_default().to_owned();
    let declared = events.rfind(|event| event["e"] == "declare").unwrap();
    format!("{} {}", of("act", &declared), of("it", &declared))
}

#[test]
fn a_mark_that_is_a_little_word_takes_it_from_no_sentence() {
    for (line, whom) in [
        ("attack on G2", "guard#2"),
        ("attack on guard2", "guard#2"),
        ("ATTACK ON ON", "olga_nim"),
        ("attack on Olga Nim", "olga_nim"),
        ("attack on ?_2", "dash"),
        ("attack on ?", "hush"),
    ] {
        let folder = crowd("little_words");
        let (screen, _) = play(&folder, &SEED, &[line, "quit"]);
        assert_eq!(declared(&folder), format!("attack {whom}"), "{line}: {screen}");
    }
}

/// A line without its link word, such as `attack G2`, is understood for marks and for titles. If a word is wrong, the error names that
/// word.
#[test]
fn a_link_word_that_was_left_out_is_understood() {
    let folder = crowd("left_out");
    let (screen, _) = play(&folder, &SEED, &["attack G2", "quit"]);
    assert_eq!(declared(&folder), "attack guard#2", "{screen}");
    let folder = crowd("left_out");
    let (screen, _) = play(&folder, &SEED, &["maneuver Olga Nim", "", "quit"]);
    assert!(after(&screen, "maneuver Olga Nim").contains("Which skill does Guard #1 use?"), "{screen}");
    let folder = crowd("left_out");
    let (screen, _) = play(&folder, &SEED, &["maneuver foo", "quit"]);
    assert!(after(&screen, "maneuver foo").starts_with("there is no `foo` here (already answered: maneuver)\n"), "{screen}");
}

/// A player who is asked for the target of an attack may type the whole declaration again.
#[test]
fn the_act_that_is_declared_may_be_said_again_where_more_of_it_is_asked() {
    for line in ["attack on olga_nim", "attack olga_nim", "Attack ON Olga Nim", "attack on ON"] {
        let folder = crowd("again");
        let (screen, _) = play(&folder, &SEED, &["attack", line, "quit"]);
        assert_eq!(declared(&folder), "attack olga_nim", "{line}: {screen}");
    }
    let folder = crowd("again");
    let (screen, _) = play(&folder, &SEED, &["attack", "maneuver on olga_nim", "attack", "attack on nobody", "quit"]);
    assert!(after(&screen, "maneuver on olga_nim").starts_with("`maneuver` is not an answer to this question\n"), "{screen}");
    assert!(after(&screen, "attack on nobody").starts_with("`nobody` is not an answer to this question\n"), "{screen}");
}

/// A program in full-screen mode that is ended by a signal or a closed window restores the terminal, and its exit status is that of the
/// signal.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_gives_the_whole_screen_back_and_ends_the_program() {
    for signal in ["TERM", "HUP"] {
        let folder = folder("signals");
        let game = format!(
            "echo $$ > pid; stty rows 40 cols 120; exec '{}' play night_shift --seed 7 --full-screen",
            cargo_bin!("slipyard").display()
        );
        let inner = format!("sh -c \"{}\"; echo status $?; stty -a", game.replace('$', "\\$"));
        let mut script = Command::new("script");
        script.args(["-q", "-c", &inner, "screen"]).current_dir(&folder).env("TERM", "xterm-256color");
        let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut shown = child.stdout.take().unwrap();
        let mut screen = Vec::new();
        let mut more = [0; 4096];
        // The question is at the bottom of the screen: everything above it has been painted.
        while !String::from_utf8_lossy(&screen).contains("Guard") {
            let read = shown.read(&mut more).unwrap();
            assert!(read > 0, "{}", String::from_utf8_lossy(&screen));
            screen.extend_from_slice(&more[..read]);
        }
        let pid = std::fs::read_to_string(folder.join("pid")).unwrap();
        assert!(Command::new("kill").args([&format!("-{signal}"), pid.trim()]).status().unwrap().success());
        shown.read_to_end(&mut screen).unwrap();
        drop(child.stdin.take());
        child.wait().unwrap();
        let screen = String::from_utf8_lossy(&screen);
        let (_, behind) = screen.rsplit_once("\u{1b}[?1049l").unwrap_or_else(|| panic!("the screen is not given back: {screen}"));
        let status = if signal == "TERM" { "status 143" } else { "status 129" };
        assert!(behind.contains(status) && behind.contains(" icanon") && behind.contains(" echo "), "{signal}: {behind}");
    }
}

#[test]
fn a_whole_screen_that_is_not_there_leaves_no_game_behind() {
    let folder = folder("no_screen");
    let before = std::fs::read_dir(&folder).unwrap().count();
    let (screen, code) = play(&folder, &[&SEED[..], &["--full-screen", "--lock-out", "night.sliplock"]].concat(), &[]);
    assert!(code == Some(2) && screen.contains("--full-screen needs a terminal"), "{screen}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), before);
}

#[test]
fn a_whole_session_reads_as_it_was_played() {
    let folder = folder("whole");
    let lines = ["move", "spend_fate \"Bored\" on guard#1 +2", "", "2", "", "", "maneuver on guard#2", "Out of breath", "quit"];
    let (screen, code) = play(&folder, &SEED, &lines);
    assert_eq!(code, Some(0));
    insta::assert_snapshot!(screen);
}

#[test]
fn enter_alone_plays_a_game_to_its_end_and_its_log_is_whole() {
    let folder = folder("enter");
    let (screen, code) = play(&folder, &SEED, &[""; 200]);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("Victory for watch after 2 rounds"), "{screen}");
    let log = std::fs::read_to_string(folder.join("night_shift-7.jsonl")).unwrap();
    assert!(log.lines().last().unwrap().contains("\"e\":\"end\""), "{log}");
    // No further question is asked.
    let (screen, code) = play(&folder, &["--resume", "night_shift-7.jsonl"], &[]);
    assert_eq!(code, Some(0));
    assert!(screen.contains("The game is saved in night_shift-7.jsonl."), "{screen}");
}

#[test]
fn what_is_typed_wrongly_is_explained_and_changes_nothing() {
    let folder = folder("wrong");
    let wrong = [
        "0",
        "99",
        "-1",
        "atack",
        "attack on nobody",
        "attack on \"guard#2",
        "fly away",
        "shett",
        "log many",
        "undo",
        "undo 5",
        "seat watch",
        "seat wotch=human",
        "seat watch=nobody",
        "override",
        "override smite guard#1",
        "help me",
        "sheet nobody",
        "quit now",
    ];
    let lines: Vec<&str> = wrong.iter().copied().chain(["quit"]).collect();
    let (screen, code) = play(&folder, &SEED, &lines);
    assert_eq!(code, Some(0));
    let log = std::fs::read_to_string(folder.join("night_shift-7.jsonl")).unwrap();
    assert!(!log.contains("\"e\":\"answer\""), "{log}");
    let from = screen.find("What does Guard do?").or_else(|| screen.find("What does")).unwrap();
    insta::assert_snapshot!(&screen[from..]);
}

#[test]
fn commands_answer_at_any_time() {
    let folder = folder("commands");
    let lines = ["map", "sheet", "sheet guard#2", "log 2", "why", "options", "more", "help", "help override", "save", "quit"];
    let (screen, _) = play(&folder, &SEED, &lines);
    assert!(after(&screen, "map").contains("Zones\n"), "{screen}");
    assert!(after(&screen, "sheet").contains("Brawling 2"), "{screen}");
    assert!(after(&screen, "sheet guard#2").contains("of the watch"), "{screen}");
    assert!(after(&screen, "why").starts_with("nothing has been rolled yet"), "{screen}");
    assert!(after(&screen, "options").starts_with(" *  1  "), "{screen}");
    assert!(after(&screen, "help").contains("undo [N | turn]"), "{screen}");
    assert!(after(&screen, "help override").contains("border ZONE -- ZONE"), "{screen}");
    assert!(after(&screen, "save").starts_with("Every step so far is saved in night_shift-7.jsonl."), "{screen}");
    assert!(after(&screen, "quit").contains("slipyard play --resume night_shift-7.jsonl"), "{screen}");
}

#[test]
fn a_roll_is_reckoned_line_by_line_and_again_when_asked_why() {
    let folder = folder("why");
    let (screen, _) = play(&folder, &SEED, &["move", "why", "quit"]);
    let shown = after(&screen, "move");
    let why = after(&screen, "why");
    let block: Vec<&str> = why.lines().take_while(|line| !line.contains('>')).collect();
    assert!(block.len() >= 4 && block[1].contains("dice "), "{why}");
    assert!(shown.contains(&block.join("\n")), "{shown}");
}

#[test]
fn steps_are_taken_back_and_the_same_dice_fall_again() {
    let folder = folder("undo");
    let (screen, _) = play(&folder, &SEED, &["move", "undo", "move", "undo turn because \"a joke\"", "undo", "quit"]);
    let rolls: Vec<&str> = screen.lines().filter(|line| line.contains("  dice ")).collect();
    assert_eq!(rolls.len(), 2, "{screen}");
    assert_eq!(rolls[0], rolls[1]);
    assert!(screen.contains("there is nothing to take back yet"), "{screen}");
    let log = std::fs::read_to_string(folder.join("night_shift-7.jsonl")).unwrap();
    assert!(log.contains("\"why\":\"a joke\""), "{log}");
}

#[test]
fn the_referees_word_holds_and_is_told() {
    let folder = folder("override");
    let lines = ["override mark health 2 of guard#2 because \"the stairs\"", "override mark health 9 of guard#2", "map", "quit"];
    let (screen, _) = play(&folder, &SEED, &lines);
    assert!(screen.contains("rules, because \"the stairs\":"), "{screen}");
    assert!(screen.contains("there is no box 9"), "{screen}");
    assert!(after(&screen, "map").contains("Health [ ][x][ ]"), "{screen}");
    let log = std::fs::read_to_string(folder.join("night_shift-7.jsonl")).unwrap();
    assert!(log.contains("\"e\":\"override\""), "{log}");
}

#[test]
fn a_seat_is_handed_over_and_taken_back() {
    let folder = folder("seat");
    let (screen, code) = play(&folder, &SEED, &["seat thieves=doctrine"]);
    assert_eq!(code, Some(0));
    assert!(screen.contains("after"), "the doctrines play it to its end:\n{screen}");
    let folder = self::folder("seats");
    let (screen, _) = play(&folder, &["night_shift", "--seed", "7", "--as", "watch"], &["quit"]);
    assert!(screen.contains("watch: played at this keyboard"), "{screen}");
    let (screen, _) = play(&folder, &["night_shift", "--seed", "8", "--seat", "thieves=random", "--seat", "watch=human"], &["quit"]);
    assert!(screen.contains("thieves: played automatically (random)"), "{screen}");
    let (screen, code) = play(&folder, &["night_shift", "--seed", "9", "--as", "wotch"], &[]);
    assert_eq!(code, Some(2));
    assert!(screen.contains("did you mean `watch`?"), "{screen}");
}

#[test]
fn real_dice_are_asked_for_by_what_they_are_for_and_read_as_people_write_them() {
    let folder = folder("dice");
    let lines = ["move", "+ 0 -", "+ 2 0 0", "undo", "move", "++00", "why", "quit"];
    let (screen, _) = play(&folder, &["night_shift", "--table-dice"], &lines);
    assert!(screen.contains("You roll the dice"), "{screen}");
    assert!(after(&screen, "move").contains("Roll: Guard"), "{screen}");
    assert!(screen.contains("you typed 3 dice, but four are rolled"), "{screen}");
    assert!(screen.contains("a Fudge die has no face `2`"), "{screen}");
    assert!(screen.contains("(taken back"), "{screen}");
    assert!(after(&screen, "++00").contains("+2  dice + + 0 0"), "{screen}");
    // The dice are in the log, and the game goes on from it.
    let (screen, _) = play(&folder, &["--resume", "night_shift-table.jsonl"], &["quit"]);
    assert!(screen.contains("1 against 0. Does Guard #1 add anything to the roll?"), "{screen}");
}

#[test]
fn dice_of_all_sizes_are_typed_for_a_raise_and_see_conflict() {
    let folder = folder("pool");
    let docket = Path::new("content/quiet_docket").canonicalize().unwrap();
    let docket = ["--in", docket.to_str().unwrap()];
    let both = [&["struck_name", "--table-dice", "--seat", "callers=human", "--seat", "counter=human"][..], &docket].concat();
    let lines = ["", "", "", "", "1 2 3", "1 2 3 4 5 6 7 8 8", "1 2 3 4 5 6 1 7 8", "+0-+", "1 1 2 2 3 3 4 4", "quit"];
    let (screen, code) = play(&folder, &both, &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("Roll: Sava Orlen rolls 7d6 and 2d8; type the 9 faces in this order"), "{screen}");
    assert!(after(&screen, "1 2 3").starts_with("you typed 3 dice, but 9 are rolled: 7d6 and 2d8"), "{screen}");
    assert!(after(&screen, "1 2 3 4 5 6 7 8 8").starts_with("die 7 is a d6 and has no face `7`"), "{screen}");
    assert!(after(&screen, "1 2 3 4 5 6 1 7 8").contains("Roll: Imre Vass, night clerk rolls 8d6"), "{screen}");
    assert!(after(&screen, "+0-+").starts_with("no die has a face `+0-+`"), "{screen}");
    assert!(after(&screen, "1 1 2 2 3 3 4 4").contains("1 1 2 3 4 5 6 7 8"), "{screen}");
    // The dice are in the log, and the conflict resumes from it, even from its first record.
    let again = [&["--resume", "struck_name-table.jsonl"][..], &docket].concat();
    let (screen, code) = play(&folder, &again, &["quit"]);
    assert!(code == Some(0) && screen.contains("1 1 2 3 4 5 6 7 8"), "{screen}");
    let path = folder.join("struck_name-table.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, whole.split_inclusive('\n').next().unwrap()).unwrap();
    let (screen, code) = play(&folder, &again, &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "the same answers and the same dice");
}

#[test]
fn nothing_is_written_over() {
    let folder = folder("over");
    play(&folder, &SEED, &["move", "quit"]);
    let first = std::fs::read(folder.join("night_shift-7.jsonl")).unwrap();
    let (screen, _) = play(&folder, &SEED, &["quit"]);
    assert!(screen.contains("Every step is saved in night_shift-7-2.jsonl"), "{screen}");
    let (screen, code) = play(&folder, &["night_shift", "--log", "night_shift-7.jsonl"], &["quit"]);
    assert_eq!(code, Some(2));
    assert!(screen.contains("already exists: continue that game with `slipyard play --resume night_shift-7.jsonl`"), "{screen}");
    assert_eq!(std::fs::read(folder.join("night_shift-7.jsonl")).unwrap(), first);
}

#[test]
fn a_game_does_not_go_on_with_another_package() {
    let folder = folder("other");
    play(&folder, &SEED, &["move", "quit"]);
    let file = folder.join("night/night.slip");
    let text = std::fs::read_to_string(&file).unwrap().replace("Big hands", "Small hands");
    std::fs::write(&file, text).unwrap();
    let before = std::fs::read(folder.join("night_shift-7.jsonl")).unwrap();
    let (screen, code) = play(&folder, &["--resume", "night_shift-7.jsonl"], &[]);
    assert_eq!(code, Some(2));
    assert!(screen.contains("the log was written with another pack"), "{screen}");
    assert_eq!(std::fs::read(folder.join("night_shift-7.jsonl")).unwrap(), before);
}

/// Types lines one by one, waiting for the prompt before each, then kills the program.
fn killed_after(folder: &Path, lines: &[&str]) {
    let mut child = sits(folder, &SEED).spawn().unwrap();
    let mut keys = child.stdin.take().unwrap();
    let mut screen = child.stdout.take().unwrap();
    wait_for_prompt(&mut screen, &mut child);
    for line in lines {
        writeln!(keys, "{line}").unwrap();
        wait_for_prompt(&mut screen, &mut child);
    }
    // On every supported system, this is the signal that a program cannot catch.
    child.kill().unwrap();
    child.wait().unwrap();
}

fn wait_for_prompt(screen: &mut impl Read, child: &mut Child) {
    let mut last = [0_u8; 4];
    let mut byte = [0_u8];
    while last != *b"#1> " {
        if screen.read(&mut byte).unwrap() == 0 {
            panic!("the program left: {:?}", child.wait());
        }
        last = [last[1], last[2], last[3], byte[0]];
    }
}

#[test]
fn a_killed_game_loses_nothing_and_goes_on_as_if_nothing_had_been() {
    let lines = ["move", "", "", "", "", "", "", "", "", "", ""];
    let whole = folder("unkilled");
    play(&whole, &SEED, &lines);
    let expected = std::fs::read_to_string(whole.join("night_shift-7.jsonl")).unwrap();
    for stop in [0, 1, 2, 4] {
        let folder = folder(&format!("killed-{stop}"));
        killed_after(&folder, &lines[..stop]);
        let kept = std::fs::read_to_string(folder.join("night_shift-7.jsonl")).unwrap();
        assert!(expected.starts_with(&kept), "killed after {stop}: {kept}");
        play(&folder, &["--resume", "night_shift-7.jsonl"], &lines[stop..]);
        let log = std::fs::read_to_string(folder.join("night_shift-7.jsonl")).unwrap();
        assert_eq!(log, expected, "killed after {stop}");
    }
}

#[test]
fn a_line_that_was_cut_off_is_written_anew() {
    let folder = folder("cut");
    play(&folder, &SEED, &["move", "quit"]);
    let path = folder.join("night_shift-7.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    let (screen, code) = play(&folder, &["--resume", "night_shift-7.jsonl"], &["quit"]);
    assert_eq!(code, Some(0), "{screen}");
    let (screen, code) = play(&folder, &["--resume", "night_shift-7.jsonl"], &["quit"]);
    assert_eq!(code, Some(0), "{screen}");
}

/// A game whose program was killed before the first record was complete blocks nothing: the same command starts a new game. This holds for
/// encounters and for scenarios. A file that is not a log is left as it is, even if it has no complete line.
#[test]
fn a_game_whose_first_line_was_not_written_begins_anew() {
    let folder = folder("unbegun");
    let path = folder.join("night_shift-7.jsonl");
    let log = ["night_shift", "--seed", "7", "--log", "night_shift-7.jsonl"];
    play(&folder, &log, &["quit"]);
    let first = std::fs::read(&path).unwrap();
    let end = first.iter().position(|byte| *byte == b'\n').unwrap();
    for stop in [0, 5, end] {
        std::fs::write(&path, &first[..stop]).unwrap();
        let (screen, code) = play(&folder, &["--resume", "night_shift-7.jsonl"], &["quit"]);
        assert_eq!(code, Some(2), "{screen}");
        assert!(screen.contains("use the command that begins it"), "{screen}");
        let (screen, code) = play(&folder, &log, &["quit"]);
        assert_eq!((code, std::fs::read(&path).unwrap() == first), (Some(0), true), "cut at {stop}: {screen}");
    }
    std::fs::write(&path, "Bread, eggs").unwrap();
    let (screen, code) = play(&folder, &log, &["quit"]);
    assert_eq!((code, std::fs::read_to_string(&path).unwrap().as_str()), (Some(2), "Bread, eggs"), "{screen}");
    let content = std::fs::canonicalize("content/thin_lanes").unwrap();
    let week = ["bad_week", "--seed", "7", "--in", content.to_str().unwrap()];
    play(&folder, &week, &["quit"]);
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let kept = files.into_iter().find(|path| path.to_string_lossy().contains("bad_week-7-1-")).unwrap();
    std::fs::write(&kept, "").unwrap();
    let (screen, code) = play(&folder, &week, &["quit"]);
    assert_eq!(code, Some(0), "{screen}");
    assert!(!std::fs::read(&kept).unwrap().is_empty());
}

/// A file with the name of a game log that is not a log is left as it is, and so is a file that another program has just created.
#[test]
fn a_game_begins_beside_what_is_none() {
    let folder = folder("beside");
    let path = folder.join("night_shift-7.jsonl");
    let begins_beside = |what: &str| {
        let (screen, code) = play(&folder, &SEED, &["quit"]);
        assert!(code == Some(0) && screen.contains("Every step is saved in night_shift-7-2.jsonl"), "{what}: {screen}");
        std::fs::remove_file(folder.join("night_shift-7-2.jsonl")).unwrap();
    };
    std::fs::create_dir(&path).unwrap();
    begins_beside("a folder");
    std::fs::remove_dir(&path).unwrap();
    // No first record of a game is as long as this.
    let long = format!("{{\"n\":0,\"e\":\"begin\"{}", "x".repeat(64 << 10));
    std::fs::write(&path, &long).unwrap();
    begins_beside("a long line");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), long);
    std::fs::remove_file(&path).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/null", &path).unwrap();
        begins_beside("a device");
        std::fs::remove_file(&path).unwrap();
        let held = std::fs::File::create(&path).unwrap();
        held.lock().unwrap();
        begins_beside("a file that is held");
        assert_eq!(std::fs::read(&path).unwrap(), b"");
        drop(held);
        play(&folder, &SEED, &["quit"]);
        assert!(!std::fs::read(&path).unwrap().is_empty(), "nobody holds it any more");
    }
}

#[test]
fn a_game_with_a_damaged_letter_is_left_as_it_is() {
    let folder = folder("letter");
    play(&folder, &SEED, &["maneuver on guard#2", "Caf\u{e9} au lait", "quit"]);
    let path = folder.join("night_shift-7.jsonl");
    let mut bytes = std::fs::read(&path).unwrap();
    let letter = bytes.windows(2).position(|two| two == "\u{e9}".as_bytes()).unwrap();
    bytes[letter + 1] = b'e';
    std::fs::write(&path, &bytes).unwrap();
    let (screen, code) = play(&folder, &["--resume", "night_shift-7.jsonl"], &["quit"]);
    assert_eq!(code, Some(2), "{screen}");
    assert!(screen.contains(&format!("is not UTF-8 text: the first invalid byte has the offset {letter}")), "{screen}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_letter_that_was_cut_off_is_no_reason_to_stop() {
    let folder = folder("cut-letter");
    play(&folder, &SEED, &["maneuver on guard#2", "Caf\u{e9} au lait", "quit"]);
    let path = folder.join("night_shift-7.jsonl");
    let whole = std::fs::read(&path).unwrap();
    let letter = whole.windows(2).position(|two| two == "\u{e9}".as_bytes()).unwrap();
    std::fs::write(&path, &whole[..=letter]).unwrap();
    let (screen, code) = play(&folder, &["--resume", "night_shift-7.jsonl"], &["quit"]);
    assert_eq!(code, Some(0), "{screen}");
    let line = whole[..letter].iter().rposition(|byte| *byte == b'\n').unwrap();
    let now = std::fs::read(&path).unwrap();
    assert!(now.len() >= line && std::str::from_utf8(&now).is_ok() && whole[..=line] == now[..=line]);
}

#[test]
fn a_scenario_goes_on_with_the_same_people_in_their_seats() {
    let folder = folder("week");
    let content = std::fs::canonicalize("content/thin_lanes").unwrap();
    let begun = ["bad_week", "--seed", "7", "--as", "hand", "--seat", "widow=random", "--in", content.to_str().unwrap()];
    let (screen, code) = play(&folder, &begun, &["quit"]);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("Continue with: slipyard play bad_week --seed 7 --as hand --seat widow=random --in "), "{screen}");
}

/// The command line that continues a game keeps the stops that the player has set: the same questions are asked.
#[test]
fn a_game_goes_on_with_the_stops_that_were_set() {
    let left = |name: &str, args: &[&str], lines: &[&str]| {
        let (screen, code) = play(&folder(name), args, lines);
        assert_eq!(code, Some(0), "{screen}");
        let at = screen.find("Continue with: ").unwrap_or_else(|| panic!("{screen}"));
        screen[at..].trim_end().to_owned()
    };
    let brief = [SEED.as_slice(), &["--ask", "brief"]].concat();
    let line = "Continue with: slipyard play --resume night_shift-7.jsonl";
    // In a pipe every question is asked, without `--ask`.
    assert_eq!(left("stops-none", &SEED, &["quit"]), line);
    assert_eq!(left("stops-brief", &SEED, &["stops brief", "quit"]), format!("{line} --ask brief"));
    assert_eq!(left("stops-kept", &brief, &["quit"]), format!("{line} --ask brief"));
    assert_eq!(left("stops-full", &brief, &["stops full", "quit"]), format!("{line} --ask full"));
    assert_eq!(
        left("stops-own", &SEED, &["stops brief", "stops adjust always", "quit"]),
        format!("{line} --ask brief\nThen type `stops adjust always`, because a log keeps no stops.")
    );
}

#[test]
fn lines_whose_dice_are_gone_are_laid_aside_and_the_step_is_taken_again() {
    let folder = folder("aside");
    // The new dice are rolled in the step that asks for them.
    play(&folder, &["night_shift", "--table-dice"], &["move", "++00", "3", "0000", "quit"]);
    let path = folder.join("night_shift-table.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    let before = whole.split_inclusive('\n').take_while(|line| !line.contains("\"e\":\"adjust\"")).map(str::len).sum::<usize>();
    std::fs::write(&path, &whole[..before]).unwrap();
    let (screen, code) = play(&folder, &["--resume", "night_shift-table.jsonl"], &["3", "0000", "quit"]);
    assert_eq!(code, Some(0), "{screen}");
    let aside = std::fs::read_to_string(folder.join("night_shift-table.jsonl.cut")).unwrap();
    assert!(whole[..before].ends_with(&aside) && aside.contains("\"e\":\"answer\""), "{aside}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "the same step with the same dice");
    // A tail that is cut off a second time is saved in another file beside it.
    std::fs::write(&path, &whole[..before]).unwrap();
    play(&folder, &["--resume", "night_shift-table.jsonl"], &["3", "0000", "quit"]);
    for name in ["night_shift-table.jsonl.cut", "night_shift-table.jsonl.cut2"] {
        assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), aside, "{name}");
    }
}

#[test]
fn what_came_last_is_taken_back_be_it_an_answer_or_a_ruling() {
    let folder = folder("last");
    let typed = ["override fate guard#1 +1", "undo", "undo", "move", "override mark health 2 of guard#1", "undo", "map", "undo", "quit"];
    let (screen, code) = play(&folder, &SEED, &typed);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("the referee rules:\n  Guard #1 gains 1 fate point, "), "{screen}");
    assert!(screen.contains("  Health of Guard #1: box 2 is marked.\n"), "{screen}");
    assert_eq!(screen.matches("(taken back: one ruling; the game is as it was before it)").count(), 2, "{screen}");
    assert_eq!(screen.matches("(taken back: one answer; the game is as it was before it)").count(), 1, "{screen}");
    assert!(screen.contains("there is nothing to take back yet"), "the second, when nothing is left:\n{screen}");
    let log = std::fs::read_to_string(folder.join("night_shift-7.jsonl")).unwrap();
    assert_eq!(log.matches("\"e\":\"undo\"").count(), 3, "{log}");
}

#[test]
fn a_consequence_that_the_referee_drops_may_be_taken_again() {
    let folder = folder("dropped");
    let file = folder.join("night/night.slip");
    let text = std::fs::read_to_string(&file).unwrap().replace("cap 2", "cap 2; consequences yes");
    std::fs::write(&file, text).unwrap();
    let hurt = "override consequence mild \"Ow\" of guard#1";
    let (screen, code) = play(&folder, &SEED, &[hurt, hurt, "override drop aspect \"Ow\"", hurt, "quit"]);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("Guard #1 has no mild consequence left to take"), "{screen}");
    assert!(screen.contains("  Guard #1 may take a mild consequence again.\n"), "{screen}");
    assert_eq!(screen.matches("New aspect on Guard #1: \"Ow\"").count(), 2, "{screen}");
    let (_, code) = play(&folder, &["--resume", "night_shift-7.jsonl"], &["quit"]);
    assert_eq!(code, Some(0), "the log says it all");
}

#[test]
fn a_game_is_played_in_a_campaign() {
    let folder = folder("campaign");
    let begun = Command::new(cargo_bin!("slipyard"))
        .args(["upkeep", "camp.json", "new", "--join", "guard", "--in", "night"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
    let state = ["--state", "camp.json"];
    let lines: Vec<&str> = ["override mark composure 1 of guard#1"].into_iter().chain([""; 200]).collect();
    let (screen, code) = play(&folder, &[&SEED[..], &state].concat(), &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("The result is saved in camp.json."), "{screen}");
    let written = std::fs::read_to_string(folder.join("camp.json")).unwrap();
    assert!(written.contains("played night_shift (night_shift-7)"), "{written}");
    // If none of the campaign's people was in the game, nothing is carried out of it.
    let empty =
        Command::new(cargo_bin!("slipyard")).args(["upkeep", "none.json", "new", "--in", "night"]).current_dir(&folder).output().unwrap();
    assert!(empty.status.success());
    let (screen, _) = play(&folder, &["night_shift", "--seed", "6", "--state", "none.json"], &[""; 200]);
    assert!(screen.contains("No person or ship of the campaign took part: none.json only records that the game was played."), "{screen}");
    // People of the campaign begin the next game in this state. A game that the player left resumes with it.
    let (screen, _) = play(&folder, &["night_shift", "--seed", "8", "--state", "camp.json"], &["move", "quit"]);
    assert!(screen.starts_with("Carried over:\n  Guard #1: "), "{screen}");
    assert!(screen.contains("slipyard play --resume night_shift-8.jsonl --state camp.json"), "{screen}");
    let (screen, code) = play(&folder, &["--resume", "night_shift-8.jsonl", "--state", "camp.json"], &["quit"]);
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(std::fs::read_to_string(folder.join("camp.json")).unwrap(), written, "nothing is written before it is over");
    // Wounds of one game are not applied twice.
    let (screen, code) = play(&folder, &["--resume", "night_shift-7.jsonl", "--state", "camp.json"], &[]);
    assert_eq!(code, Some(2), "{screen}");
    assert!(screen.contains("already contains the result of night_shift (night_shift-7)"), "{screen}");
}

/// R-SC18: a talk that turns violent has failed, whatever its state. Only for a victory does the output say how long it took and how well
/// it went.
#[test]
fn a_talk_that_turns_violent_is_neither_timed_nor_graded() {
    let folder = folder("violent");
    let content = std::fs::canonicalize("content/nine_sluices").unwrap();
    let talk = ["garden_supper", "--seed", "4", "--in", content.to_str().unwrap()];
    // If a turn cannot be given up, Enter gives the default answer. Directly after a mistake, Enter gives no answer.
    let lines = [&["override out joss_tarrow", "1", "", "", ""][..], &["break_off", "1"].repeat(8)].concat();
    let (screen, code) = play(&folder, &talk, &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("joss_tarrow can leave the fight only after the first round has begun"), "{screen}");
    assert!(screen.contains("the time for words is over."), "{screen}");
    assert!(screen.contains("A draw after 1 round: it has turned violent."), "{screen}");
    assert!(!screen.contains("It took ") && !screen.contains("Degree of success"), "{screen}");
}

/// R-XTT6: where the table asks for free text, nothing irreversible happens before the text is typed, and a command is not taken for free
/// text.
#[test]
fn rxtt6_where_words_are_asked_for_a_command_is_one_and_undo_takes_back_that_it_was_begun() {
    let folder = folder("words");
    let maneuver = "maneuver on guard#2 with brawling";
    let lines = [maneuver, "map", "undo 3", maneuver, "options", "concede", "quit"];
    let (screen, code) = play(&folder, &SEED, &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert!(after(&screen, "map").contains("Zones\n"), "{screen}");
    assert!(after(&screen, "map").contains("(`map` is a command; to enter it as text, write \"map\")"), "{screen}");
    for back in ["undo 3", "options"] {
        assert!(after(&screen, back).starts_with("(answer cancelled)\n"), "{screen}");
        assert!(after(&screen, back).contains("What does Guard #1 do?"), "{screen}");
    }
    assert!(after(&screen, "quit").starts_with("The game is saved."), "{screen}");
    let log = folder.join("night_shift-7.jsonl");
    assert!(!std::fs::read_to_string(&log).unwrap().contains("\"e\":\"answer\""), "nothing was done");
    // Text in quotes is free words, and so is text that only begins like a command.
    for (number, (typed, said)) in [("\"undo\"", "undo"), ("map the wound", "map the wound")].into_iter().enumerate() {
        let file = format!("said-{number}.jsonl");
        play(&folder, &["night_shift", "--seed", "7", "--log", &file], &[maneuver, typed, "quit"]);
        let log = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(log.contains(&format!("\"say\":\"{said}\"")), "{log}");
    }
}

/// A quotation mark inside a reason does not end the reason, and control characters in it do not change the printed line.
#[test]
fn free_words_are_told_so_that_nobody_takes_them_for_more_than_words() {
    let folder = folder("free-words");
    let lines = ["override fate guard#1 +1 because it was \"funny\" and odd", "override aspect \"Fo\u{202e}g\" on scene", "quit"];
    let (screen, code) = play(&folder, &SEED, &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains(", because \"it was 'funny' and odd\""), "{screen}");
    assert!(screen.contains("\"Fog\"") && !screen.contains('\u{202e}'), "{screen}");
}

#[test]
fn rxtt4_the_rest_of_a_line_that_is_too_long_answers_nothing() {
    let folder = folder("long");
    let long = "x".repeat(4096);
    let lines = [&format!("{long}concede")[..], "concede", &format!("{long}map"), "undo", "quit"];
    let (screen, code) = play(&folder, &SEED, &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(screen.matches("the line is too long and was ignored: at most 4096 bytes are allowed").count(), 2, "{screen}");
    assert!(!after(&screen, "concede").contains("Zones\n"), "its rest is `map`: {screen}");
    assert!(after(&screen, "undo").starts_with("(answer cancelled)"), "{screen}");
    let log = std::fs::read_to_string(folder.join("night_shift-7.jsonl")).unwrap();
    assert!(!log.contains("\"e\":\"answer\""), "{log}");
}

/// Returns the account of a saved game, as `replay` prints it.
fn told(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::new(cargo_bin!("slipyard"));
    let output = command.arg("replay").args(args).current_dir(folder).env("NO_COLOR", "1").output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

#[test]
fn what_somebody_says_with_what_they_do_is_in_the_account() {
    let folder = folder("said");
    let content = std::fs::canonicalize("content/customs_dock").unwrap();
    let dock = ["--in", content.to_str().unwrap()];
    let lines = ["attack on port_marshal#1 with charm \"You owe me\"", "pass", "pass", "quit"];
    let (screen, _) = play(&folder, &[&["customs_raid", "--seed", "3"][..], &dock].concat(), &lines);
    let words = "Iveta Marsh attacks Port marshal #1 with Charm (range 1), \"You owe me\"";
    assert!(screen.contains(&format!("{words}\n")), "{screen}");
    let account = told(&folder, &[&["customs_raid-3.jsonl"][..], &dock].concat());
    assert!(account.contains(&format!("{words}: dice ")), "{account}");
    let content = std::fs::canonicalize("content/nine_sluices").unwrap();
    let court = ["--in", content.to_str().unwrap()];
    let (screen, _) = play(&folder, &[&["water_court", "--seed", "5"][..], &court].concat(), &["break_off", "the lamp falls"]);
    let words = "Ilke Maro turns violent, \"the lamp falls\": the time for words is over.\n";
    assert!(screen.contains(words), "{screen}");
    let account = told(&folder, &[&["water_court-5.jsonl"][..], &court].concat());
    assert!(account.contains(words), "{account}");
}

/// R-XTT3: the account, like the screen, counts undone steps in answers that were typed at the keyboard.
#[test]
fn rxtt3_each_undo_is_told_by_itself_with_its_count_and_its_reason() {
    let folder = folder("undos");
    let content = std::fs::canonicalize("content/customs_dock").unwrap();
    let dock = ["--in", content.to_str().unwrap()];
    let begun = [&["customs_raid", "--seed", "3"][..], &dock].concat();
    let attack = ["attack on port_marshal#1 with charm", "pass", "pass", "pass"];
    let lines = [&attack[..], &["undo turn", "undo 3 redraw because dice fell off", "undo redraw", "quit"]].concat();
    let (screen, code) = play(&folder, &begun, &lines);
    assert_eq!(code, Some(0), "{screen}");
    let taken: Vec<&str> =
        screen.lines().filter_map(|line| line.strip_prefix("(taken back: ")?.split_once(';')).map(|(what, _)| what).collect();
    assert_eq!(taken, ["one answer", "3 answers", "one answer"], "{screen}");
    let account = told(&folder, &[&["customs_raid-3.jsonl"][..], &dock].concat());
    let undone: Vec<&str> = account.lines().filter(|line| line.starts_with("(undone")).collect();
    assert_eq!(
        undone,
        [
            "(undone by the referee: one answer.)",
            "(undone by the referee: 3 answers, because \"dice fell off\"; the dice are rolled again.)",
            "(undone by the referee: one answer; the dice are rolled again.)",
        ],
        "{account}"
    );
}

/// R-XTT7: the last step of a game can be undone like any other, until the player leaves.
#[test]
fn rxtt7_a_game_that_is_over_can_be_gone_back_in_until_it_is_left() {
    let folder = folder("over");
    let content = std::fs::canonicalize("content/nine_sluices").unwrap();
    let court = ["--in", content.to_str().unwrap()];
    let over = "The game is over. Enter leaves the game;";
    let lines = ["break_off", "the lamp falls", "undo because too soon", "break_off", "it falls after all"];
    let (screen, code) = play(&folder, &[&["water_court", "--seed", "5"][..], &court].concat(), &lines);
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(screen.matches(over).count(), 1, "{screen}");
    assert!(after(&screen, "undo because too soon").starts_with("(taken back: one answer;"), "{screen}");
    assert!(after(&screen, "undo because too soon").contains("What does Ilke Maro do?"), "{screen}");
    assert!(after(&screen, "it falls after all").contains("The game is saved in water_court-5.jsonl."), "{screen}");
    let account = told(&folder, &[&["water_court-5.jsonl"][..], &court].concat());
    assert!(account.contains("\"it falls after all\"") && account.contains("too soon"), "{account}");
    // A game that was left and resumed can be undone as well; without a command it stays as it is.
    let again = [&["--resume", "water_court-5.jsonl"][..], &court].concat();
    let (screen, _) = play(&folder, &again, &["undo", "quit"]);
    assert!(after(&screen, "quit").starts_with("The game is saved."), "{screen}");
    // The rest of the input is for the next game of the scenario.
    let (screen, _) = play(&folder, &[&["water_court", "--seed", "6"][..], &court].concat(), &["break_off", "the lamp falls", "pass"]);
    assert!(!screen.contains(over) && screen.contains("The game is saved in"), "{screen}");
}

/// Returns the answers in a game log.
fn answers(log: &Path) -> usize {
    std::fs::read_to_string(log).unwrap().matches("\"e\":\"answer\"").count()
}

/// R-XTT11: "Enter never passes the turn after a mistake". Enter takes no other default either.
#[test]
fn rxtt11_after_a_mistake_enter_answers_nothing_at_any_question() {
    let refused = "after a mistake Enter does nothing: type an answer, or ";
    let folder = folder("mistakes");
    let log = folder.join("night_shift-7.jsonl");
    let (screen, _) = play(&folder, &SEED, &["move", "speend", "", "", "quit"]);
    assert_eq!(screen.matches(&format!("{refused}1 for the line marked *")).count(), 2, "{screen}");
    let answered = answers(&log);
    play(&self::folder("mistakes"), &SEED, &["move", "quit"]);
    assert_eq!(answered, answers(&log), "{screen}");
    // A wrong command is a mistake as well, and the next answer ends it.
    let folder = self::folder("mistakes");
    let (screen, _) = play(&folder, &SEED, &["move", "log many", "", "1", "", "quit"]);
    assert_eq!(screen.matches(refused).count(), 1, "{screen}");
    assert!(answers(&log) > answered, "{screen}");
    // The correct part of a line is kept. Enter does not answer the question about the wrong part.
    let folder = self::folder("mistakes");
    let (screen, _) = play(&folder, &SEED, &["maneuver on G2 with flying", "It creaks", "", "quit"]);
    assert!(after(&screen, "It creaks").contains(&format!("{refused}1 for the line marked *")), "{screen}");
}

/// A player who presses ^C gets one line. It says that the game is saved, and how to continue it.
#[cfg(unix)]
#[test]
fn a_player_who_interrupts_the_program_is_told_how_to_continue() {
    for (signal, status) in [("INT", 2), ("TERM", 15)] {
        let folder = folder("interrupted");
        let mut child = sits(&folder, &SEED).spawn().unwrap();
        let keys = child.stdin.take().unwrap();
        let mut screen = child.stdout.take().unwrap();
        wait_for_prompt(&mut screen, &mut child);
        assert!(Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap().success());
        let mut rest = String::new();
        screen.read_to_string(&mut rest).unwrap();
        let ended = child.wait().unwrap();
        drop(keys);
        assert_eq!(rest, "\nThe game is saved. Continue with: slipyard play --resume night_shift-7.jsonl\n", "{signal}");
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&ended), Some(status), "the signal has its usual effect");
    }
}

#[test]
fn words_of_the_game_are_explained_and_the_goals_are_shown_again() {
    let folder = folder("explained");
    let (screen, _) = play(&folder, &SEED, &["help fate points", "help SPIN", "help free_tag", "help spinn", "goal", "help", "quit"]);
    assert!(after(&screen, "help fate points").starts_with("A fate point lets you invoke or tag an aspect"), "{screen}");
    assert!(after(&screen, "help SPIN").starts_with("A defence that beats an attack by 3 or more"), "{screen}");
    assert!(after(&screen, "help free_tag").contains("can be tagged once without a fate point"), "{screen}");
    assert!(after(&screen, "help spinn").starts_with("there is no help about `spinn`; did you mean `help spin`?"), "{screen}");
    let goals: String = after(&screen, "goal").lines().take_while(|line| line.starts_with("  ")).map(|line| format!("{line}\n")).collect();
    assert!(goals.contains("Victory for thieves: ") && screen.find(&goals) < screen.find("> goal"), "{screen}");
    assert!(after(&screen, "help").contains("Words of the game that `help WORD` explains: dice, "), "{screen}");
}

/// Returns the path of the packages in `content`.
pub(crate) fn content() -> String {
    std::fs::canonicalize("content").unwrap().to_str().unwrap().to_owned()
}

/// The player sees the dice of every roll, whichever side rolls, and whatever the roll is for.
#[test]
fn every_roll_of_an_evening_shows_its_dice() {
    let content = content();
    for name in ["locks_by_noon", "customs_raid", "arrears", "chase", "water_court", "boarders"] {
        let folder = folder(&format!("dice-{name}"));
        let args = [name, "--seed", "4", "--ask", "brief", "--in", &content, "--log", "game.jsonl"];
        let (screen, _) = play(&folder, &args, &[""; 60]);
        let log = std::fs::read_to_string(folder.join("game.jsonl")).unwrap();
        let mut fell = std::collections::BTreeMap::<String, usize>::new();
        let events: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        // The dice of an attack are shown with those of the defence, for which the last question may ask.
        let told = events.iter().rposition(|event| event["e"] == "result").unwrap();
        for event in &events[..told] {
            let Some(faces) = event["faces"].as_array().filter(|_| event["e"] == "roll" && event["standing"] != true) else { continue };
            let face = |face: &serde_json::Value| ["-", "0", "+"][usize::try_from(face.as_i64().unwrap() + 1).unwrap()];
            *fell.entry(faces.iter().map(face).collect::<Vec<_>>().join(" ")).or_default() += 1;
        }
        assert!(fell.values().sum::<usize>() > 5, "{name}: {screen}");
        for (faces, count) in fell {
            assert!(screen.matches(&format!("dice {faces}")).count() >= count, "{name}: {faces} fell {count} times\n{screen}");
        }
    }
}

/// R-XTT14: "Enter at an action takes the marked line whole: also the target that the line names. The number of the line asks for it."
#[test]
fn enter_at_an_action_takes_the_target_that_its_line_names() {
    let content = content();
    let evening = |ask: &str, answer: &str| {
        let folder = folder(&format!("target-{ask}-{}", answer.len()));
        let args = ["locks_by_noon", "--seed", "4", "--ask", ask, "--in", &content, "--log", "game.jsonl"];
        play(&folder, &args, &["", "", "", answer, "undo"]).0
    };
    let screen = evening("brief", "");
    assert!(screen.contains("Town militia #1 looks for Line section #1 with Observation\n"), "{screen}");
    assert!(!screen.contains("Which target?"), "{screen}");
    // One `undo` takes action and target back.
    assert_eq!(screen.matches("What does Town militia #1 do?").count(), 2, "{screen}");
    let screen = evening("brief", "1");
    assert!(screen.contains("Town militia #1 looks for a unit. Which target?"), "{screen}");
}

/// If a unit reveals itself by firing, its own line says how its SPOTTED marker changes, and not the line of another unit.
#[test]
fn a_unit_that_fires_is_named_with_its_own_mark() {
    let content = content();
    let mut seen = 0;
    for name in ["locks_by_noon", "three_towers"] {
        let folder = folder(&format!("spotted-{name}"));
        let args = [name, "--seed", "4", "--ask", "brief", "--in", &content, "--log", "game.jsonl"];
        let (screen, _) = play(&folder, &args, &[""; 60]);
        let log = std::fs::read_to_string(folder.join("game.jsonl")).unwrap();
        let events: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in screen.lines().filter(|line| line.contains("because it fired") && line.contains("SPOTTED ")) {
            let (_, change) = line.split_once("SPOTTED ").unwrap();
            let now: i64 =
                change.split(" to ").nth(1).unwrap().chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap();
            let is_named = |event: &&serde_json::Value| {
                let (unit, number) =
                    event["who"].as_str().unwrap_or_default().split_once('#').unwrap_or((event["who"].as_str().unwrap_or_default(), ""));
                let is_titled = line.trim_start().to_lowercase().starts_with(unit.split('_').next().unwrap());
                event["what"] == "spotted"
                    && event["now"] == now
                    && is_titled
                    && (number.is_empty() || line.contains(&format!(" #{number}")))
            };
            assert!(events.iter().any(|event| is_named(&event)), "{name}: {line}");
            seen += 1;
        }
    }
    assert!(seen > 5);
}

/// One order answers the routine questions of all units of a platoon, and one `undo` takes all these answers back.
#[test]
fn one_line_orders_the_rest_of_a_platoon() {
    let content = content();
    let folder = folder("rest");
    let args = ["three_towers", "--seed", "3", "--ask", "brief", "--in", &content, "--log", "game.jsonl"];
    let (screen, _) = play(&folder, &args, &["rest pass", "undo", "quit"]);
    let ordered = after(&screen, "rest pass");
    let (before, _) = ordered.split_once("> undo\n").unwrap();
    assert!(!before.contains("What does Shore levy #2 do?") && !before.contains("makes its free move from Dunes"), "{screen}");
    assert!(before.contains("Works guard (works, "), "the next platoon acts: {screen}");
    assert!(after(&screen, "undo").contains("What does Shore levy #1 do?"), "one undo takes the order back: {screen}");
    let (screen, _) = play(&self::folder("rest"), &args, &["rest fly away", "", "quit"]);
    assert!(after(&screen, "rest fly away").lines().next().unwrap().contains("`fly`"), "{screen}");
    assert!(screen.contains("after a mistake Enter does nothing"), "{screen}");
}
