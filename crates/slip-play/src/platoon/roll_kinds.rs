//! Kinds of rolls in platoon combat, and the words that effects use for them.

use crate::choice::Verb;
use crate::effects::Act;
use crate::ids::SkillId;

/// Kind of a unit's roll; rolls that effects treat alike have the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitRoll {
    /// Act of the roll. It is [`Act::Defence`] whenever the roll is compared with the roll of another unit that acts.
    pub act: Act,
    /// Skill of the roll.
    pub skill: Option<SkillId>,
    /// For a defence: the act defended against, and its skill.
    pub against: Option<(Act, Option<SkillId>)>,
}

impl UnitRoll {
    /// Returns the kind of a roll for an act.
    pub const fn of(act: Act, skill: SkillId) -> UnitRoll {
        UnitRoll { act, skill: Some(skill), against: None }
    }

    /// Returns the kind of an attack roll.
    pub const fn attack(skill: SkillId) -> UnitRoll {
        UnitRoll::of(Act::Attack, skill)
    }

    /// Returns the kind of a defence roll with a skill, against an act (attack, jamming or spotting) with a skill.
    pub const fn defence(skill: SkillId, against: Act, with: SkillId) -> UnitRoll {
        UnitRoll { act: Act::Defence, skill: Some(skill), against: Some((against, Some(with))) }
    }

    /// Returns the same kind of roll with another skill.
    pub const fn with(self, skill: SkillId) -> UnitRoll {
        UnitRoll { skill: Some(skill), ..self }
    }
}

/// Returns the act that effects name for a declared verb; `None` if effects have no word for it.
pub const fn act_of(verb: Verb) -> Option<Act> {
    Some(match verb {
        Verb::Attack => Act::Attack,
        Verb::Move | Verb::Relocate | Verb::Displace | Verb::Rearm | Verb::Deploy => Act::Move,
        Verb::March => Act::March,
        Verb::Maneuver => Act::Maneuver,
        Verb::Interdict => Act::Interdict,
        Verb::Rally => Act::Rally,
        Verb::Jam => Act::Jam,
        Verb::Unjam => Act::Unjam,
        Verb::Spot => Act::Spot,
        Verb::Cover => Act::Cover,
        _ => return None,
    })
}
