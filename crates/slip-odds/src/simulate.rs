//! Plays many games of one encounter and counts the results: wins, length and losses.
//!
//! All counts are integers, and their sums do not depend on the order. The number of threads and shards therefore does not change the
//! result. Game `k` of a seed is always the same game ([`seeds`]).
//!
//! A [`SimulationReport`] contains the statistics with their intervals; views only display it. The module uses no clock, file or terminal.

pub mod acting_effects;
pub mod bars;
mod batches;
pub mod comparison;
mod game_counts;
mod game_runner;
pub mod participants;
pub mod precision;
pub mod report;
pub mod schema;
pub(crate) mod schema_struct_macro;
pub mod seeds;
pub mod shard;
pub mod side_swap;
pub mod statistics;
pub mod text;
pub mod total_counts;

pub use acting_effects::effect_lines;
pub use batches::{BATCH, SimulationError, SimulationPlan, SimulationProgress, SimulationResult, simulate};
pub use game_runner::{PlayersMaker, Version};
pub use participants::SimulatedEncounter;
pub use precision::Precision;
pub use report::{SimulationReport, is_elsewhere, typed};
pub use shard::{SimulationPart, Unmergeable, merge};
pub use total_counts::{SimulationCounts, Tally};
