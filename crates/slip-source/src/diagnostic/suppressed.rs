//! Findings that do not count, with the reason somebody gave.
//!
//! They are kept, not thrown away: a report for machines lists them beside what counts, so that a reviewer sees what was
//! waved through and why.

use super::Diagnostic;
use serde::{Deserialize, Serialize};

/// Who says that a finding does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Suppressor {
    /// A waiver in the text: `allow over-budget "last of the old fleet"`.
    Waiver,
    /// A baseline: the finding was there when the baseline was written.
    Baseline,
}

/// A finding that does not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suppressed {
    /// What was found.
    pub finding: Diagnostic,
    /// Who says so.
    pub by: Suppressor,
    /// Why, in the words of whoever says so.
    pub reason: String,
}
