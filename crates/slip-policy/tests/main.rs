//! Tests of `slip-policy`: one module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod doctrine_play;
mod equal_sides;
mod laws_of_content;
mod platoon_doctrines;
mod reckoning;
mod search;
mod social_doctrines;
mod space_doctrines;
