//! Events that only social conflicts have: passing of time, actors that a friend zone removes, outcomes of actors taken out.

use crate::ids::ActorId;
use ecow::EcoString;
use slip_keyword::keyword_enum;

keyword_enum! {
    /// Kind of a social event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum SocialOp {
        /// A box of the time track is checked.
        Box = "box",
        /// An actor in a friend zone (JUST FRIENDS) is removed from the conflict (R-SC14).
        Removed = "removed",
        /// The conflict has turned violent (R-SC18).
        BrokeDown = "broke_down",
        /// The time that the conflict took is fixed.
        Elapsed = "elapsed",
        /// The grade of the result is fixed.
        Grade = "grade",
        /// The winner proposes an outcome for an actor taken out (R-SC10).
        Proposes = "proposes",
        /// The actor taken out proposes another outcome.
        Counters = "counters",
    }

    /// Returns the word for the kind in the log.
    pub const fn word(self) -> &'static str;
}

/// An event of a social conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SocialEvent {
    /// Kind of the event.
    pub op: SocialOp,
    /// Actor of the event: the actor that is removed, that turns violent or that is taken out.
    pub who: Option<ActorId>,
    /// Boxes of time left.
    pub left: u32,
    /// Row of the time track whose box is checked, counted from 1; 0 for none.
    pub line: u32,
    /// Number of the outcome tag.
    pub fate: Option<u8>,
    /// Text of the event: the grade, the time taken, or the words of a player's proposal.
    pub say: Option<EcoString>,
}

impl SocialEvent {
    /// Returns an event that has only a kind.
    pub const fn of(op: SocialOp) -> SocialEvent {
        SocialEvent { op, who: None, left: 0, line: 0, fate: None, say: None }
    }

    /// Returns the event with its actor set.
    #[must_use]
    pub const fn to(op: SocialOp, who: ActorId) -> SocialEvent {
        SocialEvent { op, who: Some(who), left: 0, line: 0, fate: None, say: None }
    }
}
