//! Plays many games of one encounter and counts the results: wins, length and losses.
//!
//! All counts are integers and sums do not depend on their order, so the number of threads and shards does not change the result. Game `k`
//! of a seed is always the same game ([`seeds`]). A [`Report`] contains the statistics with their intervals; views only display it. The
//! module uses no clock, file or terminal.

mod batches;
pub mod cast;
pub mod comparison;
pub mod effect_lines;
mod game_counts;
mod game_runner;
pub mod part;
pub mod precision;
pub(crate) mod record;
pub mod report;
pub mod schema;
pub mod seeds;
pub mod side_swap;
pub mod statistics;
pub mod total_counts;

pub use batches::{BATCH, Done, Plan, Progress, Trouble, simulate};
pub use cast::Cast;
pub use effect_lines::effect_lines;
pub use game_runner::{Making, Version};
pub use part::{Part, Unmergeable, merge};
pub use precision::Precision;
pub use report::{Report, is_elsewhere, typed};
pub use total_counts::{Counts, Tally};
