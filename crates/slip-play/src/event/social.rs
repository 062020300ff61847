//! Events of social conflicts only: passing of time, actors sent home, outcomes of actors taken out.

use crate::ids::ActorId;
use ecow::EcoString;
use slip_keyword::keyword_enum;

keyword_enum! {
    /// Kind of event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum SocialOp {
        /// A box of time is checked.
        Box = "box",
        /// An actor is sent home as a friend (R-SC14).
        Removed = "removed",
        /// The conflict has turned violent (R-SC18).
        BrokeDown = "broke_down",
        /// The time that the conflict took.
        Elapsed = "elapsed",
        /// The grade of the result.
        Grade = "grade",
        /// The winner's proposal for the outcome of an actor taken out (R-SC10).
        Proposes = "proposes",
        /// The counter-proposal of the actor taken out.
        Counters = "counters",
    }

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str;
}

/// An event of a social conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SocialEvent {
    /// Kind of event.
    pub op: SocialOp,
    /// The actor: removed, turned violent, or taken out.
    pub who: Option<ActorId>,
    /// Boxes of time left.
    pub left: u32,
    /// Row of the time track, from 1; 0 for none.
    pub line: u32,
    /// The outcome tag's number.
    pub fate: Option<u8>,
    /// The words: of the grade, of the time taken, or of the proposing player.
    pub say: Option<EcoString>,
}

impl SocialEvent {
    /// Returns an event with its kind only.
    pub const fn of(op: SocialOp) -> SocialEvent {
        SocialEvent { op, who: None, left: 0, line: 0, fate: None, say: None }
    }

    /// Returns an event about an actor.
    #[must_use]
    pub const fn to(op: SocialOp, who: ActorId) -> SocialEvent {
        SocialEvent { op, who: Some(who), left: 0, line: 0, fate: None, say: None }
    }
}
