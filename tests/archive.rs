//! Packed packages: what is in one, what is refused, how others stand on it, and the evenings that are played with it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod depend;
mod evening;
mod hostile;
mod packed;
mod raw;
mod schema;
use crate::support::shelf;
