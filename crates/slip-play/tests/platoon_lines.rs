//! Tests of effects in a fight between platoons: every stunt of units and of leaders, and effects that no stunt of the standard
//! library has.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    unreachable_pub,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

mod field;
mod homebrew;
mod stunts;
use slip_test_support::compiled_text;
