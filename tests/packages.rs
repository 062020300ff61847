//! Tests of packages that depend on each other: visible names, lock files, patches, and new packages.
//!
//! Each test writes its packages to a folder of its own, from the packages in `tests/packages/`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod baseline;
mod campaign;
mod fetch;
mod lock;
mod made;
mod manifests;
mod parts;
mod patches;
mod policy;
mod rules;
mod seen;
mod settings;
use crate::harness::package_folder;
mod together;
mod trees;
