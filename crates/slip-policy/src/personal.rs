//! Doctrines in personal combat: matches rules with options, computes the numbers that conditions compare, and finds the actors that rules
//! select.

mod compel_values;
mod condition_terms;
mod participants;
mod pending_rolls;
mod prepared_rules;
mod question_cache;
mod rule_matching;
mod social;
mod weapon_and_skill_rules;

pub(crate) use condition_terms::PersonalEvaluator;
pub(crate) use prepared_rules::{PreparedRule, laid};
pub(crate) use question_cache::PersonalQuestionCache;
