//! The syntax tower: every example of the language parses, every mistake is found, nothing panics.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

#[path = "syntax/show.rs"]
mod show;

use slipyard::diagnostic::Diagnostic;
use slipyard::source::{PackageId, Sources, Span};
use slipyard::syntax::{self, tree};
use std::fmt::Write;

fn parse(text: &str) -> (tree::File, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let id = sources.add_file(PackageId(0), "test.slip", text);
    let (file, diagnostics) = syntax::parse(id, sources.file(id).unwrap());
    (file, diagnostics.into_iter().collect())
}

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
        let mut trees = String::new();
        for block in page.split("```slip\n").skip(1) {
            let block = block.split("```").next().unwrap();
            assert_eq!(messages(block), Vec::<String>::new(), "{}:\n{block}", path.display());
            trees.push_str(&show::file(&parse(block).0));
            count += 1;
        }
        insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), trees);
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


/// Every message with what it points at, so that its wording is judged where it is read.
#[test]
fn every_mistake_is_named_in_the_words_of_the_author() {
    insta::glob!("syntax/errors/*.slip", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        insta::assert_snapshot!(account(&text));
    });
}

fn account(text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add_file(PackageId(0), "test.slip", text);
    let file = sources.file(id).unwrap();
    let (tree, mut diagnostics) = syntax::parse(id, file);
    diagnostics.sort();
    let place = |span: Span| {
        let at = file.line_column(span.start);
        format!("{}:{} {:?}", at.line, at.column, file.slice(span))
    };
    let mut out = String::new();
    for found in diagnostics.iter() {
        let line = file.line(found.primary.span.start);
        writeln!(out, "{}", file.line_text(line).trim_end()).unwrap();
        writeln!(out, "    {}[{}]: {}", found.severity.word(), found.code, found.message).unwrap();
        writeln!(out, "    at {} {}", place(found.primary.span), found.primary.text).unwrap();
        found.secondary.iter().for_each(|label| writeln!(out, "    and {} {}", place(label.span), label.text).unwrap());
        found.help.iter().for_each(|help| writeln!(out, "    help: {help}").unwrap());
        for fix in &found.fixes {
            let edits: Vec<String> = fix.edits.iter().map(|edit| format!("{} -> {:?}", place(edit.span), edit.replacement)).collect();
            writeln!(out, "    fix ({:?}): {}: {}", fix.confidence, fix.title, edits.join(", ")).unwrap();
        }
    }
    writeln!(out, "\n{}", show::file(&tree)).unwrap();
    out
}
