//! Many games of one encounter, counted: who wins, how long it takes and what it costs.
//!
//! Every count is a whole number and every sum of them is the same in whatever order they are added, so that threads and
//! shards change nothing. Game `k` of a seed is always the same game ([`seeds`]). What is reckoned from the counts, with its
//! error bars, is a [`Report`]; views draw that and nothing else. Nothing here reads a clock, a file or a terminal.

mod batches;
pub mod cast;
pub mod compared;
pub mod mirror;
pub mod part;
pub mod precision;
pub(crate) mod record;
pub mod report;
pub mod schema;
pub mod seeds;
mod stage;
pub mod statistics;
pub mod tally;
mod watch;

pub use batches::{BATCH, Done, Plan, Progress, Trouble, simulate};
pub use cast::Cast;
pub use part::{Part, Unmergeable, merge};
pub use precision::Precision;
pub use report::{Report, is_elsewhere, typed};
pub use stage::{Making, Version};
pub use tally::{Counts, Tally};
