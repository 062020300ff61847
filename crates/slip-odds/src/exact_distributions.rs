//! Probability distributions with exact fractions.

use crate::Ratio;
use slip_dice::DiceKind;
use slip_dice::fate::{RollDistribution, check};
use std::collections::BTreeMap;

/// Probability distribution: each outcome with its probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chances<T: Ord>(BTreeMap<T, Ratio>);

impl<T: Ord> Default for Chances<T> {
    fn default() -> Chances<T> {
        Chances(BTreeMap::new())
    }
}

impl<T: Ord> FromIterator<(T, Ratio)> for Chances<T> {
    fn from_iter<I: IntoIterator<Item = (T, Ratio)>>(all: I) -> Chances<T> {
        let mut chances = Chances::default();
        all.into_iter().for_each(|(outcome, chance)| chances.add(outcome, &chance));
        chances
    }
}

impl<T: Ord> Chances<T> {
    /// Returns the distribution in which one outcome is certain.
    pub fn certain(outcome: T) -> Chances<T> {
        [(outcome, Ratio::one())].into_iter().collect()
    }

    /// Adds probability to an outcome; outcomes with probability 0 are not stored.
    pub fn add(&mut self, outcome: T, chance: &Ratio) {
        if !chance.is_zero() {
            *self.0.entry(outcome).or_insert_with(Ratio::zero) += chance;
        }
    }

    /// Iterates over the outcomes and their chances, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&T, &Ratio)> {
        self.0.iter()
    }

    /// Returns the probability of one outcome.
    pub fn exactly(&self, outcome: &T) -> Ratio {
        self.0.get(outcome).cloned().unwrap_or_else(Ratio::zero)
    }

    /// Returns the total probability of the outcomes that satisfy a condition.
    pub fn when(&self, so: impl Fn(&T) -> bool) -> Ratio {
        self.0.iter().filter(|(outcome, _)| so(outcome)).map(|(_, chance)| chance).sum()
    }

    /// Returns the sum of all probabilities; 1 for a complete distribution.
    pub fn total(&self) -> Ratio {
        self.0.values().sum()
    }

    /// Returns the mean of a number that depends on the outcome.
    pub fn mean(&self, number: impl Fn(&T) -> i64) -> Ratio {
        self.0.iter().map(|(outcome, chance)| &Ratio::from(number(outcome)) * chance).sum()
    }

    /// Maps the outcomes of the distribution; outcomes that are mapped to the same value are merged.
    pub fn seen<U: Ord>(&self, as_what: impl Fn(&T) -> U) -> Chances<U> {
        self.0.iter().map(|(outcome, chance)| (as_what(outcome), chance.clone())).collect()
    }

    /// Returns the distribution after a second step that depends on the outcome of the first.
    pub fn then<U: Ord + Clone>(&self, next: impl Fn(&T) -> Chances<U>) -> Chances<U> {
        let mut all = Chances::default();
        for (outcome, chance) in &self.0 {
            for (later, follows) in next(outcome).iter() {
                all.add(later.clone(), &(chance * follows));
            }
        }
        all
    }
}

impl Chances<i32> {
    /// Returns the distribution of the total of one roll with a rank.
    pub fn roll(dice: DiceKind, rank: i32) -> Chances<i32> {
        Chances::spread(RollDistribution::of(dice), rank)
    }

    /// Returns the distribution of the difference of two rolls; `edge`, the advantage of the first roll, is added to it.
    pub fn opposed(dice: DiceKind, edge: i32) -> Chances<i32> {
        Chances::spread(RollDistribution::opposed(dice), edge)
    }

    fn spread(spread: RollDistribution, more: i32) -> Chances<i32> {
        spread.totals().map(|(total, ways)| (total + more, Ratio::of(ways, spread.all()))).collect()
    }

    /// Returns the probability of a total of at least `least`.
    pub fn at_least(&self, least: i32) -> Ratio {
        self.when(|&total| total >= least)
    }

    /// Returns the probability of a total of at most `most`.
    pub fn at_most(&self, most: i32) -> Ratio {
        self.when(|&total| total <= most)
    }

    /// Returns the distribution of the spin that the defender gains, for a distribution of shifts (R-P3).
    pub fn spin(&self, spin_at: i32) -> Chances<i32> {
        self.seen(|&shifts| check::spin(shifts, spin_at, false))
    }

    /// Iterates over every total from the lowest to the highest, including totals with probability 0.
    pub fn steps(&self) -> impl Iterator<Item = (i32, Ratio)> {
        let ends = self.0.keys().next().zip(self.0.keys().next_back());
        let range = ends.map_or(0..0, |(&least, &most)| least..most.saturating_add(1));
        range.map(|total| (total, self.exactly(&total)))
    }
}
