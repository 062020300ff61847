//! What people and programs see of fights between platoons: words, logs, scripts, accounts, tables.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

#[path = "platoon_views/world.rs"]
mod world;

#[path = "platoon_views/words.rs"]
mod words;

#[path = "platoon_views/logs.rs"]
mod logs;

#[path = "platoon_views/console.rs"]
mod console;

#[path = "platoon_views/table.rs"]
mod table;
