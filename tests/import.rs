//! Tests of `slipyard import`: stat blocks as people write them, cards and exports that come back, and inputs from strangers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod blocks;
mod cards;
mod command;
mod exports;
mod hostile;

use slip_import::Import;
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};

/// Returns the standard library with a package of one text; the text may be empty.
fn sources(own: &str) -> Sources {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "own".into(), version: "0.1.0".into(), edition: 1, ..Package::default() });
    if !own.is_empty() {
        sources.add_file(package, "own.slip", own);
    }
    sources
}

/// Imports a text into a package that has the text `own`.
fn imported_into(own: &str, text: &str) -> Import {
    slip_import::import(sources(own), text, "imported.slip").unwrap()
}

/// Imports a text into an empty package.
fn imported(text: &str) -> Import {
    imported_into("", text)
}

/// Returns the findings about the imported text that are above notes, as `code: message`.
fn findings(import: &Import) -> Vec<String> {
    let own = import.compiled.diagnostics.iter().filter(|found| found.primary.span.file == import.file);
    own.filter(|found| found.severity > Severity::Note).map(|found| format!("{}: {}", found.code, found.message)).collect()
}
