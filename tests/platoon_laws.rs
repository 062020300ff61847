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

#[path = "platoon_laws/ahead.rs"]
mod ahead;
#[path = "platoon_laws/broken.rs"]
mod broken;
#[path = "platoon_laws/ground.rs"]
mod ground;
#[path = "platoon/table.rs"]
mod table;
#[path = "platoon_laws/wander.rs"]
mod wander;
#[path = "platoon_laws/watch.rs"]
mod watch;
#[path = "written/mod.rs"]
mod written;
