//! Checks optional skills, which exist only under certain rules: `only when rules psionics yes`.
//!
//! The condition can test only settings, because a skill does not belong to an item.

use crate::check::formula::{self, DesignFormula, FormulaNames, FormulaVariable, Type};
use crate::check::ledger::FormulaValues;
use crate::check::skill_and_gear_errors as errors;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::ruleset::Rules;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::on_one_line;
use slip_syntax::tree::Expr;
use std::collections::BTreeMap;

/// Empty set of names, for formulas that may test only settings.
struct NoNames;

impl FormulaNames for NoNames {
    fn look(&self, _: &str) -> Option<(FormulaVariable, Type)> {
        None
    }

    fn all(&self) -> Vec<EcoString> {
        Vec::new()
    }
}

fn condition<'s>(skill: &'s DeclaredItem<'_>) -> Option<&'s Expr> {
    skill.entry("only").filter(|entry| !entry.broken)?.condition()
}

fn formula(expr: &Expr, out: &mut Diagnostics) -> Option<DesignFormula> {
    formula::truth(expr, &NoNames, out)
}

/// Checks the condition of an optional skill, and returns its text.
pub(super) fn declare(program: &Program<'_>, skill: &DeclaredItem<'_>, out: &mut Diagnostics) -> Option<String> {
    let entry = skill.entry("only").filter(|entry| !entry.broken)?;
    let Some(expr) = entry.condition().filter(|_| entry.values.is_empty()) else {
        out.push(errors::only_form(entry.span));
        return None;
    };
    // Names other than settings have no meaning in this condition.
    if formula(expr, &mut Diagnostics::new()).is_none() {
        out.push(errors::only_form(expr.span));
        return None;
    }
    Some(on_one_line(program.sources.slice(expr.span), false))
}

/// Returns the setting that a skill requires, if the rules do not have it.
pub fn is_off<'p>(program: &Program<'p>, skill: &DeclaredItem<'_>, rules: Option<&Rules>) -> Option<&'p str> {
    let expr = condition(skill)?;
    // Errors in the condition are reported at the declaration of the skill, so they are discarded here.
    let formula = formula(expr, &mut Diagnostics::new())?;
    let none = BTreeMap::new();
    (!FormulaValues::of_rules(rules, &none).holds(&formula)).then(|| program.sources.slice(expr.span))
}
