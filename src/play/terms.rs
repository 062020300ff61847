//! What lies on the table between sides besides dice: a compel that waits for its answer, and terms that sides judge one after
//! the other. Floor 4.

use crate::play::event::Demand;
use crate::play::ids::{ActorId, AspectId, Seat};

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
