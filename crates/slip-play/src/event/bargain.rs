//! Demands of compels, and replies to them.

/// Demand of a compel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// Lose the turn.
    Stop,
    /// Move at least one zone away.
    Leave,
    /// Take 2 off the current roll.
    Less,
}

impl Demand {
    /// All demands, in order.
    pub const ALL: [Demand; Demand::Less as usize + 1] = [Demand::Stop, Demand::Leave, Demand::Less];

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Demand::Stop => "stop",
            Demand::Leave => "move",
            Demand::Less => "late",
        }
    }
}

/// Reply to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Agreed.
    Accept,
    /// Refuse; for the payer: let the last offer stand.
    Refuse,
    /// Ask another price (R-P35).
    Counter,
}

impl Reply {
    /// All replies, in order.
    pub const ALL: [Reply; Reply::Counter as usize + 1] = [Reply::Accept, Reply::Refuse, Reply::Counter];

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Reply::Accept => "accept",
            Reply::Refuse => "refuse",
            Reply::Counter => "counter",
        }
    }
}
