//! Travel: duration and legality of a trip, and its effects on the ship.
//!
//! Times come from a table named by a setting, limits are settings, and a ship's effects change them. `plan` checks a trip inside a
//! system, `slip` a passage between systems, `landing` the way down to a world.

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
