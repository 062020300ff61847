//! Tests that stored files are only data: every field of every stored format is replaced with hostile values, one at a time.
//!
//! The reader of the format ends in bounded time and does not panic. It starts no program and opens no file that a field names. An error
//! names the field, or the record of a log.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod campaigns;
mod hostile;
mod logs;
mod packs;
mod runs;
mod tables;
