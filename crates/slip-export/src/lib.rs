//! What leaves the compiler for a table: cards, maps, and their printers.
//!
//! [`cards`] read a pack and make [`sheet::Card`]s: titles, figures, tracks with boxes, lines of text. [`chart`] makes a
//! [`drawing::Drawing`] of a map. The printers know cards and drawings and nothing of packs, so that a new kind of thing needs no
//! printer and a new printer no kind of thing. [`record`] says of each thing what other programs
//! ask, [`grids`] sets records in tables, [`csv`] writes tables, [`foundry`] makes documents of them, and [`scene`] says what is in an encounter. No stunt, statistic or track is named here: what stands on a card is in the pack.

pub mod board;
pub mod site;

pub mod blank;
pub mod cards;
pub mod chart;
pub mod csv;
pub mod drawing;
pub mod foundry;
pub mod grids;
pub mod html;
pub mod layout;
pub mod markdown;
mod measure;
#[cfg(feature = "pdf")]
mod order;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod record;
pub mod scene;
pub mod sheet;
pub mod svg;
pub mod text;

use std::borrow::Cow;

/// Returns a text as it is printed: printers break the lines, so line ends and tabs are blanks, and other hidden characters are escapes.
pub fn shown(text: &str) -> Cow<'_, str> {
    if text.contains(is_blank) {
        let blanks: String = text.chars().map(|letter| if is_blank(letter) { ' ' } else { letter }).collect();
        Cow::Owned(slip_printable::line(&blanks).into_owned())
    } else {
        slip_printable::line(text)
    }
}

/// True if the character ends a line or moves along it.
const fn is_blank(letter: char) -> bool {
    matches!(letter, '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
