//! Reports conditions and requirements of a design that no item can meet, because the ranks of its statistics do not reach the compared
//! values.

use crate::check::effect::{DeclaredDesignNames, design_bounds};
use crate::resolve::Program;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
use slip_syntax::tree::{Entry, Expr, ExprKind};

/// Checks every design. Inherited entries are checked where they are written.
pub fn check(program: &Program<'_>, out: &mut Diagnostics) {
    for declared in program.of_kind("design").filter(|declared| !declared.tree.broken) {
        let names = DeclaredDesignNames::of(&declared.entries);
        let own = declared.tree.block.as_ref().map_or(&[][..], |block| &block.entries);
        entries(own, &names, out);
    }
}

fn entries(list: &[Entry], names: &DeclaredDesignNames, out: &mut Diagnostics) {
    // Conditions of effects are evaluated in play, so they are checked elsewhere.
    for entry in list.iter().filter(|entry| entry.word() != "effect" && !entry.broken) {
        if let Some(condition) = entry.condition().filter(|condition| design_bounds::formula(condition, names).is(0)) {
            out.push(never_true(condition.span, entry.word(), reason(condition, names)));
        }
        if let ("require" | "advise", Some(wanted)) = (entry.word(), entry.values.first())
            && design_bounds::formula(&wanted.expr, names).is(0)
        {
            out.push(never_met(wanted.expr.span, entry.word(), reason(&wanted.expr, names)));
        }
        if let Some(block) = entry.block() {
            entries(&block.entries, names, out);
        }
    }
}

/// Returns the ranks of the first statistic that a condition names: `punch` goes from 0 to 3.
fn reason(condition: &Expr, names: &DeclaredDesignNames) -> Option<String> {
    let of = |expr: &Expr| reason(expr, names);
    match &condition.kind {
        ExprKind::Name(name) => match names.ranks.get(name).map(|ranks| (ranks.low, ranks.high)) {
            Some((Some(low), Some(high))) => Some(format!("`{name}` goes from {low} to {high}")),
            Some((None, Some(high))) => Some(format!("`{name}` is never above {high}")),
            Some((Some(low), None)) => Some(format!("`{name}` is never below {low}")),
            _ => None,
        },
        ExprKind::Group(inner) | ExprKind::Sign(_, inner) | ExprKind::Not(inner) => of(inner),
        ExprKind::Binary(_, sides) => of(&sides.0).or_else(|| of(&sides.1)),
        _ => None,
    }
}

fn never_true(span: Span, entry: &str, why: Option<String>) -> Diagnostic {
    let found = Diagnostic::new(Code::NeverFits, span, format!("no thing of this design ever meets the condition of this `{entry}`"));
    found.because(why.unwrap_or_else(|| "never true".to_owned())).with_help("correct the condition, or remove this line")
}

fn never_met(span: Span, entry: &str, why: Option<String>) -> Diagnostic {
    let found = Diagnostic::new(Code::NeverFits, span, format!("no thing of this design ever meets this `{entry}`"));
    found.because(why.unwrap_or_else(|| "never true".to_owned())).with_help("correct the comparison, or the ranks of the statistic")
}
