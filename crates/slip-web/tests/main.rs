//! Tests of the session of the browser edition. `tests/web_session.rs` of the command compares its answers with what the command prints.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod editor;
mod explore;
mod form;
mod hostile;
mod page;
mod play;
mod recheck;
mod rename_zones;
mod starts;
mod types;
