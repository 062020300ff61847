//! Money and the time between: the worked traces of the rules with their numbers, its rulings, its laws, and the file of a campaign.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name"
)]

#[path = "economy/office.rs"]
mod office;

#[path = "economy/debts.rs"]
mod debts;

#[path = "economy/docks.rs"]
mod docks;

#[path = "economy/wounds.rs"]
mod wounds;

#[path = "economy/lessons.rs"]
mod lessons;

#[path = "economy/solvency.rs"]
mod solvency;

#[path = "economy/air.rs"]
mod air;

#[path = "economy/ledger.rs"]
mod ledger;

#[path = "economy/campaign_file.rs"]
mod campaign_file;

#[path = "economy/evening.rs"]
mod evening;
