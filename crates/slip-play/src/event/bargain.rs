//! Demands of compels, and replies to them.

use slip_keyword::keyword_enum;

keyword_enum! {
    /// Demand of a compel.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Demand {
        /// Lose the turn.
        Stop = "stop",
        /// Move at least one zone away.
        Leave = "move",
        /// Take 2 off the current roll.
        Less = "late",
    }

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str;
}

keyword_enum! {
    /// Reply to an offer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Reply {
        /// Agreed.
        Accept = "accept",
        /// Refuse; for the payer: let the last offer stand.
        Refuse = "refuse",
        /// Ask another price (R-P35).
        Counter = "counter",
    }

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str;
}
