//! Text shown at a table in platoon combat.

mod board;
mod coming;
mod find;
mod question;
mod reckoning;
mod referee;
mod sheet;

pub(super) use board::{board, short, ways};
pub(super) use coming::coming;
pub(super) use find::called;
pub(super) use question::{question, wants_words};
pub(super) use reckoning::reckoning;
pub(super) use referee::Units;
pub(super) use sheet::{sheet, standings, stat_line};
