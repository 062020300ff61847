//! Evaluates doctrine rules in space combat: words, terms and picks.

mod company;
mod fire;
mod fitting;
mod moves;
mod table;
mod terms;
mod weigher;

pub(crate) use weigher::{Room, Weigher};
