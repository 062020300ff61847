//! How something is added after the dice.

/// How something is bought after the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buy {
    /// An own aspect, paid.
    Invoke,
    /// Another's, paid.
    Tag,
    /// A free tag.
    Free,
    /// Spin.
    Spin,
    /// A line of effects.
    Line,
    /// A compel after the dice, on somebody's roll.
    Late,
    /// Nothing.
    Pass,
}

impl Buy {
    /// All, in order.
    pub const ALL: [Buy; Buy::Pass as usize + 1] = [Buy::Invoke, Buy::Tag, Buy::Free, Buy::Spin, Buy::Line, Buy::Late, Buy::Pass];

    /// The word of the log.
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
