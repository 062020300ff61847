//! Shared by the tests of all crates: packages compiled from text, the shipped packages, and fights at a table with scripted dice.

#![allow(missing_docs, reason = "the tests are the only readers, and most names say all")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::new_without_default,
    reason = "tests fail by panicking, and nobody else makes these values"
)]

pub mod compiled_text;
pub mod equal_fights;
pub mod packages_from_text;
pub mod personal_table;
pub mod platoon_table;
pub mod shared_fights;
pub mod shipped_packages;
pub mod social_room;
pub mod space_table;
