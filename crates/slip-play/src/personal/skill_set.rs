//! Sets of skills, with one bit for each skill.

use crate::ids::SkillId;

/// A set of skills of one encounter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SkillSet(u128);

impl SkillSet {
    /// True if the set contains a skill.
    pub const fn has(self, skill: SkillId) -> bool {
        skill.0 < 128 && self.0 >> skill.0 & 1 == 1
    }

    /// Returns the set as bits, one for each skill.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the set that contains a single skill.
    pub const fn of(skill: SkillId) -> SkillSet {
        let mut set = SkillSet(0);
        set.add(skill);
        set
    }

    /// Returns the set without the skills of another set.
    #[must_use]
    pub const fn without(self, other: SkillSet) -> SkillSet {
        SkillSet(self.0 & !other.0)
    }

    /// Returns the skills in order.
    pub fn iter(self) -> impl Iterator<Item = SkillId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = u8::try_from(left.trailing_zeros()).ok().filter(|_| left != 0)?;
            left &= left - 1;
            Some(SkillId(next))
        })
    }

    /// Adds a skill.
    pub const fn add(&mut self, skill: SkillId) {
        if skill.0 < 128 {
            self.0 |= 1 << skill.0;
        }
    }
}
