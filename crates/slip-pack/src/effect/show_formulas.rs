//! Writes conditions and numbers of effects with as few brackets as possible.

use super::Role;
use super::term::{EffectNumber, Term};
use crate::formula::{Formula, FormulaOperator as Operator};
use crate::ruleset::Setting;
use std::fmt::{Display, Formatter, Result};

impl Display for Term {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Term::Stat(name, role) | Term::Boxes(name, role) => match role {
                Role::Own => out.write_str(name),
                role => write!(out, "{name} of {role}"),
            },
            Term::Stunt(name) | Term::Choice(name) | Term::Kind(name) | Term::Word(name) | Term::Parameter(name) => out.write_str(name),
            Term::State(state) => write!(out, "{state}"),
            Term::Is(role, mark) => write!(out, "{role} is {mark}"),
            Term::IsA(role, name) => write!(out, "{role} is {name}"),
            Term::Has(role, text) => write!(out, "{role} has {text}"),
            Term::Rules(setting, None) => write!(out, "rules {setting}"),
            Term::Rules(setting, Some(Setting::Int(value))) => write!(out, "rules {setting} {value}"),
            Term::Rules(setting, Some(Setting::Word(value))) => write!(out, "rules {setting} {value}"),
            Term::Table(text) => write!(out, "table {text}"),
            Term::Trained(name) => write!(out, "trained {name}"),
            Term::Military(name) => write!(out, "military {name}"),
            Term::Role(role) => write!(out, "{role}"),
        }
    }
}

/// Binding strength of a part of a formula, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    If,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Sign,
    Word,
}

fn binding(number: &EffectNumber) -> Binding {
    match number {
        Formula::If(_) => Binding::If,
        Formula::Binary(Operator::Or, _) => Binding::Or,
        Formula::Binary(Operator::And, _) => Binding::And,
        Formula::Not(_) => Binding::Not,
        Formula::Binary(Operator::Add | Operator::Subtract, _) => Binding::Sum,
        Formula::Binary(Operator::Multiply | Operator::Divide, _) => Binding::Product,
        Formula::Binary(..) | Formula::Value(Term::Is(..) | Term::IsA(..) | Term::Has(..)) => Binding::Compare,
        Formula::Negate(_) => Binding::Sign,
        Formula::Int(value) if *value < 0 => Binding::Sign,
        _ => Binding::Word,
    }
}

/// Formula at a position where any formula is allowed: after `when`, or in brackets.
pub(super) struct UnrestrictedFormula<'a>(pub(super) &'a EffectNumber);

impl Display for UnrestrictedFormula<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        formula(out, self.0, Binding::If)
    }
}

/// Number that is printed where a single word is expected. A longer formula is printed in brackets.
pub(super) struct PlainNumber<'a>(pub(super) &'a EffectNumber);

impl Display for PlainNumber<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self.0 {
            Formula::Int(_) | Formula::Value(Term::Parameter(_) | Term::State(_)) => write!(out, "{}", UnrestrictedFormula(self.0)),
            other => write!(out, "({})", UnrestrictedFormula(other)),
        }
    }
}

/// Number written with its sign.
pub(super) struct Signed<'a>(pub(super) &'a EffectNumber);

impl Display for Signed<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self.0 {
            Formula::Int(value) if *value < 0 => write!(out, "{value}"),
            Formula::Negate(inner) => write!(out, "-{}", PlainNumber(inner)),
            other => write!(out, "+{}", PlainNumber(other)),
        }
    }
}

/// Writes a formula, in brackets if it binds less strongly than its place in the sentence requires.
fn formula(out: &mut Formatter<'_>, number: &EffectNumber, least: Binding) -> Result {
    if binding(number) < least {
        out.write_str("(")?;
        formula(out, number, Binding::If)?;
        return out.write_str(")");
    }
    match number {
        Formula::Int(value) => write!(out, "{value}"),
        Formula::Value(term) => write!(out, "{term}"),
        Formula::Negate(inner) => {
            out.write_str("-")?;
            formula(out, inner, Binding::Word)
        }
        Formula::Not(inner) => {
            out.write_str("not ")?;
            formula(out, inner, Binding::Not)
        }
        Formula::Binary(op, sides) => {
            let own = binding(number);
            // The brackets in `a - (b - c)` and `(a < b) == c` are necessary. Those in `a and (b and c)` are kept so that the text parses
            // to the same formula.
            let (left, right) = match own {
                Binding::Compare => (Binding::Sum, Binding::Sum),
                Binding::Or => (Binding::Or, Binding::And),
                Binding::And => (Binding::And, Binding::Not),
                Binding::Sum => (Binding::Sum, Binding::Product),
                _ => (Binding::Product, Binding::Sign),
            };
            formula(out, &sides.0, left)?;
            write!(out, " {} ", op.symbol())?;
            formula(out, &sides.1, right)
        }
        Formula::If(parts) => {
            out.write_str("if ")?;
            formula(out, &parts.0, Binding::Or)?;
            out.write_str(" then ")?;
            formula(out, &parts.1, Binding::Or)?;
            out.write_str(" else ")?;
            formula(out, &parts.2, Binding::If)
        }
        Formula::Call(called, args) => {
            write!(out, "{}(", called.name())?;
            members(out, args)?;
            out.write_str(")")
        }
        Formula::Table(list, index) => {
            out.write_str("[")?;
            members(out, list)?;
            out.write_str("][")?;
            formula(out, index, Binding::If)?;
            out.write_str("]")
        }
    }
}

fn members(out: &mut Formatter<'_>, list: &[EffectNumber]) -> Result {
    for (index, member) in list.iter().enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        formula(out, member, Binding::If)?;
    }
    Ok(())
}
