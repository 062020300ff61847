//! Undo, as a log records it.

use ecow::EcoString;

/// An undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    /// Number of the last record that stays.
    pub to: usize,
    /// The person who undoes.
    pub by: EcoString,
    /// The reason.
    pub why: Option<EcoString>,
    /// True if new dice are drawn from here on; otherwise they are the same as before.
    pub redraw: bool,
}
