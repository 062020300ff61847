//! Packages that stand on each other: what they see, what pins them, what changes them, and how they are begun.
//!
//! Each test writes its packages to a folder of its own, with `tests/packages/` as the stock they are taken from.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

#[path = "packages/campaign.rs"]
mod campaign;
#[path = "packages/lock.rs"]
mod lock;
#[path = "packages/made.rs"]
mod made;
#[path = "packages/manifests.rs"]
mod manifests;
#[path = "packages/parts.rs"]
mod parts;
#[path = "packages/patches.rs"]
mod patches;
#[path = "packages/rules.rs"]
mod rules;
#[path = "packages/seen.rs"]
mod seen;
#[path = "packages/settings.rs"]
mod settings;
#[path = "packages/shelf.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod shelf;
#[path = "packages/together.rs"]
mod together;
#[path = "packages/trees.rs"]
mod trees;
