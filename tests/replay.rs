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

#[path = "replay/world.rs"]
mod world;

#[path = "replay/sessions.rs"]
mod sessions;

#[path = "replay/rulings.rs"]
mod rulings;

#[path = "replay/logs.rs"]
mod logs;

#[path = "replay/stakes.rs"]
mod stakes;

#[path = "replay/broken.rs"]
mod broken;

#[path = "replay/names.rs"]
mod names;

#[path = "replay/command.rs"]
mod command;

#[path = "replay/schema.rs"]
mod schema;
