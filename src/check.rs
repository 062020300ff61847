//! The linked program to checked items. One bad item never stops the next. Floor 4.

pub mod arguments;
pub mod aspects;
pub mod build;
pub mod context;
pub mod design;
pub mod doctrine;
pub mod effect;
mod effect_errors;
pub mod encounter;
mod encounter_errors;
pub mod errors;
pub mod formula;
pub mod gear;
pub mod incomplete;
mod keys;
mod keys_errors;
pub mod legality;
pub mod map;
mod map_errors;
mod people_errors;
pub mod purchase;
pub mod reckon;
pub mod repair;
pub mod ruleset;
mod ruleset_errors;
pub mod skills;
pub mod waivers;
