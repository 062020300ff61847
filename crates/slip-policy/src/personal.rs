//! Players by doctrine in personal combat: matches rules with options, computes the terms of conditions, and selects actors.

mod compels;
mod fitting;
mod picks;
mod prepared_rules;
mod question_cache;
mod social;
mod terms;
mod weapon_preference;
mod window;

pub(crate) use prepared_rules::{Laid, laid};
pub(crate) use question_cache::Room;
pub(crate) use terms::Weigher;
