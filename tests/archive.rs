//! Tests of packed packages: their members, archives that are refused, packages that depend on packed ones, and play locks.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod depend;
mod evening;
mod hostile;
mod packed;
mod raw;
mod schema;
use crate::harness::package_folder;
