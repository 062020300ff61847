//! Rows about games: crowds, and long logs. Encounters are limited to 128 actors, each of which looks at every other, so an exponent of 2
//! is expected for a game of a crowd.

use super::hostile_texts::{GUARD, fight, lines};
use super::measure_growth::{Row, command};
use std::path::Path;

/// Returns a long fight of two actors who never attack.
fn long_fight(turns: usize) -> String {
    format!(
        "{GUARD}map m {{ zone a; zone b; zone c; border a -- b x; border b -- c x }}\nencounter e : personal {{\n  map m\n  side us {{ \
         actors guard at a }}\n  side them {{ actors guard at c }}\n  limit {turns} turns\n}}\n"
    )
}

fn ruled(lines_of_doctrine: usize) -> String {
    let rules = lines(lines_of_doctrine, |at| format!("  target weakest visible when turn > {at}\n"));
    fight(6).replace("side us {", "side us { doctrine d;") + &format!("doctrine d : personal {{\n{rules}}}\n")
}

/// Returns a fight with a comment for each line that the player types.
fn typed(times: usize) -> String {
    long_fight(100) + &"//\n".repeat(times)
}

/// Returns a row about a player who types something many times.
const fn keyboard(name: &'static str, input: fn(&str, &Path) -> Vec<u8>) -> Row {
    Row { name, text: typed, command: &["play", "e", "--ask", "full", "--log", "game.jsonl"], input: Some(input), first: 500, last: 4_000 }
}

fn typed_each_line(text: &str, words: &str) -> Vec<u8> {
    words.repeat(text.lines().filter(|line| *line == "//").count()).into_bytes()
}

pub const ROWS: &[Row] = &[
    keyboard("answers undone", |text, _| typed_each_line(text, "pass\nundo\n")),
    keyboard("rulings typed", |text, _| typed_each_line(text, "override fate guard#1 +1\n")),
    keyboard("questions about the rules", |text, _| typed_each_line(text, "why\nsheet\n")),
    command("a game of a crowd", fight, &["simulate", "e", "--games", "1"], 16, 128),
    command("a game by many rules", ruled, &["simulate", "e", "--games", "20"], 600, 4_800),
    command("a long game told", long_fight, &["run", "e"], 200, 3_200),
    command("a long game as a log", long_fight, &["run", "e", "--format", "json"], 200, 3_200),
    command("a long log read again", long_fight, &["replay", "{log}"], 200, 3_200),
    command("a long game resumed", long_fight, &["play", "--resume", "{log}"], 200, 3_200),
];
