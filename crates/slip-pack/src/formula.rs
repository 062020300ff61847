//! Integer formulas, generic over the type of their names.
//!
//! Designs, effects, victory conditions and doctrines use them: whole numbers, truth values as 0 and 1, division that
//! rounds down. Evaluation always ends and never panics; a fault (overflow, division by zero, an index outside its list) is
//! returned as a value.

use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;

/// Integer formula over names of type `V`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formula<V> {
    /// A number; 0 and 1 serve as false and true.
    Int(i64),
    /// A name, whose value is looked up.
    Value(V),
    /// `-a`: the negative number.
    Negate(Box<Formula<V>>),
    /// `not a`: 1 if `a` is 0, else 0.
    Not(Box<Formula<V>>),
    /// `a OP b`: an operator with two sides.
    Binary(FormulaOperator, Box<(Formula<V>, Formula<V>)>),
    /// `if a then b else c`: `b` if `a` is not 0, else `c`.
    If(Box<(Formula<V>, Formula<V>, Formula<V>)>),
    /// A function call such as `min(a, b)`.
    Call(Function, Vec<Formula<V>>),
    /// `[a, b, c][index]`: an entry of a list, counted from 0.
    Table(Vec<Formula<V>>, Box<Formula<V>>),
}

keyword_enum! {
    /// Operators with two sides. `And` and `Or` do not evaluate the right side when the left decides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum FormulaOperator {
        /// `or`
        Or = "or",
        /// `and`
        And = "and",
        /// `==`
        Equal = "==",
        /// `!=`
        NotEqual = "!=",
        /// `<`
        Less = "<",
        /// `<=`
        AtMost = "<=",
        /// `>`
        More = ">",
        /// `>=`
        AtLeast = ">=",
        /// `+`
        Add = "+",
        /// `-`
        Subtract = "-",
        /// `*`
        Multiply = "*",
        /// `/`, rounds down.
        Divide = "/",
    }

    /// Returns the symbol of the operator as it is written.
    pub const fn symbol(self) -> &'static str;
}

impl FormulaOperator {
    /// True if the operator compares its sides.
    pub const fn compares(self) -> bool {
        matches!(
            self,
            FormulaOperator::Equal
                | FormulaOperator::NotEqual
                | FormulaOperator::Less
                | FormulaOperator::AtMost
                | FormulaOperator::More
                | FormulaOperator::AtLeast
        )
    }

    /// Returns the comparison that is equivalent with its sides swapped: `3 < turn` is `turn > 3`.
    #[must_use]
    pub const fn turned(self) -> FormulaOperator {
        match self {
            FormulaOperator::Less => FormulaOperator::More,
            FormulaOperator::AtMost => FormulaOperator::AtLeast,
            FormulaOperator::More => FormulaOperator::Less,
            FormulaOperator::AtLeast => FormulaOperator::AtMost,
            other => other,
        }
    }

    /// True if the operator is a comparison that holds for two numbers; false if it is not a comparison.
    pub const fn holds(self, a: i64, b: i64) -> bool {
        match self {
            FormulaOperator::Equal => a == b,
            FormulaOperator::NotEqual => a != b,
            FormulaOperator::Less => a < b,
            FormulaOperator::AtMost => a <= b,
            FormulaOperator::More => a > b,
            FormulaOperator::AtLeast => a >= b,
            FormulaOperator::Or
            | FormulaOperator::And
            | FormulaOperator::Add
            | FormulaOperator::Subtract
            | FormulaOperator::Multiply
            | FormulaOperator::Divide => false,
        }
    }
}

keyword_enum! {
    /// Functions that formulas can call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Function {
        /// Least of one or more values.
        Min = "min",
        /// Greatest of one or more values.
        Max = "max",
        /// Absolute value of a number.
        Abs = "abs",
        /// `clamp(x, low, high)`
        Clamp = "clamp",
        /// `mod(a, b)`, never negative for positive `b`.
        Mod = "mod",
    }

    /// Returns the name of the function as it is written.
    pub const fn name(self) -> &'static str;

    /// Returns the function with this name.
    pub fn from_name(word: &str) -> Option<Self>;
}

/// Reason why a formula has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaError {
    /// A number exceeds the 64-bit range.
    Overflow,
    /// Division or `mod` by zero.
    DivisionByZero,
    /// An index outside of the list.
    Index {
        /// The index, counted from 0.
        index: i64,
        /// Length of the list.
        length: usize,
    },
    /// A function was given the wrong number of arguments (refused when it is compiled).
    Arguments,
    /// The value depends on something that could not be parsed.
    Unknown,
}

impl<V> Formula<V> {
    /// Evaluates the formula; `look` returns the value of each name.
    pub fn eval<F>(&self, look: &mut F) -> Result<i64, FormulaError>
    where
        F: FnMut(&V) -> Result<i64, FormulaError>,
    {
        match self {
            Formula::Int(value) => Ok(*value),
            Formula::Value(name) => look(name),
            Formula::Negate(inner) => inner.eval(look)?.checked_neg().ok_or(FormulaError::Overflow),
            Formula::Not(inner) => Ok(i64::from(inner.eval(look)? == 0)),
            Formula::Binary(op, sides) => {
                let (left, right) = &**sides;
                binary(*op, left, right, look)
            }
            Formula::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                if condition.eval(look)? != 0 { then.eval(look) } else { otherwise.eval(look) }
            }
            Formula::Call(function, args) => call(*function, args, look),
            Formula::Table(members, index) => {
                let index = index.eval(look)?;
                let fault = FormulaError::Index { index, length: members.len() };
                let member = usize::try_from(index).ok().and_then(|index| members.get(index)).ok_or(fault)?;
                member.eval(look)
            }
        }
    }

    /// Returns the formula with all parts that contain only numbers computed. Parts without a value are kept.
    #[must_use]
    pub fn settled(self) -> Formula<V> {
        match self {
            Formula::Binary(op, sides) => {
                let (left, right) = *sides;
                let sides = (left.settled(), right.settled());
                let known = match sides {
                    (Formula::Int(_), Formula::Int(_)) => binary(op, &sides.0, &sides.1, &mut |_: &V| Err(FormulaError::Arguments)).ok(),
                    _ => None,
                };
                known.map_or_else(|| Formula::Binary(op, Box::new(sides)), Formula::Int)
            }
            Formula::Negate(inner) => match inner.settled() {
                Formula::Int(number) if number != i64::MIN => Formula::Int(-number),
                inner => Formula::Negate(Box::new(inner)),
            },
            whole => whole,
        }
    }

    /// Calls `visit` on every name in the formula, in the order of the text.
    pub fn names(&self, visit: &mut impl FnMut(&V)) {
        match self {
            Formula::Int(_) => {}
            Formula::Value(name) => visit(name),
            Formula::Negate(inner) | Formula::Not(inner) => inner.names(visit),
            Formula::Binary(_, sides) => {
                sides.0.names(visit);
                sides.1.names(visit);
            }
            Formula::If(parts) => {
                parts.0.names(visit);
                parts.1.names(visit);
                parts.2.names(visit);
            }
            Formula::Call(_, args) => args.iter().for_each(|arg| arg.names(visit)),
            Formula::Table(members, index) => {
                members.iter().for_each(|member| member.names(visit));
                index.names(visit);
            }
        }
    }

    /// Replaces every name in the formula by a formula over names of another type.
    pub fn map<W>(&self, change: &mut impl FnMut(&V) -> Formula<W>) -> Formula<W> {
        match self {
            Formula::Int(value) => Formula::Int(*value),
            Formula::Value(name) => change(name),
            Formula::Negate(inner) => Formula::Negate(Box::new(inner.map(change))),
            Formula::Not(inner) => Formula::Not(Box::new(inner.map(change))),
            Formula::Binary(op, sides) => Formula::Binary(*op, Box::new((sides.0.map(change), sides.1.map(change)))),
            Formula::If(parts) => Formula::If(Box::new((parts.0.map(change), parts.1.map(change), parts.2.map(change)))),
            Formula::Call(function, args) => Formula::Call(*function, args.iter().map(|arg| arg.map(change)).collect()),
            Formula::Table(members, index) => {
                let members = members.iter().map(|member| member.map(change)).collect();
                Formula::Table(members, Box::new(index.map(change)))
            }
        }
    }
}

/// Evaluates one operand. Numbers and names are the usual case and need no recursive call.
#[inline]
fn side<V, F>(side: &Formula<V>, look: &mut F) -> Result<i64, FormulaError>
where
    F: FnMut(&V) -> Result<i64, FormulaError>,
{
    match side {
        Formula::Int(value) => Ok(*value),
        Formula::Value(name) => look(name),
        _ => side.eval(look),
    }
}

fn binary<V, F>(op: FormulaOperator, left: &Formula<V>, right: &Formula<V>, look: &mut F) -> Result<i64, FormulaError>
where
    F: FnMut(&V) -> Result<i64, FormulaError>,
{
    let a = side(left, look)?;
    match op {
        FormulaOperator::Or if a != 0 => return Ok(1),
        FormulaOperator::And if a == 0 => return Ok(0),
        _ => {}
    }
    let b = side(right, look)?;
    match op {
        FormulaOperator::Or | FormulaOperator::And => Ok(i64::from(b != 0)),
        FormulaOperator::Equal
        | FormulaOperator::NotEqual
        | FormulaOperator::Less
        | FormulaOperator::AtMost
        | FormulaOperator::More
        | FormulaOperator::AtLeast => Ok(i64::from(op.holds(a, b))),
        FormulaOperator::Add => a.checked_add(b).ok_or(FormulaError::Overflow),
        FormulaOperator::Subtract => a.checked_sub(b).ok_or(FormulaError::Overflow),
        FormulaOperator::Multiply => a.checked_mul(b).ok_or(FormulaError::Overflow),
        FormulaOperator::Divide => floor_divide(a, b),
    }
}

fn floor_divide(a: i64, b: i64) -> Result<i64, FormulaError> {
    if b == 0 {
        return Err(FormulaError::DivisionByZero);
    }
    let quotient = a.checked_div(b).ok_or(FormulaError::Overflow)?;
    let exact = quotient.checked_mul(b) == Some(a);
    if !exact && (a < 0) != (b < 0) { quotient.checked_sub(1).ok_or(FormulaError::Overflow) } else { Ok(quotient) }
}

fn call<V, F>(function: Function, args: &[Formula<V>], look: &mut F) -> Result<i64, FormulaError>
where
    F: FnMut(&V) -> Result<i64, FormulaError>,
{
    match (function, args) {
        (Function::Min | Function::Max, [first, rest @ ..]) => {
            let mut best = first.eval(look)?;
            for arg in rest {
                let value = arg.eval(look)?;
                best = if function == Function::Min { best.min(value) } else { best.max(value) };
            }
            Ok(best)
        }
        (Function::Abs, [value]) => value.eval(look)?.checked_abs().ok_or(FormulaError::Overflow),
        (Function::Clamp, [value, low, high]) => {
            let (value, low, high) = (value.eval(look)?, low.eval(look)?, high.eval(look)?);
            Ok(value.min(high).max(low))
        }
        (Function::Mod, [a, b]) => {
            let (a, b) = (a.eval(look)?, b.eval(look)?);
            if b == 0 { Err(FormulaError::DivisionByZero) } else { a.checked_rem_euclid(b).ok_or(FormulaError::Overflow) }
        }
        _ => Err(FormulaError::Arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_on_both_sides_of_zero() {
        let cases = [(7, 2, 3), (-7, 2, -4), (7, -2, -4), (-7, -2, 3), (6, 2, 3), (-6, 2, -3)];
        for (a, b, expected) in cases {
            assert_eq!(floor_divide(a, b), Ok(expected), "{a} / {b}");
        }
    }
}
