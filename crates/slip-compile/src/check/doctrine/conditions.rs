//! Compiles conditions of doctrine rules to formulas in hundredths, with the bounds of every value.
//!
//! The bounds show conditions that never or always hold, and divisors that may be zero. Numbers and truth values cannot be mixed.

use super::Place;
use super::errors;
use super::selections::{self, Part};
use super::terms::{self, About, FAR, Sort};
use crate::check::formula::op_of;
use crate::check::station;
use slip_pack::Name;
use slip_pack::doctrine::{Kind, Term, UNIT, Word};
use slip_pack::formula::{Formula, Function, Op};
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Call, Expr, ExprKind, Operator, Path, Sign};

/// Formula with its type and the bounds of its value, both included. The bounds of a truth value are 0 and 1.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    /// Compiled formula.
    pub formula: Formula<Term>,
    /// Type of the value: number or truth value.
    pub sort: Sort,
    /// Minimum value.
    pub low: i64,
    /// Maximum value.
    pub high: i64,
}

impl Typed {
    fn number(formula: Formula<Term>, low: i64, high: i64) -> Typed {
        Typed { formula, sort: Sort::Number, low: low.clamp(-FAR, FAR), high: high.clamp(-FAR, FAR) }
    }

    fn truth(formula: Formula<Term>, low: bool, high: bool) -> Typed {
        Typed { formula, sort: Sort::Truth, low: i64::from(low), high: i64::from(high) }
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

/// Compiles a condition. Returns `None` after a diagnostic, or silently if a part of it did not parse.
pub(super) fn condition(expr: &Expr, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    let mut typed = want(expr, Sort::Truth, place, out)?;
    if contradicts_itself(&typed.formula) {
        typed.high = 0;
    }
    Some(typed)
}

/// Compiles the amount of a rule, such as the highest price to pay.
pub(super) fn amount(expr: &Expr, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    want(expr, Sort::Number, place, out)
}

fn want(expr: &Expr, sort: Sort, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    let typed = compile(expr, place, out)?;
    if typed.sort != sort {
        out.push(errors::wrong_sort(expr.span, sort == Sort::Truth));
        return None;
    }
    Some(typed)
}

fn compile(expr: &Expr, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    match &expr.kind {
        ExprKind::Int(value) => {
            let Some(scaled) = value.checked_mul(UNIT).filter(|scaled| scaled.abs() <= FAR) else {
                out.push(errors::too_large(expr.span));
                return None;
            };
            Some(Typed::number(Formula::Int(scaled), scaled, scaled))
        }
        ExprKind::Percent(value) if value.abs() <= FAR => Some(Typed::number(Formula::Int(*value), *value, *value)),
        ExprKind::Percent(_) => {
            out.push(errors::too_large(expr.span));
            None
        }
        ExprKind::Group(inner) => compile(inner, place, out),
        ExprKind::Name(name) => own(name, expr, place, out),
        ExprKind::Path(path) => its(path, place, out),
        ExprKind::Call(call) => called(call, expr, place, out),
        ExprKind::Phrase(word, operands) if word == "trained" => match operands.as_slice() {
            [skill] => selections::skill(skill, place, out).map(|skill| Typed::truth(Formula::Value(Term::Trained(skill)), false, true)),
            _ => None,
        },
        ExprKind::Sign(sign, inner) => {
            let inner = want(inner, Sort::Number, place, out)?;
            Some(if *sign == Sign::Minus { negate(inner) } else { inner })
        }
        ExprKind::Not(inner) => {
            let inner = want(inner, Sort::Truth, place, out)?;
            let (low, high) = (inner.always(), inner.never());
            Some(Typed::truth(Formula::Not(Box::new(inner.formula)), high, !low))
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

/// End of the terms for the open boxes of a track that a design declares.
const LEFT: &str = "_left";

fn own(name: &str, expr: &Expr, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    let known = Word::from_word(name).and_then(terms::spec);
    match known.filter(|spec| spec.kinds.contains(&place.kind)) {
        Some(spec) if spec.about == About::It => out.push(errors::needs_it(expr.span, name)),
        Some(spec) if !spec.known_at(place.topic) => out.push(errors::term_at_wrong_point(expr.span, name, place.topic, spec.when)),
        Some(spec) => return Some(value(Term::Own(spec.word), spec)),
        None if known.is_none() && left(name, place).is_some() => return boxes_left(name, place, Term::OwnLeft),
        None => out.push(errors::unknown_term(expr.span, name, place, known.map(|spec| spec.kinds), false)),
    }
    None
}

fn its(path: &Path, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    let holder = path.package.as_ref()?;
    let name = &path.name;
    if holder.text != "it" {
        out.push(errors::only_it(path));
        return None;
    }
    let known = Word::from_word(&name.text).and_then(terms::spec);
    match known.filter(|spec| spec.kinds.contains(&place.kind)) {
        Some(spec) if spec.about == About::Own => out.push(errors::not_of_it(path.span(), &name.text)),
        Some(spec) => return Some(value(Term::It(spec.word), spec)),
        None if known.is_none() && left(&name.text, place).is_some() => return boxes_left(&name.text, place, Term::ItLeft),
        None => out.push(errors::unknown_term(name.span, &name.text, place, known.map(|spec| spec.kinds), true)),
    }
    None
}

/// Returns the track of a term such as `shield_left`, if some design declares the track and the kind of play has tracks.
fn left<'n>(term: &'n str, place: Place<'_>) -> Option<&'n str> {
    term.strip_suffix(LEFT).filter(|track| place.kind != Kind::Stakes && station::is_track(place.program, track))
}

/// Returns the term for the open boxes of a track.
fn boxes_left(term: &str, place: Place<'_>, of: fn(Name) -> Term) -> Option<Typed> {
    left(term, place).map(|track| Typed::number(Formula::Value(of(track.into())), 0, FAR))
}

fn value(term: Term, spec: &terms::Spec) -> Typed {
    Typed { formula: Formula::Value(term), sort: spec.sort, low: spec.low, high: spec.high }
}

fn called(call: &Call, expr: &Expr, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    let name = call.name.name.text.as_str();
    if name == "any" || name == "count" {
        let [words] = call.args.as_slice() else {
            out.push(errors::pick_arguments(expr.span, name));
            return None;
        };
        let parts: Option<Vec<Part<'_>>> = words.iter().map(Part::of).collect();
        let pick = selections::whole(&parts?, expr.span, place, out)?;
        return Some(if name == "any" {
            Typed::truth(Formula::Value(Term::Any(pick)), false, true)
        } else {
            Typed::number(Formula::Value(Term::Count(pick)), 0, FAR)
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
        args.push(want(arg, Sort::Number, place, out)?);
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
    Some(Typed::number(Formula::Call(function, args.into_iter().map(|arg| arg.formula).collect()), low, high))
}

fn least(args: &[Typed], of: impl Fn(&Typed) -> i64) -> i64 {
    args.iter().map(of).min().unwrap_or(-FAR)
}

fn greatest(args: &[Typed], of: impl Fn(&Typed) -> i64) -> i64 {
    args.iter().map(of).max().unwrap_or(FAR)
}

fn negate(inner: Typed) -> Typed {
    match inner.formula {
        Formula::Int(value) => Typed::number(Formula::Int(-value), -value, -value),
        formula => Typed::number(Formula::Negate(Box::new(formula)), -inner.high, -inner.low),
    }
}

fn choose(condition: &Expr, then: &Expr, otherwise: &Expr, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    let condition = want(condition, Sort::Truth, place, out);
    let then = compile(then, place, out)?;
    let otherwise = want(otherwise, then.sort, place, out)?;
    let (low, high) = (then.low.min(otherwise.low), then.high.max(otherwise.high));
    let sort = then.sort;
    let formula = Formula::If(Box::new((condition?.formula, then.formula, otherwise.formula)));
    Some(Typed { formula, sort, low, high })
}

fn binary(operator: Operator, left: &Expr, right: &Expr, whole: &Expr, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    if operator == Operator::In {
        return within(left, right, place, out);
    }
    let Some(op) = op_of(operator) else {
        out.push(errors::not_a_value(whole.span));
        return None;
    };
    let sort = if matches!(op, Op::And | Op::Or) { Sort::Truth } else { Sort::Number };
    let (left, right) = (want(left, sort, place, out), want(right, sort, place, out));
    let (a, b) = (left?, right?);
    if op == Op::Divide && b.low <= 0 && b.high >= 0 {
        out.push(errors::division_by_zero(whole.span, b.low == b.high));
        return None;
    }
    Some(combine(op, a, b))
}

fn combine(op: Op, a: Typed, b: Typed) -> Typed {
    let make = |op, a: Formula<Term>, b: Formula<Term>| Formula::Binary(op, Box::new((a, b)));
    let compared = |low: bool, high: bool, a: Typed, b: Typed| Typed::truth(make(op, a.formula, b.formula), low, high);
    let apart = a.high < b.low || b.high < a.low;
    let same = a.low == a.high && b.low == b.high && a.low == b.low;
    match op {
        Op::And => Typed::truth(make(op, a.formula.clone(), b.formula.clone()), a.always() && b.always(), !a.never() && !b.never()),
        Op::Or => Typed::truth(make(op, a.formula.clone(), b.formula.clone()), a.always() || b.always(), !a.never() || !b.never()),
        Op::Equal => compared(same, !apart, a, b),
        Op::NotEqual => compared(apart, !same, a, b),
        Op::Less => compared(a.high < b.low, a.low < b.high, a, b),
        Op::AtMost => compared(a.high <= b.low, a.low <= b.high, a, b),
        Op::More => compared(a.low > b.high, a.high > b.low, a, b),
        Op::AtLeast => compared(a.low >= b.high, a.high >= b.low, a, b),
        Op::Add => Typed::number(make(op, a.formula, b.formula), a.low.saturating_add(b.low), a.high.saturating_add(b.high)),
        Op::Subtract => Typed::number(make(op, a.formula, b.formula), a.low.saturating_sub(b.high), a.high.saturating_sub(b.low)),
        Op::Multiply => multiply(a, b),
        Op::Divide => divide(a, b),
    }
}

/// Multiplies two numbers in hundredths. If one of them is a whole number, no division is needed.
fn multiply(a: Typed, b: Typed) -> Typed {
    let corners = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)].map(|(a, b)| a.saturating_mul(b).div_euclid(UNIT));
    let low = corners.iter().copied().min().unwrap_or(-FAR);
    let high = corners.iter().copied().max().unwrap_or(FAR);
    let formula = match (whole(&a.formula), whole(&b.formula)) {
        (Some(times), _) => Formula::Binary(Op::Multiply, Box::new((Formula::Int(times), b.formula))),
        (None, Some(times)) => Formula::Binary(Op::Multiply, Box::new((a.formula, Formula::Int(times)))),
        (None, None) => {
            let product = Formula::Binary(Op::Multiply, Box::new((a.formula, b.formula)));
            Formula::Binary(Op::Divide, Box::new((product, Formula::Int(UNIT))))
        }
    };
    Typed::number(formula, low, high)
}

/// Divides to the hundredth, rounded down.
fn divide(a: Typed, b: Typed) -> Typed {
    let far = a.low.abs().max(a.high.abs()).saturating_mul(UNIT);
    let formula = match whole(&b.formula) {
        Some(by) => Formula::Binary(Op::Divide, Box::new((a.formula, Formula::Int(by)))),
        None => {
            let scaled = Formula::Binary(Op::Multiply, Box::new((a.formula, Formula::Int(UNIT))));
            Formula::Binary(Op::Divide, Box::new((scaled, b.formula)))
        }
    };
    let low = if a.low >= 0 && b.low >= 0 { 0 } else { -far };
    Typed::number(formula, low, far)
}

fn whole(formula: &Formula<Term>) -> Option<i64> {
    match formula {
        Formula::Int(value) if value.rem_euclid(UNIT) == 0 => value.checked_div(UNIT),
        _ => None,
    }
}

fn within(left: &Expr, right: &Expr, place: Place<'_>, out: &mut Diagnostics) -> Option<Typed> {
    let ExprKind::Range(bounds) = &right.kind else {
        if !matches!(right.kind, ExprKind::Error) {
            out.push(errors::needs_range(right.span));
        }
        return None;
    };
    let value = want(left, Sort::Number, place, out);
    let (low, high) = (want(&bounds.0, Sort::Number, place, out), want(&bounds.1, Sort::Number, place, out));
    let value = value?;
    Some(combine(Op::And, combine(Op::AtLeast, value.clone(), low?), combine(Op::AtMost, value, high?)))
}

/// True if two parts of an `and` contradict each other about one term: `fate >= 3 and fate < 2`.
fn contradicts_itself(formula: &Formula<Term>) -> bool {
    let mut parts = Vec::new();
    conjuncts(formula, &mut parts);
    let mut bounds: Vec<(&Term, i64, i64)> = Vec::new();
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

fn conjuncts<'f>(formula: &'f Formula<Term>, parts: &mut Vec<&'f Formula<Term>>) {
    match formula {
        Formula::Binary(Op::And, sides) => {
            conjuncts(&sides.0, parts);
            conjuncts(&sides.1, parts);
        }
        other => parts.push(other),
    }
}

/// Returns the bounds that a simple comparison sets for a term.
fn bound(formula: &Formula<Term>) -> Option<(&Term, i64, i64)> {
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
                Op::Equal => (term, value, value),
                Op::Less => (term, -FAR, value - 1),
                Op::AtMost => (term, -FAR, value),
                Op::More => (term, value + 1, FAR),
                Op::AtLeast => (term, value, FAR),
                _ => return None,
            })
        }
        _ => None,
    }
}
