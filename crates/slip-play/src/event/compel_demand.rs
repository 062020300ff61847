//! Demands of compels, and replies to them.

use slip_keyword::keyword_enum;

keyword_enum! {
    /// Demand of a compel.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum CompelDemand {
        /// The compelled actor loses the turn.
        Stop = "stop",
        /// The compelled actor moves at least one zone away.
        Leave = "move",
        /// The compelled actor's current roll is reduced by 2.
        Less = "late",
    }

    /// Returns the word for the demand in the log.
    pub const fn word(self) -> &'static str;
}

keyword_enum! {
    /// Reply to a compel, or to the price that was asked for it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum CompelReply {
        /// The offer is accepted.
        Accept = "accept",
        /// The offer is refused. If the payer refuses the price that was asked, the payer's last offer still applies.
        Refuse = "refuse",
        /// Another price is asked (R-P35).
        Counter = "counter",
    }

    /// Returns the word for the reply in the log.
    pub const fn word(self) -> &'static str;
}
