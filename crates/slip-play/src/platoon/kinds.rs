//! Rolls of a fight between platoons, and by which words lines know them (effects.md 3).

use crate::choice::Verb;
use crate::effects::Act;
use crate::ids::SkillId;

/// A roll of a unit, as far as lines tell rolls apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitRoll {
    /// What it is for: whatever withstands somebody else's roll is a defence.
    pub act: Act,
    /// With which skill.
    pub skill: Option<SkillId>,
    /// Of a defence: what it withstands, and with which skill that is done.
    pub against: Option<(Act, Option<SkillId>)>,
}

impl UnitRoll {
    /// A roll for an act.
    pub const fn of(act: Act, skill: SkillId) -> UnitRoll {
        UnitRoll { act, skill: Some(skill), against: None }
    }

    /// An attack.
    pub const fn attack(skill: SkillId) -> UnitRoll {
        UnitRoll::of(Act::Attack, skill)
    }

    /// A defence with a skill against an act that is done with a skill: an attack, jamming, spotting.
    pub const fn defence(skill: SkillId, against: Act, with: SkillId) -> UnitRoll {
        UnitRoll { act: Act::Defence, skill: Some(skill), against: Some((against, Some(with))) }
    }

    /// The same with another skill.
    pub const fn with(self, skill: SkillId) -> UnitRoll {
        UnitRoll { skill: Some(skill), ..self }
    }
}

/// The word of lines for what is declared; none for what no line speaks of.
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
