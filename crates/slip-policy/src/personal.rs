//! Personal combat as doctrines see it: what words, terms and picks mean there.

mod compels;
mod fitting;
mod known;
mod laid;
mod picks;
mod social;
mod terms;
mod tools;
mod window;

pub(crate) use known::Room;
pub(crate) use laid::{Laid, laid};
pub(crate) use terms::Weigher;
