//! Pending offers between sides: a compel that waits for its answer, and terms of concession that the opposing sides accept or refuse in
//! turn.

use crate::event::CompelDemand;
use crate::ids::{ActorId, AspectId, Seat};

/// A compel that waits for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingCompel {
    /// Actor who compels.
    pub by: ActorId,
    /// Actor who is compelled.
    pub on: ActorId,
    /// Aspect that is compelled.
    pub aspect: AspectId,
    /// Demand of the compel.
    pub demand: CompelDemand,
    /// Number of fate points offered.
    pub points: u16,
}

/// Maximum number of points offered for a compel between platoons or ships if fate points only pass between players (`fate zero_sum`).
pub(crate) const MOST_OFFERED: u16 = 3;

/// Two aspects that represent all aspects with which one actor may compel another: one for compels for fate points, one for compels with a
/// free tag. All other compels differ only in the aspect.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CompelAspects {
    /// Aspect to compel for fate points, if there is one.
    pub(crate) paid: Option<AspectId>,
    /// True if the compeller also has a free tag on `paid`.
    spends_tag: bool,
    /// Aspect to compel with a free tag in place of a fate point, if there is one.
    pub(crate) tagged: Option<AspectId>,
}

impl CompelAspects {
    /// Considers one more aspect for a compel. `free` is true if the compeller has a free tag on the aspect. `points` and `tags` are true
    /// if the compeller may pay with fate points or with free tags.
    pub(crate) fn take(&mut self, id: AspectId, free: bool, (points, tags): (bool, bool)) {
        // Prefer an aspect without a free tag, so that the tag is not used up.
        if points && (self.paid.is_none() || (!free && self.spends_tag)) {
            (self.paid, self.spends_tag) = (Some(id), free);
        }
        if free && tags && self.tagged.is_none() {
            self.tagged = Some(id);
        }
    }

    /// True if at least one aspect can be used for a compel.
    pub(crate) const fn any(&self) -> bool {
        self.paid.is_some() || self.tagged.is_some()
    }
}

/// Terms of a concession that have been offered and wait for replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConcessionTerms {
    /// Actor who offers the terms.
    pub by: ActorId,
    /// Side that answers now; sides are asked one after the other.
    pub to: Seat,
    /// Number of the outcome tag that the actor offers to take. `None` if the terms have no outcome tag.
    pub tag: Option<u8>,
}

/// Returns the side that must answer terms of concession next, after the side `after`: the next opposing side with an actor in the
/// conflict. `active` are the sides of all actors in the conflict, in any order.
pub(crate) fn next_judge(active: impl Iterator<Item = Seat>, own: Option<Seat>, after: Option<Seat>) -> Option<Seat> {
    active.filter(|&side| Some(side) != own && after.is_none_or(|after| side > after)).min()
}

/// Applies a step of a concession to the pending terms. The step is an offer or a side's answer. `next` is the side that answers after it.
pub(crate) fn step(terms: &mut Option<ConcessionTerms>, by: ActorId, to: Option<Seat>, answer: Option<bool>, next: Option<Seat>) {
    match (to, answer) {
        (_, None) => *terms = next.map(|to| ConcessionTerms { by, to, tag: None }),
        (Some(_), Some(true)) => {
            if let (Some(terms), Some(next)) = (terms, next) {
                terms.to = next;
            }
        }
        (Some(_), Some(false)) | (None, Some(_)) => *terms = None,
    }
}
