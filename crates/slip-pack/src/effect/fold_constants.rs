//! Simplifies formulas by computing the parts that are already known.
//!
//! `s == medical and rules trained_intimidation` becomes `0` or `rules trained_intimidation` once `s` is known. A part with
//! a fault (division by zero, overflow) is kept, so that it is reported where it is evaluated.

use crate::formula::{Formula, FormulaOperator};

/// Simplifies a condition, in which any value but 0 is true: `1 and x` becomes `x`.
pub fn truth<V: Clone>(formula: &Formula<V>) -> Formula<V> {
    match formula {
        Formula::Not(inner) => match truth(inner) {
            Formula::Int(value) => Formula::Int(i64::from(value == 0)),
            Formula::Not(inner) => *inner,
            inner => Formula::Not(Box::new(inner)),
        },
        Formula::Binary(op @ (FormulaOperator::And | FormulaOperator::Or), sides) => {
            let (left, right) = (truth(&sides.0), truth(&sides.1));
            // Value that alone decides the result: `true` for `or`, `false` for `and`.
            let deciding = *op == FormulaOperator::Or;
            match (&left, &right) {
                (Formula::Int(value), _) => decided(*value, deciding, right),
                (_, Formula::Int(value)) => decided(*value, deciding, left),
                _ => Formula::Binary(*op, Box::new((left, right))),
            }
        }
        other => number(other),
    }
}

fn decided<V>(value: i64, deciding: bool, other: Formula<V>) -> Formula<V> {
    if (value != 0) == deciding { Formula::Int(i64::from(deciding)) } else { other }
}

/// Simplifies a number: the parts without names are computed.
pub fn number<V: Clone>(formula: &Formula<V>) -> Formula<V> {
    let folded = match formula {
        Formula::Int(_) | Formula::Value(_) => return formula.clone(),
        Formula::Negate(inner) => Formula::Negate(Box::new(number(inner))),
        Formula::Not(inner) => Formula::Not(Box::new(truth(inner))),
        Formula::Binary(op @ (FormulaOperator::And | FormulaOperator::Or), sides) => {
            let (left, right) = (truth(&sides.0), truth(&sides.1));
            let deciding = i64::from(*op == FormulaOperator::Or);
            if [&left, &right].into_iter().any(|side| matches!(side, Formula::Int(value) if i64::from(*value != 0) == deciding)) {
                return Formula::Int(deciding);
            }
            Formula::Binary(*op, Box::new((left, right)))
        }
        Formula::Binary(op, sides) => Formula::Binary(*op, Box::new((number(&sides.0), number(&sides.1)))),
        Formula::If(parts) => match truth(&parts.0) {
            Formula::Int(0) => return number(&parts.2),
            Formula::Int(_) => return number(&parts.1),
            condition => Formula::If(Box::new((condition, number(&parts.1), number(&parts.2)))),
        },
        Formula::Call(function, args) => Formula::Call(*function, args.iter().map(number).collect()),
        Formula::Table(members, index) => Formula::Table(members.iter().map(number).collect(), Box::new(number(index))),
    };
    let mut named = false;
    folded.names(&mut |_| named = true);
    if named {
        return folded;
    }
    // Without names the look-up function is never called.
    match folded.eval(&mut |_| Ok(0)) {
        Ok(value) => Formula::Int(value),
        Err(_) => folded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binary(op: FormulaOperator, left: Formula<char>, right: Formula<char>) -> Formula<char> {
        Formula::Binary(op, Box::new((left, right)))
    }

    #[test]
    fn a_known_side_decides_or_falls_away() {
        let name = Formula::Value('a');
        assert_eq!(truth(&binary(FormulaOperator::And, Formula::Int(1), name.clone())), name);
        assert_eq!(truth(&binary(FormulaOperator::And, name.clone(), Formula::Int(0))), Formula::Int(0));
        assert_eq!(truth(&binary(FormulaOperator::Or, name.clone(), Formula::Int(7))), Formula::Int(1));
        assert_eq!(truth(&binary(FormulaOperator::Or, Formula::Int(0), name.clone())), name);
    }

    #[test]
    fn a_fault_is_left_for_the_one_who_evaluates() {
        let fault = binary(FormulaOperator::Divide, Formula::Int(1), Formula::Int(0));
        assert_eq!(number(&fault), fault);
    }
}
