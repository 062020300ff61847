//! Players by doctrine in platoon combat: matches rules with options, computes the terms of conditions, and selects units.

mod act_values;
mod acts;
mod aims;
mod ground;
mod moves;
mod participants;
mod pending_rolls;
mod rule_matching;
mod shots;
mod survey;
mod terms;
mod weigher;

pub(crate) use aims::distance;
pub(crate) use weigher::{Room, Weigher, quickened};
