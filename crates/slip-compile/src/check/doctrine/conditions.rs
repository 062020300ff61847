//! Compiles conditions of doctrine rules to formulas whose values are in hundredths. Also computes the bounds of every value.
//!
//! The bounds show conditions that are always false or always true, and divisors that may be zero. Numbers and truth values cannot be
//! mixed.

use super::RuleContext;
use super::actor_selections::{self, RulePart};
use super::errors;
use super::terms::{self, FAR, TermSubject, TermType};
use crate::check::formula::op_of;
use crate::check::station;
use slip_pack::Name;
use slip_pack::doctrine::{DoctrineKind, DoctrineWord, RuleTerm, UNIT};
use slip_pack::formula::{Formula, FormulaOperator, Function};
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Call, Expr, ExprKind, NamePath, Operator, Sign};

/// Formula with its type and the bounds of its value, both included. The bounds of a truth value are 0 and 1.
#[derive(Clone, Debug)]
pub(super) struct TypedFormula {
    /// Compiled formula.
    pub formula: Formula<RuleTerm>,
    /// Type of the value: number or truth value.
    pub sort: TermType,
    /// Minimum value.
    pub low: i64,
    /// Maximum value.
    pub high: i64,
}

impl TypedFormula {
    fn number(formula: Formula<RuleTerm>, low: i64, high: i64) -> TypedFormula {
        TypedFormula { formula, sort: TermType::Number, low: low.clamp(-FAR, FAR), high: high.clamp(-FAR, FAR) }
    }

    fn truth(formula: Formula<RuleTerm>, low: bool, high: bool) -> TypedFormula {
        TypedFormula { formula, sort: TermType::Truth, low: i64::from(low), high: i64::from(high) }
    }

    /// True if the formula is a truth value that is always false.
    pub(super) fn never(&self) -> bool {
        self.high == 0
    }

    /// True if the formula is a truth value that is always true.
    pub(super) fn always(&self) -> bool {
        self.low == 1
    }
}

/// Compiles a condition. Returns `None` after a diagnostic. Also returns `None`, without a new diagnostic, if a part of the condition did
/// not parse.
pub(super) fn condition(expr: &Expr, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<TypedFormula> {
    let mut typed = want(expr, TermType::Truth, place, out)?;
    if contradicts_itself(&typed.formula) {
        typed.high = 0;
    }
    Some(typed)
}

/// Compiles the amount of a rule, such as the highest price to pay.
pub(super) fn amount(expr: &Expr, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<TypedFormula> {
    want(expr, TermType::Number, place, out)
}

fn want(expr: &Expr, sort: TermType, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<TypedFormula> {
    let typed = compile(expr, place, out)?;
    if typed.sort != sort {
        out.push(errors::wrong_sort(expr.span, sort == TermType::Truth));
        return None;
    }
    Some(typed)
}

fn compile(expr: &Expr, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<TypedFormula> {
    match &expr.kind {
        ExprKind::Int(value) => {
            let Some(scaled) = value.checked_mul(UNIT).filter(|scaled| scaled.abs() <= FAR) else {
                out.push(errors::too_large(expr.span));
                return None;
            };
            Some(TypedFormula::number(Formula::Int(scaled), scaled, scaled))
        }
        ExprKind::Percent(value) if value.abs() <= FAR => Some(TypedFormula::number(Formula::Int(*value), *value, *value)),
        ExprKind::Percent(_) => {
            out.push(errors::too_large(expr.span));
            None
        }
        ExprKind::Group(inner) => compile(inner, place, out),
        ExprKind::Name(name) => own(name, expr, place, out),
        ExprKind::Path(path) => its(path, place, out),
        ExprKind::Call(call) => called(call, expr, place, out),
        ExprKind::Phrase(word, operands) if word == "trained" => match operands.as_slice() {
            [skill] => actor_selections::skill(skill, place, out)
                .map(|skill| TypedFormula::truth(Formula::Value(RuleTerm::Trained(skill)), false, true)),
            _ => None,
        },
        ExprKind::Sign(sign, inner) => {
            let inner = want(inner, TermType::Number, place, out)?;
            Some(if *sign == Sign::Minus { negate(inner) } else { inner })
        }
        ExprKind::Not(inner) => {
            let inner = want(inner, TermType::Truth, place, out)?;
            let (low, high) = (inner.always(), inner.never());
            Some(TypedFormula::truth(Formula::Not(Box::new(inner.formula)), high, !low))
        }
        ExprKind::Binary(operator, sides) => binary(*operator, &sides.0, &sides.1, expr, place, out),
        ExprKind::If(parts) => choose(&parts.0, &parts.1, &parts.2, place, out),
        ExprKind::Error => None,
        _ => {
            out.push(errors::not_a_value(expr.span));
            None
        }
    }
}

/// Ending of terms such as `shield_left`: the number of open boxes of a track that a design declares.
const LEFT: &str = "_left";

fn own(name: &str, expr: &Expr, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<TypedFormula> {
    let known = DoctrineWord::from_word(name).and_then(terms::spec);
    match known.filter(|spec| spec.kinds.contains(&place.kind)) {
        Some(spec) if spec.about == TermSubject::It => out.push(errors::needs_it(expr.span, name)),
        Some(spec) if !spec.known_at(place.topic) => out.push(errors::term_at_wrong_point(expr.span, name, place.topic, spec.when)),
        Some(spec) => return Some(value(RuleTerm::Own(spec.word), spec)),
        None if known.is_none() && left(name, place).is_some() => return boxes_left(name, place, RuleTerm::OwnLeft),
        None => out.push(errors::unknown_term(expr.span, name, place, known.map(|spec| spec.kinds), false)),
    }
    None
}

fn its(path: &NamePath, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<TypedFormula> {
    let holder = path.package.as_ref()?;
    let name = &path.name;
    if holder.text != "it" {
        out.push(errors::only_it(path));
        return None;
    }
    let known = DoctrineWord::from_word(&name.text).and_then(terms::spec);
    match known.filter(|spec| spec.kinds.contains(&place.kind)) {
        Some(spec) if spec.about == TermSubject::Own => out.push(errors::not_of_it(path.span(), &name.text)),
        Some(spec) => return Some(value(RuleTerm::It(spec.word), spec)),
        None if known.is_none() && left(&name.text, place).is_some() => return boxes_left(&name.text, place, RuleTerm::ItLeft),
        None => out.push(errors::unknown_term(name.span, &name.text, place, known.map(|spec| spec.kinds), true)),
    }
    None
}

/// Returns the track in a term such as `shield_left`. `None` if no design declares the track, or if the kind of play has no tracks.
fn left<'n>(term: &'n str, place: RuleContext<'_>) -> Option<&'n str> {
    term.strip_suffix(LEFT).filter(|track| place.kind != DoctrineKind::Stakes && station::is_track(place.program, track))
}

/// Returns the term for the open boxes of a track.
fn boxes_left(term: &str, place: RuleContext<'_>, of: fn(Name) -> RuleTerm) -> Option<TypedFormula> {
    left(term, place).map(|track| TypedFormula::number(Formula::Value(of(track.into())), 0, terms::MOST_BOXES))
}

fn value(term: RuleTerm, spec: &terms::TermSpec) -> TypedFormula {
    TypedFormula { formula: Formula::Value(term), sort: spec.sort, low: spec.low, high: spec.high }
}

fn called(call: &Call, expr: &Expr, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<TypedFormula> {
    let name = call.name.name.text.as_str();
    if name == "any" || name == "count" {
        let [words] = call.args.as_slice() else {
            out.push(errors::pick_arguments(expr.span, name));
            return None;
        };
        let parts: Option<Vec<RulePart<'_>>> = words.iter().map(RulePart::of).collect();
        let pick = actor_selections::whole(&parts?, expr.span, place, out)?;
        return Some(if name == "any" {
            TypedFormula::truth(Formula::Value(RuleTerm::Any(pick)), false, true)
        } else {
            TypedFormula::number(Formula::Value(RuleTerm::Count(pick)), 0, FAR)
        });
    }
    let Some(function) = Function::from_name(name) else {
        out.push(errors::unknown_function(call));
        return None;
    };
    let mut args = Vec::new();
    for arg in &call.args {
        let [arg] = arg.as_slice() else {
            out.push(errors::function_arguments(expr.span, name));
            return None;
        };
        args.push(want(arg, TermType::Number, place, out)?);
    }
    let (low, high) = match (function, args.as_slice()) {
        (Function::Min, [_, ..]) => (least(&args, |arg| arg.low), least(&args, |arg| arg.high)),
        (Function::Max, [_, ..]) => (greatest(&args, |arg| arg.low), greatest(&args, |arg| arg.high)),
        (Function::Abs, [arg]) => {
            let low = if arg.low <= 0 && arg.high >= 0 { 0 } else { arg.low.abs().min(arg.high.abs()) };
            (low, arg.low.abs().max(arg.high.abs()))
        }
        (Function::Clamp, [arg, low, high]) => (arg.low.min(high.low).max(low.low), arg.high.min(high.high).max(low.high)),
        (Function::Mod, [_, divisor]) => {
            if divisor.low <= 0 && divisor.high >= 0 {
                out.push(errors::division_by_zero(expr.span, divisor.low == divisor.high));
                return None;
            }
            (0, divisor.low.abs().max(divisor.high.abs()))
        }
        _ => {
            out.push(errors::function_arguments(expr.span, name));
            return None;
        }
    };
    Some(TypedFormula::number(Formula::Call(function, args.into_iter().map(|arg| arg.formula).collect()), low, high))
}

fn least(args: &[TypedFormula], of: impl Fn(&TypedFormula) -> i64) -> i64 {
    args.iter().map(of).min().unwrap_or(-FAR)
}

fn greatest(args: &[TypedFormula], of: impl Fn(&TypedFormula) -> i64) -> i64 {
    args.iter().map(of).max().unwrap_or(FAR)
}

fn negate(inner: TypedFormula) -> TypedFormula {
    match inner.formula {
        Formula::Int(value) => TypedFormula::number(Formula::Int(-value), -value, -value),
        formula => TypedFormula::number(Formula::Negate(Box::new(formula)), -inner.high, -inner.low),
    }
}

fn choose(condition: &Expr, then: &Expr, otherwise: &Expr, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<TypedFormula> {
    let condition = want(condition, TermType::Truth, place, out);
    let then = compile(then, place, out)?;
    let otherwise = want(otherwise, then.sort, place, out)?;
    let (low, high) = (then.low.min(otherwise.low), then.high.max(otherwise.high));
    let sort = then.sort;
    let formula = Formula::If(Box::new((condition?.formula, then.formula, otherwise.formula)));
    Some(TypedFormula { formula, sort, low, high })
}

fn binary(
    operator: Operator,
    left: &Expr,
    right: &Expr,
    whole: &Expr,
    place: RuleContext<'_>,
    out: &mut Diagnostics,
) -> Option<TypedFormula> {
    if operator == Operator::In {
        return within(left, right, place, out);
    }
    let Some(op) = op_of(operator) else {
        out.push(errors::not_a_value(whole.span));
        return None;
    };
    let sort = if matches!(op, FormulaOperator::And | FormulaOperator::Or) { TermType::Truth } else { TermType::Number };
    let (left, right) = (want(left, sort, place, out), want(right, sort, place, out));
    let (a, b) = (left?, right?);
    if op == FormulaOperator::Divide && b.low <= 0 && b.high >= 0 {
        out.push(errors::division_by_zero(whole.span, b.low == b.high));
        return None;
    }
    Some(combine(op, a, b))
}

fn combine(op: FormulaOperator, a: TypedFormula, b: TypedFormula) -> TypedFormula {
    let make = |op, a: Formula<RuleTerm>, b: Formula<RuleTerm>| Formula::Binary(op, Box::new((a, b)));
    let compared = |low: bool, high: bool, a: TypedFormula, b: TypedFormula| TypedFormula::truth(make(op, a.formula, b.formula), low, high);
    let apart = a.high < b.low || b.high < a.low;
    let same = a.low == a.high && b.low == b.high && a.low == b.low;
    match op {
        FormulaOperator::And => {
            TypedFormula::truth(make(op, a.formula.clone(), b.formula.clone()), a.always() && b.always(), !a.never() && !b.never())
        }
        FormulaOperator::Or => {
            TypedFormula::truth(make(op, a.formula.clone(), b.formula.clone()), a.always() || b.always(), !a.never() || !b.never())
        }
        FormulaOperator::Equal => compared(same, !apart, a, b),
        FormulaOperator::NotEqual => compared(apart, !same, a, b),
        FormulaOperator::Less => compared(a.high < b.low, a.low < b.high, a, b),
        FormulaOperator::AtMost => compared(a.high <= b.low, a.low <= b.high, a, b),
        FormulaOperator::More => compared(a.low > b.high, a.high > b.low, a, b),
        FormulaOperator::AtLeast => compared(a.low >= b.high, a.high >= b.low, a, b),
        FormulaOperator::Add => {
            TypedFormula::number(make(op, a.formula, b.formula), a.low.saturating_add(b.low), a.high.saturating_add(b.high))
        }
        FormulaOperator::Subtract => {
            TypedFormula::number(make(op, a.formula, b.formula), a.low.saturating_sub(b.high), a.high.saturating_sub(b.low))
        }
        FormulaOperator::Multiply => multiply(a, b),
        FormulaOperator::Divide => divide(a, b),
    }
}

/// Multiplies two numbers in hundredths. If one of them is a whole number, no division is needed.
fn multiply(a: TypedFormula, b: TypedFormula) -> TypedFormula {
    let corners = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)].map(|(a, b)| a.saturating_mul(b).div_euclid(UNIT));
    let low = corners.iter().copied().min().unwrap_or(-FAR);
    let high = corners.iter().copied().max().unwrap_or(FAR);
    let formula = match (whole(&a.formula), whole(&b.formula)) {
        (Some(times), _) => Formula::Binary(FormulaOperator::Multiply, Box::new((Formula::Int(times), b.formula))),
        (None, Some(times)) => Formula::Binary(FormulaOperator::Multiply, Box::new((a.formula, Formula::Int(times)))),
        (None, None) => {
            let product = Formula::Binary(FormulaOperator::Multiply, Box::new((a.formula, b.formula)));
            Formula::Binary(FormulaOperator::Divide, Box::new((product, Formula::Int(UNIT))))
        }
    };
    TypedFormula::number(formula, low, high)
}

/// Divides two numbers in hundredths. The result is rounded down to a hundredth.
fn divide(a: TypedFormula, b: TypedFormula) -> TypedFormula {
    let far = a.low.abs().max(a.high.abs()).saturating_mul(UNIT);
    let formula = match whole(&b.formula) {
        Some(by) => Formula::Binary(FormulaOperator::Divide, Box::new((a.formula, Formula::Int(by)))),
        None => {
            let scaled = Formula::Binary(FormulaOperator::Multiply, Box::new((a.formula, Formula::Int(UNIT))));
            Formula::Binary(FormulaOperator::Divide, Box::new((scaled, b.formula)))
        }
    };
    let low = if a.low >= 0 && b.low >= 0 { 0 } else { -far };
    TypedFormula::number(formula, low, far)
}

fn whole(formula: &Formula<RuleTerm>) -> Option<i64> {
    match formula {
        Formula::Int(value) if value.rem_euclid(UNIT) == 0 => value.checked_div(UNIT),
        _ => None,
    }
}

fn within(left: &Expr, right: &Expr, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<TypedFormula> {
    let ExprKind::Range(bounds) = &right.kind else {
        if !matches!(right.kind, ExprKind::Error) {
            out.push(errors::needs_range(right.span));
        }
        return None;
    };
    let value = want(left, TermType::Number, place, out);
    let (low, high) = (want(&bounds.0, TermType::Number, place, out), want(&bounds.1, TermType::Number, place, out));
    let value = value?;
    Some(combine(
        FormulaOperator::And,
        combine(FormulaOperator::AtLeast, value.clone(), low?),
        combine(FormulaOperator::AtMost, value, high?),
    ))
}

/// True if a condition contradicts itself: two parts joined by `and` exclude each other, as in `fate >= 3 and fate < 2`.
fn contradicts_itself(formula: &Formula<RuleTerm>) -> bool {
    let mut parts = Vec::new();
    conjuncts(formula, &mut parts);
    let mut bounds: Vec<(&RuleTerm, i64, i64)> = Vec::new();
    for part in parts {
        let Some((term, low, high)) = bound(part) else { continue };
        match bounds.iter_mut().find(|(known, ..)| *known == term) {
            Some(known) => {
                known.1 = known.1.max(low);
                known.2 = known.2.min(high);
            }
            None => bounds.push((term, low, high)),
        }
    }
    bounds.iter().any(|(_, low, high)| low > high)
}

fn conjuncts<'f>(formula: &'f Formula<RuleTerm>, parts: &mut Vec<&'f Formula<RuleTerm>>) {
    match formula {
        Formula::Binary(FormulaOperator::And, sides) => {
            conjuncts(&sides.0, parts);
            conjuncts(&sides.1, parts);
        }
        other => parts.push(other),
    }
}

/// Returns the term in a comparison such as `fate >= 3`, with the lowest and highest value for which the comparison is true.
fn bound(formula: &Formula<RuleTerm>) -> Option<(&RuleTerm, i64, i64)> {
    match formula {
        Formula::Value(term) => Some((term, 1, FAR)),
        Formula::Not(inner) => match &**inner {
            Formula::Value(term) => Some((term, -FAR, 0)),
            _ => None,
        },
        Formula::Binary(op, sides) => {
            let (op, term, value) = match &**sides {
                (Formula::Value(term), Formula::Int(value)) => (*op, term, *value),
                (Formula::Int(value), Formula::Value(term)) => (op.turned(), term, *value),
                _ => return None,
            };
            Some(match op {
                FormulaOperator::Equal => (term, value, value),
                FormulaOperator::Less => (term, -FAR, value - 1),
                FormulaOperator::AtMost => (term, -FAR, value),
                FormulaOperator::More => (term, value + 1, FAR),
                FormulaOperator::AtLeast => (term, value, FAR),
                _ => return None,
            })
        }
        _ => None,
    }
}
