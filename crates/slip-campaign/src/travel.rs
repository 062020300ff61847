//! Travel: duration and legality of a trip, and its effects on the ship.
//!
//! Times come from a table that a setting names; limits are settings; the effects of a ship change both. `plan` checks a trip inside a
//! system, `slip_passage` a passage between systems, `landing` the way down to a world.

mod integer_power;
pub mod jump;
pub mod landing;
pub mod plan;
pub mod route;
pub mod ship_capabilities;
pub mod slip_passage;
pub mod travel_table;

pub use plan::{Alternative, Range, TimeSource, Trip, TripMode, TripRefusal, TripRequest, TripWays, plan, range};
pub use ship_capabilities::Craft;
pub use slip_pack::trip_effects::{Arrival, ArrivalAspect, DenialRoll, ReactionMass, TripPart};
pub use travel_table::{Destination, TravelTable, TripDuration};
