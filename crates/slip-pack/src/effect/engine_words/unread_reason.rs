//! Reason why an engine does not read an effect.

/// Reason why an engine does not read an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadEffect {
    /// The reason, as a clause without a full stop.
    pub why: String,
}

impl UnreadEffect {
    /// Creates a reason.
    pub(super) fn new(why: impl Into<String>) -> UnreadEffect {
        UnreadEffect { why: why.into() }
    }
}
