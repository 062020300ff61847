//! Options in words and back: every option of every question has words that mean it and nothing else, in every shipped
//! encounter and in the laws' own; what is typed wrong is answered with what is legal.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "tests fail by panicking and explain themselves by name; the table serves other tests too"
)]

#[path = "words_in_play/laws.rs"]
mod laws;
#[path = "words_in_play/rulings.rs"]
mod rulings;
#[path = "scenes/mod.rs"]
mod scenes;
#[path = "words_in_play/scripts.rs"]
mod scripts;
#[path = "words_in_play/shipped.rs"]
mod shipped;
#[path = "plays/table.rs"]
mod table;
#[path = "scripted/tried.rs"]
mod tried;
