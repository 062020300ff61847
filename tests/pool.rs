//! Raise-and-see conflicts: every worked trace, probability and ruling of dice-pool.md, played.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name; the table serves all files"
)]

#[path = "pool/table.rs"]
mod table;

#[path = "pool/example.rs"]
mod example;

#[path = "pool/rulings.rs"]
mod rulings;

#[path = "pool/sheets.rs"]
mod sheets;

#[path = "pool/odds.rs"]
mod odds;

#[path = "pool/laws.rs"]
mod laws;

#[path = "pool/doctrines.rs"]
mod doctrines;

#[path = "pool/search.rs"]
mod search;

#[path = "pool/lines.rs"]
mod lines;

#[path = "pool/fallout.rs"]
mod fallout;

#[path = "pool/console.rs"]
mod console;
