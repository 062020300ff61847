//! Players by doctrine in space combat: matches rules with options, computes the terms of conditions, and selects ships.

mod moves;
mod participants;
mod pending_rolls;
mod rule_matching;
mod terms;
mod weapon_rules;
mod weigher;

pub(crate) use weigher::{SpaceBuffers, SpaceEvaluator};
