//! Interval arithmetic: values known exactly or within bounds, and comparisons of them.

use crate::Ratio;
use slip_syntax::tree::Operator;

/// Number known to be within an interval; it is exact if both ends are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueInterval {
    /// Lower bound of the number.
    pub low: Ratio,
    /// Upper bound of the number.
    pub high: Ratio,
}

/// Value of an expression in a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimValue {
    /// Truth value; `None` if it is not known.
    Truth(Option<bool>),
    /// A number.
    Number(ValueInterval),
    /// Text.
    Text(String),
}

impl From<Ratio> for ValueInterval {
    fn from(number: Ratio) -> ValueInterval {
        ValueInterval { low: number.clone(), high: number }
    }
}

impl From<i64> for ValueInterval {
    fn from(number: i64) -> ValueInterval {
        Ratio::from(number).into()
    }
}

impl ValueInterval {
    /// True if the number is known exactly.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// Returns the smallest interval that contains four numbers.
    fn over_all(numbers: [Ratio; 4]) -> ValueInterval {
        let [a, b, c, d] = numbers;
        let low = (&a).min(&b).min((&c).min(&d)).clone();
        let high = a.max(b).max(c.max(d));
        ValueInterval { low, high }
    }

    /// Returns the interval of the negated number.
    pub fn negative(&self) -> ValueInterval {
        let nothing = Ratio::zero();
        ValueInterval { low: &nothing - &self.high, high: &nothing - &self.low }
    }

    /// Returns the interval of the sum, difference, product or quotient of two numbers; `None` for a division by an interval that contains
    /// 0.
    pub fn reckon(&self, operator: Operator, other: &ValueInterval) -> Option<ValueInterval> {
        let nothing = Ratio::zero();
        Some(match operator {
            Operator::Add => ValueInterval { low: &self.low + &other.low, high: &self.high + &other.high },
            Operator::Subtract => ValueInterval { low: &self.low - &other.high, high: &self.high - &other.low },
            Operator::Multiply => ValueInterval::over_all([
                &self.low * &other.low,
                &self.low * &other.high,
                &self.high * &other.low,
                &self.high * &other.high,
            ]),
            Operator::Divide if other.low <= nothing && nothing <= other.high => return None,
            Operator::Divide => ValueInterval::over_all([
                self.low.over(&other.low)?,
                self.low.over(&other.high)?,
                self.high.over(&other.low)?,
                self.high.over(&other.high)?,
            ]),
            _ => return None,
        })
    }

    /// Compares two numbers; `None` if their bounds do not decide the comparison.
    pub fn compare(&self, operator: Operator, other: &ValueInterval) -> Option<bool> {
        match operator {
            Operator::Less => decide(self.high < other.low, self.low >= other.high),
            Operator::AtMost => decide(self.high <= other.low, self.low > other.high),
            Operator::More => decide(self.low > other.high, self.high <= other.low),
            Operator::AtLeast => decide(self.low >= other.high, self.high < other.low),
            Operator::Equal | Operator::NotEqual => {
                let same = self.is_exact() && self == other;
                let apart = self.high < other.low || other.high < self.low;
                let wanted = operator == Operator::Equal;
                decide(if wanted { same } else { apart }, if wanted { apart } else { same })
            }
            _ => None,
        }
    }
}

fn decide(yes: bool, no: bool) -> Option<bool> {
    match (yes, no) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Returns the three-valued `and` of two truth values, where `None` means unknown. If one value is false, the result is false.
pub fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Returns the three-valued `or` of two truth values: known as soon as one is true.
pub fn either(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    both(one.map(|known| !known), other.map(|known| !known)).map(|known| !known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(low: (i64, i64), high: (i64, i64)) -> ValueInterval {
        ValueInterval { low: Ratio::of(low.0, low.1), high: Ratio::of(high.0, high.1) }
    }

    /// Tests that for any two numbers within their bounds, the result of an operation is within the computed bounds, and a decided
    /// comparison is true.
    #[test]
    fn what_is_said_of_bounds_is_true_of_every_number_between_them() {
        let ends = [-3, -1, 0, 1, 2];
        let pairs: Vec<(i64, i64)> =
            ends.iter().flat_map(|low| ends.iter().map(move |high| (*low, *high))).filter(|(low, high)| low <= high).collect();
        for &(a, b) in &pairs {
            for &(c, d) in &pairs {
                let (left, right) = (bounds((a, 1), (b, 1)), bounds((c, 1), (d, 1)));
                for (x, y) in (a..=b).flat_map(|x| (c..=d).map(move |y| (x, y))) {
                    let (one, other) = (ValueInterval::from(x), ValueInterval::from(y));
                    for operator in [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide] {
                        if let (Some(all), Some(exact)) = (left.reckon(operator, &right), one.reckon(operator, &other)) {
                            assert!(all.low <= exact.low && exact.high <= all.high, "{a}..{b} {operator:?} {c}..{d}: {x}, {y}");
                        }
                    }
                    for operator in
                        [Operator::Less, Operator::AtMost, Operator::More, Operator::AtLeast, Operator::Equal, Operator::NotEqual]
                    {
                        let exact = one.compare(operator, &other);
                        assert!(exact.is_some(), "two numbers can be compared");
                        let said = left.compare(operator, &right);
                        assert!(said.is_none() || said == exact, "{a}..{b} {operator:?} {c}..{d}: {x}, {y}");
                    }
                }
            }
        }
        assert_eq!(bounds((1, 1), (2, 1)).reckon(Operator::Divide, &bounds((-1, 1), (1, 1))), None);
    }

    #[test]
    fn what_is_not_known_stays_so_until_it_makes_no_difference() {
        assert_eq!(both(None, Some(false)), Some(false));
        assert_eq!(both(None, Some(true)), None);
        assert_eq!(either(None, Some(true)), Some(true));
        assert_eq!(either(None, Some(false)), None);
    }
}
