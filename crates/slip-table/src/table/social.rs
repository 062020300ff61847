//! Text shown at a table in social combat: the map as rings, chains or a hub, the time track and the stakes, questions and rulings.

mod board;
mod find;
mod map;
mod question;
mod reckoning;

pub(super) use board::{board, head, last_skill, pawns, stakes};
pub(super) use find::SocialLookup;
pub(super) use question::{question, taught, wants_words, ways};
pub(super) use reckoning::{fixed, opposed};
