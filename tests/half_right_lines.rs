//! Tests of lines at the prompt of `slipyard play` of which one half is right: that half is kept, the rest is asked for with numbers, and
//! Enter passes no turn after the mistake.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs, reason = "tests fail by panicking")]

use crate::at_the_table::{content, play};
use std::path::{Path, PathBuf};

/// Line that a player types in an encounter, and the text that the screen shows after it.
struct HalfRightLine {
    encounter: &'static str,
    /// Lines that are typed first, to reach the question.
    before: &'static [&'static str],
    line: &'static str,
    shows: &'static [&'static str],
}

const fn line(
    encounter: &'static str,
    before: &'static [&'static str],
    line: &'static str,
    shows: &'static [&'static str],
) -> HalfRightLine {
    HalfRightLine { encounter, before, line, shows }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("half_right").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the screen after a line, and the screen after Enter.
fn screen_after(number: usize, typed: &HalfRightLine) -> (String, String) {
    let content = content();
    let folder = folder(&number.to_string());
    let args = [typed.encounter, "--seed", "1", "--ask", "brief", "--in", &content, "--log", "game.jsonl"];
    let lines: Vec<&str> = typed.before.iter().copied().chain([typed.line, "", "", "quit"]).collect();
    let (screen, _) = play(&folder, &args, &lines);
    let (_, after) = screen.split_once(&format!("> {}\n", typed.line)).unwrap_or_else(|| panic!("`{}`: {screen}", typed.line));
    let (shown, rest) = after.split_once("> \n").unwrap_or((after, ""));
    (shown.to_owned(), rest.to_owned())
}

/// "A half-right line is kept": the prompt says which part is wrong, and asks for this part.
#[test]
fn the_right_half_of_a_line_is_kept_and_the_rest_is_asked_for() {
    let lines = [
        line(
            "customs_raid",
            &[],
            "attack the marshal with charm",
            &["`marshal` may be `Port marshal #1` or `Port marshal #2`", "Who does Iveta Marsh attack?"],
        ),
        line(
            "customs_raid",
            &[],
            "attack nobody with charm",
            &["there is no `nobody` here (already answered: attack with charm)", "    2  Port marshal #2"],
        ),
        line("customs_raid", &[], "attack on iveta", &["Iveta Marsh cannot be chosen here (already answered: attack)"]),
        line("customs_raid", &[], "attack PM1 with carbine", &["there is no `carbine` here", "  1  attack on PM1\n"]),
        line("customs_raid", &[], "attack PM1 pm2", &["`pm2` does not belong to this action", "  1  attack on PM1\n"]),
        line("customs_raid", &[], "maneuver on PM1 with oratory", &["there is no `oratory` here (already answered: maneuver on PM1)"]),
        line("customs_raid", &[], "pass please", &["`please` does not belong to this action", "  1  pass\n"]),
        line(
            "customs_raid",
            &[],
            "attack PM2 with charm and obstruct",
            &["one line is one action: `obstruct` was left out", "  1  attack PM2 with charm"],
        ),
        line(
            "arrears",
            &[],
            "attack the sergeant with two tongues",
            &[
                "there is no `two tongues` here (already answered: attack on sergeant)",
                "With which weapon does Nuria Vell attack Bailiff sergeant?",
            ],
        ),
        line("arrears", &[], "attack bailiffs", &["`bailiffs` may be `Trust bailiff #1`, `Trust bailiff #2` or `Trust bailiff #3`"]),
        line(
            "arrears",
            &[],
            "attack TB1 then attack TB2",
            &["one line is one action: `attack TB2` was left out (already answered: attack TB1)", "With which weapon"],
        ),
        line("arrears", &[], "remove ropes", &["`remove` is not possible now\n"]),
        line(
            "three_towers",
            &[],
            "maneuver on gate with tactics",
            &["there is no `tactics` here (already answered: maneuver on gate)", "Which skill"],
        ),
        line(
            "water_court",
            &[],
            "push assessors with oratory",
            &["`assessors` may be `Assessor #1`", "(already answered: push with oratory)"],
        ),
        line("struck_name", &[], "approach unopposed", &["`unopposed` is ambiguous: write"]),
    ];
    for (number, typed) in lines.iter().enumerate() {
        let (shown, rest) = screen_after(number, typed);
        for text in typed.shows {
            assert!(shown.contains(text), "`{}` shows no {text:?}:\n{shown}", typed.line);
        }
        assert!(rest.contains("after a mistake Enter does nothing"), "`{}`: {rest}", typed.line);
    }
}

/// A line is understood if the player names things by titles, with articles or in part, and uses everyday verbs.
#[test]
fn a_line_of_everyday_words_is_understood_whole() {
    let lines = [
        line("customs_raid", &[], "shoot PM2", &["attacks Port marshal #2"]),
        line("customs_raid", &[], "maneuver against the port marshal 1 with agility", &["What does the new aspect say?"]),
        line(
            "customs_raid",
            &[],
            "attack on marshal #2 and move to corridor",
            &["goes from Loading dock to Corridor", "attacks Port marshal #2"],
        ),
        line(
            "customs_raid",
            &[],
            "move to the corridor and attack PM1",
            &["goes from Loading dock to Corridor", "attacks Port marshal #1"],
        ),
        line("customs_raid", &[], "move to air_lock", &["the way is chosen after the roll", "Iveta Marsh moves"]),
        line("arrears", &["attack on TB3"], "attack on the third trust bailiff with charm", &["`attack` is not an answer"]),
        line("arrears", &["attack on TB3"], "attack on Trust bailiff #3 with charm", &["(this is already chosen)"]),
        line("three_towers", &[], "march to the dunes", &["the way is chosen after the roll"]),
        line("three_towers", &[], "order the dune levy", &["Turn 1: Gull watch #2"]),
        line("struck_name", &[], "approach the opposed neutral", &["takes the opposed neutral approach"]),
    ];
    for (number, typed) in lines.iter().enumerate() {
        let (shown, rest) = screen_after(100 + number, typed);
        let screen = shown + &rest;
        for text in typed.shows {
            assert!(screen.contains(text), "`{}` shows no {text:?}:\n{screen}", typed.line);
        }
    }
}

/// If no question would follow the right half of a line, the half is played only after the player confirms it.
#[test]
fn a_half_that_would_be_a_whole_action_is_confirmed_by_its_number() {
    let content = content();
    let folder = folder("confirmed");
    let args = ["customs_raid", "--seed", "1", "--ask", "brief", "--in", &content, "--log", "game.jsonl"];
    let (screen, _) = play(&folder, &args, &["attack PM2 with carbine", "1", "quit"]);
    let (_, after) = screen.split_once("> 1\n").unwrap();
    assert!(after.contains("Iveta Marsh attacks Port marshal #2 with Charm"), "{screen}");
}

/// R-XTT15: `attack` alone takes the marked target if no other target has better odds, and the table says so.
#[test]
fn rxtt15_a_bare_attack_takes_the_best_target() {
    let content = content();
    for typed in ["attack", "3"] {
        let folder = folder(&format!("bare-{typed}"));
        let args = ["customs_raid", "--seed", "1", "--ask", "brief", "--in", &content, "--log", "game.jsonl"];
        let (screen, _) = play(&folder, &args, &[typed, "undo", "quit"]);
        let (_, after) = screen.split_once(&format!("> {typed}\n")).unwrap();
        assert!(after.starts_with("(on Port marshal #1: no other target has better odds; `undo` takes this back)"), "{screen}");
        assert_eq!(screen.matches("What does Iveta Marsh do?").count(), 2, "{screen}");
    }
}
