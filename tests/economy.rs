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

mod office;

mod debts;

mod docks;

mod wounds;

mod lessons;

mod solvency;

mod air;

mod ledger;

mod campaign_file;

mod evening;
