//! Text shown at a table in a raise-and-see conflict.

mod board;
mod question;
mod referee;

pub(super) use board::{board, called, sheet, standings, stat_line};
pub(super) use question::{coming, question, reckoning, wants_words};
pub(super) use referee::{FORMS, ruled};
