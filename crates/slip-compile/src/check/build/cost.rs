//! Computes Cost, upkeep and fate points. A modal item is priced once: each number is the highest among its modes (R-XD14).

use super::small;
use crate::check::building_effects::{BaseCosts, Built};
use crate::check::ledger::PointsSum;
use crate::check::legality::Case;
use slip_pack::item::{Account, BuiltItem};

/// Price, upkeep and fate points of one mode, or of the whole item.
#[derive(Default)]
pub(super) struct Cost {
    /// Price, upkeep and fate points before effects.
    pub(super) sums: BaseCosts,
    /// Amount that is added to the price for each level by which the place of purchase is below the technology of the item.
    per_tech: i32,
}

/// Computes the costs with their ledger lines.
pub(super) fn cost(case: &Case<'_, '_, '_>, reckoning: &mut PointsSum<'_>) -> Cost {
    let design = case.design;
    let mut cost = Cost::default();
    let for_sale = design.price_when.as_ref().is_none_or(|condition| reckoning.values.holds(&condition.formula));
    let price = design.price.as_ref().filter(|_| for_sale).and_then(|clause| Some((clause, reckoning.clause(clause, Account::Price)?)));
    if let Some((clause, price)) = price {
        let here = reckoning.values.local;
        reckoning.values.local = here.saturating_sub(1);
        let there = reckoning.values.eval(&clause.formula, 0).unwrap_or(price);
        reckoning.values.local = here;
        cost.per_tech = small(there.saturating_sub(price)).unwrap_or(0);
        cost.sums.price = small(price);
    }
    cost.sums.upkeep = design.upkeep.as_ref().and_then(|clause| small(reckoning.clause(clause, Account::Upkeep)?));
    cost.sums.fate = design.fate.as_ref().and_then(|clause| small(reckoning.clause(clause, Account::Fate)?));
    cost
}

/// Indices of the modes that determine the price, the upkeep and the fate points: each time the most expensive mode, and the first of
/// equally expensive ones.
pub(super) struct CostliestModes {
    price: usize,
    upkeep: usize,
    fate: usize,
}

impl CostliestModes {
    /// Finds the most expensive modes: by price, by upkeep and by fate points, each from the costs before and after effects.
    pub(super) fn of(costs: &[Cost], built: &[Built]) -> CostliestModes {
        let most = |number: &dyn Fn(&Cost, &Built) -> Option<i64>| {
            let numbers = costs.iter().zip(built).map(|(cost, built)| number(cost, built)).enumerate();
            numbers.rev().max_by_key(|(_, number)| *number).map_or(0, |(at, _)| at)
        };
        CostliestModes {
            price: most(&|cost, built| built.price(cost.sums)),
            upkeep: most(&|cost, built| built.upkeep(cost.sums)),
            fate: most(&|cost, built| built.fate(cost.sums)),
        }
    }

    /// True if the ledger of the whole item takes the lines of this account from the mode with this index.
    pub(super) fn pays(&self, account: Account, mode: usize) -> bool {
        match account {
            Account::Price => mode == self.price,
            Account::Upkeep => mode == self.upkeep,
            Account::Fate => mode == self.fate,
            _ => true,
        }
    }

    /// Returns the price of the item before effects.
    pub(super) fn price(&self, costs: &[Cost]) -> Option<i32> {
        costs.get(self.price)?.sums.price
    }

    /// Writes the costs into the built item.
    pub(super) fn apply(&self, costs: &[Cost], built: &[Built], item: &mut BuiltItem) {
        let of = |at: usize| costs.get(at).zip(built.get(at));
        let clamped = super::clamped;
        if let Some((cost, built)) = of(self.price) {
            item.price = built.price(cost.sums).map(clamped);
            item.price_per_tech = cost.per_tech;
        }
        item.upkeep = of(self.upkeep).and_then(|(cost, built)| built.upkeep(cost.sums)).map(clamped);
        item.fate = of(self.fate).and_then(|(cost, built)| built.fate(cost.sums)).map(clamped);
    }
}
