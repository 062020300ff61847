//! Stored files hold data and nothing else: every field of every stored format is replaced with hostile values, one at a time.
//!
//! A reader ends in bounded time and does not panic; it starts no program and opens no file that a field names. An error names the field, or
//! the record of a log.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

#[path = "stored_formats/campaigns.rs"]
mod campaigns;
#[path = "stored_formats/hostile.rs"]
mod hostile;
#[path = "stored_formats/logs.rs"]
mod logs;
#[path = "stored_formats/packs.rs"]
mod packs;
#[path = "stored_formats/runs.rs"]
mod runs;
#[path = "stored_formats/tables.rs"]
mod tables;
