//! Travel: how long a trip takes, whether it is legal, and what a ship brings out of it (travel-economy.md 1-3, 9).
//!
//! The times are those of a table that a setting names, the limits are settings, and what a ship does differently is said by
//! her lines. `plan` judges a trip inside a system, `slip` a passage between systems, `landing` the way down.

pub mod chart;
pub mod craft;
pub mod jump;
pub mod landing;
pub mod plan;
mod power;
pub mod route;
pub mod slip;

pub use chart::{Chart, Goal, Way};
pub use craft::Craft;
pub use plan::{Alternative, Manner, Range, Refusal, Source, Trip, Ways, Wish, plan, range};
pub use slip_pack::arrival::{Arrival, Brought, Denial, Passage, ReactionMass};
