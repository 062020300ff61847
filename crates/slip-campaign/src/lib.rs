//! Rules between encounters: purchases, ships in flight and in dock, recovery and advancement.
//!
//! All functions take and return plain data; the commands of `slipyard` read and write the files. *Invariant: no float and no clock is
//! used, and the code names a stunt, skill, statistic or aspect only through a setting or an effect.*

pub mod advancement;
pub mod arrival;
mod aspects;
pub mod command_execution;
pub mod content_effects;
pub mod exposure;
pub mod hit_outside_encounter;
pub mod maintenance;
pub mod output;
pub mod purchase;
pub mod recovery;
pub mod repair;
pub mod sale;
pub mod state;
pub mod travel;
