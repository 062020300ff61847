//! Solves absorbing Markov chains: exactly as linear systems, or with bounds if the chain is too large.
//!
//! States that lead back to one another form a knot (a strongly connected component). Knots are solved one after another by elimination
//! over exact fractions, the last knot first. If a chain is too large for that, its probability mass is followed forward in integers that
//! are rounded down. The mass that has not ended is the error bound.

use crate::Ratio;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Result of one step of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WalkStep<P> {
    /// The walk continues in another state.
    To(P),
    /// The walk ends with an outcome, given by its number.
    End(usize),
}

/// All possible results of one step of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepResults<P> {
    /// Total number of outcomes of the step; the entries of `ways` add up to it.
    pub all: u64,
    /// Results of the step, each with its number of ways.
    pub ways: Vec<(u64, WalkStep<P>)>,
}

/// Walk: a process that moves from state to state until it ends.
pub trait Walk {
    /// State of the walk.
    type Place: Ord + Clone;
    /// Error that stops the walk.
    type Trouble;

    /// Returns all results of one step from a state.
    ///
    /// # Errors
    /// Any error that stops the walk.
    fn step(&mut self, from: &Self::Place) -> Result<StepResults<Self::Place>, Self::Trouble>;
}

/// Limits for the computation of a random walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Greatest number of states that are explored; the probability of further states counts as open.
    pub places: usize,
    /// Greatest number of states in a knot that is solved exactly. A knot is a strongly connected component.
    pub knot: usize,
    /// Greatest size of a fraction in bits.
    pub bits: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { places: 20_000, knot: 48, bits: 60_000 }
    }
}

/// Outcome probabilities of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeProbabilities {
    /// Chance of each outcome; a lower bound if the result is not exact.
    pub chances: Vec<Ratio>,
    /// Remaining probability. In an exact solution it is the chance that the walk never ends; otherwise it is the error bound.
    pub open: Ratio,
    /// True if the chances are exact.
    pub exact: bool,
    /// Number of states that were explored.
    pub places: usize,
}

impl OutcomeProbabilities {
    /// Returns the chance of an outcome. If the result is not exact, it is a lower bound.
    pub fn chance(&self, end: usize) -> Ratio {
        self.chances.get(end).cloned().unwrap_or_else(Ratio::zero)
    }

    /// Returns the upper bound of the chance of an outcome.
    pub fn most(&self, end: usize) -> Ratio {
        let least = self.chance(end);
        if self.exact { least } else { &least + &self.open }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    To(usize),
    End(usize),
    Open,
}

struct Node {
    all: u64,
    ways: Vec<(u64, Target)>,
}

/// Solves a walk from a start state; `ends` is the number of outcomes.
///
/// # Errors
/// Any error that stops the walk.
pub fn solve<W: Walk>(walk: &mut W, start: W::Place, ends: usize, limits: Limits) -> Result<OutcomeProbabilities, W::Trouble> {
    let (nodes, whole) = explore(walk, start, limits.places)?;
    let exact = if whole { exactly(&nodes, ends, limits) } else { None };
    Ok(exact.unwrap_or_else(|| bounded(&nodes, ends)))
}

fn explore<W: Walk>(walk: &mut W, start: W::Place, most: usize) -> Result<(Vec<Node>, bool), W::Trouble> {
    let mut places = vec![start.clone()];
    let mut numbers = BTreeMap::from([(start, 0)]);
    let mut nodes: Vec<Node> = Vec::new();
    let mut whole = true;
    while let Some(place) = places.get(nodes.len()).cloned() {
        let fork = walk.step(&place)?;
        let mut ways: Vec<(u64, Target)> = Vec::new();
        for (count, next) in fork.ways {
            let target = match next {
                WalkStep::End(end) => Target::End(end),
                WalkStep::To(place) => match numbers.get(&place) {
                    Some(&number) => Target::To(number),
                    None if places.len() >= most => {
                        whole = false;
                        Target::Open
                    }
                    None => {
                        let number = places.len();
                        numbers.insert(place.clone(), number);
                        places.push(place);
                        Target::To(number)
                    }
                },
            };
            match ways.iter_mut().find(|(_, there)| *there == target) {
                Some((there, _)) => *there += count,
                None => ways.push((count, target)),
            }
        }
        nodes.push(Node { all: fork.all, ways });
    }
    Ok((nodes, whole))
}

/// Returns the knots (strongly connected components) in dependency order. Knots that lead to no other knot come first. Uses Tarjan's
/// algorithm without recursion.
fn knots(nodes: &[Node]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut order = vec![UNSEEN; nodes.len()];
    let mut low = vec![UNSEEN; nodes.len()];
    let mut on_path = vec![false; nodes.len()];
    let (mut path, mut found, mut count) = (Vec::new(), Vec::new(), 0);
    for root in 0..nodes.len() {
        if order.get(root).is_none_or(|&seen| seen != UNSEEN) {
            continue;
        }
        let mut calls: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((node, way)) = calls.pop() {
            if way == 0 {
                set(&mut order, node, count);
                set(&mut low, node, count);
                set(&mut on_path, node, true);
                path.push(node);
                count += 1;
            }
            match nodes.get(node).and_then(|node| node.ways.get(way)) {
                Some(&(_, Target::To(to))) => {
                    calls.push((node, way + 1));
                    if order.get(to) == Some(&UNSEEN) {
                        calls.push((to, 0));
                    } else if on_path.get(to) == Some(&true) {
                        let least = get(&low, node).min(get(&order, to));
                        set(&mut low, node, least);
                    }
                }
                Some(_) => calls.push((node, way + 1)),
                None => {
                    if get(&low, node) == get(&order, node) {
                        let mut knot = Vec::new();
                        while let Some(member) = path.pop() {
                            set(&mut on_path, member, false);
                            knot.push(member);
                            if member == node {
                                break;
                            }
                        }
                        found.push(knot);
                    }
                    if let Some(&(parent, _)) = calls.last() {
                        let least = get(&low, parent).min(get(&low, node));
                        set(&mut low, parent, least);
                    }
                }
            }
        }
    }
    found
}

fn get(list: &[usize], place: usize) -> usize {
    list.get(place).copied().unwrap_or(usize::MAX)
}

fn more(list: &mut [u128], place: usize, share: u128) {
    if let Some(there) = list.get_mut(place) {
        *there += share;
    }
}

fn set<T>(list: &mut [T], place: usize, value: T) {
    if let Some(there) = list.get_mut(place) {
        *there = value;
    }
}

/// Returns the chances of all outcomes as exact fractions, or `None` if a limit is exceeded.
fn exactly(nodes: &[Node], ends: usize, limits: Limits) -> Option<OutcomeProbabilities> {
    let mut known: Vec<Option<Vec<Ratio>>> = vec![None; nodes.len()];
    for knot in knots(nodes) {
        if knot.len() > limits.knot {
            return None;
        }
        let worth = solve_knot(nodes, &knot, &known, ends)?;
        if worth.iter().flatten().any(|chance| chance.bits() > limits.bits) {
            return None;
        }
        for (&node, chances) in knot.iter().zip(worth) {
            set(&mut known, node, Some(chances));
        }
    }
    let chances = known.first()?.clone()?;
    let open = &Ratio::one() - &chances.iter().sum();
    Some(OutcomeProbabilities { chances, open, exact: true, places: nodes.len() })
}

/// Returns the chances of the outcomes from each state of a knot, by solving `x = A x + b`. A knot that cannot be left has no chances.
fn solve_knot(nodes: &[Node], knot: &[usize], known: &[Option<Vec<Ratio>>], ends: usize) -> Option<Vec<Vec<Ratio>>> {
    let size = knot.len();
    let mut rows: Vec<Vec<Ratio>> = Vec::with_capacity(size);
    for (number, &place) in knot.iter().enumerate() {
        let node = nodes.get(place)?;
        let mut row = vec![Ratio::zero(); size + ends];
        *row.get_mut(number)? = Ratio::one();
        let outside = |target: Target| match target {
            Target::To(to) if !knot.contains(&to) => known.get(to).and_then(Option::as_ref),
            _ => None,
        };
        for &(ways, target) in &node.ways {
            let weight = Ratio::of(ways, node.all);
            match target {
                Target::End(end) => *row.get_mut(size + end)? += &weight,
                Target::Open => return None,
                Target::To(to) => match knot.iter().position(|&member| member == to) {
                    Some(inside) => {
                        let there = row.get_mut(inside)?;
                        *there = &*there - &weight;
                    }
                    None => {
                        outside(target)?;
                    }
                },
            }
        }
        for (end, there) in row.iter_mut().skip(size).enumerate() {
            let chances = node.ways.iter().filter_map(|&(ways, target)| Some((ways, outside(target)?.get(end)?)));
            *there += &Ratio::mean_of(chances, node.all);
        }
        rows.push(row);
    }
    eliminate(&mut rows, size)?;
    Some(rows.into_iter().map(|row| row.into_iter().skip(size).collect()).collect())
}

/// Solves a linear system by elimination; the unknowns are the first columns of each row.
fn eliminate(rows: &mut [Vec<Ratio>], size: usize) -> Option<()> {
    for column in 0..size {
        let pivot = (column..size).find(|&row| rows.get(row).and_then(|row| row.get(column)).is_some_and(|cell| !cell.is_zero()));
        let Some(pivot) = pivot else {
            // The states of this knot never lead out of it, so no outcome is reachable from here.
            rows.get_mut(column)?.iter_mut().for_each(|cell| *cell = Ratio::zero());
            continue;
        };
        rows.swap(column, pivot);
        let by = rows.get(column)?.get(column)?.clone();
        for cell in rows.get_mut(column)?.iter_mut().skip(column) {
            *cell = cell.over(&by)?;
        }
        let lead = rows.get(column)?.clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|&(number, _)| number != column) {
            let factor = row.get(column)?.clone();
            if !factor.is_zero() {
                for (cell, of_lead) in row.iter_mut().zip(&lead).skip(column) {
                    *cell = &*cell - &(&factor * of_lead);
                }
            }
        }
    }
    Some(())
}

/// Number of binary digits after the point in the fixed-point probabilities of [`bounded`].
const UNIT_BITS: u32 = 90;
/// Greatest number of transitions that [`bounded`] follows.
const MOST_WORK: usize = 60_000_000;

/// Follows the probabilities of a walk forward, step by step, until almost no probability is left in unfinished states. Returns bounds of
/// the chances.
fn bounded(nodes: &[Node], ends: usize) -> OutcomeProbabilities {
    let mut mass = vec![0_u128; nodes.len()];
    set(&mut mass, 0, 1_u128 << UNIT_BITS);
    let mut ended = vec![0_u128; ends];
    let edges: usize = nodes.iter().map(|node| node.ways.len()).sum();
    for _ in 0..MOST_WORK / edges.max(1) {
        let mut next = vec![0_u128; nodes.len()];
        let mut left = 0_u128;
        for (node, &here) in nodes.iter().zip(&mass).filter(|&(_, &here)| here > 0) {
            let all = u128::from(node.all.max(1));
            for &(ways, target) in &node.ways {
                // The multiplication cannot overflow: the probability has 90 bits, and no step has more than 2^38 results of dice.
                let share = here.saturating_mul(u128::from(ways)) / all;
                match target {
                    Target::To(to) => {
                        left += share;
                        more(&mut next, to, share);
                    }
                    Target::End(end) => more(&mut ended, end, share),
                    Target::Open => {}
                }
            }
        }
        mass = next;
        if left >> 30 == 0 {
            break;
        }
    }
    let unit = BigUint::from(1_u8) << UNIT_BITS;
    let chances: Vec<Ratio> = ended.into_iter().map(|ways| Ratio::of(BigUint::from(ways), unit.clone())).collect();
    let open = &Ratio::one() - &chances.iter().sum();
    OutcomeProbabilities { chances, open, exact: false, places: nodes.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walk of a test: two players take turns at a chance of 1 in 3 until one succeeds, and the first player wins in 3 of 5 cases. State 2
    /// may also lead to state 3, which never ends.
    struct Coin;

    impl Walk for Coin {
        type Place = u8;
        type Trouble = ();
        fn step(&mut self, from: &u8) -> Result<StepResults<u8>, ()> {
            Ok(match from {
                0 => StepResults { all: 3, ways: vec![(1, WalkStep::End(0)), (2, WalkStep::To(1))] },
                1 => StepResults { all: 3, ways: vec![(1, WalkStep::End(1)), (2, WalkStep::To(0))] },
                2 => StepResults { all: 2, ways: vec![(1, WalkStep::To(0)), (1, WalkStep::To(3))] },
                _ => StepResults { all: 1, ways: vec![(1, WalkStep::To(3))] },
            })
        }
    }

    #[test]
    fn a_walk_that_may_come_back_to_where_it_was_is_solved_exactly() {
        let ends = solve(&mut Coin, 0, 2, Limits::default());
        let ends = ends.unwrap_or_else(|()| unreachable!());
        assert_eq!((ends.chance(0), ends.chance(1)), (Ratio::of(3, 5), Ratio::of(2, 5)));
        assert!(ends.exact && ends.open.is_zero());
    }

    #[test]
    fn what_never_ends_is_said_to_be_open() {
        let ends = solve(&mut Coin, 2, 2, Limits::default()).unwrap_or_else(|()| unreachable!());
        assert_eq!((ends.chance(0), ends.open.clone()), (Ratio::of(3, 10), Ratio::of(1, 2)));
    }

    #[test]
    fn past_a_limit_the_chances_are_bounded_and_the_bound_holds() {
        let limits = Limits { knot: 1, ..Limits::default() };
        let ends = solve(&mut Coin, 0, 2, limits).unwrap_or_else(|()| unreachable!());
        assert!(!ends.exact);
        assert!(ends.chance(0) <= Ratio::of(3, 5) && Ratio::of(3, 5) <= ends.most(0));
        assert!(ends.open < Ratio::of(1, 1_000_000_000_000_i64));
        let narrow = Limits { places: 1, ..limits };
        let ends = solve(&mut Coin, 0, 2, narrow).unwrap_or_else(|()| unreachable!());
        assert_eq!(ends.chance(1), Ratio::zero());
        assert!(ends.most(1) >= Ratio::of(2, 5));
    }
}
