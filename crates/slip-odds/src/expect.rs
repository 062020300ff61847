//! Runs `test` blocks: checks the expectations that authors write about their content.
//!
//! Everything that can be computed is computed: facts about built items are read from the pack, and chances of attacks, duels and rolls
//! are exact. Claims about encounters are sampled until the result is certain enough ([`sequence`]): a claim is a tree whose leaves are
//! known within bounds, and it is judged as soon as the bounds decide it. If the allowed number of games does not decide it, the verdict
//! is "undecided". The same seed gives the same verdict for any number of threads.

mod answer_cache;
pub mod bounds;
pub mod errors;
mod facts;
mod fights;
mod games;
mod judge;
pub mod report;
pub mod sequence;

pub use answer_cache::Desk;
pub use judge::{Judged, Part, Played, Trouble, Verdict};
