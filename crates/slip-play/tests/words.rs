//! Tests of the vocabulary of effects in personal combat: one statement per entry, with exact numbers.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "tests fail by panicking and explain themselves by name; the table serves other tests too"
)]

use slip_test_support::personal_table as table;

mod stage;

mod begun;
mod moments;
mod numbers;

mod permits;

mod uses;

mod tags;

mod homebrew;

mod laws;
