//! What the people at a table are shown, as text: the board, sheets, questions, the arithmetic of a roll; and the words
//! of a referee as events. Pure: a fight in, words out; no terminal, no disk. Floor 6.

pub mod board;
pub mod choices;
mod coming;
pub mod faces;
mod find;
pub mod ink;
mod marks;
mod plan;
pub mod question;
mod reckoning;
pub mod referee;
mod sheet;

pub use coming::coming;
pub use find::Find;
pub use ink::{Ink, Pen};
pub use marks::Marks;
pub use reckoning::reckoning;
pub use sheet::{sheet, stat_line};
