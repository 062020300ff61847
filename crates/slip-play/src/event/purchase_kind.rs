//! Kinds of additions to a roll after the dice.

use slip_keyword::keyword_enum;

keyword_enum! {
    /// Kind of addition to a roll after the dice.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Buy {
        /// An aspect of the actor itself, used for a fate point.
        Invoke = "invoke",
        /// An aspect of another actor or place, used for a fate point.
        Tag = "tag",
        /// An aspect used by a free tag.
        Free = "free",
        /// Spin that is spent.
        Spin = "spin",
        /// An effect that allows a re-roll.
        Line = "line",
        /// A compel that reduces the roll.
        Late = "late",
        /// A pass: no addition.
        Pass = "pass",
    }

    /// Returns the word for the kind in the log.
    pub const fn word(self) -> &'static str;
}
