//! What happens to dice that lie on the table, and what they do to a party (dice-pool.md 3 to 5).

use crate::ids::ActorId;
use ecow::EcoString;
use slip_dice::pool::Die;

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoolOp {
    /// A party takes an approach: at the start, or by escalating.
    Approach,
    /// Something of a party's comes into play.
    BringIn,
    /// Dice fall into its pool.
    Roll,
    /// Two dice go forward, and others have to see them.
    Raise,
    /// Dice go forward against a raise: one reverses it, two block it, more take the blow.
    See,
    /// The die that reversed a raise is kept for the next raise of its own.
    Hold,
    /// A die goes against the fallout of a blow.
    Resist,
    /// Boxes of a track are marked.
    Fallout,
    /// It gives.
    Give,
    /// It cannot see, or cannot act: it has lost.
    Lose,
    /// Its only track is full: it has to give.
    Full,
    /// Two of its tracks are full when the conflict ends: it dies.
    Die,
    /// A thing is dangerous from now on, or no longer (the referee's word).
    Dangerous,
    /// Somebody is so from now on (the referee's word).
    Condition,
    /// A line of effects gives so many dice, which fall next.
    Owed,
}

impl PoolOp {
    /// All, in order.
    pub const ALL: [PoolOp; PoolOp::Owed as usize + 1] = [
        PoolOp::Approach,
        PoolOp::BringIn,
        PoolOp::Roll,
        PoolOp::Raise,
        PoolOp::See,
        PoolOp::Hold,
        PoolOp::Resist,
        PoolOp::Fallout,
        PoolOp::Give,
        PoolOp::Lose,
        PoolOp::Full,
        PoolOp::Die,
        PoolOp::Dangerous,
        PoolOp::Condition,
        PoolOp::Owed,
    ];

    /// The word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            PoolOp::Approach => "approach",
            PoolOp::BringIn => "bring_in",
            PoolOp::Roll => "roll",
            PoolOp::Raise => "raise",
            PoolOp::See => "see",
            PoolOp::Hold => "hold",
            PoolOp::Resist => "resist",
            PoolOp::Fallout => "fallout",
            PoolOp::Give => "give",
            PoolOp::Lose => "lose",
            PoolOp::Full => "full",
            PoolOp::Die => "die",
            PoolOp::Dangerous => "dangerous",
            PoolOp::Condition => "condition",
            PoolOp::Owed => "owed",
        }
    }
}

/// An event of a raise-and-see conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolEvent {
    /// What happens.
    pub op: PoolOp,
    /// To whom.
    pub party: ActorId,
    /// The dice it happens with, in the order in which they fell or went forward.
    pub dice: Vec<Die>,
    /// What they come to; of a blow that is taken, the fallout due.
    pub total: u32,
    /// The approach taken, by its number.
    pub approach: Option<u8>,
    /// The party's thing, by its number.
    pub thing: Option<u8>,
    /// The track, by its number.
    pub track: Option<u8>,
    /// Boxes marked, or, of danger, 1 for yes; of what a line gives, dice.
    pub boxes: u8,
    /// Who has to see a raise.
    pub to: Vec<ActorId>,
    /// What somebody said of it, or which line brought it.
    pub say: Option<EcoString>,
}

impl PoolEvent {
    /// The event with nothing but what happens to whom.
    pub const fn of(op: PoolOp, party: ActorId) -> PoolEvent {
        PoolEvent { op, party, dice: Vec::new(), total: 0, approach: None, thing: None, track: None, boxes: 0, to: Vec::new(), say: None }
    }
}
