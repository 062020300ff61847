//! Interner: gives numbers to sequences of 64-bit words, so that two sequences can be compared by their numbers alone. Its table has a
//! fixed size, so old sequences are dropped.

/// Largest number of words of a sequence that can be stored.
const ROOM: usize = 14;

/// Interner with a table of fixed size. While a sequence is stored, equal sequences get its number; different sequences never get the same
/// number. A sequence that was evicted, or is too long to be stored, gets a new number.
#[derive(Debug, Default)]
pub(super) struct Interner<const BITS: u32> {
    /// Rows of the direct-mapped table: a new entry replaces the old entry of its row.
    rows: Vec<Row>,
    /// The last number that was given to a sequence.
    given: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    number: u32,
    count: usize,
    words: [u64; ROOM],
}

impl<const BITS: u32> Interner<BITS> {
    /// Returns the number of a sequence; never 0. `None` if the numbers have run out.
    pub(super) fn number_of(&mut self, words: &[u64]) -> Option<u32> {
        if self.rows.is_empty() {
            self.rows.resize(1 << BITS, Row::default());
        }
        let mixed = words.iter().fold(0_u64, |mixed, word| (mixed.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let row = self.rows.get_mut(usize::try_from(mixed >> (u64::BITS - BITS)).unwrap_or(0))?;
        if row.number > 0 && row.words.get(..row.count) == Some(words) {
            return Some(row.number);
        }
        self.given = self.given.checked_add(1)?;
        if let Some(room) = row.words.get_mut(..words.len()) {
            room.copy_from_slice(words);
            (row.number, row.count) = (self.given, words.len());
        }
        Some(self.given)
    }
}

/// Sequence whose content changes over time: its latest content, and the number that an interner has given to this content.
#[derive(Debug, Default)]
pub(super) struct LatestValue {
    words: Vec<u64>,
    number: u32,
}

impl LatestValue {
    /// Sets the latest state of the sequence. Returns `None` if the interner has no more numbers.
    pub(super) fn tell<const BITS: u32>(&mut self, words: &[u64], alike: &mut Interner<BITS>) -> Option<()> {
        if self.number == 0 || self.words != words {
            self.number = alike.number_of(words)?;
            self.words.clear();
            self.words.extend_from_slice(words);
        }
        Some(())
    }

    /// Returns the number of the latest state; 0 if no state was ever set.
    pub(super) const fn number(&self) -> u32 {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_have_one_number_and_no_others_have_it() {
        let mut alike: Interner<3> = Interner::default();
        let mut known: Vec<(u32, Vec<u64>)> = Vec::new();
        for round in 0..3_u64 {
            for word in 0..40_u64 {
                let words = vec![word % 20, round / 2, word * 7 % 3];
                let number = alike.number_of(&words).unwrap_or(0);
                assert!(number > 0);
                assert!(known.iter().all(|(other, meant)| *other != number || *meant == words), "{number} means {words:?} alone");
                assert_eq!(alike.number_of(&words), Some(number), "what was asked last is remembered");
                known.push((number, words));
            }
        }
    }

    #[test]
    fn what_takes_too_many_words_is_new_whenever_it_is_asked() {
        let mut alike: Interner<3> = Interner::default();
        let long = [5; ROOM + 1];
        let first = alike.number_of(&long);
        assert_ne!(alike.number_of(&long), first);
        let mut told = LatestValue::default();
        assert_eq!(told.tell(&long, &mut alike), Some(()));
        let number = told.number();
        assert_eq!(told.tell(&long, &mut alike), Some(()));
        assert_eq!(told.number(), number, "but not while nothing has changed");
    }

    #[test]
    fn numbers_run_out_and_say_so() {
        let mut alike: Interner<3> = Interner { given: u32::MAX - 1, ..Interner::default() };
        assert_eq!(alike.number_of(&[1]), Some(u32::MAX));
        assert_eq!(alike.number_of(&[2]), None);
    }
}
