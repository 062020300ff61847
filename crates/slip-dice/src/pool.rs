//! Dice that stay on the table and keep their faces: the pools of the raise-and-see conflict.
//!
//! Rolled dice are identified by their faces. If several dice have the same face, those with the fewest sides are used first, so that a
//! list of faces always means the same dice.

use std::fmt;

/// Die that has been rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die {
    /// Face that the die shows, from 1.
    pub face: u8,
    /// Number of sides of the die.
    pub sides: u8,
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.face)
    }
}

/// Returns the sum of the faces.
pub fn sum(dice: &[Die]) -> u32 {
    dice.iter().map(|die| u32::from(die.face)).sum()
}

/// Dice on the table, sorted by their faces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    dice: Vec<Die>,
}

impl FromIterator<Die> for Pool {
    fn from_iter<I: IntoIterator<Item = Die>>(dice: I) -> Pool {
        let mut pool = Pool { dice: dice.into_iter().collect() };
        pool.dice.sort_unstable();
        pool
    }
}

impl Pool {
    /// Returns the dice, lowest face first.
    pub fn dice(&self) -> &[Die] {
        &self.dice
    }

    /// Returns the number of dice.
    pub fn len(&self) -> usize {
        self.dice.len()
    }

    /// True if the pool has no dice.
    pub fn is_empty(&self) -> bool {
        self.dice.is_empty()
    }

    /// Returns the sum of all faces.
    pub fn total(&self) -> u32 {
        sum(&self.dice)
    }

    /// Adds a die.
    pub fn add(&mut self, die: Die) {
        let place = self.dice.partition_point(|other| *other <= die);
        self.dice.insert(place, die);
    }

    /// Removes a die. Returns true if the pool had it.
    pub fn take(&mut self, die: Die) -> bool {
        match self.dice.iter().position(|other| *other == die) {
            Some(place) => {
                self.dice.remove(place);
                true
            }
            None => false,
        }
    }

    /// Returns the pool without the dice `dice`.
    #[must_use]
    pub fn without(&self, dice: &[Die]) -> Pool {
        let mut rest = self.clone();
        for &die in dice {
            rest.take(die);
        }
        rest
    }

    /// Returns the distinct faces, highest first.
    pub fn faces(&self) -> Vec<u8> {
        let mut faces: Vec<u8> = self.dice.iter().rev().map(|die| die.face).collect();
        faces.dedup();
        faces
    }

    /// Returns the number of dice that show a face.
    pub fn count(&self, face: u8) -> usize {
        self.dice.iter().filter(|die| die.face == face).count()
    }

    /// Returns dice of the pool with these faces; `None` if the pool lacks a die for one of them.
    ///
    /// ```
    /// use slip_dice::pool::{Die, Pool};
    /// let pool: Pool = [1, 4, 4].map(|face| Die { face, sides: 6 }).into_iter().collect();
    /// assert!(pool.showing(&[4, 4]).is_some());
    /// assert!(pool.showing(&[1, 1]).is_none());
    /// ```
    pub fn showing(&self, faces: &[u8]) -> Option<Vec<Die>> {
        let mut found = Vec::with_capacity(faces.len());
        for (place, &face) in faces.iter().enumerate() {
            // A die that already matched an earlier equal face is skipped.
            let before = faces.iter().take(place).filter(|&&there| there == face).count();
            found.push(*self.dice.iter().filter(|die| die.face == face).nth(before)?);
        }
        Some(found)
    }

    /// Returns the two highest dice, the higher first.
    pub fn two_highest(&self) -> Option<[Die; 2]> {
        let mut highest = self.dice.iter().rev();
        Some([*highest.next()?, *highest.next()?])
    }

    /// Returns the distinct pairs of faces, the higher face first in each, highest pairs first.
    pub fn pairs(&self) -> Vec<[u8; 2]> {
        let faces = self.faces();
        let mut pairs = Vec::new();
        for (place, &high) in faces.iter().enumerate() {
            if self.count(high) > 1 {
                pairs.push([high, high]);
            }
            pairs.extend(faces.iter().skip(place + 1).map(|&low| [high, low]));
        }
        pairs.sort_by_key(|&[high, low]| std::cmp::Reverse((u16::from(high) + u16::from(low), high)));
        pairs
    }

    /// Returns the faces of single dice that reach a total, lowest first.
    pub fn alone(&self, total: u32) -> Vec<u8> {
        let mut faces = self.faces();
        faces.retain(|&face| u32::from(face) >= total);
        faces.reverse();
        faces
    }

    /// Returns pairs of dice that reach a total: for each face, a die with this face and the lowest second die that is enough and not
    /// higher. Cheapest pairs come first; of equally cheap pairs, the pair with the lowest die comes first.
    pub fn blocks(&self, total: u32) -> Vec<[u8; 2]> {
        let faces = self.faces();
        let partner = |high: u8| {
            let fits = |low: u8| low < high || self.count(high) > 1;
            faces.iter().rev().copied().find(|&low| low <= high && fits(low) && u32::from(high) + u32::from(low) >= total)
        };
        let mut pairs: Vec<[u8; 2]> = faces.iter().filter_map(|&high| Some([high, partner(high)?])).collect();
        pairs.sort_by_key(|&[high, low]| (u16::from(high) + u16::from(low), std::cmp::Reverse(high)));
        pairs
    }

    /// Returns the smallest number of dice that reach a total: as many of the highest dice as it takes. `None` if all dice together do not
    /// reach it.
    ///
    /// ```
    /// use slip_dice::pool::{Die, Pool};
    /// let pool: Pool = [1, 2, 2, 5].map(|face| Die { face, sides: 6 }).into_iter().collect();
    /// assert_eq!([5, 6, 9, 10, 11].map(|total| pool.count_to_reach(total)), [Some(1), Some(2), Some(3), Some(4), None]);
    /// ```
    pub fn count_to_reach(&self, total: u32) -> Option<usize> {
        // No set of dice reaches a total of this size; see `DiceSums`.
        if total >= u128::BITS {
            return None;
        }
        let mut sum = 0;
        self.dice.iter().rev().zip(1..).find_map(|(die, count)| {
            sum += u32::from(die.face);
            (sum >= total).then_some(count)
        })
    }

    /// Returns the set of at least `fewest` dice that reaches a total with as few dice as possible; of several such sets the one with the
    /// lowest sum, then with the lowest dice. `None` if all dice together do not reach the total.
    pub fn fewest(&self, total: u32, fewest: usize) -> Option<Vec<u8>> {
        let sums = DiceSums::of(&self.dice);
        (fewest..=self.len()).find_map(|count| sums.set(count, sums.least(count, total)?))
    }

    /// Returns the set of at least `fewest` dice with the lowest sum that reaches a total; of several such sets the one with the fewest
    /// dice.
    pub fn least(&self, total: u32, fewest: usize) -> Option<Vec<u8>> {
        let sums = DiceSums::of(&self.dice);
        let found = (fewest..=self.len()).filter_map(|count| Some((sums.least(count, total)?, count)));
        let (sum, count) = found.min()?;
        sums.set(count, sum)
    }
}

/// Table of the sums that can be made with a given number of dice. A raise is at most two dice, so the lowest sum that reaches a raise
/// always fits into 128 bits.
struct DiceSums<'a> {
    /// Dice, lowest faces first; they are processed from the highest.
    dice: &'a [Die],
    /// Possible sums: a row for each number of processed dice, an entry for each number of dice used, and one bit for each sum.
    after: Vec<u128>,
}

impl DiceSums<'_> {
    fn of(dice: &[Die]) -> DiceSums<'_> {
        let width = dice.len() + 1;
        let mut after = Vec::with_capacity(width * width);
        after.push(1_u128);
        after.resize(width, 0);
        for (gone, die) in dice.iter().rev().enumerate() {
            for count in 0..width {
                let before = |count: usize| after.get(gone * width + count).copied().unwrap_or(0);
                let with = count.checked_sub(1).map_or(0, |less| up(before(less), die.face));
                after.push(before(count) | with);
            }
        }
        DiceSums { dice, after }
    }

    /// Returns the sums that `count` of the first `gone` dice can have, as a bit set; `None` if there are not so many dice.
    fn at(&self, gone: usize, count: usize) -> Option<u128> {
        let width = self.dice.len() + 1;
        if count < width { self.after.get(gone * width + count).copied() } else { None }
    }

    /// Returns the lowest sum of this many dice that reaches a total.
    fn least(&self, count: usize, total: u32) -> Option<u32> {
        let sums = self.at(self.dice.len(), count)?;
        let high = if total < u128::BITS { sums >> total << total } else { 0 };
        (high != 0).then(|| high.trailing_zeros())
    }

    /// Returns `count` dice with the given sum, the highest first. If several sets have this sum, returns the set with the lowest faces.
    fn set(&self, mut count: usize, mut sum: u32) -> Option<Vec<u8>> {
        let mut set = Vec::with_capacity(count);
        for (place, die) in self.dice.iter().enumerate() {
            let (Some(less), Some(rest)) = (count.checked_sub(1), sum.checked_sub(u32::from(die.face))) else { continue };
            let sums = self.at(self.dice.len() - 1 - place, less)?;
            if sums >> rest & 1 == 1 {
                set.push(die.face);
                (count, sum) = (less, rest);
            }
        }
        set.reverse();
        (count == 0 && sum == 0).then_some(set)
    }
}

fn up(sums: u128, face: u8) -> u128 {
    if u32::from(face) < u128::BITS { sums << face } else { 0 }
}

impl fmt::Display for Pool {
    /// Formats the faces: `1 2 2 4`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, die) in self.dice.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            write!(f, "{gap}{die}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn pool(faces: &[u8]) -> Pool {
        faces.iter().map(|&face| Die { face, sides: 6 }).collect()
    }

    #[test]
    fn a_total_is_reached_by_one_die_two_or_more() {
        let dice = pool(&[1, 2, 3, 4, 5, 6]);
        for total in 1..=21 {
            assert_eq!(!dice.alone(total).is_empty(), total <= 6, "{total}");
            assert_eq!(!dice.blocks(total).is_empty(), total <= 11, "{total}");
            assert_eq!(dice.fewest(total, 3).is_some_and(|set| set.len() == 3), total <= 15, "{total}");
            assert!(dice.fewest(total, 3).is_some(), "{total}");
        }
        assert_eq!(dice.fewest(22, 3), None);
    }

    #[test]
    fn the_blow_of_the_example_takes_four_dice() {
        let dice = pool(&[1, 1, 1, 1, 2, 2, 2, 5]);
        assert_eq!(dice.fewest(10, 3), Some(vec![5, 2, 2, 1]));
        assert!(dice.blocks(10).is_empty());
    }

    #[test]
    fn the_least_sum_may_take_more_dice_than_the_fewest() {
        let dice = pool(&[1, 1, 1, 1, 6, 6, 6]);
        assert_eq!(dice.fewest(9, 3), Some(vec![6, 6, 1]));
        assert_eq!(dice.least(9, 3), Some(vec![6, 1, 1, 1]));
    }

    #[test]
    fn pairs_differ_in_their_faces() {
        assert_eq!(pool(&[1, 2, 2, 3, 4, 4, 6]).pairs().len(), 12);
        assert_eq!(pool(&[2, 2]).pairs(), [[2, 2]]);
        assert_eq!(pool(&[2, 5]).pairs(), [[5, 2]]);
        assert!(pool(&[7]).pairs().is_empty());
    }
}
