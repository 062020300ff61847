//! Checks that no input makes the compiler panic: random text, and real content with pieces cut, doubled, swapped and mistyped.
//! Rules: R-XPK2.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use proptest::prelude::*;
use slip_compile::compile;
use slip_compile::stdlib;
use slip_report::Style;
use slip_source::{Package, Sources};
use slip_test_support::shipped_packages::repository;
use std::fs;
use std::path::{Path, PathBuf};

fn compiled(text: &str) -> usize {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "hostile".into(), edition: 1, ..Package::default() });
    sources.add_file(own, "hostile.slip", text);
    let found = compile(&sources);
    for diagnostic in found.diagnostics.iter() {
        let file = sources.file(diagnostic.primary.span.file).expect("every finding is in a file");
        assert!(diagnostic.primary.span.end <= file.end(), "a finding inside its file: {diagnostic:?}");
        assert!(file.text().is_char_boundary(diagnostic.primary.span.start as usize), "{diagnostic:?}");
    }
    let shown = slip_report::report(
        &found.diagnostics,
        &sources,
        Style::Short,
        slip_report::DrawOptions::default(),
        &slip_report::Summary::default(),
    );
    assert!(found.diagnostics.is_empty() || !shown.is_empty());
    found.diagnostics.len()
}

fn slip_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            slip_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "slip") {
            found.push(path);
        }
    }
}

fn corpus() -> Vec<String> {
    let mut files = Vec::new();
    slip_files(&repository().join("stdlib"), &mut files);
    slip_files(&repository().join("content"), &mut files);
    files.sort();
    files.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Makes one change that a tired author or a broken disk might make.
fn mutate(text: &str, kind: u8, at: usize, length: usize, insert: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return insert.to_owned();
    }
    let start = at % letters.len();
    let end = (start + 1 + length % 40).min(letters.len());
    match kind % 4 {
        0 => {
            letters.drain(start..end);
        }
        1 => {
            let piece: Vec<char> = letters[start..end].to_vec();
            letters.splice(start..start, piece);
        }
        2 => letters[start..end].reverse(),
        _ => {
            letters.splice(start..start, insert.chars());
        }
    }
    letters.into_iter().collect()
}

const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\"\"\"",
    ";",
    ",",
    "..",
    "--",
    "->",
    "when ",
    "else ",
    "from x",
    " : ",
    "x999",
    "T9",
    "-9223372036854775808",
    "99999999999999999999",
    "4/0/x",
    "\u{a0}",
    "é",
    "\r\n",
    "\t",
    "//",
    "///",
    "=",
    "0..",
    "effect ",
    "stunts + ",
    "if ",
    "then ",
    "not ",
    "9/0",
    "min(",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn real_content_with_pieces_damaged(
        file in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<u8>(), any::<usize>(), any::<usize>(), any::<prop::sample::Index>()), 1..6),
    ) {
        let corpus = corpus();
        let mut text = corpus[file.index(corpus.len())].clone();
        for (kind, at, length, piece) in changes {
            text = mutate(&text, kind, at, length, PIECES[piece.index(PIECES.len())]);
        }
        compiled(&text);
    }

    #[test]
    fn words_of_the_language_in_any_order(
        words in prop::collection::vec(prop::sample::select(vec![
            "weapon", "ship", "npc", "design", "stunt", "map", "encounter", "doctrine", "ruleset", "skill", "mark", "a", "b", "c", "\"text\"", ":",
            "from", "{", "}", "slug_thrower", "spacecraft", "tech", "T2", "harm", "3", "-1", "range", "0..2", "stunts", "civilian", "x2", ",", ";",
            "\n", "\n  ", "tracks", "aspects", "mode", "skills", "gear", "when", "else", "stat", "cost", "rank", "*", "(", ")", "[", "]", "budget",
            "side", "actors", "at", "zone", "border", "--", "victory", "allow", "over-budget", "effect", "attack", "area", "test", "patch", "alias", "for", "use", "std",
        ]), 0..60),
    ) {
        compiled(&words.join(" "));
    }

    #[test]
    fn any_text_at_all(text in "\\PC{0,200}") {
        compiled(&text);
    }
}

#[test]
fn numbers_at_the_edge_of_what_fits_are_ordinary() {
    let text = "weapon a : slug_thrower { tech T1; harm 2147483647; penetration -2147483648; range 0..2147483647; stunts civilian x2147483647 }\n\
                ship b : spacecraft { tech T2; v_shift 9999999999; tracks { frame 2147483647; heat -5 } }\n\
                mook c { threat 2000000000 }\n";
    assert!(compiled(text) > 0);
}
