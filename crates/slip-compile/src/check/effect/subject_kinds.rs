//! Subjects and bearers of effects that the engine of a conflict does not have: `enemy weapon` is no actor, and people aboard a ship have no
//! stress tracks there.

use super::{EffectScope, declared_marks, kinds_of_play};
use crate::check::effect_errors as errors;
use ecow::EcoString;
use slip_pack::effect::{Effect, EffectSubject, Measure, PackOperation, Play, Quantity, QuantityChange, QuantitySetting};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;

/// Keeps only those kinds of play of an effect in which its subjects act. Returns false after an error: no kind of play is left, or one that
/// the effect names after `in` has no such actors.
pub(super) fn act(scope: &EffectScope<'_, '_>, spans: (Span, Span), effect: &mut Effect, out: &mut Diagnostics) -> bool {
    let (subject_at, op_at) = spans;
    let of_moment = effect.moment.as_ref().and_then(|moment| moment.who.as_ref());
    let subjects: Vec<EffectSubject> = effect.who.iter().chain(of_moment).cloned().collect();
    for who in subjects {
        let (EffectSubject::Allied(name) | EffectSubject::Enemy(name)) = &who else { continue };
        let kind = declared_marks::kind_of(scope.program, name);
        if !keep(effect, |play| is_actor(&kind, play)) {
            out.push(errors::subject_never_acts(subject_at, &who.to_string(), &kind));
            return false;
        }
    }
    let is_own = matches!(effect.who, None | Some(EffectSubject::Bearer)) && (scope.carrier.is_person() || scope.carrier.is_carried());
    if let Some(part) = part_of_actor(&effect.op).filter(|_| is_own)
        && !keep(effect, |play| play != Play::Space)
    {
        out.push(errors::no_part_aboard(op_at, part));
        return false;
    }
    true
}

/// Keeps the kinds of play for which `fits` is true. Returns false if an effect has none left, or names one of the others after `in`.
fn keep(effect: &mut Effect, fits: impl Fn(Play) -> bool) -> bool {
    let is_named = effect.within.iter().all(|play| fits(*play));
    let plays: Vec<Play> = effect.plays.iter().copied().filter(|play| fits(*play)).collect();
    let is_left = plays.is_empty() == effect.plays.is_empty();
    effect.plays = plays;
    is_named && is_left
}

/// True if items of this kind are actors on the map of a conflict. In space, the actors are the ships.
fn is_actor(kind: &EcoString, play: Play) -> bool {
    let is_crew = play == Play::Space && kinds_of_play::has_skills(kind);
    kinds_of_play::acts_in(kind, play) && !kinds_of_play::is_place(kind) && !is_crew
}

/// Returns the part of an actor that an operation changes and that people aboard a ship do not have; `None` for other operations.
const fn part_of_actor(op: &PackOperation) -> Option<&'static str> {
    let what = match op {
        PackOperation::Suffers(_) | PackOperation::Boxes(_) | PackOperation::Faces(_) | PackOperation::Divert(_) => {
            return Some("stress tracks");
        }
        PackOperation::Change(QuantityChange { to: what, .. }) | PackOperation::Set(QuantitySetting { what, .. }) => what,
        _ => return None,
    };
    match what {
        Quantity::Measure(measured) if matches!(measured.what, Measure::RollUp) => Some("stress tracks"),
        Quantity::Measure(measured) if matches!(measured.what, Measure::Attacks) => Some("attacks"),
        _ => None,
    }
}
