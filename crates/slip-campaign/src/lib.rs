//! What happens between encounters: purses, ships under way and in dock, wounds, and what is learned.
//!
//! Plain data in, plain data out: commands read and write the files. *Invariant: no float, no clock, and no stunt, skill,
//! statistic or aspect is named here unless a setting or a line names it.*

pub mod account;
pub mod air;
pub mod debt;
pub mod experience;
pub mod lines;
pub mod maintenance;
pub mod purchase;
pub mod recovery;
pub mod repair;
pub mod sale;
pub mod state;
pub mod travel;
pub mod turn;
pub mod voyage;
