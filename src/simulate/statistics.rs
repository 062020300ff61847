//! What counts allow to be said of chances: intervals, quantiles, tests. Floor 7.
//!
//! Counts are whole numbers; what is measured from them is not exact and says so. Everything here uses sums, products,
//! quotients and square roots, which are the same on every machine, but for the tail of the normal distribution, which is
//! reckoned by a series and a fraction of its own.
#![allow(clippy::float_arithmetic, reason = "measured shares and their error bars; no rule of a game depends on them")]

/// The quantile of the normal distribution that leaves 2.5% above it: two of these hold 95%.
pub const Z95: f64 = 1.959_963_984_540_054;

/// From, to.
pub type Interval = (f64, f64);

/// A count as a number to reckon with; exact up to 2^53.
#[allow(clippy::cast_precision_loss, reason = "counts past 2^53 are never reached, and would be off by less than is measured")]
pub const fn float(count: u64) -> f64 {
    count as f64
}

/// The same of a difference.
#[allow(clippy::cast_precision_loss, reason = "as above")]
pub const fn signed(sum: i64) -> f64 {
    sum as f64
}

/// A share; 0 of nothing.
pub fn share(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { float(count) / float(of) }
}

/// Wilson's score interval of a share, 95%: it holds the true chance 19 times in 20, also near 0 and 1.
pub fn wilson(count: u64, of: u64) -> Interval {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, p, z) = (float(of), share(count, of), Z95);
    let scale = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // At the ends it touches them exactly; rounding shall not say otherwise.
    let low = if count == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if count == of { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

/// Half of what an interval spans.
pub fn half_width((low, high): Interval) -> f64 {
    (high - low) / 2.0
}

/// Mean and standard deviation of numbers of which sum and sum of squares are known.
pub fn mean_and_deviation(sum: f64, squares: f64, count: u64) -> (f64, f64) {
    if count == 0 {
        return (0.0, 0.0);
    }
    let n = float(count);
    let mean = sum / n;
    // The variance of a sample; rounding may not make it negative.
    let variance = if count < 2 { 0.0 } else { ((squares - sum * mean) / (n - 1.0)).max(0.0) };
    (mean, variance.sqrt())
}

/// The interval of a mean, 95%.
pub fn around(mean: f64, deviation: f64, count: u64) -> Interval {
    let half = if count == 0 { 0.0 } else { Z95 * deviation / float(count).sqrt() };
    (mean - half, mean + half)
}

/// The mean of differences, and how likely one as large is if there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// Its 95% interval.
    pub interval: Interval,
    /// The chance of a mean as far from 0, on either side, if nothing but chance made it.
    pub chance: f64,
}

/// Differences of which sum and sum of squares are known, one a game.
pub fn measured(sum: i64, squares: u64, games: u64) -> Measured {
    let (mean, deviation) = mean_and_deviation(signed(sum), float(squares), games);
    let error = deviation / float(games.max(1)).sqrt();
    let chance = match (error > 0.0, sum == 0) {
        (true, _) => two_sided(mean / error),
        // Every game said the same.
        (false, true) => 1.0,
        (false, false) => 0.0,
    };
    Measured { mean, interval: around(mean, deviation, games), chance }
}

/// The least number that at least this share (in percent) of all are at most. 0 of none.
pub fn quantile(counts: &[u64], percent: u64) -> u64 {
    let total: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    let mut so_far = 0_u128;
    for (value, &count) in (0..).zip(counts) {
        so_far += u128::from(count);
        if total > 0 && so_far * 100 >= total * u128::from(percent) && so_far > 0 {
            return value;
        }
    }
    0
}

/// The chance that a normal number is further than `z` from its mean, on either side.
pub fn two_sided(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    if x.is_nan() {
        return 1.0;
    }
    if x < 2.0 { 1.0 - erf_by_series(x) } else { erfc_by_fraction(x) }
}

/// The error function, for small numbers: its power series.
fn erf_by_series(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..80 {
        let n = f64::from(n);
        term *= -x * x / n;
        sum += term / (2.0 * n + 1.0);
    }
    sum * std::f64::consts::FRAC_2_SQRT_PI
}

/// One less the error function, for large numbers: its continued fraction, from the end.
fn erfc_by_fraction(x: f64) -> f64 {
    let mut fraction = x;
    for n in (1..200).rev() {
        fraction = x + f64::from(n) / 2.0 / fraction;
    }
    (-x * x).exp() / fraction * std::f64::consts::FRAC_2_SQRT_PI / 2.0
}

/// Games from which on McNemar's test is reckoned by the normal distribution; below it is exact.
const ENOUGH: u64 = 60;

/// McNemar's test: of games in which one and only one of two versions did something, `one` did it in the first and `other`
/// in the second. The chance of a difference as large if neither were likelier (two-sided).
pub fn mcnemar(one: u64, other: u64) -> f64 {
    let both = one + other;
    if both == 0 {
        return 1.0;
    }
    if both > ENOUGH {
        return two_sided((float(one) - float(other)) / float(both).sqrt());
    }
    let least = one.min(other);
    let (mut choices, mut sum) = (1.0, 0.0);
    for k in 0..=least {
        sum += choices;
        choices = choices * float(both - k) / float(k + 1);
    }
    let all = (0..both).fold(1.0, |power, _| power * 2.0);
    (2.0 * sum / all).min(1.0)
}

/// Holm's correction: what each of several chances comes to when all of them are looked at.
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    let at = |place: usize| chances.get(place).copied().unwrap_or(1.0);
    order.sort_by(|&one, &other| at(one).total_cmp(&at(other)));
    let mut corrected = vec![1.0; chances.len()];
    let (mut so_far, mut left) = (0.0_f64, chances.len());
    for place in order {
        so_far = so_far.max(at(place) * f64::from(u32::try_from(left).unwrap_or(u32::MAX))).min(1.0);
        left -= 1;
        if let Some(slot) = corrected.get_mut(place) {
            *slot = so_far;
        }
    }
    corrected
}

/// Rounded to six places: what is written is the same wherever it was reckoned.
pub fn rounded(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded == 0.0 { 0.0 } else { rounded }
}
