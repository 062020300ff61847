//! Tests of games at a table and their logs: undo, the referee's rulings, and reading logs.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name"
)]

mod world;

mod defaults;
mod evenings;
mod sessions;

mod rulings;

mod logs;

mod stakes;

mod broken;

mod names;

mod command;

mod schema;
