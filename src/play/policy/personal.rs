//! Personal combat as doctrines see it: what words, terms and picks mean there. Floor 6.

mod compels;
mod fitting;
mod picks;
mod social;
mod terms;
mod tools;
mod window;

pub(in crate::play::policy) use terms::{Room, Weigher, is_standing};
