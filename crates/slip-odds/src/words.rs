//! Battles of words: how far a success goes over a distance, races, and duels of nerve (social.md 4, 11.1).

use crate::chain::{self, Ends, Fork, Limits, Next, Walk};
use crate::{Chances, Ratio};
use slip_dice::Kind;
use slip_dice::fate::track::Landing;
use slip_dice::fate::{Spread, Track};

/// What a success of words over so many zones comes to: each zone takes a shift off, and less than nothing is nothing.
pub fn effect(dice: Kind, edge: i32, range: i32) -> Chances<i32> {
    Chances::opposed(dice, edge).seen(|&shifts| (shifts - range).max(0))
}

/// What is left of a roll against nothing over so many zones: points of an obstruction, boxes of ground.
pub fn unopposed(dice: Kind, rank: i32, range: i32) -> Chances<i32> {
    Chances::roll(dice, rank - range).seen(|&total| total.max(0))
}

/// The chance of having gone so many zones after each round: a free zone and the points of a roll each, with these ranks in
/// turn.
pub fn race(dice: Kind, zones: i32, ranks: &[i32]) -> Vec<Ratio> {
    let mut gone = Chances::certain(0);
    let mut done = Vec::with_capacity(ranks.len());
    for &rank in ranks {
        gone = gone.then(|&before| unopposed(dice, rank, 0).seen(|&points| (before + 1 + points).min(zones)));
        done.push(gone.at_least(zones));
    }
    done
}

/// Two who wear each other down by turns, the first of them beginning: no consequences, no points, no spin (social.md 11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nerves {
    /// The dice.
    pub dice: Kind,
    /// What each has more in the attack than the other in the defence.
    pub edges: [i32; 2],
    /// Zones between them.
    pub range: i32,
    /// Boxes of each.
    pub boxes: [i32; 2],
    /// Rounds there are.
    pub rounds: u32,
}

/// The first is left.
pub const FIRST: usize = 0;
/// The second is left.
pub const SECOND: usize = 1;
/// Time is up.
pub const NEITHER: usize = 2;

/// Where a duel of nerve stands: boxes marked, who attacks, rounds over.
type Standing = ([u8; 2], usize, u32);

impl Nerves {
    /// How it ends.
    pub fn ends(mut self) -> Ends {
        match chain::solve(&mut self, ([0, 0], 0, 0), 3, Limits::default()) {
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

impl Walk for Nerves {
    type Place = Standing;
    type Trouble = std::convert::Infallible;

    fn step(&mut self, &(marked, turn, over): &Standing) -> Result<Fork<Standing>, Self::Trouble> {
        let spread = Spread::opposed(self.dice);
        let edge = self.edges.get(turn).copied().unwrap_or(0);
        let victim = 1 - turn;
        let track = self.track(victim, marked.get(victim).copied().unwrap_or(0));
        let after = |up_to: u8| {
            let mut marked = marked;
            if let Some(there) = marked.get_mut(victim) {
                *there = (*there).max(up_to);
            }
            let over = if turn == 1 { over + 1 } else { over };
            if over >= self.rounds { Next::End(NEITHER) } else { Next::To((marked, victim, over)) }
        };
        let way = |(dice, ways): (i32, u32)| {
            let next = match track.landing(dice + edge - self.range) {
                Landing::Past => Next::End(turn),
                Landing::Box(up_to) => after(up_to),
                Landing::Nothing => after(0),
            };
            (u64::from(ways), next)
        };
        Ok(Fork { all: u64::from(spread.all()), ways: spread.totals().map(way).collect() })
    }
}
