//! Exact fractions of arbitrary size.

use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

/// Fraction in lowest terms. Decimals are for display only.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ratio(BigRational);

impl Ratio {
    /// Returns the fraction 0.
    pub fn zero() -> Ratio {
        Ratio(BigRational::zero())
    }

    /// Returns the fraction 1.
    pub fn one() -> Ratio {
        Ratio(BigRational::one())
    }

    /// Returns the fraction `ways / all`; 0 if `all` is 0.
    pub fn of(ways: impl Into<BigInt>, all: impl Into<BigInt>) -> Ratio {
        let all = all.into();
        if all.is_zero() { Ratio::zero() } else { Ratio(BigRational::new(ways.into(), all)) }
    }

    /// Parses a fraction written as `a/b`, or an integer.
    pub fn parse(text: &str) -> Option<Ratio> {
        let (ways, all) = text.split_once('/').unwrap_or((text, "1"));
        let (ways, all): (BigInt, BigInt) = (ways.trim().parse().ok()?, all.trim().parse().ok()?);
        (!all.is_zero()).then(|| Ratio::of(ways, all))
    }

    /// True if the fraction is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Returns the numerator.
    pub fn numerator(&self) -> String {
        self.0.numer().to_string()
    }

    /// Returns the denominator.
    pub fn denominator(&self) -> String {
        self.0.denom().to_string()
    }

    /// Returns the size of the fraction in bits: numerator and denominator.
    pub fn bits(&self) -> u64 {
        self.0.numer().bits() + self.0.denom().bits()
    }

    /// Returns the fraction multiplied by `all`, if that is an integer.
    pub fn ways_of(&self, all: u64) -> Option<String> {
        let ways = &self.0 * BigRational::from_integer(all.into());
        ways.is_integer().then(|| ways.numer().to_string())
    }

    /// Returns the mean of the given chances. Each chance has a weight: a number of ways out of `all`. If one denominator is a multiple of
    /// all others, the sum is computed in integers and reduced once, which is faster for large numbers.
    pub fn mean_of<'r>(ways: impl Iterator<Item = (u64, &'r Ratio)> + Clone, all: u64) -> Ratio {
        let largest = ways.clone().map(|(_, chance)| chance.0.denom()).max().cloned().unwrap_or_else(BigInt::one);
        if ways.clone().any(|(_, chance)| !(&largest % chance.0.denom()).is_zero()) {
            return ways.map(|(count, chance)| &Ratio::of(count, all) * chance).sum();
        }
        let mut sum = BigInt::zero();
        for (count, chance) in ways {
            sum += chance.0.numer() * (&largest / chance.0.denom()) * count;
        }
        Ratio::of(sum, largest * all)
    }

    /// Divides by another fraction; `None` if that other fraction is 0.
    pub fn over(&self, other: &Ratio) -> Option<Ratio> {
        (!other.is_zero()).then(|| Ratio(&self.0 / &other.0))
    }

    /// Formats the fraction with a number of decimal places, rounded to the nearest: `0.2608`.
    pub fn decimal(&self, places: u32) -> String {
        let scale: BigInt = Pow::pow(BigInt::from(10), places);
        let two = BigInt::from(2);
        let doubled = self.0.numer().abs() * &scale * &two + self.0.denom();
        let scaled = doubled / (self.0.denom() * &two);
        let sign = if self.0.numer().sign() == Sign::Minus && !scaled.is_zero() { "-" } else { "" };
        let (whole, rest) = (&scaled / &scale, &scaled % &scale);
        if places == 0 {
            return format!("{sign}{whole}");
        }
        let width = usize::try_from(places).unwrap_or(0);
        format!("{sign}{whole}.{:0>width$}", rest.to_string())
    }

    /// Formats the fraction as a percentage with two decimal places: `26.08%`.
    pub fn percent(&self) -> String {
        format!("{}%", Ratio(&self.0 * BigRational::from_integer(100.into())).decimal(2))
    }

    /// Returns the number of filled cells in a bar of this width that shows the fraction, rounded to the nearest.
    pub fn cells(&self, width: u32) -> usize {
        Ratio(&self.0 * BigRational::from_integer(width.into())).decimal(0).parse().unwrap_or(0)
    }
}

impl fmt::Display for Ratio {
    /// Formats the fraction as `1711/6561`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<i64> for Ratio {
    fn from(number: i64) -> Ratio {
        Ratio(BigRational::from_integer(number.into()))
    }
}

impl Add<&Ratio> for &Ratio {
    type Output = Ratio;
    fn add(self, other: &Ratio) -> Ratio {
        Ratio(&self.0 + &other.0)
    }
}

impl Sub<&Ratio> for &Ratio {
    type Output = Ratio;
    fn sub(self, other: &Ratio) -> Ratio {
        Ratio(&self.0 - &other.0)
    }
}

impl Mul<&Ratio> for &Ratio {
    type Output = Ratio;
    fn mul(self, other: &Ratio) -> Ratio {
        Ratio(&self.0 * &other.0)
    }
}

impl AddAssign<&Ratio> for Ratio {
    fn add_assign(&mut self, other: &Ratio) {
        self.0 += &other.0;
    }
}

impl Sum for Ratio {
    fn sum<I: Iterator<Item = Ratio>>(all: I) -> Ratio {
        all.fold(Ratio::zero(), |sum, next| &sum + &next)
    }
}

impl<'a> Sum<&'a Ratio> for Ratio {
    fn sum<I: Iterator<Item = &'a Ratio>>(all: I) -> Ratio {
        all.fold(Ratio::zero(), |sum, next| &sum + next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_is_shown_to_the_nearest_place() {
        for (ways, all, places, shown) in
            [(1711, 6561, 4, "0.2608"), (2, 3, 2, "0.67"), (-1, 8, 2, "-0.13"), (1, 2, 0, "1"), (1, 200, 2, "0.01"), (-1, 300, 1, "0.0")]
        {
            assert_eq!(Ratio::of(ways, all).decimal(places), shown, "{ways}/{all}");
        }
        assert_eq!(Ratio::of(1711, 6561).percent(), "26.08%");
    }

    #[test]
    fn a_mean_is_the_same_with_one_denominator_and_with_many() {
        let thirds = [Ratio::of(1, 3), Ratio::of(2, 9), Ratio::of(1, 27)];
        let ways = || [3_u64, 2, 1].into_iter().zip(&thirds);
        assert_eq!(Ratio::mean_of(ways(), 6), Ratio::of(40, 162));
        let mixed = [Ratio::of(1, 2), Ratio::of(1, 5)];
        assert_eq!(Ratio::mean_of([1_u64, 1].into_iter().zip(&mixed), 2), Ratio::of(7, 20));
        assert_eq!(Ratio::mean_of([].into_iter(), 2), Ratio::zero());
    }

    #[test]
    fn ways_are_told_of_the_number_asked_for() {
        assert_eq!(Ratio::of(142, 243).ways_of(6561).as_deref(), Some("3834"));
        assert_eq!(Ratio::of(1, 2).ways_of(81), None);
        assert_eq!(Ratio::parse("3/9"), Some(Ratio::of(1, 3)));
        assert_eq!(Ratio::parse("1/0"), None);
        assert_eq!(Ratio::of(1, 0), Ratio::zero());
    }
}
