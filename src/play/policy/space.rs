//! Space combat as doctrines see it: what words, terms and picks mean there. Floor 6.

mod company;
mod fire;
mod fitting;
mod moves;
mod table;
mod terms;
mod weigher;

pub(in crate::play::policy) use weigher::{Room, Weigher};
