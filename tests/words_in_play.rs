//! Tests of options in words: every option of every question has words that select only this option, in every shipped encounter and in the
//! encounters of the tests of laws; a wrong input is answered with the legal options.
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

mod laws;
mod rulings;
use slip_test_support::shared_fights;
mod scripts;
mod shipped;
use crate::harness::script_messages;
use slip_test_support::personal_table as table;
