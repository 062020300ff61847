//! What leaves the compiler for a table: cards, maps, and their printers. Floor 5.
//!
//! [`cards`] read a pack and make [`sheet::Card`]s: titles, figures, tracks with boxes, lines of text. [`chart`] makes a
//! [`drawing::Drawing`] of a map. The printers know cards and drawings and nothing of packs, so that a new kind of thing needs no
//! printer and a new printer no kind of thing. [`record`] says of each thing what other programs
//! ask, [`grids`] sets records in tables, [`csv`] writes tables, [`foundry`] makes documents of them, and [`scene`] says what is in an encounter. No stunt, statistic or track is named here: what stands on a card is in the pack.

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

/// A sign as it stands on paper: lines are broken by the printers, so that an author's line ends and tabs are blanks there; other control
/// characters have no place in a document and would move a terminal's cursor.
pub(crate) fn shown(sign: char) -> char {
    match sign {
        '\t'..='\r' | '\u{85}' => ' ',
        sign if sign.is_control() => '\u{fffd}',
        sign => sign,
    }
}
