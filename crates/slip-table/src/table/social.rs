//! Text shown at a table in social combat: the map as rings, chains or a hub, the time track and the stakes, questions and rulings.

mod board;
mod map_drawing;
mod question;
mod referee;
mod roll_result;

pub(super) use board::{board, head, last_skill, pawns, stakes};
pub(super) use question::{question, taught, wants_words, ways};
pub(super) use referee::SocialLookup;
pub(super) use roll_result::{fixed, opposed};
