//! Checks that every ruling of the project that code and tests cite has a line in the book.

use crate::book::pages::pages;
use std::collections::BTreeSet;
use std::path::Path;

/// Returns the rulings with at least two letters that a text cites: `R-YA5`. Rulings with one letter are on the rules pages only.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("R-").filter_map(|(at, _)| {
        if text[..at].ends_with(|before: char| before.is_alphanumeric()) {
            return None;
        }
        let rest = &text[at + 2..];
        let letters = rest.find(|c: char| !c.is_ascii_uppercase())?;
        let digits = rest[letters..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - letters);
        (letters >= 2 && digits >= 1).then(|| &text[at..at + 2 + letters + digits])
    })
}

/// Collects the rulings that the Rust and Slip files in a folder cite.
fn gather(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs" || ext == "slip") {
            found.extend(cited(&std::fs::read_to_string(&path).unwrap()).map(str::to_owned));
        }
    }
}

#[test]
fn every_ruling_that_code_and_tests_cite_has_a_line_in_the_book() {
    let mut named = BTreeSet::new();
    for folder in ["src", "crates", "tests", "stdlib"] {
        gather(Path::new(folder), &mut named);
    }
    assert!(named.len() > 100, "only {} rulings are cited", named.len());
    let book: String = pages().into_iter().filter(|(path, _)| path.starts_with("docs/book/")).map(|(_, text)| text).collect();
    let missing: Vec<&String> = named.iter().filter(|ruling| !book.contains(&format!("\n| {ruling} |"))).collect();
    assert!(missing.is_empty(), "docs/book has no line of {missing:?}");
}

#[test]
fn rulings_are_found_in_a_text() {
    let text = "told (R-YA5, R-XTS1): not BAR-XX1, R-L19, R-YA or R-YC3";
    assert_eq!(cited(text).collect::<Vec<_>>(), ["R-YA5", "R-XTS1", "R-YC3"]);
}
