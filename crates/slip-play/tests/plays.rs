//! Tests of personal combat: the worked traces of the rules with their numbers, its tables, its rulings.
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

use slip_test_support::personal_table as table;

mod accounts;

mod amended;

mod deeds;

mod facts;

mod lines;

mod moves;

mod nerve;

mod odds;

mod records;

mod rulings;

mod settings;

mod traces;

mod vetoes;

mod weapons;

mod worlds;

mod victories;

mod fate;
