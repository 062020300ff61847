//! Tests of the output for fights between platoons: words, logs, scripts, accounts, tables.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod world;

mod words;

mod logs;

mod console;

mod table;
