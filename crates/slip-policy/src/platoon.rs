//! Players by doctrine in platoon combat: matches rules with options, computes the terms of conditions, and selects units.

mod acts;
mod aims;
mod company;
mod fitting;
mod ground;
mod moves;
mod shots;
mod survey;
mod table;
mod terms;
mod weigher;
mod worth;

pub(crate) use aims::distance;
pub(crate) use weigher::{Room, Weigher, quickened};
