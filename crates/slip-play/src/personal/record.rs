//! Defences that stand (personal.md 6.1, step 4): what was rolled once and is read until one's own next turn.

use crate::event::Parts;
use crate::few::Few;
use crate::ids::{AspectId, SkillId};
use slip_dice::Faces;
use slip_dice::fate::Scope;

/// A defence roll that stands until its owner's next turn (R-P9, R-P11): no armour, no spin. It is the same roll each time it is
/// read, so that an aspect counts once on it, and a scope is paid for once (R-C10, R-P6).
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The skill it was rolled with; none for mooks and for those with no skill left.
    pub skill: Option<SkillId>,
    /// How the dice fell.
    pub faces: Faces,
    /// Addends, of mooks only what was bought.
    pub parts: Parts,
    /// True if armour counts with it (R-P24).
    pub armoured: bool,
    /// Scopes in which a use was paid for.
    pub paid: Few<Scope, 4>,
    /// Aspects used on it.
    pub used: Few<AspectId, 4>,
}

impl Record {
    /// A defence as it falls: nothing is bought yet.
    pub const fn fallen(skill: Option<SkillId>, faces: Faces, parts: Parts, armoured: bool) -> Record {
        Record { skill, faces, parts, armoured, paid: Few::new(Scope::Own), used: Few::new(AspectId(0)) }
    }
}
