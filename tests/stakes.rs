//! Tests of raise-and-see conflicts: every worked example, probability and ruling of the rules is played.

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

mod table;

mod example;

mod rulings;

mod sheets;

mod odds;

mod laws;

mod doctrines;

mod search;

mod lines;

mod fallout;

mod console;
