//! Tests of simulations: many games of one encounter, counted.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name; the table serves all files"
)]

use slip_test_support::shared_fights;

mod alley;

mod games;

mod parts;

mod places;

mod changes;

mod views;

mod numbers;
