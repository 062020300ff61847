//! The closed vocabulary by which content acts in play. Floor 0.

use serde::{Deserialize, Serialize};

/// One `effect` line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// As the author wrote it, parameters filled in.
    pub text: String,
}
