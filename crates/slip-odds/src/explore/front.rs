//! Parts put together: how many designs are legal, which of them no other one beats, and the first of those.
//!
//! Build points are all that parts share, and no rule ties one to another. So a design is beaten if and only if one of its parts
//! can be had better for the points that the design leaves: were another one better in several parts, the change of the one that
//! costs the least more would do. Each way therefore carries the step to the next better one, and a design is worth having if what
//! it leaves is less than every step.

use super::aims::Aims;
use super::options::{Part, Way};
use super::space::{Space, What};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Steps of the search for the first designs, after which those found so far are shown.
const MOST_STEPS: u64 = 20_000_000;

/// What came of it.
pub(super) struct Front {
    pub legal: u128,
    pub best: u128,
    pub complete: bool,
    /// The first ones, each as what is said for it.
    pub chosen: Vec<Vec<(What, i64)>>,
}

type Counts = BTreeMap<i64, u128>;

impl Front {
    pub(super) fn of(space: &Space<'_, '_, '_>, aims: &Aims, parts: &[Part], limit: usize) -> Front {
        let left = space.budget.map(|_| space.left());
        let legal = all(parts.iter().map(|part| part.legal.clone()), left);
        let legal = legal.values().copied().fold(0, u128::saturating_add);
        // Where fewer points are better no way is ever worth changing for a dearer one.
        let steps = !aims.points && left.is_some();
        let best = count(parts, left, steps);
        let mut walk = Walk { limit, kinds: aims.axes.len(), taken: 0, path: Vec::new(), best: BinaryHeap::new() };
        let order = order(parts);
        for (cost, leaves) in targets(parts, left, steps) {
            let stairs = Stairs::of(parts, &order, cost, leaves);
            walk.go(&stairs, 0, 0, &mut vec![0; aims.axes.len()]);
        }
        let complete = walk.taken < MOST_STEPS;
        let mut found: Vec<Entry> = walk.best.into_vec();
        found.sort();
        let said = |entry: &Entry| {
            let mut ways: Vec<(usize, &Way)> = Vec::new();
            ways.extend(entry.path.iter().zip(&order).filter_map(|(way, at)| Some((*at, parts.get(*at)?.ways.get(*way)?))));
            ways.sort_by_key(|(at, _)| *at);
            let ways = ways.into_iter().map(|(_, way)| way);
            ways.flat_map(|way| way.chosen.iter().copied()).collect()
        };
        Front { legal, best, complete, chosen: found.iter().map(said).collect() }
    }
}

/// How many ways all parts together have at each cost within what is left.
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

fn at_each_cost(part: &Part, leaves: Option<i64>) -> Counts {
    let mut counts = Counts::new();
    for way in part.ways.iter().filter(|way| leaves.is_none_or(|left| way.step.is_none_or(|step| step > left))) {
        *counts.entry(way.cost).or_insert(0) += 1;
    }
    counts
}

/// How many designs no other one beats: for each number of points left, those of which no part has a step within it.
fn count(parts: &[Part], left: Option<i64>, steps: bool) -> u128 {
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

/// The parts in the order in which they are settled: first those that decide what is shown first.
fn order(parts: &[Part]) -> Vec<usize> {
    let decides = |part: &Part| {
        let first = |way: &Way| way.worth.iter().position(|worth| *worth != 0);
        part.ways.iter().filter_map(first).min().unwrap_or(usize::MAX)
    };
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|at| parts.get(*at).map_or(usize::MAX, decides));
    order
}

/// Costs that designs worth having may come to, each with the points it leaves; no cost in particular if points are no matter.
fn targets(parts: &[Part], left: Option<i64>, steps: bool) -> Vec<(Option<i64>, Option<i64>)> {
    let Some(left) = left else { return vec![(None, None)] };
    let least = parts.iter().filter_map(|part| part.ways.iter().map(|way| way.cost).min()).fold(0, i64::saturating_add);
    (0..=left.saturating_sub(least)).map(|leaves| (Some(left.saturating_sub(leaves)), steps.then_some(leaves))).collect()
}

/// The parts in order, with the ways that can still lead to one cost.
struct Stairs<'p> {
    /// Ways with their places among all of the part's, the best first.
    ways: Vec<Vec<(usize, &'p Way)>>,
    /// What the parts from each on can cost.
    reach: Vec<BTreeSet<i64>>,
    /// The most that the parts from each on can add to each number.
    most: Vec<Vec<i32>>,
    cost: Option<i64>,
}

impl<'p> Stairs<'p> {
    fn of(parts: &'p [Part], order: &[usize], cost: Option<i64>, leaves: Option<i64>) -> Stairs<'p> {
        let open = |way: &Way| leaves.is_none_or(|left| way.step.is_none_or(|step| step > left));
        let mut ways: Vec<Vec<(usize, &Way)>> = Vec::new();
        for part in order.iter().filter_map(|at| parts.get(*at)) {
            let mut of_part: Vec<(usize, &Way)> = part.ways.iter().enumerate().filter(|(_, way)| open(way)).collect();
            of_part.sort_by(|(_, one), (_, other)| other.worth.cmp(&one.worth));
            ways.push(of_part);
        }
        let kinds = parts.iter().flat_map(|part| part.ways.first()).map(|way| way.worth.len()).next().unwrap_or(0);
        let (mut reach, mut most) = (vec![BTreeSet::from([0_i64])], vec![vec![0_i32; kinds]]);
        for part in ways.iter().rev() {
            let costs: BTreeSet<i64> = part.iter().map(|(_, way)| way.cost).collect();
            let before = reach.last().cloned().unwrap_or_default();
            // Where the cost is no matter it is not kept either.
            let all = costs.iter().flat_map(|cost| before.iter().map(|sum| sum.saturating_add(*cost)));
            reach.push(if cost.is_some() { all.collect() } else { before.clone() });
            let adds = (0..kinds).map(|kind| part.iter().filter_map(|(_, way)| way.worth.get(kind)).copied().max().unwrap_or(0));
            let sums = most.last().into_iter().flatten().copied().zip(adds).map(|(sum, more)| sum.saturating_add(more)).collect();
            most.push(sums);
        }
        reach.reverse();
        most.reverse();
        Stairs { ways, reach, most, cost }
    }

    /// True if a cost can still be brought to the one that is wanted.
    fn leads(&self, at: usize, cost: i64) -> bool {
        self.cost.is_none_or(|wanted| self.reach.get(at).is_some_and(|reach| reach.contains(&wanted.saturating_sub(cost))))
    }
}

/// A design in the order in which it is shown: the better in what was named first, then the first that was come by.
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
    /// The first ones so far, the last of them on top.
    best: BinaryHeap<Entry>,
}

impl Walk {
    /// Goes through every way of the parts from `at` on that can still lead to something that is shown.
    fn go(&mut self, stairs: &Stairs<'_>, at: usize, cost: i64, worth: &mut Vec<i32>) {
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

    /// True if even the best that can follow comes behind all that are kept.
    fn is_too_late(&self, stairs: &Stairs<'_>, at: usize, worth: &[i32]) -> bool {
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

fn add(worth: &mut [i32], way: &Way, sign: i32) {
    for (sum, own) in worth.iter_mut().zip(&way.worth) {
        *sum = sum.saturating_add(own.saturating_mul(sign));
    }
}
