//! What a compel demands, and what is said to it (personal.md 2.7, 2.9).

/// What somebody who gives in to a compel has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// Nothing, this turn.
    Stop,
    /// Move at least one zone away.
    Leave,
    /// Take 2 off the roll on the table.
    Less,
}

impl Demand {
    /// All, in order.
    pub const ALL: [Demand; Demand::Less as usize + 1] = [Demand::Stop, Demand::Leave, Demand::Less];

    /// The word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Demand::Stop => "stop",
            Demand::Leave => "move",
            Demand::Less => "late",
        }
    }
}

/// What is answered to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Agreed.
    Accept,
    /// No; of whoever pays, that the last offer stands.
    Refuse,
    /// For another price (R-P35).
    Counter,
}

impl Reply {
    /// All, in order.
    pub const ALL: [Reply; Reply::Counter as usize + 1] = [Reply::Accept, Reply::Refuse, Reply::Counter];

    /// The word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Reply::Accept => "accept",
            Reply::Refuse => "refuse",
            Reply::Counter => "counter",
        }
    }
}
