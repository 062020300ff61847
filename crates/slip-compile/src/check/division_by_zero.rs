//! Reports effects that divide by a number that is 0 for their item.
//!
//! A divisor that is always 0 is reported where it is written. A divisor that depends on a rank is checked here, where the rank is known. A
//! divisor that depends on the state of play is left to the engines.

use super::building_effects::{Built, ItemEvaluator, bought_effect, filled};
use super::errors;
use super::ledger::FormulaValues;
use super::legality::Case;
use super::read_purchase::Bought;
use slip_pack::effect::{Effect, EffectNumber, PackOperation, SetValue, Term};
use slip_pack::formula::{self, Formula, FormulaError, Function};
use slip_source::diagnostic::Diagnostics;

/// Reports the effects whose formulas divide by zero for this item.
pub(super) fn check(case: &Case<'_, '_, '_>, bought: &Bought, values: &FormulaValues<'_>, built: &Built, out: &mut Diagnostics) {
    let Case { design, declared, purchase, .. } = case;
    // A number that could not be read has no value. It must not be reported as 0.
    if !values.unknown.is_certain() {
        return;
    }
    let reader = ItemEvaluator { design, values };
    let known = |term: &Term| match term {
        Term::Stat(name, _) => reader.settled(term).map(|rank| built.rank(name).unwrap_or(rank)),
        _ => reader.settled(term),
    };
    let faulty = |line: &Effect| divides_by_zero(&filled(line, &known));
    let name = &declared.tree.name;
    for line in design.effects.iter().chain(&purchase.effects).filter(|line| divides(line) && faulty(line)) {
        out.push(errors::formula_fault(name, &line.text, name.span, FormulaError::DivisionByZero));
    }
    for stunt in &bought.stunts {
        let lines = design.stunts.get(stunt.rule).into_iter().flat_map(|rule| &rule.effects);
        let lines = lines.filter(|line| divides(line)).filter_map(|line| bought_effect(line, stunt));
        for line in lines.filter(|line| line.who.is_none() && faulty(line)) {
            out.push(errors::formula_fault(name, &line.text, stunt.span, FormulaError::DivisionByZero));
        }
    }
}

/// True if an effect divides by a number, in its condition or its amount.
fn divides(line: &Effect) -> bool {
    line.condition.iter().chain(number(line)).any(has_divisor)
}

fn has_divisor(number: &EffectNumber) -> bool {
    match number {
        Formula::Int(_) | Formula::Value(_) => false,
        Formula::Negate(inner) | Formula::Not(inner) => has_divisor(inner),
        Formula::Binary(op, sides) => *op == formula::FormulaOperator::Divide || has_divisor(&sides.0) || has_divisor(&sides.1),
        Formula::If(parts) => [&parts.0, &parts.1, &parts.2].into_iter().any(has_divisor),
        Formula::Call(function, args) => *function == Function::Mod || args.iter().any(has_divisor),
        Formula::Table(rows, index) => has_divisor(index) || rows.iter().any(has_divisor),
    }
}

/// True if an effect divides by zero. False if the condition of the effect is always false.
fn divides_by_zero(line: &Effect) -> bool {
    line.condition != Some(Formula::Int(0)) && line.condition.iter().chain(number(line)).any(faulty)
}

/// Returns the number in an effect: the amount that it adds to a quantity, or the value that it sets.
fn number(line: &Effect) -> Option<&EffectNumber> {
    match &line.op {
        PackOperation::Change(change) => Some(&change.by),
        PackOperation::Set(set) => match &set.value {
            SetValue::Number(number) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// True if every evaluation of the formula divides by zero.
fn faulty(number: &EffectNumber) -> bool {
    match number {
        Formula::Int(_) | Formula::Value(_) => false,
        Formula::Negate(inner) | Formula::Not(inner) => faulty(inner),
        Formula::Binary(formula::FormulaOperator::And | formula::FormulaOperator::Or, sides) => faulty(&sides.0),
        Formula::Binary(op, sides) => {
            *op == formula::FormulaOperator::Divide && sides.1 == Formula::Int(0) || faulty(&sides.0) || faulty(&sides.1)
        }
        Formula::If(parts) => faulty(&parts.0),
        Formula::Call(function, args) => *function == Function::Mod && args.get(1) == Some(&Formula::Int(0)) || args.iter().any(faulty),
        Formula::Table(_, index) => faulty(index),
    }
}
