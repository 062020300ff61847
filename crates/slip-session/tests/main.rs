//! Tests of `slip-session`: one module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod game_digests;
mod scenario;
mod silent_effects;
mod zero_sum;
