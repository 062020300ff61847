//! Statistics of counts: intervals, quantiles and tests.
//!
//! Counts are integers; the measures derived from them are floating-point numbers. All operations are sums, products, quotients and square
//! roots, which give the same result on every machine. The tail of the normal distribution is therefore computed here, by a series and a
//! continued fraction.
#![allow(clippy::float_arithmetic, reason = "measured shares and their error bars; no rule of a game depends on them")]

/// Quantile of the standard normal distribution with 2.5% above it: the interval from `-Z95` to `Z95` contains 95%.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Interval: lower and upper end.
pub type Interval = (f64, f64);

/// Converts a count to a floating-point number; exact up to 2^53.
#[allow(clippy::cast_precision_loss, reason = "counts never reach 2^53")]
pub const fn float(count: u64) -> f64 {
    count as f64
}

/// Converts a difference to a floating-point number.
#[allow(clippy::cast_precision_loss, reason = "counts never reach 2^53")]
pub const fn signed(sum: i64) -> f64 {
    sum as f64
}

/// Returns the share of a count in a total; 0 if the total is 0.
pub fn share(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { float(count) / float(of) }
}

/// Returns Wilson's 95% score interval of a share: it contains the true chance 19 times in 20, also near 0 and 1.
pub fn wilson(count: u64, of: u64) -> Interval {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, p, z) = (float(of), share(count, of), Z95);
    let scale = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // At the extremes the interval ends exactly at 0 or 1, without rounding errors.
    let low = if count == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if count == of { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

/// Returns half the width of an interval.
pub fn half_width((low, high): Interval) -> f64 {
    (high - low) / 2.0
}

/// Returns mean and standard deviation of a number from its sum, its sum of squares and the number of values.
pub fn mean_and_deviation(sum: f64, squares: f64, count: u64) -> (f64, f64) {
    if count == 0 {
        return (0.0, 0.0);
    }
    let n = float(count);
    let mean = sum / n;
    // Sample variance. Rounding errors must not make it negative.
    let variance = if count < 2 { 0.0 } else { ((squares - sum * mean) / (n - 1.0)).max(0.0) };
    (mean, variance.sqrt())
}

/// Returns the 95% interval of a mean.
pub fn around(mean: f64, deviation: f64, count: u64) -> Interval {
    let half = if count == 0 { 0.0 } else { Z95 * deviation / float(count).sqrt() };
    (mean - half, mean + half)
}

/// Sums of the differences between two versions of an encounter, with one difference per game. The single differences are not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paired {
    /// Sum of the differences.
    pub sum: i64,
    /// Sum of the squares of the differences.
    pub squares: u64,
    /// Number of games, one difference for each.
    pub games: u64,
    /// Upper bound of the observed differences.
    pub seen: u64,
    /// Upper bound of all possible differences; if there is none, the largest observed spread.
    pub reach: u64,
}

/// Mean of the differences, with its p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanDifference {
    /// Mean of the differences.
    pub mean: f64,
    /// 95% interval of the mean.
    pub interval: Interval,
    /// P-value: two-sided chance of a mean at least this far from 0 if there were no real difference.
    pub chance: f64,
}

/// Least number of games for Student's t. In addition, the sum of the squared differences must be at least this number times the square of
/// the greatest difference.
const ENOUGH_APART: u64 = 20;

/// Factor in the bound for sums of fixed numbers with random signs, for any number of terms (Bentkus and Dzindzalieta 2015). The tail of
/// such a sum is at most this factor times the tail of the normal distribution.
///
/// The factor is 1 / (4 p), where p is the chance that a standard normal variable exceeds the square root of 2.
const TOSSED: f64 = 3.178_655_565_886_997;
/// Number of standard deviations at which the bound for random signs is 5%.
const TOSSED95: f64 = 2.415_122_446_956_922_4;

impl Paired {
    /// Returns mean, interval and p-value of the differences. If the differences are at most 1, this is the sign test with Tango's
    /// interval. Otherwise it is Student's t if enough games differ. With few games, the only assumption is that each difference could
    /// equally well have the opposite sign.
    pub fn measured(&self) -> MeanDifference {
        let Paired { sum, squares, games, seen, reach } = *self;
        let mean = if games == 0 { 0.0 } else { signed(sum) / float(games) };
        let few = squares < ENOUGH_APART * seen * seen || games < ENOUGH_APART;
        let (one, other) = (squares.saturating_add_signed(sum) / 2, squares.saturating_add_signed(sum.saturating_neg()) / 2);
        let chance = match (squares, seen) {
            // No game differs.
            (0, _) => 1.0,
            (_, 0 | 1) => mcnemar(one, other),
            _ if few => (TOSSED * two_sided(signed(sum) / float(squares).sqrt())).min(1.0),
            _ => self.student(mean),
        };
        let half = if few { self.tossed_width(mean) } else { self.student_width() };
        // All observed differences are equal, but a later game may differ.
        let half = if half > 0.0 { half } else { self.unseen() };
        let most = float(reach);
        let interval = if reach <= 1 { paired(one, other, games) } else { ((mean - half).max(-most), (mean + half).min(most)) };
        MeanDifference { mean, interval, chance }
    }

    /// Returns the standard error of the mean of the differences.
    fn error(&self) -> f64 {
        let (_, deviation) = mean_and_deviation(signed(self.sum), float(self.squares), self.games);
        deviation / float(self.games.max(1)).sqrt()
    }

    /// Returns the p-value of a mean by Student's t for many games (Abramowitz and Stegun 26.7.8).
    fn student(&self, mean: f64) -> f64 {
        let (error, degrees) = (self.error(), float(self.games.saturating_sub(1)));
        let t = if error > 0.0 { mean / error } else { f64::INFINITY };
        let z = if t.is_finite() { t * (1.0 - 0.25 / degrees) / (1.0 + t * t / (2.0 * degrees)).sqrt() } else { t };
        two_sided(z)
    }

    /// Returns half the width of the interval of a mean by Student's t for many games (Abramowitz and Stegun 26.7.5).
    fn student_width(&self) -> f64 {
        let (z, degrees) = (Z95, float(self.games.saturating_sub(1)));
        let cubed = z * z * z;
        let first = (cubed + z) / 4.0;
        let second = (5.0 * cubed * z * z + 16.0 * cubed + 3.0 * z) / 96.0;
        (z + first / degrees + second / (degrees * degrees)) * self.error()
    }

    /// Returns half the width of the 5% interval of a mean, by the bound for random signs. The result is at least the change that
    /// unobserved games with the largest possible difference could cause.
    fn tossed_width(&self, mean: f64) -> f64 {
        let n = float(self.games);
        let beyond = n - TOSSED95 * TOSSED95;
        if beyond <= 0.0 {
            return 2.0 * float(self.reach);
        }
        let around = (float(self.squares) - n * mean * mean).max(0.0);
        (TOSSED95 * (around / (n * beyond)).sqrt()).max(self.unseen())
    }

    /// Returns the distance by which games that were not observed can move the mean, if each had the largest possible difference.
    fn unseen(&self) -> f64 {
        float(self.reach) * wilson(0, self.games).1
    }
}

/// Returns the 95% interval of a difference of two shares of the same games. `one` is the number of games that count only in the first
/// share, `other` the number that count only in the second. This is Tango's score interval with continuity correction, which agrees with
/// the sign test.
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

/// Returns a quantile: the lowest value such that at least this percentage of all values are at most as high; 0 if there are no values.
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

/// Returns the two-sided chance that a normally distributed number is further than `z` standard deviations from its mean.
pub fn two_sided(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    if x.is_nan() {
        return 1.0;
    }
    if x < 2.0 { 1.0 - erf_by_series(x) } else { erfc_by_fraction(x) }
}

/// Returns the error function of a small number, computed by its power series.
fn erf_by_series(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..80 {
        let n = f64::from(n);
        term *= -x * x / n;
        sum += term / (2.0 * n + 1.0);
    }
    sum * std::f64::consts::FRAC_2_SQRT_PI
}

/// Returns the complementary error function of a large number, computed by its continued fraction, from the last term to the first.
fn erfc_by_fraction(x: f64) -> f64 {
    let mut fraction = x;
    for n in (1..200).rev() {
        fraction = x + f64::from(n) / 2.0 / fraction;
    }
    (-x * x).exp() / fraction * std::f64::consts::FRAC_2_SQRT_PI / 2.0
}

/// Number of games above which McNemar's test uses the normal distribution; up to it the test is exact.
const ENOUGH: u64 = 1000;

/// Returns the p-value of McNemar's test, which is the sign test: `one` games had the result only in the first version, `other` only in the
/// second. It is the two-sided chance of a difference at least this large if both were equally likely.
pub fn mcnemar(one: u64, other: u64) -> f64 {
    let both = one + other;
    if one == other {
        return 1.0;
    }
    if both > ENOUGH {
        // Continuity correction for whole games.
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

/// Returns p-values with Holm's correction for multiple comparisons.
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

/// Rounds a number to six decimal places. Written values are then the same on every machine.
pub fn rounded(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded == 0.0 { 0.0 } else { rounded }
}
