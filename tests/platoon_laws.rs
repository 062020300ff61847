//! What holds of every fight between platoons (platoon.md 15), whatever legal things everybody does and by whichever rules; and that
//! each of these laws can be broken, and is then named.
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
use crate::support::platoon_table as table;
mod wander;
mod watch;
use crate::support::written;
