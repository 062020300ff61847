//! The layout of files: what it does, and what it never does.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

#[path = "format/laws.rs"]
mod laws;
#[path = "format/layouts.rs"]
mod layouts;

use slipyard::format::{Formatted, format};
use slipyard::source::{Package, Sources};
use slipyard::syntax;

/// Lays out one file.
fn laid_out(text: &str) -> Formatted {
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let id = sources.add_file(package, "file.slip", text);
    format(id, sources.file(id).unwrap())
}

/// The tree and the comments of a text, places left out.
fn meaning(text: &str) -> String {
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let id = sources.add_file(package, "file.slip", text);
    let (tree, _) = syntax::parse(id, sources.file(id).unwrap());
    let file = sources.file(id).unwrap();
    let comments = tree.comments.iter().map(|comment| format!("{}\n", file.slice(comment.span).trim_end()));
    let mut words = comments.collect::<String>();
    let debug = format!("{:?}", tree.items);
    for part in debug.split("Span {") {
        words.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
    }
    words
}
