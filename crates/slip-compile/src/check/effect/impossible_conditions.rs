//! Detects conditions that are always false for a design.
//!
//! Each name has bounds. A statistic is bounded by its ranks, a stunt by its number of purchases, and a kind by the kinds that the design
//! builds. A formula of bounded numbers is bounded, too. A comparison that is false everywhere within the bounds can never be true. Two
//! comparisons of the same quantity, joined by `and`, can never be true if they exclude each other.

use super::EffectScope;
use super::bounds::{ANY, Bounds, TRUTH, at_least, binary, call, either, exactly, truth};
use super::declared_names::Ranks;
use super::{declared_marks, kinds_of_play};
use crate::check::effect_errors as errors;
use ecow::EcoString;
use slip_limits::TRACK_BOXES;
use slip_pack::effect::{EffectNumber, EffectText, EngineWords, MarkBearer, MarkOperation, Play, Role, State, Term};
use slip_pack::formula::{Formula, FormulaOperator};
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::Expr;
use std::collections::BTreeSet;

/// Returns false after reporting a condition that is always false for a buyer of the stunt with the effect, in the kinds of play `plays`.
pub(super) fn applies(
    condition: &EffectNumber,
    (scope, plays): (&EffectScope<'_, '_>, &[Play]),
    expr: &Expr,
    out: &mut Diagnostics,
) -> bool {
    let mut reasons = Vec::new();
    if !bounds(condition, (scope, plays), &mut reasons).is(0) {
        return false;
    }
    out.push(errors::never_applies(expr.span, reasons.first().map(String::as_str)));
    true
}

fn bounds(number: &EffectNumber, scope: (&EffectScope<'_, '_>, &[Play]), reasons: &mut Vec<String>) -> Bounds {
    let mut of = |inner: &EffectNumber| bounds(inner, scope, reasons);
    match number {
        Formula::Int(value) => exactly(*value),
        Formula::Value(term) => of_term(term, scope, reasons),
        Formula::Negate(inner) => {
            let inner = of(inner);
            Bounds { low: inner.high.and_then(i64::checked_neg), high: inner.low.and_then(i64::checked_neg) }
        }
        Formula::Not(inner) => truth(of(inner).truth().map(|known| !known)),
        // Both operands may be possible by themselves and still exclude each other.
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
    if let Some(term) = denied(number) {
        return Some(format!("`{term}` and `not {term}` are never both true"));
    }
    let mut found = Vec::new();
    comparisons(number, &mut found);
    let pairs = found.iter().enumerate().flat_map(|(at, one)| found.iter().skip(at.saturating_add(1)).map(move |other| (one, other)));
    let excluded = |((term, _, _), (other, ..)): &(&Comparison<'_>, &Comparison<'_>)| term == other;
    let (one, other) = pairs.filter(excluded).find(|(one, other)| is_disjoint(one, other))?;
    let shown = |(_, op, value): &Comparison<'_>| format!("`{} {value}`", op.symbol());
    Some(format!("`{}` is never both {} and {}", one.0, shown(one), shown(other)))
}

/// Returns a name that must be both true and false for the condition to be true.
fn denied(number: &EffectNumber) -> Option<String> {
    let mut parts = Vec::new();
    required(number, &mut parts);
    let mut terms = parts.iter().filter_map(|part| if let Formula::Value(term) = part { Some(term) } else { None });
    let is_denied = |term: &&Term| {
        parts.iter().any(|part| matches!(part, Formula::Not(inner) if matches!(&**inner, Formula::Value(other) if other == *term)))
    };
    terms.find(is_denied).map(ToString::to_string)
}

/// Collects the parts of a condition that must all be true.
fn required<'f>(number: &'f EffectNumber, parts: &mut Vec<&'f EffectNumber>) {
    match number {
        Formula::Binary(FormulaOperator::And, sides) => {
            required(&sides.0, parts);
            required(&sides.1, parts);
        }
        other => parts.push(other),
    }
}

/// Collects the comparisons in a formula that are joined by `and`.
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

/// True if no value satisfies both comparisons. The result of a comparison changes only at its number, so only the two numbers and the
/// values next to them are tried.
fn is_disjoint((_, one, first): &Comparison<'_>, (_, other, second): &Comparison<'_>) -> bool {
    let around = [first, second].into_iter().flat_map(|value| [value.saturating_sub(1), *value, value.saturating_add(1)]);
    !around.into_iter().any(|value| one.holds(value, *first) && other.holds(value, *second))
}

fn of_term(term: &Term, (scope, plays): (&EffectScope<'_, '_>, &[Play]), reasons: &mut Vec<String>) -> Bounds {
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
            Some(ranks) => statistic(name, *ranks, scope, reasons),
            None if scope.names.flags.contains(name) => TRUTH,
            None => skill(name, &scope.carrier.kinds(), scope, reasons),
        },
        Term::Stat(name, role) => match scope.known.all().ranks.get(name) {
            Some(_) if scope.is_skill(name) => ANY,
            Some(_) if lacks(*role, name, (scope, plays)) => {
                reasons.push(format!("`{role}` has no `{name}`"));
                exactly(0)
            }
            Some(ranks) => statistic(name, *ranks, scope, reasons),
            None => skill(name, &[], scope, reasons),
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
        Term::State(state @ (State::Gravity | State::Carried | State::Range)) => of_state(*state, plays, reasons),
        Term::State(State::Shifts | State::Total | State::Base | State::Tech) => ANY,
        Term::Boxes(track, _) => {
            reasons.push(format!("`{track}` never has more than {TRACK_BOXES} boxes"));
            Bounds { low: Some(0), high: Some(TRACK_BOXES) }
        }
        Term::Is(role, mark) => match ungiven(*role, mark, (scope, plays)) {
            Some(reason) => {
                reasons.push(reason);
                exactly(0)
            }
            None => TRUTH,
        },
        Term::IsA(Role::Own, name) => of_term(&Term::Kind(name.clone()), (scope, plays), reasons),
        Term::IsA(role, name) => match never_of_kind(*role, name, (scope, plays)) {
            Some(reason) => {
                reasons.push(reason);
                exactly(0)
            }
            None => TRUTH,
        },
        Term::Has(role, EffectText::Words(words)) => match unheld(*role, words, (scope, plays)) {
            Some(reason) => {
                reasons.push(reason);
                exactly(0)
            }
            None => TRUTH,
        },
        Term::State(_) | Term::Has(..) | Term::Rules(..) | Term::Table(_) | Term::Trained(_) | Term::Military(_) => TRUTH,
        Term::Choice(_) => TRUTH,
        Term::Role(_) | Term::Word(_) | Term::Parameter(_) => ANY,
    }
}

/// Returns the reason why a subject in this role never has a mark; `None` if it may have the mark. States such as `prone` are not marks, so
/// they have no reason.
///
/// Encounters of other packages can give a mark of the standard library, such as `hostile`, but only to those parts of the game on which
/// the rules check the mark.
fn ungiven(role: Role, mark: &MarkOperation, (scope, plays): (&EffectScope<'_, '_>, &[Play])) -> Option<String> {
    let name = mark.name.as_str();
    if State::from_word(name).is_some() {
        return None;
    }
    let declared = scope.program.peek(scope.package, "mark", name).and_then(|id| scope.program.get(id))?;
    if mark.military || scope.package == PackageId::STD {
        return None;
    }
    let is_of_rules = declared.package == PackageId::STD;
    let mut bearers = scope.known.marks().bearers(scope.program, scope.package, name);
    if bearers.is_empty() && !is_of_rules {
        return Some(format!("nothing gives the mark `{name}`: an effect gives it with `is {name}`"));
    }
    if is_of_rules {
        let tables = plays.iter().filter_map(|play| EngineWords::of(*play));
        bearers.extend(tables.flat_map(|table| table.asked_for(name)));
    }
    let WrongBearer { meant, given, other } = wrong_bearer(role, &bearers, scope)?;
    Some(format!("nothing gives {meant} the mark `{name}`, only {given}: write `{other} is {name}`"))
}

/// True if a subject in this role never has a statistic, because the designs that have the statistic build other kinds.
fn lacks(role: Role, name: &EcoString, (scope, plays): (&EffectScope<'_, '_>, &[Play])) -> bool {
    let kinds = scope.known.kinds_with_stat(name);
    match MarkBearer::of_role(role) {
        [MarkBearer::Weapon] => !kinds.is_empty() && !kinds.contains("weapon"),
        [MarkBearer::Actor] => {
            let acts = |kind: &&EcoString| plays.iter().any(|play| kinds_of_play::acts_in(kind, *play));
            !kinds.is_empty() && !kinds.iter().any(|kind| acts(&kind))
        }
        _ => false,
    }
}

/// Returns the reason why a subject in this role is never of a kind or design; for example, a target is never a weapon. Returns `None` if
/// it can be of the kind.
fn never_of_kind(role: Role, name: &EcoString, (scope, plays): (&EffectScope<'_, '_>, &[Play])) -> Option<String> {
    let kind = declared_marks::kind_of(scope.program, name);
    let is_possible = match MarkBearer::of_role(role) {
        [] => true,
        [MarkBearer::Weapon] => kind == "weapon",
        [MarkBearer::Actor] => plays.iter().any(|play| kinds_of_play::acts_in(&kind, *play)),
        _ => false,
    };
    (!is_possible).then(|| format!("`{role}` is never of the kind `{kind}` here"))
}

/// Returns the reason why a subject in this role never has an aspect: only other parts of a game have it (R-E28). Returns `None` if the
/// subject may have the aspect. A unit also has the aspects of its zone.
fn unheld(role: Role, words: &str, (scope, plays): (&EffectScope<'_, '_>, &[Play])) -> Option<String> {
    if scope.package == PackageId::STD {
        return None;
    }
    let mut holders = scope.known.declared_aspects(scope.program).holders(scope.program, scope.package, words);
    if holders.contains(&MarkBearer::Zone) && plays.contains(&Play::Platoon) {
        holders.insert(MarkBearer::Actor);
    }
    let WrongBearer { meant, given, other } = wrong_bearer(role, &holders, scope)?;
    Some(format!("{meant} never has the aspect \"{words}\", only {given}: write `{other} has \"{words}\"`"))
}

/// Texts for a message about a condition on a part of a game that cannot have the mark or aspect.
struct WrongBearer {
    /// Part of the game that the condition tests, in words.
    meant: &'static str,
    /// Parts of the game that can have the mark or aspect, in words.
    given: String,
    /// Role that a condition can use to test the first of these parts.
    other: Role,
}

/// Returns the texts of the message about a subject that cannot have the mark or aspect. `bearers` are the parts of a game that can have
/// it.
fn wrong_bearer(role: Role, bearers: &BTreeSet<MarkBearer>, scope: &EffectScope<'_, '_>) -> Option<WrongBearer> {
    let wanted = match role {
        Role::Own if scope.carrier.is_person() => &[MarkBearer::Actor],
        role => MarkBearer::of_role(role),
    };
    if wanted.iter().any(|bearer| bearers.contains(bearer)) {
        return None;
    }
    let given = slip_suggest::alternatives(bearers.iter().map(|bearer| bearer.described()));
    let other = match (role, bearers.first()?) {
        (Role::OwnZone, MarkBearer::Actor) if scope.carrier.is_carried() => Role::Bearer,
        (Role::OwnZone, MarkBearer::Actor) => Role::Own,
        (_, bearer) => bearer.role(),
    };
    Some(WrongBearer { meant: wanted.first()?.described(), given, other })
}

/// Returns the bounds of a statistic with these ranks.
fn statistic(name: &str, Ranks { low, high }: Ranks, scope: &EffectScope<'_, '_>, reasons: &mut Vec<String>) -> Bounds {
    match (low, high) {
        (Some(low), Some(high)) => reasons.push(format!("`{name}` goes from {low} to {high}")),
        (None, Some(high)) => reasons.push(format!("`{name}` is never above {high}")),
        _ => {}
    }
    // If effects may raise the statistic past its cap, its maximum is unknown.
    let high = high.filter(|_| !scope.known.lifts(scope.program, scope.package, name));
    Bounds { low: low.map(|low| low.min(0)), high }
}

/// Returns the bounds of a skill of people or things of these kinds. If there are no kinds, returns the bounds for all people.
fn skill(name: &str, kinds: &[EcoString], scope: &EffectScope<'_, '_>, reasons: &mut Vec<String>) -> Bounds {
    let high = scope.known.highest_skill(scope.program, name, kinds).filter(|_| scope.is_skill(name));
    reasons.extend(high.map(|high| format!("no rank of a skill here is above {high}")));
    Bounds { low: None, high }
}

/// Returns the bounds of a state that is a number, in the kinds of play of an effect.
fn of_state(state: State, plays: &[Play], reasons: &mut Vec<String>) -> Bounds {
    // In the kind of play `story`, states such as the range have no numbers.
    let highest = plays.iter().filter(|play| **play != Play::Story).map(|play| state.highest_in(*play));
    let high = highest.reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).flatten();
    reasons.extend(high.map(|high| format!("`{}` is never above {high}", state.word())));
    Bounds { low: Some(0), high }
}

fn stunt(name: &EcoString, scope: &EffectScope<'_, '_>, reasons: &mut Vec<String>) -> Bounds {
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
