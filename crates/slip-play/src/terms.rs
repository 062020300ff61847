//! What lies on the table between sides besides dice: a compel that waits for its answer, and terms that sides judge one after
//! the other.

use crate::event::Demand;
use crate::ids::{ActorId, AspectId, Seat};

/// A compel on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Who offers.
    pub by: ActorId,
    /// Who shall obey.
    pub on: ActorId,
    /// By what.
    pub aspect: AspectId,
    /// What it demands.
    pub demand: Demand,
    /// What is offered.
    pub points: u16,
}

/// Most points put up for a compel between platoons or ships where points only change hands.
pub(crate) const MOST_OFFERED: u16 = 3;

/// Of all aspects by which one may compel another, those that stand for the others: which one it is makes no difference but for its
/// free tag.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Handles {
    /// For points.
    pub(crate) paid: Option<AspectId>,
    /// True if that one has a free tag of the compeller's as well.
    spends_tag: bool,
    /// By a free tag, where it stands for a point.
    pub(crate) tagged: Option<AspectId>,
}

impl Handles {
    /// One more aspect, `free` to tag for the compeller or not, by what the compeller may compel with: points, free tags.
    pub(crate) fn take(&mut self, id: AspectId, free: bool, (points, tags): (bool, bool)) {
        // A free tag is not used up for what another aspect does as well.
        if points && (self.paid.is_none() || (!free && self.spends_tag)) {
            (self.paid, self.spends_tag) = (Some(id), free);
        }
        if free && tags && self.tagged.is_none() {
            self.tagged = Some(id);
        }
    }

    /// True if there is any.
    pub(crate) const fn any(&self) -> bool {
        self.paid.is_some() || self.tagged.is_some()
    }
}

/// Terms on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Who offers.
    pub by: ActorId,
    /// Who answers now; sides are asked one after the other.
    pub to: Seat,
    /// What it makes of whoever offers: the outcome tag's number, if the terms have one.
    pub tag: Option<u8>,
}

/// The next side that has to agree to terms: opposing, with somebody in the fight, after this one. `active` are the sides of
/// all who are in it, in any order.
pub(crate) fn next_judge(active: impl Iterator<Item = Seat>, own: Option<Seat>, after: Option<Seat>) -> Option<Seat> {
    active.filter(|&side| Some(side) != own && after.is_none_or(|after| side > after)).min()
}

/// What a step of a concession does to the terms on the table; `next` is who judges then.
pub(crate) fn step(terms: &mut Option<Terms>, by: ActorId, to: Option<Seat>, answer: Option<bool>, next: Option<Seat>) {
    match (to, answer) {
        (_, None) => *terms = next.map(|to| Terms { by, to, tag: None }),
        (Some(_), Some(true)) => {
            if let (Some(terms), Some(next)) = (terms, next) {
                terms.to = next;
            }
        }
        (Some(_), Some(false)) | (None, Some(_)) => *terms = None,
    }
}
