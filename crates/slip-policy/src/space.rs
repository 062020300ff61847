//! Doctrines in space combat: matches rules with options, computes the numbers that conditions compare, and finds the ships that rules
//! name.

mod condition_terms;
mod option_evaluator;
mod participants;
mod pending_rolls;
mod placement_and_move_rules;
mod rule_matching;
mod weapon_rules;

pub(crate) use option_evaluator::{SpaceBuffers, SpaceEvaluator};
