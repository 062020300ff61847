//! Aspects that mean the same to a roll, as one: a list of what may be used has each bargain once, whoever brings it.

use super::{AfterDice, Bargain, bargains};
use crate::few::Few;
use crate::ids::AspectId;
use crate::roll::Roll;

/// Bargains of a roll that differ, as a rule.
const FEW: usize = 12;

/// Bargains of a roll that differ.
pub(crate) type Lots = Few<Lot, FEW>;

/// Aspects that mean the same to a roll.
#[derive(Clone, Copy, Debug)]
pub struct Lot {
    /// The first of them.
    pub(crate) first: AspectId,
    /// What using one means.
    pub(crate) bargain: Bargain,
    /// How many there are.
    pub(crate) count: i32,
}

impl Lot {
    /// No lot.
    const NONE: Lot = Lot { first: AspectId(0), bargain: Bargain::NONE, count: 0 };
}

/// None yet.
pub(crate) const fn none() -> Lots {
    Few::new(Lot::NONE)
}

/// Adds aspects that mean something to a roll to those that mean the same.
pub(crate) fn add(lots: &mut Lots, first: AspectId, bargain: Bargain, count: i32) {
    match lots.iter_mut().rev().find(|lot| lot.bargain == bargain) {
        Some(lot) => {
            lot.first = lot.first.min(first);
            lot.count += count;
        }
        None => lots.push(Lot { first, bargain, count }),
    }
}

/// What a party may use, aspect by aspect put together.
pub(crate) fn collected<F: AfterDice>(fight: &F, party: u8, roll: &Roll) -> Lots {
    let mut lots = none();
    for (id, bargain) in bargains(fight, party, roll) {
        add(&mut lots, id, bargain, 1);
    }
    lots
}
