//! Platoon combat as doctrines see it: what words, terms and picks mean there. Floor 6.

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

pub(in crate::play::policy) use aims::distance;
pub(in crate::play::policy) use weigher::{Room, Weigher, quickened};
