//! Kinds of additions after the dice.

use slip_keyword::keyword_enum;

keyword_enum! {
    /// Kind of addition after the dice.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Buy {
        /// The actor's own aspect, paid.
        Invoke = "invoke",
        /// Another's aspect, paid.
        Tag = "tag",
        /// A free tag.
        Free = "free",
        /// Spin.
        Spin = "spin",
        /// An effect.
        Line = "line",
        /// A compel after the dice.
        Late = "late",
        /// A pass: no addition.
        Pass = "pass",
    }

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str;
}
