//! Words of a game for the people at the table: accounts of what happened, the words of answers, prompts.

pub mod table;
pub mod transcript;
pub mod words;
