//! Fuzz target: any text is formatted. A second pass changes nothing, words are neither lost, split nor joined, and the parser finds the
//! same.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use slip_format::{Formatted, format};
use slip_source::{FileId, Package, Sources};

use slipyard_fuzz::slip;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { slip::mutate(data, size, max_size, seed) });

fn added(text: &str) -> (Sources, FileId) {
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let id = sources.add_file(package, "any.slip", text);
    (sources, id)
}

/// Returns the text without layout; a `;` at the end of a line is layout too.
fn letters(text: &str) -> Vec<char> {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != ';').collect()
}

/// Returns the words, to check that none is split and no two are joined.
fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty()).collect()
}

/// Returns code, message and characters of each finding of the parser and the formatter.
fn findings(formatted: &Formatted, sources: &Sources) -> Vec<(String, Vec<char>)> {
    let found = formatted.diagnostics.iter().map(|found| (format!("{} {}", found.code, found.message), letters(sources.slice(found.primary.span))));
    found.collect()
}

fuzz_target!(|text: &str| {
    let (sources, id) = added(text);
    let file = sources.file(id).expect("it was added");
    let once = format(id, file);
    assert_eq!(letters(&once.text), letters(file.text()), "no letter is lost and none comes up");
    assert_eq!(words(&once.text), words(file.text()), "no word is torn, and no two are joined");
    let before = findings(&once, &sources);
    let (sources, id) = added(&once.text);
    let twice = format(id, sources.file(id).expect("it was added"));
    assert_eq!(findings(&twice, &sources), before, "the parser finds the same");
    assert_eq!(twice.text, once.text, "a second pass changes nothing");
    assert_eq!(twice.left.len(), once.left.len(), "what parsed before parses after");
});
