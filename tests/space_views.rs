//! Tests of the output for fights between ships: words, logs, scripts, accounts, tables.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_test_support::shared_fights;

mod world;

mod words;

mod logs;

mod console;

mod table;
