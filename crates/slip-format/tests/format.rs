//! Tests of the formatter: the layout it produces, and the text it never changes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

mod broken;
mod laws;
mod layouts;
mod mutated;
use slip_test_support::compiled_text;

use slip_format::{Formatted, format};
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{Package, Sources};

use slip_syntax::tree::File;

/// Formats one file.
fn laid_out(text: &str) -> Formatted {
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let id = sources.add_file(package, "file.slip", text);
    format(id, sources.file(id).unwrap())
}

/// Returns the tree and the findings of the parser.
fn parsed(text: &str) -> (File, Diagnostics) {
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let id = sources.add_file(package, "file.slip", text);
    slip_syntax::parse(id, sources.file(id).unwrap())
}

/// Returns code, message and underlined words of each finding of the parser, without the blanks and the `;` that formatting changes.
fn findings(text: &str) -> Vec<String> {
    said(text, parsed(text).1.iter())
}

/// Like `findings`, for any diagnostics.
fn said<'d>(text: &str, found: impl Iterator<Item = &'d Diagnostic>) -> Vec<String> {
    let words = |range: std::ops::Range<usize>| text[range].split([' ', '\t', '\r', '\n', ';']).collect::<String>();
    let said = found.map(|found| {
        let span = found.primary.span;
        format!("{} {} {}", found.code, found.message, words(span.start as usize..span.end as usize))
    });
    said.collect()
}

/// Returns the tree and the comments of a text, without spans.
fn meaning(text: &str) -> String {
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let id = sources.add_file(package, "file.slip", text);
    let (tree, _) = slip_syntax::parse(id, sources.file(id).unwrap());
    let file = sources.file(id).unwrap();
    let comments = tree.comments.iter().map(|comment| format!("{}\n", file.slice(comment.span).trim_end()));
    let mut words = comments.collect::<String>();
    let debug = format!("{:?}", tree.items);
    for part in debug.split("Span {") {
        words.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
    }
    words
}
