//! Space combat as doctrines see it: what words, terms and picks mean there.

mod company;
mod fire;
mod fitting;
mod moves;
mod table;
mod terms;
mod weigher;

pub(crate) use weigher::{Room, Weigher};
