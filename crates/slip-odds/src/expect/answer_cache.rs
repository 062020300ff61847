//! Answers questions about one package and caches the answers.

use super::interval_arithmetic::{ClaimValue, ValueInterval};
use crate::attack::AttackOdds;
use crate::markov::OutcomeProbabilities;
use crate::matchup::MatchupStage;
use crate::simulate::{SimulationProgress, Tally};
use slip_compile::check::expectation::{Attack, Duel};
use slip_pack::{Name, Pack};
use slip_session::effect_watch::EffectCounts;
use std::collections::BTreeMap;

/// Answer to a question, with its wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordedAnswer {
    pub(super) value: ClaimValue,
    /// Short wording of the answer.
    pub(super) short: String,
    /// Full wording of the answer.
    pub(super) long: String,
    /// Sources of the answer's value.
    pub(super) reasons: Vec<String>,
}

impl WordedAnswer {
    /// Returns the answer for an exact number.
    pub(super) fn number(number: i64) -> WordedAnswer {
        WordedAnswer::told(ClaimValue::Number(ValueInterval::from(number)), number.to_string())
    }

    /// Returns the answer "yes" or "no".
    pub(super) fn truth(truth: bool) -> WordedAnswer {
        WordedAnswer::told(ClaimValue::Truth(Some(truth)), if truth { "yes" } else { "no" }.to_owned())
    }

    pub(super) fn told(value: ClaimValue, words: String) -> WordedAnswer {
        WordedAnswer { value, short: words.clone(), long: words, reasons: Vec::new() }
    }

    pub(super) fn because(mut self, reason: String) -> WordedAnswer {
        self.reasons.push(reason);
        self
    }
}

/// Answers questions about the items and encounters of one pack.
pub struct AnswerCache<'a> {
    pub(super) pack: &'a Pack,
    pub(super) stage: MatchupStage,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) attacks: Vec<(Attack, Result<AttackOdds, String>)>,
    pub(super) duels: Vec<(Duel, Result<OutcomeProbabilities, String>)>,
    /// Counts of the games already played. The key is the encounter, the number of the first game, and the number after the last game.
    pub(super) games: BTreeMap<(Name, u64, u64), Tally>,
    pub(super) people: BTreeMap<Name, Vec<u64>>,
    /// For each encounter, the effects that acted in the games already played.
    pub(super) acting: BTreeMap<Name, ActingEffects>,
    /// Largest number of games that may be played for the current expectation.
    pub(super) runs: u64,
    /// Callback that receives the progress of games.
    pub(super) watch: &'a mut dyn FnMut(&SimulationProgress),
}

/// Effects that acted in the first games of an encounter.
#[derive(Clone, Debug, Default)]
pub struct ActingEffects {
    /// Number of games played.
    pub games: u64,
    /// Counts of all effects of the encounter.
    pub counts: EffectCounts,
}

impl<'a> AnswerCache<'a> {
    /// Creates a cache of answers for a pack. Game `k` is game `k` of `slipyard simulate` with the same `seed`.
    pub fn new(pack: &'a Pack, seed: u64, threads: usize, watch: &'a mut dyn FnMut(&SimulationProgress)) -> AnswerCache<'a> {
        AnswerCache {
            pack,
            stage: MatchupStage::new(pack),
            seed,
            threads,
            attacks: Vec::new(),
            duels: Vec::new(),
            games: BTreeMap::new(),
            people: BTreeMap::new(),
            acting: BTreeMap::new(),
            runs: 0,
            watch,
        }
    }

    /// Returns the seed of the games.
    pub const fn seed(&self) -> u64 {
        self.seed
    }
}
