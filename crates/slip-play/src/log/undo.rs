//! Undo records of the log.

use ecow::EcoString;

/// Record of an undo: the end of the log is taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoRecord {
    /// Number of the last record that stays.
    pub to: usize,
    /// Person who undoes.
    pub by: EcoString,
    /// Reason for the undo.
    pub why: Option<EcoString>,
    /// True if new dice are rolled from here on; otherwise the dice are the same as before.
    pub redraw: bool,
}
