//! Consequences: grades, slots, and the shifts that each takes off a hit.

use slip_keyword::keyword_enum;

keyword_enum! {
    /// Grade of consequence, mildest first; most characters have one slot of each.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Grade {
        /// A mild consequence ends with the fight.
        Mild = "mild",
        /// A moderate consequence ends with the session.
        Moderate = "moderate",
        /// A severe consequence ends after a session in which its track took no hit.
        Severe = "severe",
    }

    /// Returns the word in files, logs and scripts.
    pub const fn word(self) -> &'static str;

    /// Returns the grade for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

/// Shifts that each grade takes off a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// Shifts that a mild consequence takes off.
    pub mild: u8,
    /// Shifts that a moderate consequence takes off.
    pub moderate: u8,
    /// Shifts that a severe consequence takes off.
    pub severe: u8,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule { mild: 1, moderate: 2, severe: 4 }
    }
}

impl Schedule {
    /// Returns a schedule from the shifts of mild, moderate and severe consequences. Values below 0 are replaced by 0.
    pub fn of(grades: [i64; 3]) -> Schedule {
        let [mild, moderate, severe] = grades.map(|worth| u8::try_from(worth.max(0)).unwrap_or(u8::MAX));
        Schedule { mild, moderate, severe }
    }

    /// Returns the shifts that the consequences of a set take off together.
    pub fn worth(self, set: Slots) -> i32 {
        let all = |count: u8, each: u8| i32::from(count) * i32::from(each);
        all(set.mild, self.mild) + all(set.moderate, self.moderate) + all(set.severe, self.severe)
    }
}

/// Number of consequence slots of each grade: slots that are free, or slots used against one hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slots {
    mild: u8,
    moderate: u8,
    severe: u8,
}

impl Slots {
    /// No slots: minions and most NPCs (R-P49).
    pub const NONE: Slots = Slots::of(0, 0, 0);
    /// One slot of each grade.
    pub const ALL: Slots = Slots::of(1, 1, 1);
    /// Largest set of slots used against one hit. The encoding as a number limits it.
    pub const MOST_AT_ONCE: Slots = Slots::of(4, 4, 2);

    /// Returns a set with the given numbers of mild, moderate and severe slots.
    pub const fn of(mild: u8, moderate: u8, severe: u8) -> Slots {
        Slots { mild, moderate, severe }
    }

    /// Returns the slots that this number encodes, as in [`Slots::number`]. Several numbers may encode the same slots.
    pub const fn from_number(number: u8) -> Slots {
        Slots {
            mild: (number & 1) + (number >> 3 & 3),
            moderate: (number >> 1 & 1) + (number >> 5 & 3),
            severe: (number >> 2 & 1) + (number >> 7),
        }
    }

    /// Returns the slots as a number. A mild slot adds 1, a moderate 2, a severe 4. Each further mild slot adds 8, each further moderate
    /// slot 32, and a second severe slot 128. Only sets up to [`Slots::MOST_AT_ONCE`] can be encoded.
    pub const fn number(self) -> u8 {
        let [mild, more_mild] = parts(self.mild, 3);
        let [moderate, more_moderate] = parts(self.moderate, 3);
        let [severe, more_severe] = parts(self.severe, 1);
        mild | moderate << 1 | severe << 2 | more_mild << 3 | more_moderate << 5 | more_severe << 7
    }

    /// Returns the numbers of mild, moderate and severe slots as one byte each, the lowest byte first. Unlike [`Slots::number`], this
    /// encoding is unique.
    pub const fn bits(self) -> u32 {
        u32::from_le_bytes([self.mild, self.moderate, self.severe, 0])
    }

    /// Returns the set with one more slot of this grade.
    #[must_use]
    pub const fn with(self, grade: Grade) -> Slots {
        let one = match grade {
            Grade::Mild => Slots::of(1, 0, 0),
            Grade::Moderate => Slots::of(0, 1, 0),
            Grade::Severe => Slots::of(0, 0, 1),
        };
        Slots {
            mild: self.mild.saturating_add(one.mild),
            moderate: self.moderate.saturating_add(one.moderate),
            severe: self.severe.saturating_add(one.severe),
        }
    }

    /// Returns the set without the slots of another set.
    #[must_use]
    pub const fn without(self, other: Slots) -> Slots {
        Slots {
            mild: self.mild.saturating_sub(other.mild),
            moderate: self.moderate.saturating_sub(other.moderate),
            severe: self.severe.saturating_sub(other.severe),
        }
    }

    /// Returns the number of slots of this grade.
    pub const fn count_of(self, grade: Grade) -> u8 {
        match grade {
            Grade::Mild => self.mild,
            Grade::Moderate => self.moderate,
            Grade::Severe => self.severe,
        }
    }

    /// True if the set contains all slots of another set.
    pub const fn covers(self, other: Slots) -> bool {
        self.mild >= other.mild && self.moderate >= other.moderate && self.severe >= other.severe
    }

    /// Returns the number of slots.
    pub fn count(self) -> u32 {
        u32::from(self.mild) + u32::from(self.moderate) + u32::from(self.severe)
    }

    /// Returns the grade of each slot, mildest first.
    pub fn grades(self) -> impl Iterator<Item = Grade> {
        Grade::ALL.into_iter().flat_map(move |grade| std::iter::repeat_n(grade, usize::from(self.count_of(grade))))
    }

    /// Returns all sets that can be used from these slots against one hit, the empty set first, sorted by number.
    pub fn subsets(self) -> impl Iterator<Item = Slots> {
        // The sets with at most one slot of each grade have the numbers 0 to 7.
        let last = if Slots::ALL.covers(self) { 7 } else { u8::MAX };
        (0..=last).filter_map(move |number| {
            let set = Slots::from_number(number);
            (set.number() == number && self.covers(set)).then_some(set)
        })
    }
}

/// Splits a count of slots into the first slot and the rest; the rest is at most `most`.
const fn parts(count: u8, most: u8) -> [u8; 2] {
    match count {
        0 => [0, 0],
        more if more - 1 < most => [1, more - 1],
        _ => [1, most],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_of_free_slots_is_listed_once_with_its_worth() {
        let worth: Vec<i32> = Slots::ALL.subsets().map(|set| Schedule::default().worth(set)).collect();
        assert_eq!(worth, [0, 1, 2, 3, 4, 5, 6, 7]);
        let left = Slots::ALL.without(Slots::NONE.with(Grade::Moderate));
        assert_eq!(left.subsets().map(Slots::number).collect::<Vec<_>>(), [0, 1, 4, 5]);
        assert_eq!(Slots::NONE.subsets().count(), 1);
    }

    #[test]
    fn a_second_slot_of_a_grade_can_be_taken_too() {
        let two = Slots::of(2, 0, 1);
        let worth: Vec<(u8, i32)> = two.subsets().map(|set| (set.number(), Schedule::default().worth(set))).collect();
        assert_eq!(worth, [(0, 0), (1, 1), (4, 4), (5, 5), (9, 2), (13, 6)]);
        assert_eq!(two.grades().map(Grade::word).collect::<Vec<_>>(), ["mild", "mild", "severe"]);
        assert_eq!(two.without(Slots::NONE.with(Grade::Mild)), Slots::of(1, 0, 1));
        assert!(!Slots::ALL.covers(two));
    }

    #[test]
    fn every_choice_has_a_number_of_its_own() {
        let sets: Vec<Slots> = Slots::of(99, 99, 99).subsets().collect();
        assert_eq!(sets.len(), 5 * 5 * 3);
        assert!(sets.iter().all(|set| Slots::from_number(set.number()) == *set && Slots::MOST_AT_ONCE.covers(*set)));
    }
}
