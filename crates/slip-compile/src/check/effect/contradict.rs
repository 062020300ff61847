//! Reports effects of one carrier, or of one built item, that contradict each other.
//!
//! Effects of different carriers do not contradict each other, because in play the nearest effect wins.

use crate::check::effect_errors as errors;
use slip_pack::effect::{Bound, Effect, HitKind, PackOperation};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;

/// Reports every effect that contradicts an earlier effect, once.
pub fn contradictions(lines: &[(&Effect, Span)], out: &mut Diagnostics) {
    for (place, (line, span)) in lines.iter().enumerate() {
        for (other, other_span) in lines.iter().take(place) {
            if let Some(why) = contradict(other, line) {
                out.push(errors::contradictory(*span, &line.text, *other_span, &other.text, why));
                break;
            }
        }
    }
}

/// Like [`contradictions`], for effects of different carriers in one item. Contradictions within one carrier were reported at its
/// declaration.
pub fn contradictions_across(lines: &[(&Effect, Span)], out: &mut Diagnostics) {
    for (place, (line, span)) in lines.iter().enumerate() {
        for (other, other_span) in lines.iter().take(place).filter(|(other, _)| other.origin != line.origin) {
            if let Some(why) = contradict(other, line) {
                out.push(errors::contradictory(*span, &line.text, *other_span, &other.text, why));
                break;
            }
        }
    }
}

/// True if effects of this operation can contradict each other.
pub fn may_contradict(line: &Effect) -> bool {
    match &line.op {
        PackOperation::Set(set) => set.how == Bound::Is,
        PackOperation::Use(line) => line.must,
        PackOperation::Hits(hits) => hits.how == HitKind::Only,
        PackOperation::Permit(_) | PackOperation::Tag(_) => true,
        _ => false,
    }
}

/// Returns the reason for which two effects contradict each other; `None` if they do not.
fn contradict(a: &Effect, b: &Effect) -> Option<&'static str> {
    if std::mem::discriminant(&a.op) != std::mem::discriminant(&b.op) {
        return None;
    }
    let meet = a.who == b.who && a.moment == b.moment && a.plays.iter().any(|play| b.plays.contains(play));
    if !meet {
        return None;
    }
    let same_condition = a.condition == b.condition;
    // An unconditional effect applies together with a conditional one.
    let both_at_times = same_condition || a.condition.is_none() || b.condition.is_none();
    match (&a.op, &b.op) {
        (PackOperation::Set(a), PackOperation::Set(b))
            if a.how == Bound::Is && b.how == Bound::Is && a.what == b.what && a.value != b.value && both_at_times =>
        {
            Some("one quantity cannot have two values")
        }
        (PackOperation::Use(a), PackOperation::Use(b)) if a.must && b.must && a.roll == b.roll && a.basis != b.basis && both_at_times => {
            Some("one roll cannot be forced to use two different skills")
        }
        (PackOperation::Hits(a), PackOperation::Hits(b))
            if a.how == HitKind::Only && b.how == HitKind::Only && a.roll == b.roll && a.track != b.track && both_at_times =>
        {
            Some("a hit cannot be limited to two different tracks")
        }
        (PackOperation::Permit(a), PackOperation::Permit(b))
            if a.cannot != b.cannot
                && same_condition
                && a.object == b.object
                && a.actions.iter().any(|action| b.actions.contains(action)) =>
        {
            Some("one allows an action that the other forbids")
        }
        (PackOperation::Tag(a), PackOperation::Tag(b))
            if a.never != b.never && same_condition && a.verb == b.verb && a.aspect == b.aspect && a.by == b.by =>
        {
            Some("one gives an aspect that the other forbids")
        }
        _ => None,
    }
}
