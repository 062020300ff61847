//! Events of raise-and-see conflicts: dice, and their effect on a party.

use crate::ids::ActorId;
use ecow::EcoString;
use slip_dice::pool::Die;
use slip_keyword::keyword_enum;

keyword_enum! {
    /// Kind of a raise-and-see event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum StakesOp {
        /// A party takes an approach: at the start, or by escalating.
        Approach = "approach",
        /// A party brings a thing into play.
        BringIn = "bring_in",
        /// Dice are rolled into the pool of the party.
        Roll = "roll",
        /// Two dice are put forward as a raise, which others must see.
        Raise = "raise",
        /// Dice are put forward against a raise: one reverses it, two block it, more take the blow.
        See = "see",
        /// The die that reversed a raise is kept for the party's own next raise.
        Hold = "hold",
        /// A die is used against the fallout of a blow.
        Resist = "resist",
        /// Boxes of a track are marked.
        Fallout = "fallout",
        /// The party gives up the stakes.
        Give = "give",
        /// The party cannot see or act, and has lost.
        Lose = "lose",
        /// The only track of the party has become full, so that the party has to give.
        Full = "full",
        /// The party dies, because two of its tracks are full when the conflict ends.
        Die = "die",
        /// A thing becomes dangerous, or is no longer dangerous (by a ruling).
        Dangerous = "dangerous",
        /// A party gets a condition (by a ruling).
        Condition = "condition",
        /// An effect gives the party a number of dice, which are rolled next.
        Owed = "owed",
    }

    /// Returns the word for the kind in the log.
    pub const fn word(self) -> &'static str;
}

/// An event of a raise-and-see conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StakesEvent {
    /// Kind of the event.
    pub op: StakesOp,
    /// Party that the event is about.
    pub party: ActorId,
    /// Dice of the event, in the order in which they were rolled or put forward.
    pub dice: Vec<Die>,
    /// Sum of the dice. For a blow, it is the fallout that is due.
    pub total: u32,
    /// Number of the approach taken.
    pub approach: Option<u8>,
    /// Number of the party's thing.
    pub thing: Option<u8>,
    /// Number of the track.
    pub track: Option<u8>,
    /// Amount of the event. For fallout, the number of boxes marked. For a thing, 1 if it is dangerous. For an effect that gives dice, the
    /// number of dice.
    pub boxes: u8,
    /// Parties that must answer a raise.
    pub to: Vec<ActorId>,
    /// Words of the player, or name of the effect that caused the event.
    pub say: Option<EcoString>,
}

impl StakesEvent {
    /// Returns an event that has only a kind and a party.
    pub const fn of(op: StakesOp, party: ActorId) -> StakesEvent {
        StakesEvent { op, party, dice: Vec::new(), total: 0, approach: None, thing: None, track: None, boxes: 0, to: Vec::new(), say: None }
    }
}
