//! Tests of what the compiler prints for a table: cards and maps, in every format.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::float_arithmetic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

mod cards;
mod figures;
mod forms;
mod maps;
use slip_test_support::compiled_text;
mod xml;

use slip_pack::Pack;
use std::path::PathBuf;

/// Returns the published packages, compiled, by name.
fn content() -> Vec<(String, Pack)> {
    let folders = std::fs::read_dir("content").unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = folders.collect();
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let project = slipyard::project::load(&[PathBuf::from("content").join(&name)], &mut std::io::empty()).unwrap();
            (name, slip_compile::compile(&project.sources).pack)
        })
        .collect()
}
