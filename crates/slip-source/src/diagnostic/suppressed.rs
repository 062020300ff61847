//! Findings that were suppressed, with the reason.
//!
//! They are kept, not dropped: a report for machines lists them beside the others, so that a reviewer can see what was
//! suppressed and why.

use super::Diagnostic;
use serde::{Deserialize, Serialize};

/// Origin of a suppression.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Suppressor {
    /// A waiver in the text: `allow over-budget "last of the old fleet"`.
    Waiver,
    /// A baseline: the finding was there when the baseline was written.
    Baseline,
}

/// Suppressed finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suppressed {
    /// The finding.
    pub finding: Diagnostic,
    /// Origin of the suppression.
    pub by: Suppressor,
    /// Reason that the author gave.
    pub reason: String,
}
