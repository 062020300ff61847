//! The linked program to checked items. One bad item never stops the next. Floor 4.

pub mod gear;
mod keys;
mod keys_errors;
pub mod map;
mod map_errors;
mod people_errors;
pub mod skills;
