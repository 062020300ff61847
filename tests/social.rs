//! Social combat: the worked traces of the rules with their numbers, its tables, its rulings.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name"
)]

#[path = "plays/table.rs"]
#[allow(dead_code, reason = "the table of fights has more to offer than words need")]
mod table;

#[path = "social/room.rs"]
mod room;

#[path = "social/traces.rs"]
mod traces;

#[path = "social/rulings.rs"]
mod rulings;

#[path = "social/tables.rs"]
mod tables;

#[path = "social/winning.rs"]
mod winning;

#[path = "social/after.rs"]
mod after;

#[path = "social/laws.rs"]
mod laws;
