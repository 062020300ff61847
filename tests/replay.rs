//! Games at a table and their logs: steps that are taken back, the referee's word, lines that are read again.
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

mod sessions;

mod rulings;

mod logs;

mod stakes;

mod broken;

mod names;

mod command;

mod schema;
