//! What happens in social conflicts only: time that passes, who is out of it for good, terms of being beaten (social.md).

use crate::ids::ActorId;
use ecow::EcoString;

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SocialOp {
    /// A box of time is checked.
    Box,
    /// Somebody is out of it: a mere friend (R-SC14).
    Removed,
    /// It has turned violent (R-SC18).
    BrokeDown,
    /// How long it has taken (7).
    Elapsed,
    /// How well it has ended.
    Grade,
    /// What shall become of somebody beaten, as the other side would have it (R-SC10).
    Proposes,
    /// The same as the beaten would have it.
    Counters,
}

impl SocialOp {
    /// All, in order.
    pub const ALL: [SocialOp; SocialOp::Counters as usize + 1] =
        [SocialOp::Box, SocialOp::Removed, SocialOp::BrokeDown, SocialOp::Elapsed, SocialOp::Grade, SocialOp::Proposes, SocialOp::Counters];

    /// The word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            SocialOp::Box => "box",
            SocialOp::Removed => "removed",
            SocialOp::BrokeDown => "broke_down",
            SocialOp::Elapsed => "elapsed",
            SocialOp::Grade => "grade",
            SocialOp::Proposes => "proposes",
            SocialOp::Counters => "counters",
        }
    }
}

/// An event of a social conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SocialEvent {
    /// What happens.
    pub op: SocialOp,
    /// To whom: who is removed, who turned violent, who is beaten.
    pub who: Option<ActorId>,
    /// Boxes of time that are left.
    pub left: u32,
    /// The line of the time track, from 1; 0 for none.
    pub line: u32,
    /// The outcome tag's number.
    pub fate: Option<u8>,
    /// The words: of the grade, of the time it took, of who proposes.
    pub say: Option<EcoString>,
}

impl SocialEvent {
    /// The event with nothing but what happens.
    pub const fn of(op: SocialOp) -> SocialEvent {
        SocialEvent { op, who: None, left: 0, line: 0, fate: None, say: None }
    }

    /// To somebody.
    #[must_use]
    pub const fn to(op: SocialOp, who: ActorId) -> SocialEvent {
        SocialEvent { op, who: Some(who), left: 0, line: 0, fate: None, say: None }
    }
}
