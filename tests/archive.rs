//! Packed packages: what is in one, what is refused, how others stand on it, and the evenings that are played with it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

#[path = "archive/depend.rs"]
mod depend;
#[path = "archive/evening.rs"]
mod evening;
#[path = "archive/hostile.rs"]
mod hostile;
#[path = "archive/packed.rs"]
mod packed;
#[path = "archive/raw.rs"]
mod raw;
#[path = "archive/schema.rs"]
mod schema;
#[path = "packages/shelf.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod shelf;
