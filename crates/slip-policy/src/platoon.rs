//! Doctrines in platoon combat: matches rules with options, computes the numbers that conditions compare, and finds the units that rules
//! name.

mod act_and_target_rules;
mod act_values;
mod attack_odds;
mod condition_terms;
mod move_rules;
mod movement_goals;
mod option_evaluator;
mod participants;
mod pending_rolls;
mod range_sight_and_command;
mod rule_matching;
mod unit_sets;

pub(crate) use movement_goals::{distance, distance_of_side};
pub(crate) use option_evaluator::{PlatoonBuffers, PlatoonEvaluator, quickened};
