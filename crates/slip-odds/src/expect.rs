//! Runs `test` blocks: checks the expectations that authors write about their content.
//!
//! Everything that can be computed is computed: facts about built items are read from the pack, and chances of attacks, duels and rolls
//! are exact. Claims about encounters are sampled until the result is certain enough ([`confidence_sequence`]): a claim is a tree whose
//! leaves are known within bounds, and it is judged as soon as the bounds decide it. If the allowed number of games does not decide it, the
//! verdict is "undecided". The same seed gives the same verdict for any number of threads.

mod acting_effects;
mod answer_cache;
pub mod confidence_sequence;
pub mod errors;
mod exact_odds;
pub mod interval_arithmetic;
mod judge_expectation;
pub mod report;
mod simulated_odds;
mod stored_facts;

pub use answer_cache::{ActingEffects, AnswerCache};
pub use judge_expectation::{JudgedExpectation, JudgedValue, PlayedGames, TestVerdict, UnansweredQuestion};
