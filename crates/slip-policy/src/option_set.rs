//! Sets of options of a question, as sets of their indices. They contain the options that are left after rules have removed others.
//!
//! A question usually has at most 64 options, and the set fits into one `u64`. Larger sets use several words. The kind of set is chosen
//! once for a question.

/// Set of options of a question, identified by index.
pub(super) trait OptionSet: Clone + PartialEq {
    /// Set without members.
    const NONE: Self;

    /// Returns the set of the first `count` options of a question.
    fn first(count: usize) -> Self;

    /// Adds an option to the set, by index.
    fn add(&mut self, place: usize);

    /// Returns the set without the members of another set.
    fn without(&self, other: &Self) -> Self;

    /// True if the set is empty.
    fn is_empty(&self) -> bool;

    /// True if the set has more than one member.
    fn are_several(&self) -> bool;

    /// Returns the number of options in the set.
    fn count(&self) -> usize;

    /// Returns the indices of the options in the set, in order.
    fn places(&self) -> impl Iterator<Item = usize> + '_;
}

/// Number of options that the bits of one machine word can represent.
pub(super) const WORD: usize = 64;

/// Returns the positions of the set bits of a word, from the lowest.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        usize::try_from(bit).ok()
    })
}

/// Set of up to [`WORD`] options.
impl OptionSet for u64 {
    const NONE: u64 = 0;

    fn first(count: usize) -> u64 {
        if count >= WORD { u64::MAX } else { (1 << count) - 1 }
    }

    fn add(&mut self, place: usize) {
        *self |= u32::try_from(place).ok().and_then(|place| 1_u64.checked_shl(place)).unwrap_or(0);
    }

    fn without(&self, other: &u64) -> u64 {
        self & !other
    }

    fn is_empty(&self) -> bool {
        *self == 0
    }

    fn are_several(&self) -> bool {
        self & self.wrapping_sub(1) != 0
    }

    fn count(&self) -> usize {
        usize::try_from(self.count_ones()).unwrap_or(0)
    }

    fn places(&self) -> impl Iterator<Item = usize> + '_ {
        bits(*self)
    }
}

/// Set of any number of options; the first 256 need no allocation.
#[derive(Clone, Debug)]
pub(super) struct LargeOptionSet {
    near: [u64; 4],
    /// Bits of the options from number 256 on, as many words as needed.
    far: Vec<u64>,
}

impl LargeOptionSet {
    fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.near.iter().chain(&self.far).copied()
    }
}

/// Compares two sets. Trailing zero words do not matter, so the derived comparison is not enough.
impl PartialEq for LargeOptionSet {
    fn eq(&self, other: &LargeOptionSet) -> bool {
        let words = self.far.len().max(other.far.len());
        let far = |set: &LargeOptionSet, word: usize| set.far.get(word).copied().unwrap_or(0);
        self.near == other.near && (0..words).all(|word| far(self, word) == far(other, word))
    }
}

impl OptionSet for LargeOptionSet {
    const NONE: LargeOptionSet = LargeOptionSet { near: [0; 4], far: Vec::new() };

    fn first(count: usize) -> LargeOptionSet {
        let word = |place: usize| u64::first(count.saturating_sub(place * WORD));
        LargeOptionSet { near: [word(0), word(1), word(2), word(3)], far: (4..count.div_ceil(WORD)).map(word).collect() }
    }

    fn add(&mut self, place: usize) {
        let (word, place) = (place / WORD, place % WORD);
        if let Some(near) = self.near.get_mut(word) {
            return near.add(place);
        }
        let word = word - self.near.len();
        if word >= self.far.len() {
            self.far.resize(word + 1, 0);
        }
        if let Some(far) = self.far.get_mut(word) {
            far.add(place);
        }
    }

    fn without(&self, other: &LargeOptionSet) -> LargeOptionSet {
        let mut left = self.clone();
        let words = left.near.iter_mut().chain(&mut left.far);
        let others = other.words().chain(std::iter::repeat(0));
        words.zip(others).for_each(|(word, other)| *word &= !other);
        left
    }

    fn is_empty(&self) -> bool {
        self.words().all(|word| word == 0)
    }

    fn are_several(&self) -> bool {
        self.count() > 1
    }

    fn count(&self) -> usize {
        self.words().map(|word| word.count()).sum()
    }

    fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.words().enumerate().flat_map(|(number, word)| bits(word).map(move |bit| number * WORD + bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the results of all methods of a set, so that a test can compare both kinds of set.
    fn told<S: OptionSet>(all: &S, some: &S) -> (Vec<usize>, Vec<usize>, usize, bool, bool) {
        let left = all.without(some);
        (some.places().collect(), left.places().collect(), left.count(), left.are_several(), left.is_empty())
    }

    #[test]
    fn both_kinds_of_set_say_the_same_of_up_to_sixty_four() {
        for count in [0, 1, 2, 63, 64] {
            for kept in [0, 1, 2] {
                let (mut few, mut many) = (u64::NONE, LargeOptionSet::NONE);
                for place in (0..count).filter(|place| place % 3 != kept) {
                    few.add(place);
                    many.add(place);
                }
                let left: Vec<usize> = (0..count).filter(|place| place % 3 == kept).collect();
                let (few, many) = (told(&u64::first(count), &few), told(&LargeOptionSet::first(count), &many));
                assert_eq!(few, many);
                assert_eq!((few.1.clone(), few.2, few.3, few.4), (left.clone(), left.len(), left.len() > 1, left.is_empty()));
            }
        }
    }

    #[test]
    fn a_set_of_many_goes_as_far_as_it_is_asked_to() {
        let mut some = LargeOptionSet::NONE;
        for place in [0, 127, 255, 256, 999] {
            some.add(place);
        }
        assert_eq!(some.places().collect::<Vec<_>>(), [0, 127, 255, 256, 999]);
        let rest = LargeOptionSet::first(1000).without(&some);
        assert_eq!((rest.count(), rest.without(&LargeOptionSet::first(1000)).is_empty()), (995, true));
        assert!(rest.without(&LargeOptionSet::first(1000)) == LargeOptionSet::NONE, "what holds nothing is nothing, in however many words");
        assert!(some != LargeOptionSet::NONE && some.are_several());
    }
}
