//! Evaluates doctrine rules in personal combat: words, terms and picks.

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
