//! Groups the aspects that have the same use on a roll, so that players are offered each use once.

use super::{AfterDice, AspectUse, bargains};
use crate::ids::AspectId;
use crate::roll::Roll;
use smallvec::SmallVec;

/// Number of different uses of aspects on a roll for which no heap memory is needed; few rolls have more.
const FEW: usize = 12;

/// Groups of the aspects that can be used on a roll. Aspects of one group have the same use.
pub(crate) type UseGroups = SmallVec<[UseGroup; FEW]>;

/// Group of aspects that have the same use on a roll.
#[derive(Clone, Copy, Debug)]
pub struct UseGroup {
    /// First of the aspects in the group. It represents all of them.
    pub(crate) first: AspectId,
    /// Use of the aspects.
    pub(crate) bargain: AspectUse,
    /// Number of aspects that have this use.
    pub(crate) count: i32,
}

/// Adds `count` aspects with the same use to the group of that use, or begins a new group.
pub(crate) fn add(lots: &mut UseGroups, first: AspectId, bargain: AspectUse, count: i32) {
    match lots.iter_mut().rev().find(|lot| lot.bargain == bargain) {
        Some(lot) => {
            lot.first = lot.first.min(first);
            lot.count += count;
        }
        None => lots.push(UseGroup { first, bargain, count }),
    }
}

/// Returns the uses that a party has on a roll, with equal uses grouped.
pub(crate) fn collected<F: AfterDice>(fight: &F, party: u8, roll: &Roll) -> UseGroups {
    let mut lots = UseGroups::new();
    for (id, bargain) in bargains(fight, party, roll) {
        add(&mut lots, id, bargain, 1);
    }
    lots
}
