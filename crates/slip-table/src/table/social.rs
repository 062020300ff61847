//! What those at a table see of social combat: the map as rings, chains or a hub, time and what is at risk; its questions and the
//! words of its referee.

mod board;
mod find;
mod map;
mod question;
mod reckoning;

pub(super) use board::{board, head, last_skill, pawns, stakes};
pub(super) use find::Talk;
pub(super) use question::{question, taught, wants_words, ways};
pub(super) use reckoning::{fixed, opposed};
