//! Confidence sequences: bounds of a chance or of a mean that stay valid when they are checked after every game.
//!
//! An ordinary confidence interval is valid for one number of games that was fixed before. Checking it repeatedly and stopping at a
//! convenient moment makes errors far more frequent. The bounds here are valid for all numbers of games together: the chance that they
//! exclude the true value at any time is at most the requested error. Both kinds rest on Ville's inequality: a fair gambler who starts with
//! 1 ever has `1/error` with a chance of at most `error`.
//!
//! - [`ConfidenceSequence`] is for the share of games in which an event happens: a gambler who considers all chances equally likely bets
//!   against each chance `p` (Robbins's mixture). The gambler's wealth is the mixture probability of the observed games divided by their
//!   probability under `p`. The bounds contain the `p` against which the gambler has not become rich. It is exact for every number of
//!   games.
//! - [`Mean`] is for the mean of a number between 0 and a bound: the size of each bet depends on the games before it (empirical Bernstein
//!   with predictable bets). The only assumption about the numbers is the bound.
//!
//! Bounds only ever narrow. They are integers in millionths, found by bisection, and the floating-point steps are only sums, products and
//! quotients, so they are the same on every machine.
#![allow(clippy::float_arithmetic, reason = "bets of a confidence sequence; no rule of a game depends on them")]

use crate::simulate::statistics::float;

/// Number of parts into which a whole is divided to measure bounds.
pub const PARTS: u32 = 1_000_000;

/// Lower and upper bound of a statistic. Both are millionths of the whole, which is [`PARTS`].
pub type StatisticBounds = (u32, u32);

/// Returns the natural logarithm of a positive number.
fn ln(number: f64) -> f64 {
    let (mut rest, mut halvings) = (number, 0.0);
    while rest > 1.5 {
        rest /= 2.0;
        halvings += 1.0;
    }
    while rest < 0.75 {
        rest *= 2.0;
        halvings -= 1.0;
    }
    let z = (rest - 1.0) / (rest + 1.0);
    let (mut power, mut sum) = (z, 0.0);
    for odd in (1..50_u32).step_by(2) {
        sum += power / f64::from(odd);
        power *= z * z;
    }
    2.0 * sum + halvings * std::f64::consts::LN_2
}

/// Returns the logarithm of `n!`, by multiplication or by Stirling's series.
fn ln_factorial(n: u64) -> f64 {
    if n < 32 {
        return (2..=n).map(|factor| ln(float(factor))).sum();
    }
    let x = float(n);
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x * x * x) + 1.0 / (1260.0 * x * x * x * x * x);
    x * ln(x) - x + 0.5 * ln(std::f64::consts::TAU * x) + series
}

fn part(parts: u32) -> f64 {
    f64::from(parts) / f64::from(PARTS)
}

/// Returns the largest number from 0 to `most` for which `holds` is true. From some number on, `holds` must be false; below it, `holds`
/// must be true.
fn last(most: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut yes, mut no) = (0, most.saturating_add(1));
    while no - yes > 1 {
        let middle = yes + (no - yes) / 2;
        if holds(middle) { yes = middle } else { no = middle }
    }
    yes
}

/// Confidence sequence for the share of games in which an event happens.
#[derive(Clone, Debug)]
pub struct ConfidenceSequence {
    rich: f64,
    hits: u64,
    games: u64,
    within: StatisticBounds,
}

impl ConfidenceSequence {
    /// Creates the statistic of a share, before any games are counted. The allowed error is 1 in `one_in`.
    pub fn new(one_in: u64) -> ConfidenceSequence {
        ConfidenceSequence { rich: ln(float(one_in.max(2))), hits: 0, games: 0, within: (0, PARTS) }
    }

    /// Adds a number of games, and the number of those in which the event happened.
    pub fn see(&mut self, hits: u64, games: u64) {
        self.hits += hits;
        self.games += games;
        let misses = self.games.saturating_sub(self.hits);
        let believed = ln_factorial(self.hits) + ln_factorial(misses) - ln_factorial(self.games + 1);
        let count = |times: u64, chance: f64| if times == 0 { 0.0 } else { float(times) * ln(chance) };
        let is_rich = |parts: u32| believed - count(self.hits, part(parts)) - count(misses, part(PARTS - parts)) >= self.rich;
        // The evidence against a chance (the gambler's wealth) grows with its distance from the observed share. Each bound can thus be
        // found by bisection.
        let seen = last(PARTS, |parts| u128::from(parts) * u128::from(self.games) <= u128::from(self.hits) * u128::from(PARTS));
        let low = if self.hits == 0 { 0 } else { last(seen, |parts| parts == 0 || is_rich(parts)) };
        let left = last(PARTS - seen, |parts| parts == 0 || is_rich(PARTS - parts));
        let high = if misses == 0 { PARTS } else { PARTS - left };
        narrow(&mut self.within, (low, high));
    }

    /// Returns the bounds of the event's chance.
    pub const fn within(&self) -> StatisticBounds {
        self.within
    }

    /// Returns the number of games in which the event happened, and the number of all games.
    pub const fn seen(&self) -> (u64, u64) {
        (self.hits, self.games)
    }
}

/// Narrows bounds to their overlap with new bounds. Without an overlap, an error has occurred that the error rate allows, and the old
/// bounds stay.
fn narrow(within: &mut StatisticBounds, (low, high): StatisticBounds) {
    let both = (within.0.max(low), within.1.min(high));
    if both.0 <= both.1 {
        *within = both;
    }
}

/// Confidence sequence for the mean of a number between 0 and a bound.
#[derive(Clone, Debug)]
pub struct Mean {
    bound: u64,
    rich: f64,
    games: u64,
    sum: u64,
    squares: u64,
    /// Sum of the bets. `won` is the sum of each bet times the observed value; `paid` is the sum of the penalties for variance.
    bets: f64,
    won: f64,
    paid: f64,
    within: StatisticBounds,
}

/// Greatest bet of the gambler, as a share of the wealth.
const LARGEST_BET: f64 = 0.5;

impl Mean {
    /// Creates the statistic of a mean before any games. The number is between 0 and `bound`. The allowed error is 1 in `one_in`; the two
    /// ends of the interval share it.
    pub fn new(bound: u64, one_in: u64) -> Mean {
        let rich = ln(2.0 * float(one_in.max(2)));
        Mean { bound: bound.max(1), rich, games: 0, sum: 0, squares: 0, bets: 0.0, won: 0.0, paid: 0.0, within: (0, PARTS) }
    }

    /// Adds a number of games, with the sum of the values and the sum of their squares. The gambler's bet on these games depends only on
    /// earlier games.
    pub fn see(&mut self, games: u64, sum: u64, squares: u64) {
        if games == 0 {
            return;
        }
        let bound = float(self.bound);
        let (before, n) = (float(self.games), float(games));
        // Mean and spread are estimated from earlier games and one imaginary game with the middle value.
        let mean = (0.5 + float(self.sum) / bound) / (before + 1.0);
        let spread = (0.25 + float(self.squares) / (bound * bound) - before * mean * mean).max(0.25) / (before + 1.0);
        let time = before + n;
        let bet = (2.0 * self.rich / (spread * time * ln(time + 1.0))).sqrt().min(LARGEST_BET);
        let (sum_here, squares_here) = (float(sum) / bound, float(squares) / (bound * bound));
        let doubts = (4.0 * (squares_here - 2.0 * mean * sum_here + n * mean * mean)).max(0.0);
        self.bets += bet * n;
        self.won += bet * sum_here;
        self.paid += doubts * (-ln(1.0 - bet) - bet) / 4.0;
        self.games += games;
        self.sum += sum;
        self.squares += squares;
        let (middle, half) = (self.won / self.bets, (self.rich + self.paid) / self.bets);
        let low = last(PARTS, |parts| parts == 0 || part(parts) <= middle - half);
        let left = last(PARTS, |parts| parts == 0 || part(PARTS - parts) >= middle + half);
        narrow(&mut self.within, (low, PARTS - left));
    }

    /// Returns the lower and upper bound of the mean, in millionths of the greatest possible number, which is [`PARTS`].
    pub const fn within(&self) -> StatisticBounds {
        self.within
    }

    /// Returns the bound of the number.
    pub const fn bound(&self) -> u64 {
        self.bound
    }

    /// Returns the sum of the observed values, and the number of games.
    pub const fn seen(&self) -> (u64, u64) {
        (self.sum, self.games)
    }
}

/// Returns the number of games at which the bounds are checked next: about a quarter more than `played`.
pub fn next_look(played: u64, most: u64) -> u64 {
    let step = (played / 4 / 50 * 50).max(200);
    played.saturating_add(step).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use slip_dice::{Dice, DiceKind};

    fn looks(most: u64) -> Vec<u64> {
        let mut all = vec![next_look(0, most)];
        while let Some(&last) = all.last().filter(|last| **last < most) {
            all.push(next_look(last, most));
        }
        all
    }

    #[test]
    fn logarithms_are_logarithms() {
        for number in [1e-6, 0.01, 0.5, 0.75, 1.0, 1.5, 2.0, 10.0, 12_345.678, 1e9] {
            assert!((ln(number) - number.ln()).abs() < 1e-12 * number.ln().abs().max(1.0), "{number}");
        }
        let mut sum = 0.0;
        for n in 1..2_000_u64 {
            sum += float(n).ln();
            assert!((ln_factorial(n) - sum).abs() < 1e-9 * sum.max(1.0), "{n}!");
        }
    }

    /// Tests the error probability of the bounds. The test follows all outcomes of the games from check to check, and computes the exact
    /// chance that the bounds ever exclude the true value. For every true value tested, this chance is at most the allowed error. Rules:
    /// R-XET2.
    #[test]
    fn a_share_is_ever_left_out_no_more_often_than_the_error_says() {
        let (error, most) = (20, 1_200);
        for truth in [1, 25, 50, 90] {
            let p = f64::from(truth) / 100.0;
            let truth = truth * (PARTS / 100);
            // For each number of hits, the chance of reaching this number with no check so far that excludes the true value.
            let (mut alive, mut left_out, mut before) = (vec![1.0], 0.0, 0);
            for look in looks(most) {
                for _ in before..look {
                    let mut next = vec![0.0; alive.len() + 1];
                    for (hits, chance) in alive.iter().enumerate() {
                        next[hits] += chance * (1.0 - p);
                        next[hits + 1] += chance * p;
                    }
                    alive = next;
                }
                for (hits, chance) in alive.iter_mut().enumerate() {
                    let mut share = ConfidenceSequence::new(error);
                    share.see(u64::try_from(hits).unwrap(), look);
                    let (low, high) = share.within();
                    if !(low..=high).contains(&truth) {
                        left_out += *chance;
                        *chance = 0.0;
                    }
                }
                before = look;
            }
            assert!(left_out <= 1.0 / 20.0, "{p}: left out with {left_out}");
            assert!(left_out > 0.0, "{p}: bounds that nothing leaves are no bounds");
        }
    }

    type Number<'a> = &'a dyn Fn(i32) -> u64;

    /// Tests 800 random sequences. The bounds may exclude the true mean in at most one of twenty sequences. Rules: R-XET2.
    #[test]
    fn a_mean_is_ever_left_out_no_more_often_than_the_error_says() {
        let mut dice = Dice::seeded(7, 0);
        // `middling` gives 0 to 8 with mean 4; `lots` gives 8 once in 81 times, otherwise 0.
        let middling = |total: i32| u64::try_from(total + 4).unwrap();
        let lots = |total: i32| if total == 4 { 8 } else { 0 };
        let kinds: [(&str, Number<'_>, f64); 2] = [("middling", &middling, 4.0), ("lots", &lots, 8.0 / 81.0)];
        for (what, number, truth) in kinds {
            let mut left_out = 0;
            for _ in 0..400 {
                let mut mean = Mean::new(8, 20);
                let mut before = 0;
                for look in looks(2_000) {
                    let (mut sum, mut squares) = (0, 0);
                    for _ in before..look {
                        let total = dice.roll(DiceKind::Fudge).unwrap().total();
                        let seen = number(total);
                        sum += seen;
                        squares += seen * seen;
                    }
                    mean.see(look - before, sum, squares);
                    before = look;
                }
                let (low, high) = mean.within();
                let inside = part(low) * 8.0 <= truth && truth <= part(high) * 8.0;
                left_out += u32::from(!inside);
                assert!(part(high - low) < 0.2, "{what}: two thousand games tell something");
            }
            assert!(left_out <= 20, "{what}: {left_out} of 400");
        }
    }

    #[test]
    fn bounds_only_narrow_and_hold_what_was_seen() {
        let mut share = ConfidenceSequence::new(1_000);
        let mut before = (0, PARTS);
        for _ in 0..50 {
            share.see(40, 100);
            let (low, high) = share.within();
            assert!(before.0 <= low && low <= 400_000 && 400_000 <= high && high <= before.1);
            before = (low, high);
        }
        assert!(before.1 - before.0 < 80_000, "{before:?}");
        let mut never = ConfidenceSequence::new(1_000);
        never.see(0, 1_000);
        assert!(never.within().0 == 0 && never.within().1 < 20_000, "{:?}", never.within());
        let mut always = ConfidenceSequence::new(1_000);
        always.see(1_000, 1_000);
        assert!(always.within().1 == PARTS && always.within().0 > 980_000, "{:?}", always.within());
    }

    #[test]
    fn one_looks_again_after_a_quarter_more() {
        assert_eq!(looks(1_000), [200, 400, 600, 800, 1_000]);
        assert_eq!(looks(100), [100]);
        assert!(looks(100_000_000).len() < 70);
    }
}
