//! Recorded defences: a defence is rolled once and counts until its owner's next turn.

use crate::event::RollAddends;
use crate::ids::{AspectId, SkillId};
use slip_dice::Faces;
use slip_dice::fate::AspectScope;
use smallvec::SmallVec;

/// Recorded defence roll, without armour and spin. It is used until the next turn of its owner (R-P9, R-P11).
///
/// Each aspect can be used only once on this roll, and only one use per scope can be paid for (R-C10, R-P6). These limits span all attacks,
/// because the roll stays the same.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedDefence {
    /// Skill of the roll. `None` if the roll is made without a skill: by mooks, and by actors with no defence skill left.
    pub skill: Option<SkillId>,
    /// Dice of the roll.
    pub faces: Faces,
    /// Addends of the roll. A roll of mooks has only the addends that were paid for.
    pub parts: RollAddends,
    /// True if armour counts with this defence (R-P24).
    pub armoured: bool,
    /// Scopes in which a use of an aspect was paid for.
    pub paid: SmallVec<[AspectScope; 4]>,
    /// Aspects that were used on the roll.
    pub used: SmallVec<[AspectId; 4]>,
}

impl RecordedDefence {
    /// Returns the record of a new roll, to which no addition has been made yet.
    pub fn fallen(skill: Option<SkillId>, faces: Faces, parts: RollAddends, armoured: bool) -> RecordedDefence {
        RecordedDefence { skill, faces, parts, armoured, paid: SmallVec::new(), used: SmallVec::new() }
    }
}
