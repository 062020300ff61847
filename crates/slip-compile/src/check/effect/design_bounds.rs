//! Computes bounds from the text of designs: bounds of formulas with the technology and statistics, of the ranks of skills, and of the
//! numbers that stunts add to a skill.

use super::bounds::{self, ANY, Bounds, TRUTH, exactly};
use super::declared_names::DeclaredDesignNames;
use crate::check::formula::op_of;
use ecow::EcoString;
use slip_pack::effect::{Action, Measure};
use slip_pack::formula::{FormulaOperator, Function};
use slip_syntax::tree::{Entry, Expr, ExprKind, Param, Sign};
use std::collections::BTreeMap;

/// Returns the bounds of a formula in a design whose technology and statistics are in `names`.
pub(in crate::check) fn formula(expr: &Expr, names: &DeclaredDesignNames) -> Bounds {
    let of = |expr: &Expr| formula(expr, names);
    match &expr.kind {
        ExprKind::Int(value) | ExprKind::Tech(value) => exactly(*value),
        ExprKind::Name(name) if name == "tech" => names.tech.map_or(ANY, |(low, high)| Bounds { low: Some(low), high: Some(high) }),
        ExprKind::Name(name) => match names.ranks.get(name) {
            Some(ranks) => Bounds { low: ranks.low, high: ranks.high },
            None if names.flags.contains(name) => TRUTH,
            None => ANY,
        },
        ExprKind::Group(inner) | ExprKind::Sign(Sign::Plus, inner) => of(inner),
        ExprKind::Sign(Sign::Minus, inner) => bounds::binary(FormulaOperator::Subtract, exactly(0), of(inner)),
        ExprKind::Binary(operator, sides) => op_of(*operator).map_or(ANY, |operator| bounds::binary(operator, of(&sides.0), of(&sides.1))),
        ExprKind::If(parts) => bounds::either(of(&parts.1), of(&parts.2)),
        ExprKind::Call(call) => {
            let args: Vec<Bounds> = call.args.iter().flatten().map(of).collect();
            Function::from_name(&call.name.name.text).map_or(ANY, |function| bounds::call(function, &args))
        }
        ExprKind::Index(parts) => match &parts.0.kind {
            ExprKind::List(members) => members.iter().map(of).reduce(bounds::either).unwrap_or(ANY),
            _ => ANY,
        },
        _ => ANY,
    }
}

/// Returns the highest rank of the skills of a design, from its entry such as `skills pyramid 5`; `None` if no bound is known.
pub(super) fn highest_skill(entries: &[Entry], names: &DeclaredDesignNames) -> Option<i64> {
    let mut highest = 0;
    for entry in entries.iter().filter(|entry| entry.word() == "skills") {
        let values: Vec<&Expr> = entry.values.iter().map(|value| &value.expr).collect();
        let ranks = match values.as_slice() {
            [_, cap, .., at, beside] if at.name().is_some_and(|word| word == "at") => vec![*cap, *beside],
            [_, cap, ..] => vec![*cap],
            _ => continue,
        };
        for rank in ranks {
            let rank = if let ExprKind::Range(ends) = &rank.kind { &ends.1 } else { rank };
            highest = highest.max(formula(rank, names).high?);
        }
    }
    Some(highest)
}

/// Returns the skills whose ranks a design sets (`skill_rank agility speed`), each with its highest rank; `None` if no bound is known.
pub(super) fn given_ranks(entries: &[Entry], names: &DeclaredDesignNames) -> BTreeMap<EcoString, Option<i64>> {
    let given = entries.iter().filter(|entry| entry.word() == "skill_rank");
    let rank = |entry: &Entry| match entry.values.as_slice() {
        [skill, rank, ..] => Some((skill.expr.name()?.clone(), formula(&rank.expr, names).high)),
        _ => None,
    };
    given.filter_map(rank).collect()
}

/// Calls `add` for each name to which effects add a number. The number is the highest sum for one item; `None` if no bound is known.
/// `times` is the number of times that the stunt with these entries and parameters may be bought.
pub(super) fn raises(entries: &[Entry], params: &[Param], times: Option<i64>, add: &mut impl FnMut(&EcoString, Option<i64>)) {
    for entry in entries {
        let inside = entry.block().map_or(&[][..], |block| &block.entries);
        match entry.word() {
            "effect" => {
                if let Some((name, by)) = raise(entry).filter(|(name, _)| may_be_skill(name, params)) {
                    add(name, by.zip(times).and_then(|(by, times)| by.checked_mul(times)));
                }
            }
            "stunt" => {
                let own = entry.values.first().and_then(|value| match &value.expr.kind {
                    ExprKind::Call(call) => Some(call.params.as_slice()),
                    _ => None,
                });
                raises(inside, own.unwrap_or_default(), purchases(inside), add);
            }
            _ => raises(inside, params, times, add),
        }
    }
}

/// False for a parameter that represents a roll, an item or a text. Such a parameter cannot be a skill.
fn may_be_skill(name: &EcoString, params: &[Param]) -> bool {
    let param = params.iter().find(|param| param.name.text == *name);
    param.is_none_or(|param| param.types.iter().any(|found| !matches!(found.text.as_str(), "roll" | "item" | "text" | "track")))
}

/// Returns the number of times that a stunt may be bought; `None` if there is no limit.
pub(super) fn purchases(entries: &[Entry]) -> Option<i64> {
    match entries.iter().find(|entry| entry.word() == "many") {
        Some(many) => many.only().and_then(Expr::int),
        None => Some(1),
    }
}

/// Returns the name and number of an effect such as `+2 to NAME`; `None` if a roll follows the name.
fn raise(entry: &Entry) -> Option<(&EcoString, Option<i64>)> {
    let at = entry.values.iter().position(|value| value.expr.name().is_some_and(|word| word == "to"))?;
    let name = entry.values.get(at.saturating_add(1))?.expr.name()?;
    if Measure::from_word(name).is_some() || Action::from_word(name).is_some() {
        return None;
    }
    let by = entry.values.get(at.checked_sub(1)?)?;
    let number = match &by.expr.kind {
        ExprKind::Sign(Sign::Plus, inner) => inner.int(),
        ExprKind::Sign(Sign::Minus, inner) if inner.int().is_some() => Some(0),
        _ => None,
    };
    let is_once = |word: &EcoString| matches!(word.as_str(), "past" | "once" | "in" | "for");
    match entry.values.get(at.saturating_add(2)).map(|value| value.expr.name()) {
        None => Some((name, number)),
        Some(Some(word)) if is_once(word) => Some((name, number)),
        // The number is multiplied by a count, so it has no bound.
        Some(Some(word)) if word == "per" => Some((name, None)),
        _ => None,
    }
}
