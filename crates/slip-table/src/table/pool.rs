//! What the people at a table are shown of a raise-and-see conflict.

mod board;
mod question;
mod referee;

pub(super) use board::{board, called, sheet, standings, stat_line};
pub(super) use question::{coming, question, reckoning, wants_words};
pub(super) use referee::{FORMS, ruled};
