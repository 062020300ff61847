//! Undo record: a line of the log that takes back all records after a given one.

use ecow::EcoString;

/// Record of an undo. All records after a certain one are taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoRecord {
    /// Number of the last record that stays.
    pub to: usize,
    /// Person who undoes.
    pub by: EcoString,
    /// Reason for the undo.
    pub why: Option<EcoString>,
    /// True if new dice are rolled after the undo. Otherwise the same dice are used again.
    pub redraw: bool,
    /// True if the table has vetoed the first answer that is taken back: it may not be given again.
    pub veto: bool,
}
