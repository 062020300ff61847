//! Detects conditions that are always false for a design.
//!
//! Each name has bounds: a statistic its ranks, a stunt its number of purchases, a kind the kinds that the design builds. A formula of
//! bounded numbers is bounded too, and a comparison outside the bounds cannot be true. Two comparisons of one quantity that are joined by
//! `and` and exclude each other are never both true.

use super::EffectScope;
use super::declared_names::Ranks;
use crate::check::effect_errors as errors;
use slip_pack::effect::{EffectNumber, Role, State, Term};
use slip_pack::formula::{Formula, FormulaOperator, Function};
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::Expr;

/// Minimum and maximum value of a formula; `None` if no bound is known on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    low: Option<i64>,
    high: Option<i64>,
}

const ANY: Bounds = Bounds { low: None, high: None };
const TRUTH: Bounds = Bounds { low: Some(0), high: Some(1) };

const fn exactly(value: i64) -> Bounds {
    Bounds { low: Some(value), high: Some(value) }
}

const fn at_least(value: i64) -> Bounds {
    Bounds { low: Some(value), high: None }
}

impl Bounds {
    fn is(self, value: i64) -> bool {
        self == exactly(value)
    }

    /// Returns the truth value of a condition if it is the same for every value in the bounds.
    fn truth(self) -> Option<bool> {
        if self.is(0) {
            return Some(false);
        }
        let never_zero = self.low.is_some_and(|low| low > 0) || self.high.is_some_and(|high| high < 0);
        if never_zero { Some(true) } else { None }
    }
}

fn truth(known: Option<bool>) -> Bounds {
    known.map_or(TRUTH, |known| exactly(i64::from(known)))
}

/// True if a condition is always false when the stunt with the effect is bought; the condition is then reported.
pub(super) fn applies(condition: &EffectNumber, scope: &EffectScope<'_, '_>, expr: &Expr, out: &mut Diagnostics) -> bool {
    let mut reasons = Vec::new();
    if !bounds(condition, scope, &mut reasons).is(0) {
        return false;
    }
    out.push(errors::never_applies(expr.span, reasons.first().map(String::as_str)));
    true
}

fn bounds(number: &EffectNumber, scope: &EffectScope<'_, '_>, reasons: &mut Vec<String>) -> Bounds {
    let mut of = |inner: &EffectNumber| bounds(inner, scope, reasons);
    match number {
        Formula::Int(value) => exactly(*value),
        Formula::Value(term) => of_term(term, scope, reasons),
        Formula::Negate(inner) => {
            let inner = of(inner);
            Bounds { low: inner.high.and_then(i64::checked_neg), high: inner.low.and_then(i64::checked_neg) }
        }
        Formula::Not(inner) => truth(of(inner).truth().map(|known| !known)),
        // If two parts must both be true, the one that is never true is the reason.
        Formula::Binary(FormulaOperator::And, _) if contradiction(number).is_some() => {
            reasons.extend(contradiction(number));
            exactly(0)
        }
        Formula::Binary(FormulaOperator::And, sides) => {
            let (mut of_left, mut of_right) = (Vec::new(), Vec::new());
            let (left, right) = (bounds(&sides.0, scope, &mut of_left), bounds(&sides.1, scope, &mut of_right));
            if left.truth() != Some(false) && right.truth() == Some(false) {
                std::mem::swap(&mut of_left, &mut of_right);
            }
            reasons.append(&mut of_left);
            reasons.append(&mut of_right);
            binary(FormulaOperator::And, left, right)
        }
        Formula::Binary(op, sides) => {
            let (left, right) = (of(&sides.0), of(&sides.1));
            binary(*op, left, right)
        }
        Formula::If(parts) => {
            let (condition, then, otherwise) = (of(&parts.0), of(&parts.1), of(&parts.2));
            match condition.truth() {
                Some(true) => then,
                Some(false) => otherwise,
                None => either(then, otherwise),
            }
        }
        Formula::Call(function, args) => {
            let args: Vec<Bounds> = args.iter().map(of).collect();
            call(*function, &args)
        }
        Formula::Table(members, _) => members.iter().map(of).reduce(either).unwrap_or(ANY),
    }
}

/// Comparison of a quantity with a number. The operator is reversed if needed, so that the quantity is on the left.
type Comparison<'f> = (&'f Term, FormulaOperator, i64);

/// Returns the reason why two comparisons of one quantity, joined by `and`, are never both true.
fn contradiction(number: &EffectNumber) -> Option<String> {
    let mut found = Vec::new();
    comparisons(number, &mut found);
    let pairs = found.iter().enumerate().flat_map(|(at, one)| found.iter().skip(at.saturating_add(1)).map(move |other| (one, other)));
    let excluded = |((term, _, _), (other, ..)): &(&Comparison<'_>, &Comparison<'_>)| term == other;
    let (one, other) = pairs.filter(excluded).find(|(one, other)| is_disjoint(one, other))?;
    let shown = |(_, op, value): &Comparison<'_>| format!("`{} {value}`", op.symbol());
    Some(format!("`{}` is never both {} and {}", one.0, shown(one), shown(other)))
}

/// Collects the comparisons that must all be true.
fn comparisons<'f>(number: &'f EffectNumber, found: &mut Vec<Comparison<'f>>) {
    let Formula::Binary(op, sides) = number else { return };
    match (op, &sides.0, &sides.1) {
        (FormulaOperator::And, left, right) => {
            comparisons(left, found);
            comparisons(right, found);
        }
        (op, Formula::Value(term), Formula::Int(value)) if op.compares() => found.push((term, *op, *value)),
        (op, Formula::Int(value), Formula::Value(term)) if op.compares() => found.push((term, op.turned(), *value)),
        _ => {}
    }
}

/// True if no value satisfies two comparisons. Between and beside the compared numbers every result is constant, so only the values around
/// them are tried.
fn is_disjoint((_, one, first): &Comparison<'_>, (_, other, second): &Comparison<'_>) -> bool {
    let around = [first, second].into_iter().flat_map(|value| [value.saturating_sub(1), *value, value.saturating_add(1)]);
    !around.into_iter().any(|value| one.holds(value, *first) && other.holds(value, *second))
}

fn either(a: Bounds, b: Bounds) -> Bounds {
    Bounds { low: a.low.zip(b.low).map(|(a, b)| a.min(b)), high: a.high.zip(b.high).map(|(a, b)| a.max(b)) }
}

fn call(function: Function, args: &[Bounds]) -> Bounds {
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

fn binary(op: FormulaOperator, left: Bounds, right: Bounds) -> Bounds {
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
            (Some(0..), Some(0..)) => at_least(0),
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

fn of_term(term: &Term, scope: &EffectScope<'_, '_>, reasons: &mut Vec<String>) -> Bounds {
    let own = |role: &Role| *role == Role::Own;
    match term {
        Term::Stunt(name) => stunt(name, scope, reasons),
        Term::Kind(name) => {
            let kinds = scope.carrier.kinds();
            let known = scope.known;
            if kinds.is_empty() || !scope.carrier.has_self() || !known.is_kind(name) || known.any_is(&kinds, name) {
                return TRUTH;
            }
            reasons.push(format!("nothing with this effect is ever `{name}`"));
            exactly(0)
        }
        Term::Stat(name, role) if own(role) && scope.carrier.has_self() => match scope.names.ranks.get(name) {
            Some(Ranks { low, high, .. }) => {
                if let (Some(low), Some(high)) = (low, high) {
                    reasons.push(format!("`{name}` goes from {low} to {high}"));
                }
                // If effects may raise the statistic past its cap, its maximum is unknown.
                Bounds {
                    low: low.map(|low| low.min(0)),
                    high: if scope.known.lifts(scope.program, scope.package, name) { None } else { *high },
                }
            }
            None if scope.names.flags.contains(name) => TRUTH,
            None => ANY,
        },
        Term::State(State::Tech) if scope.carrier.is_person() && scope.names.tech.is_none() && scope.least_tech.is_none() => {
            reasons.push("people of this design have no technology: write the effect for their gear".to_owned());
            exactly(0)
        }
        Term::State(State::Tech) if scope.carrier.has_self() => {
            let low = scope.least_tech.or(scope.names.tech.map(|(low, _)| low));
            let high = scope.names.tech.map(|(_, high)| high);
            if let (Some(low), Some(high)) = (low, high) {
                reasons.push(format!("its technology goes from T{low} to T{high}"));
            }
            Bounds { low, high }
        }
        Term::State(State::Gravity | State::Carried | State::Range) => at_least(0),
        Term::State(State::Shifts | State::Total | State::Base | State::Tech) => ANY,
        Term::Boxes(..) => at_least(0),
        Term::State(_) | Term::Is(..) | Term::Has(..) | Term::Rules(..) | Term::Table(_) | Term::Trained(_) | Term::Military(_) => TRUTH,
        Term::Choice(_) => TRUTH,
        Term::Stat(..) | Term::Role(_) | Term::Word(_) | Term::Parameter(_) => ANY,
    }
}

fn stunt(name: &ecow::EcoString, scope: &EffectScope<'_, '_>, reasons: &mut Vec<String>) -> Bounds {
    if scope.excluded.contains(name) {
        reasons.push(format!("this stunt excludes `{name}`"));
        return exactly(0);
    }
    let many = |name| scope.names.many.contains(name);
    if scope.own.as_ref().is_some_and(|(own, many)| own == name && !many) {
        reasons.push(format!("an item with this effect always has `{name}`"));
        return exactly(1);
    }
    if scope.required.contains(name) {
        reasons.push(format!("this stunt requires `{name}`, so the item always has it"));
        return if many(name) { at_least(1) } else { exactly(1) };
    }
    if many(name) { at_least(0) } else { TRUTH }
}
