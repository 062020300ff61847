//! What counts allow to be said of chances: intervals, quantiles, tests.
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

/// Differences between two of the same games, one a game, of which only sums are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paired {
    /// All of them added up.
    pub sum: i64,
    /// Their squares added up.
    pub squares: u64,
    /// How many games.
    pub games: u64,
    /// None of them is larger.
    pub seen: u64,
    /// None can be larger, in no other game either; of what has no bound, the most that was seen of what they are between.
    pub reach: u64,
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

/// As if so many games differed, and each as much as one can, the distribution of a mean is near enough to what Student's t
/// takes it for.
const ENOUGH_APART: u64 = 20;

/// The quarter of the chance that a normal number is above the root of 2, turned over: what sums of numbers of fixed size and
/// tossed signs may at most exceed the tail of the normal distribution by, however few they are (Bentkus and Dzindzalieta 2015).
const TOSSED: f64 = 3.178_655_565_886_997;
/// Beyond it, that bound leaves 5%.
const TOSSED95: f64 = 2.415_122_446_956_922_4;

impl Paired {
    /// What they say. Where games differ by one at most, this is the sign test, and the interval is Tango's. Otherwise it is Student's
    /// t, if enough games are sure to differ; of few nothing is supposed but that each could as well have gone the other way.
    pub fn measured(&self) -> Measured {
        let Paired { sum, squares, games, seen, reach } = *self;
        let mean = if games == 0 { 0.0 } else { signed(sum) / float(games) };
        let few = squares < ENOUGH_APART * seen * seen || games < ENOUGH_APART;
        let (one, other) = (squares.saturating_add_signed(sum) / 2, squares.saturating_add_signed(sum.saturating_neg()) / 2);
        let chance = match (squares, seen) {
            // Every game said the same.
            (0, _) => 1.0,
            (_, 0 | 1) => mcnemar(one, other),
            _ if few => (TOSSED * two_sided(signed(sum) / float(squares).sqrt())).min(1.0),
            _ => self.student(mean),
        };
        let half = if few { self.tossed_width(mean) } else { self.student_width() };
        // All games said the same, which the next one need not.
        let half = if half > 0.0 { half } else { self.unseen() };
        let most = float(reach);
        let interval = if reach <= 1 { paired(one, other, games) } else { ((mean - half).max(-most), (mean + half).min(most)) };
        Measured { mean, interval, chance }
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        let (_, deviation) = mean_and_deviation(signed(self.sum), float(self.squares), self.games);
        deviation / float(self.games.max(1)).sqrt()
    }

    /// The chance of a mean as far from 0, by Student's t of many games (Abramowitz and Stegun 26.7.8).
    fn student(&self, mean: f64) -> f64 {
        let (error, degrees) = (self.error(), float(self.games.saturating_sub(1)));
        let t = if error > 0.0 { mean / error } else { f64::INFINITY };
        let z = if t.is_finite() { t * (1.0 - 0.25 / degrees) / (1.0 + t * t / (2.0 * degrees)).sqrt() } else { t };
        two_sided(z)
    }

    /// Half of what its interval spans (26.7.5).
    fn student_width(&self) -> f64 {
        let (z, degrees) = (Z95, float(self.games.saturating_sub(1)));
        let cubed = z * z * z;
        let first = (cubed + z) / 4.0;
        let second = (5.0 * cubed * z * z + 16.0 * cubed + 3.0 * z) / 96.0;
        (z + first / degrees + second / (degrees * degrees)) * self.error()
    }

    /// Half of the interval of means from which nothing is so far off that tossed signs would make it less than once in 20 times; never
    /// narrower than games that did not happen and differ as much as they can would make it.
    fn tossed_width(&self, mean: f64) -> f64 {
        let n = float(self.games);
        let beyond = n - TOSSED95 * TOSSED95;
        if beyond <= 0.0 {
            return 2.0 * float(self.reach);
        }
        let around = (float(self.squares) - n * mean * mean).max(0.0);
        (TOSSED95 * (around / (n * beyond)).sqrt()).max(self.unseen())
    }

    /// How far games that did not happen, and differ as much as they can, may move the mean.
    fn unseen(&self) -> f64 {
        float(self.reach) * wilson(0, self.games).1
    }
}

/// The interval of a difference of two shares of the same games, 95%: `one` of them only the first counts, `other` only the second
/// (Tango's score interval, with the correction for whole games, so that it says what the sign test says).
pub fn paired(one: u64, other: u64, games: u64) -> Interval {
    (-highest(other, one, games), highest(one, other, games))
}

fn highest(one: u64, other: u64, games: u64) -> f64 {
    if one >= games {
        return 1.0;
    }
    let (b, c, n) = (float(one), float(other), float(games));
    let is_inside = |apart: f64| {
        let linear = (2.0 * n - b + c) * apart - b - c;
        let square = linear * linear + 8.0 * n * c * apart * (1.0 - apart);
        let likeliest = (square.max(0.0).sqrt() - linear) / (4.0 * n);
        let off = ((b - c - n * apart).abs() - 1.0).max(0.0);
        off * off <= Z95 * Z95 * n * (2.0 * likeliest + apart * (1.0 - apart))
    };
    let (mut inside, mut outside) = ((b - c) / n, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(inside, outside);
        if is_inside(middle) { inside = middle } else { outside = middle }
    }
    outside
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
const ENOUGH: u64 = 1000;

/// McNemar's test, which is the sign test: of games in which one and only one of two versions did something, `one` did it in the first
/// and `other` in the second. The chance of a difference as large if neither were likelier (two-sided).
pub fn mcnemar(one: u64, other: u64) -> f64 {
    let both = one + other;
    if one == other {
        return 1.0;
    }
    if both > ENOUGH {
        // Half a step less, since games are whole.
        return two_sided((float(one.abs_diff(other)) - 1.0) / float(both).sqrt());
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
