//! Tests of `slip-odds`: one module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod agreement;
mod effect_lines;
mod explore;
mod odds;
