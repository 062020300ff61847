//! Tests of completion at every place of the language where a word may be written.
//!
//! `completion/positions.txt` has a line for each entry of each block, with the words that are offered there and words that are not. The
//! entries of a block are those that completion offers in it, and completion takes them from the checker's tables. The test fails if a new
//! entry has no line, or a new kind of item has no block.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use crate::harness::editor;

use editor::{Editor, Inside};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const MANIFEST: &str =
    "[package]\nname = \"yard\"\nversion = \"1.0.0\"\nedition = 1\nlicence = \"CC0-1.0\"\nauthors = [\"Ada\"]\ndescription = \"A yard.\"\n";

/// Declarations that the positions refer to.
const BASE: &str = include_str!("completion/base.slip");

/// Blocks of the language, each with its entries.
const POSITIONS: &str = include_str!("completion/positions.txt");

/// Block of the language: an item with `@` in the place of its entries.
struct Block {
    text: &'static str,
    entries: Vec<Position>,
}

/// Position in an entry.
struct Position {
    /// Entry with `|` at the cursor.
    entry: &'static str,
    /// Words that must be offered; empty if none may be offered.
    offered: Vec<String>,
    /// Words that must not be offered.
    missing: Vec<String>,
}

fn blocks() -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(text) = line.strip_prefix("> ") {
            blocks.push(Block { text, entries: Vec::new() });
            continue;
        }
        let (entry, words) = line.rsplit_once(" => ").unwrap();
        let spelled = |word: &str| word.replace('~', " ");
        let (missing, offered): (Vec<&str>, Vec<&str>) =
            words.split(' ').filter(|word| *word != "-").partition(|word| word.starts_with('!'));
        let missing = missing.into_iter().map(|word| spelled(word.trim_start_matches('!'))).collect();
        blocks.last_mut().unwrap().entries.push(Position { entry, offered: offered.into_iter().map(spelled).collect(), missing });
    }
    blocks
}

/// Editor with one open file.
struct Desk {
    editor: Editor<Inside>,
    file: PathBuf,
}

impl Desk {
    fn new() -> Desk {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("completion");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("slipyard.toml"), MANIFEST).unwrap();
        let file = folder.join("things.slip");
        std::fs::write(&file, BASE).unwrap();
        let mut editor = Editor::new(Inside::new(), &[&folder], json!({}));
        editor.open(&file, BASE);
        editor.settle(&file);
        Desk { editor, file }
    }

    /// Returns the labels and details of the completions at the `|` of a text that is added to the base.
    fn offered(&mut self, text: &str) -> Vec<(String, String)> {
        let text = format!("{BASE}\n{text}\n");
        let at = text.find('|').unwrap();
        self.editor.write(&self.file, &text.replacen('|', "", 1));
        let found = self.editor.at("textDocument/completion", &self.file, at, json!({})).unwrap();
        let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        found.as_array().unwrap().iter().map(|one| (word(&one["label"]), word(&one["detail"]))).collect()
    }

    /// Compiles the base again, since a compilation is kept for a limited number of changes only.
    fn settle(&mut self) {
        self.editor.write(&self.file, BASE);
        self.editor.settle(&self.file);
    }

    fn labels(&mut self, text: &str) -> BTreeSet<String> {
        self.offered(text).into_iter().map(|(label, _)| label).collect()
    }
}

/// Returns the word that an entry begins with.
fn key(entry: &str) -> &str {
    entry.split([' ', '|']).next().unwrap_or_default()
}

#[test]
fn the_words_that_fit_are_offered_in_every_entry_of_every_block() {
    let mut desk = Desk::new();
    let mut wrong = String::new();
    for Block { text, entries } in blocks() {
        // A compilation is kept for a limited number of changes.
        desk.settle();
        let offered = desk.labels(&text.replace('@', "|"));
        let written: BTreeSet<String> = entries.iter().map(|position| key(position.entry).to_owned()).collect();
        let is_open = written.contains("*");
        for entry in offered.difference(&written).filter(|_| !is_open) {
            let _ = writeln!(wrong, "{text}: no line for the entry `{entry}`");
        }
        // Rows of tables begin with numbers that the author chooses.
        let is_number = |entry: &str| entry.starts_with(|first: char| first.is_ascii_digit());
        for entry in written.difference(&offered).filter(|entry| *entry != "*" && !is_number(entry)) {
            let _ = writeln!(wrong, "{text}: the entry `{entry}` is not offered");
        }
        for Position { entry, offered, missing } in entries.iter().filter(|position| key(position.entry) != "*") {
            let found = desk.labels(&text.replace('@', entry));
            if offered.is_empty() && missing.is_empty() && !found.is_empty() {
                let _ = writeln!(wrong, "{text}: {entry} offers {found:?}");
            }
            for word in offered.iter().filter(|word| !found.contains(*word)) {
                let _ = writeln!(wrong, "{text}: {entry} does not offer `{word}`, but {found:?}");
            }
            for word in missing.iter().filter(|word| found.contains(*word)) {
                let _ = writeln!(wrong, "{text}: {entry} offers `{word}`");
            }
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn every_kind_of_item_has_a_block_of_positions() {
    let blocks = blocks();
    for (kind, _) in Desk::new().offered("|").into_iter().filter(|(_, detail)| detail == "an item") {
        let begins = |block: &Block| block.text.strip_prefix(kind.as_str()).is_some_and(|rest| rest.starts_with(' '));
        assert!(blocks.iter().any(begins), "no block begins with `{kind}`");
        assert!(slip_syntax::is_kind(&kind), "messages do not know the kind `{kind}`");
    }
}

#[test]
fn the_first_lines_of_patches_and_aliases_are_completed() {
    let mut desk = Desk::new();
    for (text, offered, missing) in [
        ("patch |", "weapon", "rank"),
        ("patch weapon |", "std.plain_pistol", "std.agility"),
        ("alias |", "weapon", "guard"),
        ("alias weapon old_carbine for |", "dock_carbine", "guard"),
    ] {
        let found = desk.labels(text);
        assert!(found.contains(offered), "{text} does not offer {offered}: {found:?}");
        assert!(!found.contains(missing), "{text} offers {missing}");
    }
}

#[test]
fn an_entry_is_offered_with_the_way_to_write_it() {
    let mut desk = Desk::new();
    let mut detail = |text: &str, word: &str| {
        let offered = desk.offered(text);
        offered.into_iter().find(|(label, _)| label == word).map(|(_, detail)| detail)
    };
    for (text, word, form) in [
        ("map yard \"Yard\" { zone a { | } }", "cover", "cover NUMBER"),
        ("map yard \"Yard\" { | }", "gravity", "gravity normal"),
        ("encounter e \"E\" : space { side one { | } }", "holds_fire", "holds_fire [until attacked]"),
        ("encounter e \"E\" : personal { side one { | } }", "leader", "leader NAME, …"),
        ("skill rigging \"Rigging\" { | }", "within", "within SKILL"),
    ] {
        assert_eq!(detail(text, word).as_deref(), Some(form), "{text}");
    }
}
