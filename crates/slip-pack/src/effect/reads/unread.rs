//! Reason why an engine does not read an effect.

/// Reason why an engine does not read an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The reason, as a clause without a full stop.
    pub why: String,
}

impl Unread {
    /// Creates a reason.
    pub(super) fn new(why: impl Into<String>) -> Unread {
        Unread { why: why.into() }
    }
}
