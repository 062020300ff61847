//! Tests of the tables and rulings of the content rules (people, units, systems, clusters, worlds, money), cell by cell. One module
//! per area; each compiles small packages on top of the standard library.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    missing_docs,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

mod animals;
mod catalogue;
mod clusters;
mod far_future;
mod kinds;
mod money;
mod opposition;
mod people;
mod places;
mod stunts;
mod units;
mod uses;
mod wargame;
mod worlds;
