//! Tests of promises to users: rules can be found, shells and `man` know every command, and files of older versions are read.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod finding;
mod installed;
mod stored;
