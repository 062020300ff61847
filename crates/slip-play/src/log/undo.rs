//! Steps taken back, as a log records them.

use ecow::EcoString;

/// Steps taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    /// The last line that stays.
    pub to: usize,
    /// Who takes them back.
    pub by: EcoString,
    /// Why.
    pub why: Option<EcoString>,
    /// True if the dice are drawn anew from here on, instead of falling as they would have.
    pub redraw: bool,
}
