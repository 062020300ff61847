//! Distributions: what can come about, and the chance of each.

use crate::Ratio;
use slip_dice::Kind;
use slip_dice::fate::{Spread, check};
use std::collections::BTreeMap;

/// What can come about, each with its chance.
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
    /// This, and nothing else.
    pub fn certain(outcome: T) -> Chances<T> {
        [(outcome, Ratio::one())].into_iter().collect()
    }

    /// More of a chance for an outcome; what has none is not listed.
    pub fn add(&mut self, outcome: T, chance: &Ratio) {
        if !chance.is_zero() {
            *self.0.entry(outcome).or_insert_with(Ratio::zero) += chance;
        }
    }

    /// Every outcome with its chance, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&T, &Ratio)> {
        self.0.iter()
    }

    /// The chance of exactly this.
    pub fn exactly(&self, outcome: &T) -> Ratio {
        self.0.get(outcome).cloned().unwrap_or_else(Ratio::zero)
    }

    /// The chance of all that is so.
    pub fn when(&self, so: impl Fn(&T) -> bool) -> Ratio {
        self.0.iter().filter(|(outcome, _)| so(outcome)).map(|(_, chance)| chance).sum()
    }

    /// All chances together: 1 of a whole distribution.
    pub fn total(&self) -> Ratio {
        self.0.values().sum()
    }

    /// The mean of a number.
    pub fn mean(&self, number: impl Fn(&T) -> i64) -> Ratio {
        self.0.iter().map(|(outcome, chance)| &Ratio::from(number(outcome)) * chance).sum()
    }

    /// The same seen otherwise: outcomes that look alike are one.
    pub fn seen<U: Ord>(&self, as_what: impl Fn(&T) -> U) -> Chances<U> {
        self.0.iter().map(|(outcome, chance)| (as_what(outcome), chance.clone())).collect()
    }

    /// What comes of each outcome in turn.
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
    /// One roll of a check, with what is added to it.
    pub fn roll(dice: Kind, rank: i32) -> Chances<i32> {
        Chances::spread(Spread::of(dice), rank)
    }

    /// One roll less another like it, with what the first has more.
    pub fn opposed(dice: Kind, edge: i32) -> Chances<i32> {
        Chances::spread(Spread::opposed(dice), edge)
    }

    fn spread(spread: Spread, more: i32) -> Chances<i32> {
        spread.totals().map(|(total, ways)| (total + more, Ratio::of(ways, spread.all()))).collect()
    }

    /// The chance of so much or more.
    pub fn at_least(&self, least: i32) -> Ratio {
        self.when(|&total| total >= least)
    }

    /// The chance of so much or less.
    pub fn at_most(&self, most: i32) -> Ratio {
        self.when(|&total| total <= most)
    }

    /// The chance of so much spin for whoever defends against these shifts (R-P3).
    pub fn spin(&self, spin_at: i32) -> Chances<i32> {
        self.seen(|&shifts| check::spin(shifts, spin_at, false))
    }

    /// Every total from the least to the most, those that cannot come up included.
    pub fn steps(&self) -> impl Iterator<Item = (i32, Ratio)> {
        let ends = self.0.keys().next().zip(self.0.keys().next_back());
        let range = ends.map_or(0..0, |(&least, &most)| least..most.saturating_add(1));
        range.map(|total| (total, self.exactly(&total)))
    }
}
