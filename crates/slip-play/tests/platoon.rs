//! Tests of fights between platoons: every worked trace, probability and ruling of the rules, played.

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

use slip_test_support::platoon_table as table;

mod command;

mod turns;

mod movement;

mod carriers;

mod range;

mod attack;

mod actions;

mod draft;

mod odds;

mod setup;

mod people;

mod aircraft;

mod battery;

mod decisions;

mod own;

mod amended;
