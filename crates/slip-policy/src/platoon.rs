//! Players by doctrine in platoon combat: matches rules with options, computes the terms of conditions, and selects units.

mod act_values;
mod acts;
mod attack_odds;
mod hypothetical_position;
mod movement_goals;
mod moves;
mod participants;
mod pending_rolls;
mod rule_matching;
mod terms;
mod unit_sets;
mod weigher;

pub(crate) use movement_goals::{distance, distance_of_side};
pub(crate) use weigher::{PlatoonBuffers, PlatoonEvaluator, quickened};
