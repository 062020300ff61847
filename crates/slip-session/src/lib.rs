//! Runs encounters: a single automatic run, a game at a table step by step, and a scenario of several encounters.

pub mod effect_watch;
pub mod run;
pub mod scenario;
pub mod session;

pub use run::{Player, Run, RunError, Seats, run};
