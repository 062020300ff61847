//! Combines the parts of a design: counts the legal designs and the undominated ones (the Pareto front), and picks the first of them.
//!
//! Parts share only the build points; no rule connects them. Therefore a design is dominated exactly if one of its parts can be improved
//! with the points that the design leaves unspent. If a change of several parts dominates the design, the part of the change with the
//! lowest extra cost is enough. Each option stores its step, which is the extra cost of the next better option. A design is undominated if
//! its unspent points are below every step.

use super::compared_values::ComparedValues;
use super::design_space::{DesignSpace, VariableId};
use super::part_options::{DesignPart, PartOption};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Greatest number of search steps; after them, the designs found so far are shown.
const MOST_STEPS: u64 = 20_000_000;

/// Result of combining the parts of a design.
pub(super) struct ParetoFront {
    pub legal: u128,
    pub best: u128,
    pub complete: bool,
    /// Undominated designs to show, each as the list of its chosen values.
    pub chosen: Vec<Vec<(VariableId, i64)>>,
}

type Counts = BTreeMap<i64, u128>;

impl ParetoFront {
    pub(super) fn of(space: &DesignSpace<'_, '_, '_>, aims: &ComparedValues, parts: &[DesignPart], limit: usize) -> ParetoFront {
        let left = space.budget.map(|_| space.left());
        let legal = all(parts.iter().map(|part| part.legal.clone()), left);
        let legal = legal.values().copied().fold(0, u128::saturating_add);
        // If fewer points are better, a more expensive option is never an improvement.
        let steps = !aims.points && left.is_some();
        let best = count(parts, left, steps);
        let mut walk = Walk { limit, kinds: aims.axes.len(), taken: 0, path: Vec::new(), best: BinaryHeap::new() };
        let order = order(parts);
        for (cost, leaves) in targets(parts, left, steps) {
            let stairs = OptionsByCost::of(parts, &order, cost, leaves);
            walk.go(&stairs, 0, 0, &mut vec![0; aims.axes.len()]);
        }
        let complete = walk.taken < MOST_STEPS;
        let mut found: Vec<Entry> = walk.best.into_vec();
        found.sort();
        let said = |entry: &Entry| {
            let mut ways: Vec<(usize, &PartOption)> = Vec::new();
            ways.extend(entry.path.iter().zip(&order).filter_map(|(way, at)| Some((*at, parts.get(*at)?.ways.get(*way)?))));
            ways.sort_by_key(|(at, _)| *at);
            let ways = ways.into_iter().map(|(_, way)| way);
            ways.flat_map(|way| way.chosen.iter().copied()).collect()
        };
        ParetoFront { legal, best, complete, chosen: found.iter().map(said).collect() }
    }
}

/// Returns the number of combinations of all parts by total cost, within the remaining budget.
fn all(parts: impl Iterator<Item = Counts>, left: Option<i64>) -> Counts {
    let mut total = Counts::from([(0, 1)]);
    for part in parts {
        let mut next = Counts::new();
        for (cost, ways) in &total {
            for (more, others) in &part {
                let sum = next.entry(cost.saturating_add(*more)).or_insert(0_u128);
                *sum = sum.saturating_add(ways.saturating_mul(*others));
            }
        }
        total = next;
    }
    total.retain(|cost, _| left.is_none_or(|left| *cost <= left));
    total
}

fn at_each_cost(part: &DesignPart, leaves: Option<i64>) -> Counts {
    let mut counts = Counts::new();
    for way in part.ways.iter().filter(|way| leaves.is_none_or(|left| way.step.is_none_or(|step| step > left))) {
        *counts.entry(way.cost).or_insert(0) += 1;
    }
    counts
}

/// Returns the number of undominated designs. For each number of unspent points, it counts the combinations in which these points cannot
/// buy a better option ([`PartOption::step`]) of any part.
fn count(parts: &[DesignPart], left: Option<i64>, steps: bool) -> u128 {
    let Some(left) = left.filter(|_| steps) else {
        return all(parts.iter().map(|part| at_each_cost(part, None)), left).values().copied().fold(0, u128::saturating_add);
    };
    let least = parts.iter().filter_map(|part| part.ways.iter().map(|way| way.cost).min()).fold(0, i64::saturating_add);
    let mut best = 0_u128;
    for leaves in 0..=left.saturating_sub(least) {
        let wanted = left.saturating_sub(leaves);
        let of_cost = all(parts.iter().map(|part| at_each_cost(part, Some(leaves))), Some(wanted));
        best = best.saturating_add(of_cost.get(&wanted).copied().unwrap_or(0));
    }
    best
}

/// Returns the order in which the parts are searched. Parts that decide the order of display come first.
fn order(parts: &[DesignPart]) -> Vec<usize> {
    let decides = |part: &DesignPart| {
        let first = |way: &PartOption| way.worth.iter().position(|worth| *worth != 0);
        part.ways.iter().filter_map(first).min().unwrap_or(usize::MAX)
    };
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|at| parts.get(*at).map_or(usize::MAX, decides));
    order
}

/// Returns the total costs that undominated designs may have, each with the number of unspent points. Returns `None` if points are not
/// compared.
fn targets(parts: &[DesignPart], left: Option<i64>, steps: bool) -> Vec<(Option<i64>, Option<i64>)> {
    let Some(left) = left else { return vec![(None, None)] };
    let least = parts.iter().filter_map(|part| part.ways.iter().map(|way| way.cost).min()).fold(0, i64::saturating_add);
    (0..=left.saturating_sub(least)).map(|leaves| (Some(left.saturating_sub(leaves)), steps.then_some(leaves))).collect()
}

/// Parts in search order, for a search of designs that have the same total cost.
struct OptionsByCost<'p> {
    /// Options of each part with their original indices, the best first.
    ways: Vec<Vec<(usize, &'p PartOption)>>,
    /// For each index of a part, the total costs that this part and all later parts together can have.
    reach: Vec<BTreeSet<i64>>,
    /// For each index of a part, the largest amounts that this part and all later parts together can add to the compared values.
    most: Vec<Vec<i32>>,
    cost: Option<i64>,
}

impl<'p> OptionsByCost<'p> {
    fn of(parts: &'p [DesignPart], order: &[usize], cost: Option<i64>, leaves: Option<i64>) -> OptionsByCost<'p> {
        let open = |way: &PartOption| leaves.is_none_or(|left| way.step.is_none_or(|step| step > left));
        let mut ways: Vec<Vec<(usize, &PartOption)>> = Vec::new();
        for part in order.iter().filter_map(|at| parts.get(*at)) {
            let mut of_part: Vec<(usize, &PartOption)> = part.ways.iter().enumerate().filter(|(_, way)| open(way)).collect();
            of_part.sort_by(|(_, one), (_, other)| other.worth.cmp(&one.worth));
            ways.push(of_part);
        }
        let kinds = parts.iter().flat_map(|part| part.ways.first()).map(|way| way.worth.len()).next().unwrap_or(0);
        let (mut reach, mut most) = (vec![BTreeSet::from([0_i64])], vec![vec![0_i32; kinds]]);
        for part in ways.iter().rev() {
            let costs: BTreeSet<i64> = part.iter().map(|(_, way)| way.cost).collect();
            let before = reach.last().cloned().unwrap_or_default();
            // The possible sums of costs are only collected if the total cost matters.
            let all = costs.iter().flat_map(|cost| before.iter().map(|sum| sum.saturating_add(*cost)));
            reach.push(if cost.is_some() { all.collect() } else { before.clone() });
            let adds = (0..kinds).map(|kind| part.iter().filter_map(|(_, way)| way.worth.get(kind)).copied().max().unwrap_or(0));
            let sums = most.last().into_iter().flatten().copied().zip(adds).map(|(sum, more)| sum.saturating_add(more)).collect();
            most.push(sums);
        }
        reach.reverse();
        most.reverse();
        OptionsByCost { ways, reach, most, cost }
    }

    /// True if the parts from index `at` on can still bring the total cost to the required value.
    fn leads(&self, at: usize, cost: i64) -> bool {
        self.cost.is_none_or(|wanted| self.reach.get(at).is_some_and(|reach| reach.contains(&wanted.saturating_sub(cost))))
    }
}

/// Design in display order. A design that is better in the first value comes before the others. Equal designs are ordered as they were
/// found.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    worth: Reverse<Vec<i32>>,
    path: Vec<usize>,
}

struct Walk {
    limit: usize,
    kinds: usize,
    taken: u64,
    path: Vec<usize>,
    /// Designs found so far that come first in display order. The top of the heap is the last of these.
    best: BinaryHeap<Entry>,
}

impl Walk {
    /// Searches the options of the parts from index `at` on. Skips options that cannot lead to a design to be shown.
    fn go(&mut self, stairs: &OptionsByCost<'_>, at: usize, cost: i64, worth: &mut Vec<i32>) {
        self.taken = self.taken.saturating_add(1);
        if self.taken >= MOST_STEPS || !stairs.leads(at, cost) || self.is_too_late(stairs, at, worth) {
            return;
        }
        let Some(part) = stairs.ways.get(at) else {
            self.arrive(worth);
            return;
        };
        for (number, way) in part {
            add(worth, way, 1);
            self.path.push(*number);
            self.go(stairs, at.saturating_add(1), cost.saturating_add(way.cost), worth);
            self.path.pop();
            add(worth, way, -1);
        }
    }

    /// True if every way to complete a partial design gives a design that ranks after all designs that are kept.
    fn is_too_late(&self, stairs: &OptionsByCost<'_>, at: usize, worth: &[i32]) -> bool {
        if self.best.len() < self.limit {
            return self.limit == 0;
        }
        let Some((last, most)) = self.best.peek().zip(stairs.most.get(at)) else { return false };
        let best = worth.iter().zip(most).map(|(own, more)| own.saturating_add(*more));
        best.cmp(last.worth.0.iter().copied()).is_lt()
    }

    fn arrive(&mut self, worth: &[i32]) {
        debug_assert_eq!(worth.len(), self.kinds, "every number is summed up");
        let entry = Entry { worth: Reverse(worth.to_vec()), path: self.path.clone() };
        if self.best.len() >= self.limit {
            if self.best.peek().is_none_or(|last| *last <= entry) {
                return;
            }
            self.best.pop();
        }
        self.best.push(entry);
    }
}

fn add(worth: &mut [i32], way: &PartOption, sign: i32) {
    for (sum, own) in worth.iter_mut().zip(&way.worth) {
        *sum = sum.saturating_add(own.saturating_mul(sign));
    }
}
