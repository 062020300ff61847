//! Events of raise-and-see conflicts: dice, and their effect on a party.

use crate::ids::ActorId;
use ecow::EcoString;
use slip_dice::pool::Die;
use slip_keyword::keyword_enum;

keyword_enum! {
    /// Kind of event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PoolOp {
        /// A party takes an approach: at the start, or by escalating.
        Approach = "approach",
        /// A party brings a thing into play.
        BringIn = "bring_in",
        /// Dice are rolled into its pool.
        Roll = "roll",
        /// Two dice are put forward as a raise, which others must see.
        Raise = "raise",
        /// Dice are put forward against a raise: one reverses it, two block it, more take the blow.
        See = "see",
        /// The die that reversed a raise is kept for the next raise of its own.
        Hold = "hold",
        /// A die is used against the fallout of a blow.
        Resist = "resist",
        /// Boxes of a track are marked.
        Fallout = "fallout",
        /// The party gives.
        Give = "give",
        /// The party cannot see or act: it has lost.
        Lose = "lose",
        /// The party's only track is full: it has to give.
        Full = "full",
        /// Two of the party's tracks are full when the conflict ends: it dies.
        Die = "die",
        /// A thing becomes dangerous, or stops being so (by a ruling).
        Dangerous = "dangerous",
        /// A party gets a condition (by a ruling).
        Condition = "condition",
        /// An effect gives so many dice, which are rolled next.
        Owed = "owed",
    }

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str;
}

/// An event of a raise-and-see conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolEvent {
    /// Kind of event.
    pub op: PoolOp,
    /// The party.
    pub party: ActorId,
    /// Its dice, in the order in which they were rolled or put forward.
    pub dice: Vec<Die>,
    /// Their total; for a blow, the fallout due.
    pub total: u32,
    /// The approach taken, by its number.
    pub approach: Option<u8>,
    /// The party's thing, by its number.
    pub thing: Option<u8>,
    /// The track, by its number.
    pub track: Option<u8>,
    /// Boxes marked; for danger, 1 for yes; for an effect, dice.
    pub boxes: u8,
    /// Parties that must see a raise.
    pub to: Vec<ActorId>,
    /// The player's words, or the effect that caused it.
    pub say: Option<EcoString>,
}

impl PoolEvent {
    /// Returns an event with kind and party only.
    pub const fn of(op: PoolOp, party: ActorId) -> PoolEvent {
        PoolEvent { op, party, dice: Vec::new(), total: 0, approach: None, thing: None, track: None, boxes: 0, to: Vec::new(), say: None }
    }
}
