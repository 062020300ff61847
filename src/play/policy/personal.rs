//! Personal combat as doctrines see it: what words, terms and picks mean there. Floor 6.

mod compels;
mod fitting;
mod known;
mod laid;
mod picks;
mod social;
mod terms;
mod tools;
mod window;

pub(in crate::play::policy) use known::Room;
pub(in crate::play::policy) use laid::{Laid, laid};
pub(in crate::play::policy) use terms::Weigher;
