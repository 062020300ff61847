//! Personal combat: the worked traces of the rules with their numbers, its tables, its rulings.
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
mod table;

#[path = "plays/accounts.rs"]
mod accounts;

#[path = "plays/deeds.rs"]
mod deeds;

#[path = "plays/facts.rs"]
mod facts;

#[path = "plays/lines.rs"]
mod lines;

#[path = "plays/moves.rs"]
mod moves;

#[path = "plays/nerve.rs"]
mod nerve;

#[path = "plays/odds.rs"]
mod odds;

#[path = "plays/records.rs"]
mod records;

#[path = "plays/rulings.rs"]
mod rulings;

#[path = "plays/settings.rs"]
mod settings;

#[path = "plays/traces.rs"]
mod traces;

#[path = "plays/weapons.rs"]
mod weapons;

#[path = "plays/worlds.rs"]
mod worlds;

#[path = "plays/victories.rs"]
mod victories;

#[path = "plays/fate.rs"]
mod fate;
