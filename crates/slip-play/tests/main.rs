//! Tests of `slip-play`: one module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod effects_in_play;
mod laws;
mod own_tracks;
mod platoon;
mod platoon_laws;
mod platoon_lines;
mod plays;
mod social;
mod space;
mod terrain;
mod words;
