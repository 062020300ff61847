//! Answers questions of tests by playing games, one batch at a time.

use super::answer_cache::{AnswerCache, WordedAnswer};
use super::confidence_sequence::{ConfidenceSequence, Mean, PARTS};
use super::interval_arithmetic::{ClaimValue, ValueInterval};
use crate::Ratio;
use crate::simulate::{SimulationPlan, Tally, Version, simulate};
use slip_compile::check::expectation::{CountedQuantity, Sample};
use slip_pack::Name;
use slip_pack::encounter::{Encounter, Play};
use slip_session::Seats;

/// Round after which a game is treated as ended if the encounter has no limit.
const MOST_ROUNDS: u64 = 100;

/// Returns the maximum number of rounds of an encounter.
fn bound_of(encounter: &Encounter) -> u64 {
    let cap = match encounter.play {
        Play::Personal => Some("round_cap"),
        Play::Platoon => Some("battle_cap"),
        Play::Space => Some("turn_cap"),
        _ => None,
    };
    let of_rules = cap.and_then(|cap| u64::try_from(encounter.rules.int(cap, 0)).ok()).filter(|rounds| *rounds > 0);
    encounter.limit.map(u64::from).or(of_rules).unwrap_or(MOST_ROUNDS).clamp(1, LONGEST)
}

/// Longest game, in rounds, whose length is counted exactly.
const LONGEST: u64 = 1_000;

/// Statistic of one question that is answered by playing games.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub(super) sample: Sample,
    seen: SampledStatistic,
}

#[derive(Clone, Debug)]
enum SampledStatistic {
    Share(ConfidenceSequence),
    Mean(Mean),
}

impl AnswerCache<'_> {
    /// Returns the statistic that a question samples, in its state before the first game.
    pub(super) fn watched(&mut self, sample: &Sample, one_in: u64) -> Result<Watched, String> {
        let encounter = self.pack.encounters.get(&sample.encounter);
        let seen = match sample.count {
            CountedQuantity::Rounds => SampledStatistic::Mean(Mean::new(encounter.map_or(MOST_ROUNDS, bound_of), one_in)),
            CountedQuantity::Casualties(side) => {
                let people = self.people(&sample.encounter)?;
                SampledStatistic::Mean(Mean::new(people.get(side).copied().unwrap_or(0), one_in))
            }
            CountedQuantity::Wins(_) | CountedQuantity::Draws | CountedQuantity::OverBy(_) => {
                SampledStatistic::Share(ConfidenceSequence::new(one_in))
            }
        };
        Ok(Watched { sample: sample.clone(), seen })
    }

    /// Returns the number of fighters on each side of an encounter.
    fn people(&mut self, encounter: &Name) -> Result<Vec<u64>, String> {
        if let Some(known) = self.people.get(encounter) {
            return Ok(known.clone());
        }
        self.play(encounter, 0, 1)?;
        Ok(self.people.get(encounter).cloned().unwrap_or_default())
    }

    /// Plays the games of an encounter in a range of numbers, unless they have been played before.
    pub(super) fn play(&mut self, encounter: &Name, from: u64, to: u64) -> Result<&Tally, String> {
        let key = (encounter.clone(), from, to);
        if !self.games.contains_key(&key) {
            let found = self.pack.encounters.get(encounter).ok_or_else(|| format!("there is no encounter `{encounter}`"))?;
            let seats = |_: u64| Ok(Seats::standard());
            let plan = SimulationPlan {
                version: Version { pack: self.pack, encounter: found, seats: &seats },
                asked: &[],
                mirror: None,
                other: None,
                seed: self.seed,
                games: to,
                part: from..to,
                within: None,
                threads: self.threads,
            };
            let done = simulate(&plan, self.watch).map_err(|trouble| trouble.to_string())?;
            self.people.insert(encounter.clone(), done.head.cast.sides.iter().map(|side| side.people).collect());
            self.games.insert(key.clone(), done.counts.tally);
        }
        self.games.get(&key).ok_or_else(|| "the result of the games is missing".to_owned())
    }
}

impl Watched {
    /// Adds more games to the statistic.
    pub(super) fn see(&mut self, tally: &Tally) {
        match (&mut self.seen, self.sample.count) {
            (SampledStatistic::Share(share), count) => share.see(hits(tally, count), tally.games),
            (SampledStatistic::Mean(mean), CountedQuantity::Casualties(side)) => {
                let (sum, squares) = tally.sides.get(side).map_or((0, 0), |side| (side.out.sum, side.out.squares));
                mean.see(tally.games, sum, squares);
            }
            (SampledStatistic::Mean(mean), _) => {
                let bound = mean.bound();
                let (mut sum, mut squares) = (0, 0);
                for (rounds, games) in (0..).zip(&tally.length.counts) {
                    let rounds: u64 = bound.min(rounds);
                    sum += rounds * games;
                    squares += rounds * rounds * games;
                }
                mean.see(tally.games, sum, squares);
            }
        }
    }

    /// Returns the answer that follows from the games counted so far.
    pub(super) fn answer(&self) -> WordedAnswer {
        let (scale, (low, high), (sum, games)) = match &self.seen {
            SampledStatistic::Share(share) => (1, share.within(), share.seen()),
            SampledStatistic::Mean(mean) => (mean.bound(), mean.within(), mean.seen()),
        };
        let end = |parts: u32| Ratio::of(u64::from(parts) * scale, PARTS);
        let bounds = ValueInterval { low: end(low), high: end(high) };
        let middle = Ratio::of(sum, games);
        let (short, long) = match &self.seen {
            SampledStatistic::Share(_) => {
                let short = middle.percent();
                let between = format!("certainly between {} and {}", bounds.low.percent(), bounds.high.percent());
                (short.clone(), format!("{short}, {sum} of {games} games; {between}"))
            }
            SampledStatistic::Mean(_) => {
                let short = middle.decimal(2);
                let between = format!("certainly between {} and {}", bounds.low.decimal(2), bounds.high.decimal(2));
                (short.clone(), format!("{short} on average in {games} games; {between}"))
            }
        };
        WordedAnswer { value: ClaimValue::Number(bounds), short, long, reasons: Vec::new() }
    }
}

/// Returns the number of games in which the counted event happened.
fn hits(tally: &Tally, count: CountedQuantity) -> u64 {
    match count {
        CountedQuantity::Wins(side) => tally.sides.get(side).map_or(0, |side| side.wins),
        CountedQuantity::Draws => tally.draws,
        CountedQuantity::OverBy(round) => (0_u32..=round).zip(&tally.length.counts).map(|(_, games)| *games).sum(),
        CountedQuantity::Rounds | CountedQuantity::Casualties(_) => 0,
    }
}
