//! Tests of money and downtime: the worked examples of the rules with their numbers, the rulings, general laws, and the campaign file.
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
