//! Laws of every fight between platoons, with any legal answers and under any rules; each law is also tested by breaking it, and
//! its violation must be named.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking, and share modules of which each uses a part"
)]

mod ahead;
mod broken;
mod ground;
use slip_test_support::platoon_table as table;
mod wander;
mod watch;
use slip_test_support::compiled_text;
