//! Exports content for play: cards and maps, with printers for them.
//!
//! [`cards`] turns a pack into [`card_content::Card`]s with titles, figures, tracks and lines of text. [`map_drawing`] turns a map into a
//! [`drawing::Drawing`]. Printers depend only on cards and drawings. A new kind of thing needs no new printer, and a new printer works for
//! all kinds. [`exported_things`] is the flat data of a thing for other programs, [`exported_tables`] puts records into tables, [`csv`]
//! writes tables, [`foundry`] creates documents, and [`encounter_text`] describes the content of an encounter. No stunt, statistic or track
//! is named in this crate; everything on a card comes from the pack.

pub mod board;
pub mod site;

#[cfg(feature = "pdf")]
mod bidi;
pub mod blank_forms;
pub mod card_content;
pub mod cards;
pub mod csv;
pub mod drawing;
pub mod encounter_text;
pub mod exploration;
pub mod exported_tables;
pub mod exported_things;
pub mod foundry;
pub mod html;
pub mod layout;
pub mod listing;
pub mod map_drawing;
pub mod map_text;
pub mod markdown;
pub mod packed_package;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod share_link;
pub mod svg;
pub mod text;
mod text_widths;

use std::borrow::Cow;

/// Returns a text as it is printed: line ends and tabs become spaces, because printers break lines themselves, and other hidden
/// characters become escapes.
pub fn shown(text: &str) -> Cow<'_, str> {
    if text.contains(is_blank) {
        let blanks: String = text.chars().map(|letter| if is_blank(letter) { ' ' } else { letter }).collect();
        Cow::Owned(slip_printable::line(&blanks).into_owned())
    } else {
        slip_printable::line(text)
    }
}

/// True if a character is a line end or a tab.
const fn is_blank(letter: char) -> bool {
    matches!(letter, '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
