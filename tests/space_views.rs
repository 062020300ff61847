//! What people and programs see of fights between ships: words, logs, scripts, accounts, tables.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod scenes;

#[path = "space_views/world.rs"]
mod world;

#[path = "space_views/words.rs"]
mod words;

#[path = "space_views/logs.rs"]
mod logs;

#[path = "space_views/console.rs"]
mod console;

#[path = "space_views/table.rs"]
mod table;
