//! Kinds of additions after the dice.

/// Kind of addition after the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buy {
    /// The actor's own aspect, paid.
    Invoke,
    /// Another's aspect, paid.
    Tag,
    /// A free tag.
    Free,
    /// Spin.
    Spin,
    /// An effect.
    Line,
    /// A compel after the dice.
    Late,
    /// A pass: no addition.
    Pass,
}

impl Buy {
    /// All kinds, in order.
    pub const ALL: [Buy; Buy::Pass as usize + 1] = [Buy::Invoke, Buy::Tag, Buy::Free, Buy::Spin, Buy::Line, Buy::Late, Buy::Pass];

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Buy::Invoke => "invoke",
            Buy::Tag => "tag",
            Buy::Free => "free",
            Buy::Spin => "spin",
            Buy::Line => "line",
            Buy::Late => "late",
            Buy::Pass => "pass",
        }
    }
}
