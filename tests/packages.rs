//! Packages that stand on each other: what they see, what pins them, what changes them, and how they are begun.
//!
//! Each test writes its packages to a folder of its own, with `tests/packages/` as the stock they are taken from.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod campaign;
mod lock;
mod made;
mod manifests;
mod parts;
mod patches;
mod rules;
mod seen;
mod settings;
use crate::support::shelf;
mod together;
mod trees;
