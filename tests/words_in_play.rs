//! Options in words and back: every option of every question has words that mean it and nothing else, in every shipped
//! encounter and in the laws' own; what is typed wrong is answered with what is legal.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "tests fail by panicking and explain themselves by name; the table serves other tests too"
)]

mod laws;
mod rulings;
use crate::support::scenes;
mod scripts;
mod shipped;
use crate::support::personal_table as table;
use crate::support::tried;
