//! The tables and rulings of the content rules (people, units, systems, clusters, worlds, money), cell by cell. One module an
//! area; each compiles small packages on top of the standard library.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    missing_docs,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

mod written;

#[path = "content_rules/animals.rs"]
mod animals;
#[path = "content_rules/clusters.rs"]
mod clusters;
#[path = "content_rules/far_future.rs"]
mod far_future;
#[path = "content_rules/kinds.rs"]
mod kinds;
#[path = "content_rules/money.rs"]
mod money;
#[path = "content_rules/opposition.rs"]
mod opposition;
#[path = "content_rules/people.rs"]
mod people;
#[path = "content_rules/places.rs"]
mod places;
#[path = "content_rules/stunts.rs"]
mod stunts;
#[path = "content_rules/units.rs"]
mod units;
#[path = "content_rules/uses.rs"]
mod uses;
#[path = "content_rules/wargame.rs"]
mod wargame;
#[path = "content_rules/worlds.rs"]
mod worlds;
