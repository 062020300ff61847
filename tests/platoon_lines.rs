//! What lines of effects make of a fight between platoons: every stunt of units and of leaders (platoon.md 6), and lines that no
//! stunt of the standard library has.
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
use crate::support::written;
