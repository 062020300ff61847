//! Searches for repairs with one change, then with two, then with three. The search stops at the smallest number that is enough.
//!
//! The search is complete for that number: every set of moves of this size is tried. Several sets may change the same parts in the same
//! directions; then only those with the smallest changes are kept. The limit is a number of tries and not a time, so that the result is the
//! same on every machine.

use super::points_of_moves::MoveIndex;
use super::possible_moves::{Chain, RepairMove};
use std::collections::BTreeSet;

/// Maximum number of changes in one repair.
pub(super) const MOST_CHANGES: usize = 3;

/// Limits at which the search for a repair stops: how many sets of chains, computations of points and full checks it may make.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchLimits {
    pub(super) sets: usize,
    pub(super) reckoned: usize,
    pub(super) judged: usize,
}

/// Set of moves that repairs the item, with its ranking.
#[derive(Clone, Debug)]
pub(super) struct FoundRepair<M> {
    /// Moves of the repair: for each of its chains, the move that is used.
    pub(super) moves: Vec<MoveIndex>,
    /// Ranking of the set, as [`MoveTest::judge`] returned it.
    pub(super) merit: M,
}

/// Repairs that were found, with a flag that is true if there are no others.
pub(super) struct RepairSearchResult<M> {
    pub(super) found: Vec<FoundRepair<M>>,
    pub(super) complete: bool,
}

/// Result of the full check of a set of moves.
pub(super) enum MoveJudgement<M> {
    /// The error remains.
    There,
    /// The error is gone, but there is a new one.
    Traded,
    /// The error is gone, and there is no new one.
    Enough(M),
}

/// Test that decides if a set of moves repairs an item. The quick test `may_do` may accept sets that repair nothing; `judge` checks them in
/// full.
pub(super) trait MoveTest {
    type Merit;
    /// True if the error can be removed only by a single move: a set of several moves removes it only if one move of the set is enough.
    fn goes_at_once(&self) -> bool;
    /// True if no moves of these chains can remove the error.
    fn hopeless(&mut self, chains: &[usize]) -> bool;
    /// True if the moves may remove the error. This quick test may accept moves that do not.
    fn may_do(&mut self, moves: &[MoveIndex]) -> bool;
    /// Returns the number of computations of points so far.
    fn reckoned(&self) -> usize;
    /// Checks in full if the moves repair the item.
    fn judge(&mut self, moves: &[&RepairMove]) -> MoveJudgement<Self::Merit>;
}

struct Search<'a, J: MoveTest> {
    chains: &'a [Chain],
    judge: &'a mut J,
    bounds: SearchLimits,
    sets: usize,
    judged: usize,
    /// Single moves that may remove the error, and so are tried together with others.
    making_it_go: BTreeSet<MoveIndex>,
    found: Vec<FoundRepair<J::Merit>>,
}

/// Returns all smallest sets of moves that repair the item.
pub(super) fn search<J: MoveTest>(chains: &[Chain], judge: &mut J, bounds: SearchLimits) -> RepairSearchResult<J::Merit> {
    let mut search = Search { chains, judge, bounds, sets: 0, judged: 0, making_it_go: BTreeSet::new(), found: Vec::new() };
    for size in 1..=MOST_CHANGES {
        let complete = search.sets(size, 0, &mut Vec::new());
        if !search.found.is_empty() || !complete {
            return RepairSearchResult { found: search.found, complete };
        }
    }
    RepairSearchResult { found: search.found, complete: true }
}

impl<J: MoveTest> Search<'_, J> {
    /// Tries every set of `size` chains that contains `chosen`. Returns false if a limit was reached.
    fn sets(&mut self, size: usize, from: usize, chosen: &mut Vec<usize>) -> bool {
        if chosen.len() == size {
            return self.set(chosen);
        }
        for at in from..self.chains.len() {
            let thing = self.chains.get(at).map(|chain| chain.thing);
            let taken = chosen.iter().any(|other| self.chains.get(*other).map(|chain| chain.thing) == thing);
            if taken || self.chains.get(at).is_none_or(|chain| chain.moves.is_empty()) {
                continue;
            }
            chosen.push(at);
            let within = self.sets(size, at.saturating_add(1), chosen);
            chosen.pop();
            if !within {
                return false;
            }
        }
        true
    }

    /// Tries the moves of the chosen chains, in the order of their total size.
    fn set(&mut self, chosen: &[usize]) -> bool {
        self.sets = self.sets.saturating_add(1);
        if self.sets > self.bounds.sets {
            return false;
        }
        let goes = || self.making_it_go.iter().any(|(chain, _)| chosen.contains(chain));
        if chosen.len() > 1 && self.judge.goes_at_once() && !goes() {
            return true;
        }
        if self.judge.hopeless(chosen) {
            return self.judge.reckoned() <= self.bounds.reckoned;
        }
        let lengths: Vec<usize> = chosen.iter().filter_map(|at| Some(self.chains.get(*at)?.moves.len())).collect();
        let farthest: usize = lengths.iter().map(|length| length.saturating_sub(1)).sum();
        let mut enough: Vec<Vec<usize>> = Vec::new();
        let mut steps = vec![0; chosen.len()];
        for sum in 0..=farthest {
            if !self.of_sum(chosen, &lengths, sum, 0, &mut steps, &mut enough) {
                return false;
            }
        }
        true
    }

    /// Tries all combinations of moves of the chosen chains whose sizes add up to `sum`. The moves of the chains before index `at` are
    /// already in `steps`.
    fn of_sum(
        &mut self,
        chosen: &[usize],
        lengths: &[usize],
        sum: usize,
        at: usize,
        steps: &mut Vec<usize>,
        enough: &mut Vec<Vec<usize>>,
    ) -> bool {
        let Some(length) = lengths.get(at) else {
            return sum > 0 || self.one(chosen, steps, enough);
        };
        for step in 0..(*length).min(sum.saturating_add(1)) {
            if let Some(slot) = steps.get_mut(at) {
                *slot = step;
            }
            if !self.of_sum(chosen, lengths, sum.saturating_sub(step), at.saturating_add(1), steps, enough) {
                return false;
            }
        }
        true
    }

    fn one(&mut self, chosen: &[usize], steps: &[usize], enough: &mut Vec<Vec<usize>>) -> bool {
        let farther = |other: &Vec<usize>| other.iter().zip(steps).all(|(less, more)| less <= more);
        if enough.iter().any(farther) {
            return true;
        }
        let chains = self.chains;
        let set: Vec<MoveIndex> = chosen.iter().copied().zip(steps.iter().copied()).collect();
        if set.len() > 1 && self.judge.goes_at_once() && !set.iter().any(|step| self.making_it_go.contains(step)) {
            return true;
        }
        if !self.judge.may_do(&set) {
            self.note(&set);
            return self.judge.reckoned() <= self.bounds.reckoned;
        }
        if self.judged >= self.bounds.judged {
            return false;
        }
        self.judged = self.judged.saturating_add(1);
        let moves: Vec<&RepairMove> = set.iter().filter_map(|(at, step)| chains.get(*at)?.moves.get(*step)).collect();
        match self.judge.judge(&moves) {
            MoveJudgement::There => {}
            MoveJudgement::Traded => self.note(&set),
            MoveJudgement::Enough(merit) => {
                enough.push(steps.to_vec());
                self.found.push(FoundRepair { moves: set, merit });
            }
        }
        true
    }

    /// Records a move that is worth combining with others. Sets of several moves are ignored.
    fn note(&mut self, set: &[MoveIndex]) {
        if let [only] = set {
            self.making_it_go.insert(*only);
        }
    }
}
