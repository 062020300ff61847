//! Reports effects of one carrier, or of one built item, that contradict each other.
//!
//! Effects of different carriers do not contradict each other, because in play the nearest effect wins.

use crate::check::effect_errors as errors;
use slip_pack::effect::{Bound, Effect, HitKind, PackOperation};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use std::collections::HashMap;

/// Maximum number of candidates that are kept. [`Candidates::contradicting`] skips those with the same value or the same carrier as the
/// effect in question. At most two are kept for each value and for each carrier. At most four are therefore skipped, and the fifth is the
/// result.
const ENOUGH: usize = 5;

/// Number of effects up to which all pairs are compared first, as a quick test.
const FEW: usize = 64;

/// Reports every effect that contradicts an earlier effect, once.
pub fn contradictions(lines: &[(&Effect, Span)], out: &mut Diagnostics) {
    report(lines, |place, _| place.to_string(), out);
}

/// Like [`contradictions`], but for effects of different carriers in one item. Contradictions between effects of the same carrier were
/// reported at its declaration.
pub fn contradictions_across(lines: &[(&Effect, Span)], out: &mut Diagnostics) {
    if lines.len() > FEW || have_a_matter_in_common(lines) {
        report(lines, |_, line| format!("{:?}", line.origin), out);
    }
}

/// True if effects of different carriers may contradict each other. This quick test is false for nearly all items.
fn have_a_matter_in_common(lines: &[(&Effect, Span)]) -> bool {
    let is_alike = |one: &Effect, other: &Effect| {
        let same_kind = std::mem::discriminant(&one.op) == std::mem::discriminant(&other.op);
        let same_time = one.who == other.who && one.moment == other.moment && one.plays.iter().any(|play| other.plays.contains(play));
        same_kind && same_time && one.origin != other.origin
    };
    let lines: Vec<&Effect> = lines.iter().map(|(line, _)| *line).filter(|line| may_contradict(line)).collect();
    lines.iter().enumerate().any(|(at, line)| lines.iter().take(at).any(|other| is_alike(line, other)))
}

/// Reports every effect that contradicts an earlier effect of another carrier.
fn report(lines: &[(&Effect, Span)], carrier: impl Fn(usize, &Effect) -> String, out: &mut Diagnostics) {
    let mut seen: HashMap<String, Candidates> = HashMap::new();
    for (place, (line, span)) in lines.iter().enumerate().filter(|(_, (line, _))| may_contradict(line)) {
        let Some(claims) = Claims::of(line) else { continue };
        let carrier = carrier(place, line);
        let earlier = claims.asked.iter().filter_map(|key| seen.get(key)?.contradicting(&claims.value, &carrier)).min();
        if let Some((other, other_span)) = earlier.and_then(|earlier| lines.get(earlier)) {
            out.push(errors::contradictory(*span, &line.text, *other_span, &other.text, claims.why));
        }
        for key in claims.keys {
            seen.entry(key).or_default().add(&claims.value, &carrier, place);
        }
    }
}

/// Claims of an effect: each is a matter, such as a quantity, and the value that the effect sets for it. Two effects contradict each other
/// if they set different values for the same matter.
struct Claims {
    /// Subjects of the values that the effect sets, such as a quantity, each as a text.
    keys: Vec<String>,
    /// Matters on which this effect contradicts an earlier effect that sets another value.
    asked: Vec<String>,
    /// Value that the effect sets, as a text.
    value: String,
    /// Reason why two different values contradict each other.
    why: &'static str,
}

impl Claims {
    /// Returns the claims of an effect; `None` if no effect can contradict it.
    fn of(line: &Effect) -> Option<Claims> {
        let (matters, value, why, at_times) = match &line.op {
            PackOperation::Set(set) if set.how == Bound::Is => {
                (vec![format!("{:?}", set.what)], format!("{:?}", set.value), "one quantity cannot have two values", true)
            }
            PackOperation::Use(used) if used.must => {
                let why = "one roll cannot be forced to use two different skills";
                (vec![format!("{:?}", used.roll)], format!("{:?}", used.basis), why, true)
            }
            PackOperation::Hits(hits) if hits.how == HitKind::Only => {
                (vec![format!("{:?}", hits.roll)], format!("{:?}", hits.track), "a hit cannot be limited to two different tracks", true)
            }
            PackOperation::Permit(permit) => {
                let actions = permit.actions.iter().map(|action| format!("{action:?} {:?}", permit.object)).collect();
                (actions, permit.cannot.to_string(), "one allows an action that the other forbids", false)
            }
            PackOperation::Tag(tag) => {
                let matter = format!("{:?} {:?} {:?}", tag.verb, tag.aspect, tag.by);
                (vec![matter], tag.never.to_string(), "one gives an aspect that the other forbids", false)
            }
            _ => return None,
        };
        let mut claims = Claims { keys: Vec::new(), asked: Vec::new(), value, why };
        for play in &line.plays {
            for matter in &matters {
                let base = format!("{play:?} {:?} {:?} {:?} {matter}", std::mem::discriminant(&line.op), line.who, line.moment);
                let same_condition = format!("{base} when {:?}", line.condition);
                claims.keys.push(same_condition.clone());
                claims.asked.push(same_condition);
                // An effect without a condition applies at all times, so an effect with a condition can contradict it.
                if at_times {
                    let (all, unconditional) = (format!("{base} at times"), format!("{base} always"));
                    let asked = if line.condition.is_none() { &all } else { &unconditional };
                    claims.asked.push(asked.clone());
                    if line.condition.is_none() {
                        claims.keys.push(unconditional);
                    }
                    claims.keys.push(all);
                }
            }
        }
        Some(claims)
    }
}

/// Earlier effects that decide the same matter. Only candidates for the result of [`Self::contradicting`] are kept.
#[derive(Default)]
struct Candidates(Vec<Candidate>);

/// Earlier effect that sets something, such as a quantity, to a value.
struct Candidate {
    value: String,
    carrier: String,
    /// Index of the effect.
    place: usize,
}

impl Candidates {
    /// Returns the index of the earliest effect whose value and carrier both differ from these.
    fn contradicting(&self, value: &str, carrier: &str) -> Option<usize> {
        self.0.iter().find(|known| known.value != value && known.carrier != carrier).map(|known| known.place)
    }

    fn add(&mut self, value: &str, carrier: &str, place: usize) {
        let of_value = self.0.iter().filter(|known| known.value == value);
        let of_carrier = self.0.iter().filter(|known| known.carrier == carrier);
        let known = of_value.clone().any(|known| known.carrier == carrier);
        if !known && self.0.len() < ENOUGH && of_value.count() < 2 && of_carrier.count() < 2 {
            self.0.push(Candidate { value: value.to_owned(), carrier: carrier.to_owned(), place });
        }
    }
}

/// True if the operation of this effect can contradict the same operation of another effect.
pub fn may_contradict(line: &Effect) -> bool {
    match &line.op {
        PackOperation::Set(set) => set.how == Bound::Is,
        PackOperation::Use(line) => line.must,
        PackOperation::Hits(hits) => hits.how == HitKind::Only,
        PackOperation::Permit(_) | PackOperation::Tag(_) => true,
        _ => false,
    }
}
