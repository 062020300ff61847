//! Players by doctrine in space combat: matches rules with options, computes the terms of conditions, and selects ships.

mod company;
mod fire;
mod fitting;
mod moves;
mod table;
mod terms;
mod weigher;

pub(crate) use weigher::{Room, Weigher};
