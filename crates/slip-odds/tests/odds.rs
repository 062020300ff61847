//! Tests of exact odds: every closed form of the rules pages against the solver, and the laws of every distribution.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name"
)]

mod attacks;

mod duels;

mod laws;

mod points;

mod pools;

mod rolls;

mod scenes;

use slip_test_support::packages_from_text;
