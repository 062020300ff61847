//! Simulations: many games of one encounter, counted.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name; the table serves all files"
)]

#[path = "scenes/mod.rs"]
mod scenes;

#[path = "simulate/alley.rs"]
mod alley;

#[path = "simulate/games.rs"]
mod games;

#[path = "simulate/parts.rs"]
mod parts;

#[path = "simulate/places.rs"]
mod places;

#[path = "simulate/changes.rs"]
mod changes;

#[path = "simulate/views.rs"]
mod views;

#[path = "simulate/numbers.rs"]
mod numbers;
