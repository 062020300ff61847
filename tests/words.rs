//! Words of effect lines in personal combat: one statement a row of the vocabulary, with exact numbers.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "tests fail by panicking and explain themselves by name; the table serves other tests too"
)]

#[path = "plays/table.rs"]
mod table;

#[path = "words/stage.rs"]
mod stage;

#[path = "words/begun.rs"]
mod begun;
#[path = "words/moments.rs"]
mod moments;
#[path = "words/numbers.rs"]
mod numbers;

#[path = "words/permits.rs"]
mod permits;

#[path = "words/uses.rs"]
mod uses;

#[path = "words/tags.rs"]
mod tags;

#[path = "words/homebrew.rs"]
mod homebrew;

#[path = "words/laws.rs"]
mod laws;
