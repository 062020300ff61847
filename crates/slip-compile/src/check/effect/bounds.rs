//! Arithmetic with bounds: the minimum and maximum value of a formula whose parts are bounded.

use slip_pack::formula::{FormulaOperator, Function};

/// Minimum and maximum value of a formula; `None` if no bound is known on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) struct Bounds {
    /// Minimum.
    pub(in crate::check) low: Option<i64>,
    /// Maximum; `None` if no upper bound is known.
    pub(in crate::check) high: Option<i64>,
}

/// Bounds of a number about which nothing is known.
pub(super) const ANY: Bounds = Bounds { low: None, high: None };
/// Bounds of a truth value.
pub(super) const TRUTH: Bounds = Bounds { low: Some(0), high: Some(1) };

/// Returns the bounds of a number that is known exactly.
pub(super) const fn exactly(value: i64) -> Bounds {
    Bounds { low: Some(value), high: Some(value) }
}

/// Returns the bounds of a number of which only the minimum is known.
pub(super) const fn at_least(value: i64) -> Bounds {
    Bounds { low: Some(value), high: None }
}

impl Bounds {
    /// True if `value` is the only possible value.
    pub(in crate::check) fn is(self, value: i64) -> bool {
        self == exactly(value)
    }

    /// Returns the truth value of a condition from its bounds; `None` if both truth values are possible.
    pub(in crate::check) fn truth(self) -> Option<bool> {
        if self.is(0) {
            return Some(false);
        }
        let never_zero = self.low.is_some_and(|low| low > 0) || self.high.is_some_and(|high| high < 0);
        if never_zero { Some(true) } else { None }
    }
}

/// Returns the bounds of a truth value; `None` means that it is not known.
pub(super) fn truth(known: Option<bool>) -> Bounds {
    known.map_or(TRUTH, |known| exactly(i64::from(known)))
}

/// Returns bounds that contain both `a` and `b`, for a number within one of them.
pub(super) fn either(a: Bounds, b: Bounds) -> Bounds {
    Bounds { low: a.low.zip(b.low).map(|(a, b)| a.min(b)), high: a.high.zip(b.high).map(|(a, b)| a.max(b)) }
}

/// Returns the bounds of the result of a function.
pub(super) fn call(function: Function, args: &[Bounds]) -> Bounds {
    match (function, args) {
        (Function::Abs, _) => at_least(0),
        (Function::Clamp, [_, low, high]) => Bounds { low: low.low, high: high.high },
        (Function::Min, args) => Bounds { low: least(args), high: args.iter().filter_map(|arg| arg.high).min() },
        (Function::Max, args) => Bounds { low: args.iter().filter_map(|arg| arg.low).max(), high: most(args) },
        _ => ANY,
    }
}

fn least(args: &[Bounds]) -> Option<i64> {
    args.iter().map(|arg| arg.low).collect::<Option<Vec<_>>>()?.into_iter().min()
}

fn most(args: &[Bounds]) -> Option<i64> {
    args.iter().map(|arg| arg.high).collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// Returns the bounds of the result of an operator.
pub(super) fn binary(op: FormulaOperator, left: Bounds, right: Bounds) -> Bounds {
    let sure = |below: Option<i64>, above: Option<i64>, fits: fn(i64, i64) -> bool| below.zip(above).is_some_and(|(a, b)| fits(a, b));
    // Truth value of `left < right`; `None` if it is not the same for all values within the bounds.
    let less = |left: Bounds, right: Bounds| {
        if sure(left.high, right.low, |a, b| a < b) {
            Some(true)
        } else if sure(left.low, right.high, |a, b| a >= b) {
            Some(false)
        } else {
            None
        }
    };
    match op {
        FormulaOperator::And => match (left.truth(), right.truth()) {
            (Some(false), _) | (_, Some(false)) => exactly(0),
            (Some(true), Some(true)) => exactly(1),
            _ => TRUTH,
        },
        FormulaOperator::Or => match (left.truth(), right.truth()) {
            (Some(true), _) | (_, Some(true)) => exactly(1),
            (Some(false), Some(false)) => exactly(0),
            _ => TRUTH,
        },
        FormulaOperator::Less => truth(less(left, right)),
        FormulaOperator::More => truth(less(right, left)),
        FormulaOperator::AtMost => truth(less(right, left).map(|known| !known)),
        FormulaOperator::AtLeast => truth(less(left, right).map(|known| !known)),
        FormulaOperator::Equal | FormulaOperator::NotEqual => {
            let apart = less(left, right) == Some(true) || less(right, left) == Some(true);
            let same = left.low.is_some() && left.low == left.high && left == right;
            let equal = if apart { Some(false) } else { same.then_some(true) };
            truth(equal.map(|equal| equal == (op == FormulaOperator::Equal)))
        }
        FormulaOperator::Add => Bounds { low: sum(left.low, right.low), high: sum(left.high, right.high) },
        FormulaOperator::Subtract => Bounds { low: difference(left.low, right.high), high: difference(left.high, right.low) },
        FormulaOperator::Multiply | FormulaOperator::Divide => match (left.low, right.low) {
            (Some(0..), Some(0..)) => Bounds { low: Some(0), high: product(op, left.high, right.high) },
            _ => ANY,
        },
    }
}

fn sum(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    a?.checked_add(b?)
}

fn difference(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    a?.checked_sub(b?)
}

/// Returns the highest possible product of two factors of 0 or more; `None` for other operators. A quotient has no such bound, because the
/// divisor may be small.
fn product(op: FormulaOperator, a: Option<i64>, b: Option<i64>) -> Option<i64> {
    if op == FormulaOperator::Multiply { a?.checked_mul(b?) } else { None }
}
