//! Recognises the author's intention from a few words around the mistake. Examples are the parts of an item's first line in another order,
//! a title without its quotes, and a technology or range as other texts write it.
//!
//! These functions only examine the text. If none of them recognises the mistake, `diagnose` reports what the grammar expected.

mod heads;
mod signs;
mod square_brackets;
mod titles;
mod words;

pub(crate) use heads::{KINDS, colon, head, kind_of_its_own, no_name_before_title, test, title_first};
pub(crate) use signs::{JOINING, arrow, dash, decimal, dots, runs, slash_below};
pub(crate) use square_brackets::{in_square_brackets, square};
pub(crate) use titles::{inner_quotes, text_at, title, title_at, title_end};
pub(crate) use words::{
    bare_call, behind_a_condition, call_without_brackets, is_technology, letter_for_digit, name_of_words, technology, text_first,
};
