//! Fights between ships: every worked trace, probability and ruling of space.md, played.

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

#[path = "space/table.rs"]
mod table;

#[path = "space/move.rs"]
mod moving;

#[path = "space/crew.rs"]
mod crew;

#[path = "space/effects.rs"]
mod effects;

#[path = "space/ends.rs"]
mod ends;

#[path = "space/fighters.rs"]
mod fighters;
#[path = "space/maneuvers.rs"]
mod maneuvers;

#[path = "space/tether.rs"]
mod tether;

#[path = "space/wander.rs"]
mod wander;

#[path = "space/fire.rs"]
mod fire;

#[path = "space/fire_own.rs"]
mod fire_own;

#[path = "space/fire_rulings.rs"]
mod fire_rulings;

#[path = "space/odds.rs"]
mod odds;
