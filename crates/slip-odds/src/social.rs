//! Odds of social conflicts: rolls over a distance, races through zones, and duels of nerve.

use crate::markov::{self, Limits, OutcomeProbabilities, StepResults, Walk, WalkStep};
use crate::{Chances, Ratio};
use slip_dice::DiceKind;
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{RollDistribution, Track};

/// Returns the distribution of the effect of an opposed roll over a distance. Each zone reduces the shifts by 1, but not below 0.
pub fn effect(dice: DiceKind, edge: i32, range: i32) -> Chances<i32> {
    Chances::opposed(dice, edge).seen(|&shifts| (shifts - range).max(0))
}

/// Returns the distribution of the effect of an unopposed roll over a distance: points of an obstruction or boxes of ground.
pub fn unopposed(dice: DiceKind, rank: i32, range: i32) -> Chances<i32> {
    Chances::roll(dice, rank - range).seen(|&total| total.max(0))
}

/// Returns, for each round, the chance that the runner has moved the given number of zones by then. A round moves one free zone, and one
/// zone for each point of a roll; `ranks` has the rank for each round.
pub fn race(dice: DiceKind, zones: i32, ranks: &[i32]) -> Vec<Ratio> {
    let mut gone = Chances::certain(0);
    let mut done = Vec::with_capacity(ranks.len());
    for &rank in ranks {
        gone = gone.then(|&before| unopposed(dice, rank, 0).seen(|&points| (before + 1 + points).min(zones)));
        done.push(gone.at_least(zones));
    }
    done
}

/// Duel of nerve: two speakers attack each other in turn without consequences, points or spin; the first speaker begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NerveDuel {
    /// Kind of dice.
    pub dice: DiceKind,
    /// Advantage of each speaker's attack over the other's defence.
    pub edges: [i32; 2],
    /// Number of zones between the speakers.
    pub range: i32,
    /// Number of boxes of each speaker.
    pub boxes: [i32; 2],
    /// Greatest number of rounds.
    pub rounds: u32,
}

/// Outcome of a duel of nerve: only the first speaker is left.
pub const FIRST: usize = 0;
/// Outcome of a duel of nerve: only the second speaker is left.
pub const SECOND: usize = 1;
/// Outcome of a duel of nerve: all rounds are over, and both speakers are left.
pub const NEITHER: usize = 2;

/// State of a duel of nerve: marked boxes, number of the attacker, completed rounds.
type Standing = ([u8; 2], usize, u32);

impl NerveDuel {
    /// Computes the probabilities of the outcomes of a duel of nerve.
    pub fn ends(mut self) -> OutcomeProbabilities {
        match markov::solve(&mut self, ([0, 0], 0, 0), 3, Limits::default()) {
            Ok(ends) => ends,
            Err(never) => match never {},
        }
    }

    fn track(&self, who: usize, marked: u8) -> Track {
        let mut track = Track::new(self.boxes.get(who).copied().unwrap_or(0));
        track.mark(marked);
        track
    }
}

impl Walk for NerveDuel {
    type Place = Standing;
    type Trouble = std::convert::Infallible;

    fn step(&mut self, &(marked, turn, over): &Standing) -> Result<StepResults<Standing>, Self::Trouble> {
        let spread = RollDistribution::opposed(self.dice);
        let edge = self.edges.get(turn).copied().unwrap_or(0);
        let victim = 1 - turn;
        let track = self.track(victim, marked.get(victim).copied().unwrap_or(0));
        let after = |up_to: u8| {
            let mut marked = marked;
            if let Some(there) = marked.get_mut(victim) {
                *there = (*there).max(up_to);
            }
            let over = if turn == 1 { over + 1 } else { over };
            if over >= self.rounds { WalkStep::End(NEITHER) } else { WalkStep::To((marked, victim, over)) }
        };
        let way = |(dice, ways): (i32, u32)| {
            let next = match track.landing(dice + edge - self.range) {
                TrackHit::Past => WalkStep::End(turn),
                TrackHit::Box(up_to) => after(up_to),
                TrackHit::Nothing => after(0),
            };
            (u64::from(ways), next)
        };
        Ok(StepResults { all: u64::from(spread.all()), ways: spread.totals().map(way).collect() })
    }
}
