//! Tests of fights between ships: every worked trace, probability and ruling of the rules, played.

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

use slip_test_support::space_table as table;

mod moving;

mod crew;

mod effects;

mod ends;

mod fighters;
mod maneuvers;

mod tether;

mod wander;

mod fire;

mod fire_own;

mod fire_rulings;

mod amended;

mod odds;
