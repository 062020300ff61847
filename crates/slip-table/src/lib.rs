//! Text for the people at a table: transcripts, the language of answers, boards and questions.

pub mod goals;
pub mod option_words;
pub mod table;
pub mod transcript;
pub mod victory_sentence;
