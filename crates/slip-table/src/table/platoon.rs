//! Text shown at a table in platoon combat.

mod board;
mod name_lookup;
mod pending_roll;
mod question;
mod referee;
mod roll_breakdown;
mod sheet;

pub(super) use board::{board, short, ways};
pub(super) use name_lookup::called;
pub(super) use pending_roll::coming;
pub(super) use question::{question, wants_words};
pub(super) use referee::Units;
pub(super) use roll_breakdown::reckoning;
pub(super) use sheet::{sheet, standings, stat_line};
