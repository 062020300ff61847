//! What people may rely on: rules are found, shells and `man` know every command, and what older versions wrote is read.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod finding;
mod installed;
mod stored;
