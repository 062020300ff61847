//! Single change of a purchase, as the checks of a repair need it.
//!
//! A change identifies its target by a span. It can thus be applied to the whole item and to each of its modes.

use crate::check::read_purchase::{Bought, BoughtStunt, ItemPurchase, WrittenNumber};
use slip_source::Span;

/// Single change by an author.
#[derive(Clone, Debug)]
pub(super) enum RepairChange {
    /// Changes the written number at this span (a rank, boxes, the technology) to this value.
    Number(Span, i64),
    /// Adds a statistic that the item does not write yet, with this rank. The statistic is given by its index in the design.
    Stat(usize, i64),
    /// Writes a track that was not written: its index in the design, and the boxes.
    Track(usize, i64),
    /// Changes the number of purchases of the stunt at this span to this number.
    Count(Span, i64),
    /// Removes the stunt at this span.
    Drop(Span),
    /// Adds a stunt.
    Add(Box<BoughtStunt>),
    /// Removes the aspect at this span.
    Unsay(Span),
}

impl RepairChange {
    /// Applies the change to a purchase. Added entries get the span `place`.
    pub(super) fn apply(&self, purchase: &mut ItemPurchase<'_>, place: Span) {
        match self {
            RepairChange::Number(at, to) => number(purchase, *at, *to),
            RepairChange::Stat(stat, to) => {
                let written = WrittenNumber { value: *to, span: place, at: place };
                each(purchase, |bought| {
                    if let Some(slot) = bought.stats.get_mut(*stat) {
                        slot.get_or_insert(written);
                    }
                });
            }
            RepairChange::Track(track, to) => {
                if let Some(slot) = purchase.tracks.get_mut(*track) {
                    *slot = Some(WrittenNumber { value: *to, span: place, at: place });
                }
            }
            RepairChange::Count(span, to) => {
                let stunts = |list: &mut Vec<BoughtStunt>| {
                    list.iter_mut().filter(|stunt| stunt.span == *span).for_each(|stunt| stunt.count = *to);
                };
                each(purchase, |bought| stunts(&mut bought.stunts));
                purchase.modes.iter_mut().for_each(|mode| stunts(&mut mode.own_stunts));
            }
            RepairChange::Drop(span) => {
                each(purchase, |bought| bought.stunts.retain(|stunt| stunt.span != *span));
                purchase.modes.iter_mut().for_each(|mode| mode.own_stunts.retain(|stunt| stunt.span != *span));
            }
            RepairChange::Add(stunt) => each(purchase, |bought| bought.stunts.push((**stunt).clone())),
            RepairChange::Unsay(span) => purchase.aspects.retain(|aspect| aspect.span != *span),
        }
    }
}

/// Applies a change to the whole item and to each mode.
fn each(purchase: &mut ItemPurchase<'_>, mut change: impl FnMut(&mut Bought)) {
    change(&mut purchase.bought);
    purchase.modes.iter_mut().for_each(|mode| change(&mut mode.bought));
}

fn number(purchase: &mut ItemPurchase<'_>, at: Span, to: i64) {
    let set = |slot: &mut Option<WrittenNumber>| {
        if let Some(written) = slot.as_mut().filter(|written| written.at == at) {
            written.value = to;
        }
    };
    set(&mut purchase.tech);
    purchase.tracks.iter_mut().for_each(set);
    each(purchase, |bought| bought.stats.iter_mut().for_each(set));
}
