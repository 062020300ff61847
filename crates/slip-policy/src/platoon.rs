//! Evaluates doctrine rules in platoon combat: words, terms and picks.

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
