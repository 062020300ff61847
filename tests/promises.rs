//! What people may rely on: rules are found, shells and `man` know every command, and what older versions wrote is read.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

#[path = "promises/finding.rs"]
mod finding;
#[path = "promises/installed.rs"]
mod installed;
#[path = "promises/stored.rs"]
mod stored;
