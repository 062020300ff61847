//! The syntax tower: every example of the language parses, every mistake is found, nothing panics.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slipyard::diagnostic::Diagnostic;
use slipyard::source::{PackageId, Sources};
use slipyard::syntax;

/// `line: message` of every diagnostic.
fn messages(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let id = sources.add_file(PackageId(0), "test.slip", text);
    let (_, mut diagnostics) = syntax::parse(id, sources.file(id).unwrap());
    diagnostics.sort();
    let line = |found: &Diagnostic| sources.line_column(found.primary.span).unwrap().line;
    diagnostics.iter().map(|found| format!("{}: {}", line(found), found.message)).collect()
}

#[test]
fn every_example_of_the_language_parses_without_a_word() {
    let mut count = 0;
    for entry in std::fs::read_dir("tests/lang").unwrap() {
        let path = entry.unwrap().path();
        let page = std::fs::read_to_string(&path).unwrap();
        for block in page.split("```slip\n").skip(1) {
            let block = block.split("```").next().unwrap();
            assert_eq!(messages(block), Vec::<String>::new(), "{}:\n{block}", path.display());
            count += 1;
        }
    }
    assert!(count >= 15, "only {count} examples found");
}

#[test]
fn every_standard_file_parses_without_a_word() {
    let mut folders = vec![std::path::PathBuf::from("stdlib"), std::path::PathBuf::from("content")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "slip") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert_eq!(messages(&text), Vec::<String>::new(), "{}", path.display());
            }
        }
    }
}

