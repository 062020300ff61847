//! Consequences: which a person may take, what each takes off a hit (personal.md 3.2-3.4, core.md 11). Floor 2.

/// A grade of consequence; there is one slot of each at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Gone when the fight is over.
    Mild,
    /// Gone at the end of the session.
    Moderate,
    /// Gone after a session in which its track was spared.
    Severe,
}

impl Grade {
    /// All, mildest first.
    pub const ALL: [Grade; 3] = [Grade::Mild, Grade::Moderate, Grade::Severe];

    /// Its word in files, logs and scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Mild => "mild",
            Grade::Moderate => "moderate",
            Grade::Severe => "severe",
        }
    }

    /// The grade of this word.
    pub fn from_word(word: &str) -> Option<Grade> {
        Grade::ALL.into_iter().find(|grade| grade.word() == word)
    }

    const fn bit(self) -> u8 {
        match self {
            Grade::Mild => 1,
            Grade::Moderate => 2,
            Grade::Severe => 4,
        }
    }
}

/// What each grade takes off a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// Mild.
    pub mild: u8,
    /// Moderate.
    pub moderate: u8,
    /// Severe.
    pub severe: u8,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule { mild: 1, moderate: 2, severe: 4 }
    }
}

impl Schedule {
    /// Mild, moderate, severe; below 0 is 0.
    pub fn of(grades: [i64; 3]) -> Schedule {
        let [mild, moderate, severe] = grades.map(|worth| u8::try_from(worth.max(0)).unwrap_or(u8::MAX));
        Schedule { mild, moderate, severe }
    }

    /// What a set of grades takes off.
    pub fn worth(self, set: Slots) -> i32 {
        set.grades()
            .map(|grade| {
                i32::from(match grade {
                    Grade::Mild => self.mild,
                    Grade::Moderate => self.moderate,
                    Grade::Severe => self.severe,
                })
            })
            .sum()
    }
}

/// A set of grades: slots that are free, or slots taken against one hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slots(u8);

impl Slots {
    /// None: nobodies, mooks and most NPCs (R-P49).
    pub const NONE: Slots = Slots(0);
    /// One of each.
    pub const ALL: Slots = Slots(7);

    /// The set of this number, as in [`Slots::number`]; higher bits are not there.
    pub const fn from_number(number: u8) -> Slots {
        Slots(number & 7)
    }

    /// Its number: 1 for mild, 2 for moderate, 4 for severe, added.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// With this grade.
    #[must_use]
    pub const fn with(self, grade: Grade) -> Slots {
        Slots(self.0 | grade.bit())
    }

    /// Without the grades of another set.
    #[must_use]
    pub const fn without(self, other: Slots) -> Slots {
        Slots(self.0 & !other.0)
    }

    /// Whether this grade is in it.
    pub const fn has(self, grade: Grade) -> bool {
        self.0 & grade.bit() != 0
    }

    /// Whether all of another set is in it.
    pub const fn covers(self, other: Slots) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The grades, mildest first.
    pub fn grades(self) -> impl Iterator<Item = Grade> {
        Grade::ALL.into_iter().filter(move |&grade| self.has(grade))
    }

    /// Every set that can be taken from these slots, nothing first, by number.
    pub fn subsets(self) -> impl Iterator<Item = Slots> {
        (0..8).map(Slots).filter(move |&set| self.covers(set))
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
}
