//! Findings that were suppressed, with the reason.
//!
//! A report for programs lists suppressed findings with all other findings. A reviewer can therefore see each suppressed finding and the
//! reason for it.

use super::Diagnostic;
use serde::{Deserialize, Serialize};

/// Cause of a suppression.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Suppressor {
    /// A waiver in the text: `allow over-budget "last of the old fleet"`.
    Waiver,
    /// A baseline: the finding existed when the baseline was written.
    Baseline,
}

/// Suppressed finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suppressed {
    /// The finding.
    pub finding: Diagnostic,
    /// Cause of the suppression.
    pub by: Suppressor,
    /// Reason given by the author.
    pub reason: String,
}
