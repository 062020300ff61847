//! Addends of a roll, in the order of the rules.

use crate::ids::SkillId;

/// One addend of a roll, in the order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RollAddend {
    /// A skill.
    Skill(SkillId),
    /// Number of unmarked boxes of a group of mooks, used instead of a skill.
    Mooks,
    /// Bonus of 1, because the actor has a better skill that amplifies the rolled skill.
    Amplified,
    /// Harm of the weapon.
    Harm,
    /// Bonus of armour on the harm of an attack without a weapon.
    Fists,
    /// Encumbrance of armour, or another static modifier of gear.
    Gear,
    /// Gravity and other surroundings.
    Environment,
    /// Penalty for a target out of range.
    Range,
    /// Fixed number that is rolled instead of a skill.
    Fixed,
    /// Armour, less penetration.
    Armour,
    /// Bonus of an aspect that is used.
    Aspect,
    /// Spin that is spent.
    Spin,
    /// Reduction after the dice, by a compel that the actor accepted.
    Late,
    /// Reduction by a worse skill or rating that limits the roll.
    Limited,
    /// Penalty for other posts that the same person has manned this turn (R-S2).
    Posts,
    /// Burn of the drives.
    Burn,
    /// A fixed result without dice: the drives are at rest, the ship fails to act, or the post is empty.
    Automatic,
    /// An effect, given by its number. It is evaluated again if a recorded defence is used again.
    Line(u16),
}

/// The addends of a roll, at most sixteen. If there are more effects than can be listed one by one, the rest is added to the addend of
/// gear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RollAddends {
    list: [Option<(RollAddend, i16)>; 16],
    /// Sum of all addends. It is stored because it is read far more often than changed.
    sum: i32,
}

/// Maximum number of effects that a roll lists one by one.
const MOST_LINES: usize = 5;

impl RollAddends {
    /// Returns an empty list.
    pub fn new() -> RollAddends {
        RollAddends::default()
    }

    /// Returns the number of effects listed.
    fn named_lines(&self) -> usize {
        self.list.iter().flatten().filter(|(part, _)| matches!(part, RollAddend::Line(_))).count()
    }

    /// True if this many more effects can be listed one by one.
    pub(crate) fn has_room_for_lines(&self, more: usize) -> bool {
        self.named_lines().saturating_add(more) <= MOST_LINES
    }

    /// Returns the addends with the effects merged into one addend, that of gear, rather than listed one by one.
    pub(crate) fn with_lines_as_gear(&self) -> RollAddends {
        let mut parts = RollAddends::new();
        for (part, amount) in self.iter() {
            parts.add(if matches!(part, RollAddend::Line(_)) { RollAddend::Gear } else { part }, amount);
        }
        parts
    }

    /// True if the list of addends has no room for another effect, and this effect is not in the list yet.
    fn is_full_of_lines(&self, part: RollAddend) -> bool {
        self.named_lines() >= MOST_LINES && !self.list.iter().flatten().any(|(there, _)| *there == part)
    }

    /// Adds an addend to the roll. If there is one of the same kind already, adds the amounts.
    pub fn add(&mut self, part: RollAddend, amount: i32) {
        let amount = i16::try_from(amount).unwrap_or(if amount < 0 { i16::MIN } else { i16::MAX });
        // If the list has no room for an effect, its amount is added to the addend for gear. The last entries of the list are reserved for
        // additions after the dice.
        let part = if matches!(part, RollAddend::Line(_)) && self.is_full_of_lines(part) { RollAddend::Gear } else { part };
        for slot in &mut self.list {
            match slot {
                Some((there, sum)) if *there == part => {
                    let more = sum.saturating_add(amount);
                    self.sum += i32::from(more) - i32::from(*sum);
                    *sum = more;
                    return;
                }
                Some(_) => {}
                None => {
                    *slot = Some((part, amount));
                    self.sum += i32::from(amount);
                    return;
                }
            }
        }
    }

    /// Returns the addends in order.
    pub fn iter(&self) -> impl Iterator<Item = (RollAddend, i32)> {
        self.list.iter().flatten().map(|&(part, amount)| (part, i32::from(amount)))
    }

    /// Returns the sum of all addends.
    pub const fn total(&self) -> i32 {
        self.sum
    }

    /// Returns the amount of one kind of addend.
    pub fn of(&self, part: RollAddend) -> i32 {
        self.iter().filter(|(there, _)| *there == part).map(|(_, amount)| amount).sum()
    }

    /// Adds to the roll the effects that limit its skill, then the effects that amplify it. Each entry of `blends` has the number of an
    /// effect, true if it limits, and its value. Only the lowest limit counts; all amplifiers together add 1.
    pub(crate) fn blend(&mut self, blends: &[(u16, bool, i32)]) {
        let skilled = |part: &RollAddend| {
            matches!(part, RollAddend::Skill(_) | RollAddend::Fixed | RollAddend::Limited | RollAddend::Amplified | RollAddend::Posts)
        };
        let mut rank: i32 = self.iter().filter(|(part, _)| skilled(part)).map(|(_, amount)| amount).sum();
        for &(line, _, by) in blends.iter().filter(|(_, limits, _)| *limits) {
            if by < rank {
                self.add(RollAddend::Line(line), by - rank);
                rank = by;
            }
        }
        let backing = blends.iter().find(|&&(_, limits, by)| !limits && by > rank);
        if let Some(&(line, ..)) = backing.filter(|_| self.of(RollAddend::Amplified) <= 0) {
            self.add(RollAddend::Line(line), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RollAddend, RollAddends};
    use crate::ids::SkillId;

    /// Blends `blends` into a roll with a skill of this rank and the addends `more`. Returns the effects that were added, each with its
    /// amount.
    fn lines(rank: i32, more: &[(RollAddend, i32)], blends: &[(u16, bool, i32)]) -> Vec<(u16, i32)> {
        let mut parts = RollAddends::new();
        parts.add(RollAddend::Skill(SkillId(0)), rank);
        more.iter().for_each(|&(part, amount)| parts.add(part, amount));
        parts.blend(blends);
        let line = |(part, amount)| match part {
            RollAddend::Line(line) => Some((line, amount)),
            _ => None,
        };
        parts.iter().filter_map(line).collect()
    }

    #[test]
    fn of_several_limits_the_lowest_counts_and_is_not_taken_off_twice() {
        assert_eq!(lines(4, &[], &[(0, true, 2), (1, true, 3)]), [(0, -2)]);
        assert_eq!(lines(4, &[], &[(0, true, 3), (1, true, 2)]), [(0, -1), (1, -1)]);
        assert_eq!(lines(2, &[(RollAddend::Range, -3)], &[(0, true, 2)]), [], "what is flat is no part of the skill");
        assert_eq!(lines(3, &[(RollAddend::Posts, -1)], &[(0, true, 2)]), [], "what other posts take is");
    }

    #[test]
    fn whatever_backs_a_roll_adds_one_in_all_and_is_set_against_what_is_left_of_the_skill() {
        assert_eq!(lines(3, &[], &[(0, false, 3), (1, false, 4), (2, false, 5)]), [(1, 1)]);
        assert_eq!(lines(3, &[], &[(0, false, 3), (1, true, 2)]), [(1, -1), (0, 1)]);
        assert_eq!(lines(2, &[(RollAddend::Amplified, 1)], &[(0, false, 9)]), [], "it is backed already");
    }
}
