//! Compiles conditions of a scenario: `won(raid, crew) and not out(raid, iveta)`.

use super::ReadStep;
use crate::check::scenario_errors as errors;
use crate::resolve::{DeclId, Program};
use slip_pack::encounter::Encounter;
use slip_pack::formula::{Formula, FormulaOperator};
use slip_pack::scenario::{Ending, ScenarioTerm};
use slip_source::Span;
use slip_source::diagnostic::{COMPLETION_WORD, Diagnostics};
use slip_syntax::tree::{Call, Expr, ExprKind, Operator};

/// Predicates in conditions of a scenario, each with an example.
const FACTS: &[(&str, &str)] = &[
    ("won", "won(customs_raid, crew)"),
    ("drawn", "drawn(customs_raid)"),
    ("played", "played(customs_raid)"),
    ("out", "out(customs_raid, iveta)"),
    ("taken_out", "taken_out(customs_raid, iveta)"),
    ("captured", "captured(customs_raid, iveta)"),
    ("left_map", "left_map(customs_raid, iveta)"),
    ("conceded", "conceded(customs_raid, crew)"),
];

/// Compiles a condition on the results of earlier steps.
pub(super) fn compile(program: &Program<'_>, expr: &Expr, before: &[ReadStep<'_>], out: &mut Diagnostics) -> Option<Formula<ScenarioTerm>> {
    match &expr.kind {
        ExprKind::Name(word) if word == COMPLETION_WORD => {
            let known = || FACTS.iter().map(|(word, _)| *word);
            out.push(errors::unknown_fact(expr.span, word, None, known()));
            None
        }
        ExprKind::Group(inner) => compile(program, inner, before, out),
        ExprKind::Not(inner) => Some(Formula::Not(Box::new(compile(program, inner, before, out)?))),
        ExprKind::Binary(operator @ (Operator::And | Operator::Or), sides) => {
            let op = if *operator == Operator::And { FormulaOperator::And } else { FormulaOperator::Or };
            let (left, right) = (compile(program, &sides.0, before, out), compile(program, &sides.1, before, out));
            Some(Formula::Binary(op, Box::new((left?, right?))))
        }
        ExprKind::Call(call) => fact(program, call, expr.span, before, out).map(Formula::Value),
        ExprKind::Error => None,
        _ => {
            out.push(errors::not_a_condition(expr.span));
            None
        }
    }
}

fn fact(program: &Program<'_>, call: &Call, span: Span, before: &[ReadStep<'_>], out: &mut Diagnostics) -> Option<ScenarioTerm> {
    let word = call.name.name.text.as_str();
    let known = || FACTS.iter().map(|(word, _)| *word);
    let Some((_, form)) = FACTS.iter().find(|(known, _)| call.name.package.is_none() && *known == word) else {
        out.push(errors::unknown_fact(call.name.span(), word, slip_suggest::nearest(word, known()), known()));
        return None;
    };
    let args: Vec<Option<(&str, Span)>> = call
        .args
        .iter()
        .map(|words| match words.as_slice() {
            [word] => word.name().map(|name| (name.as_str(), word.span)),
            _ => None,
        })
        .collect();
    let (step, who) = match (word, args.as_slice()) {
        ("drawn" | "played", [Some(step)]) => (*step, None),
        ("drawn" | "played", _) => return wrong(span, word, form, out),
        (_, [Some(step), Some(who)]) => (*step, Some(*who)),
        _ => return wrong(span, word, form, out),
    };
    let called = before.iter().position(|read| read.name.rsplit('.').next() == Some(step.0));
    let by_old_name = || {
        let is_played = |id: DeclId| before.iter().position(|read| read.id == Some(id));
        program.find_old_word(step, |declared| is_played(declared.id).is_some()).into_iter().find_map(is_played)
    };
    let Some(number) = called.or_else(by_old_name) else {
        let played = before.iter().filter_map(|read| read.name.rsplit('.').next());
        let nearest = slip_suggest::nearest(step.0, played.clone());
        out.push(errors::not_played_before(step.1, step.0, nearest).completed_by(played));
        return None;
    };
    let read = before.get(number)?;
    read.id.into_iter().for_each(|id| program.note(step.1, id));
    let encounter = read.encounter?;
    let Some((who, at)) = who else {
        return Some(if word == "drawn" { ScenarioTerm::Drawn(number) } else { ScenarioTerm::Played(number) });
    };
    if word == "won" {
        let side = encounter.sides.iter().position(|side| side.name == who);
        if side.is_some() {
            note_side(program, read, (who, at));
        } else {
            let known = encounter.sides.iter().map(|side| side.name.as_str());
            let nearest = slip_suggest::nearest(who, known.clone());
            out.push(errors::no_such_side(at, who, &encounter.name, nearest).completed_by(known));
        }
        return side.map(|side| ScenarioTerm::Won(number, side));
    }
    let members = meant(program, encounter, (who, at));
    if members.is_empty() {
        let nearest = slip_suggest::nearest(who, names(encounter));
        out.push(errors::nobody_there(at, who, &encounter.name, nearest).completed_by(names(encounter)));
        return None;
    }
    note_side(program, read, (who, at));
    let ending = Ending::from_word(word)?;
    Some(ScenarioTerm::Ended(number, ending, members))
}

fn wrong(span: Span, word: &str, form: &str, out: &mut Diagnostics) -> Option<ScenarioTerm> {
    out.push(errors::wrong_arguments(span, word, form));
    None
}

/// Returns the actors that a word means: those of a side, those with a name, or those of a platoon. An actor is given by the index of its
/// side and its index in that side.
pub(super) fn meant(program: &Program<'_>, encounter: &Encounter, (word, at): (&str, Span)) -> Vec<(usize, usize)> {
    match encounter.sides.iter().position(|side| side.name == word) {
        Some(side) => (0..encounter.sides.get(side).map_or(0, |of| of.actors.len())).map(|at| (side, at)).collect(),
        None => crate::check::encounter::called(program, encounter, (word, at)),
    }
}

/// Records that a word names a side of an encounter, for editors that jump to the declaration of a name.
pub(super) fn note_side(program: &Program<'_>, read: &ReadStep<'_>, (word, at): (&str, Span)) {
    let Some((encounter, id)) = read.encounter.zip(read.id) else { return };
    if encounter.sides.iter().any(|side| side.name == word) {
        program.note_part(at, id);
    }
}

/// Returns the names that [`meant`] can resolve.
pub(super) fn names(encounter: &Encounter) -> impl Iterator<Item = &str> {
    encounter.sides.iter().map(|side| side.name.as_str()).chain(encounter.names())
}
