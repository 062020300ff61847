//! Recorded defences: a defence is rolled once and counts until its owner's next turn.

use crate::event::Parts;
use crate::ids::{AspectId, SkillId};
use slip_dice::Faces;
use slip_dice::fate::Scope;
use smallvec::SmallVec;

/// A recorded defence roll, valid until its owner's next turn (R-P9, R-P11), without armour and spin. Since it stays the same roll, each
/// aspect counts once on it, and each scope is paid for once (R-C10, R-P6).
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The skill it was rolled with; none for mooks and for actors with no skill left.
    pub skill: Option<SkillId>,
    /// The dice.
    pub faces: Faces,
    /// Addends; for mooks only those that were paid for.
    pub parts: Parts,
    /// True if armour counts with it (R-P24).
    pub armoured: bool,
    /// Scopes in which a use was paid for.
    pub paid: SmallVec<[Scope; 4]>,
    /// Aspects used on it.
    pub used: SmallVec<[AspectId; 4]>,
}

impl Record {
    /// Returns the record of a new roll, with nothing paid for yet.
    pub fn fallen(skill: Option<SkillId>, faces: Faces, parts: Parts, armoured: bool) -> Record {
        Record { skill, faces, parts, armoured, paid: SmallVec::new(), used: SmallVec::new() }
    }
}
