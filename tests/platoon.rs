//! Fights between platoons: every worked trace, probability and ruling of platoon.md, played.

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

#[path = "platoon/table.rs"]
mod table;

#[path = "platoon/command.rs"]
mod command;

#[path = "platoon/turns.rs"]
mod turns;

#[path = "platoon/movement.rs"]
mod movement;

#[path = "platoon/carriers.rs"]
mod carriers;

#[path = "platoon/range.rs"]
mod range;

#[path = "platoon/attack.rs"]
mod attack;

#[path = "platoon/actions.rs"]
mod actions;

#[path = "platoon/draft.rs"]
mod draft;

#[path = "platoon/odds.rs"]
mod odds;

#[path = "platoon/setup.rs"]
mod setup;

#[path = "platoon/people.rs"]
mod people;

#[path = "platoon/aircraft.rs"]
mod aircraft;

#[path = "platoon/battery.rs"]
mod battery;

#[path = "platoon/decisions.rs"]
mod decisions;

#[path = "platoon/own.rs"]
mod own;
