//! Where questions about one package are answered, each only once.

use super::bounds::{Bounds, Value};
use crate::attack::Struck;
use crate::chain::Ends;
use crate::simulate::{Progress, Tally};
use crate::stage::Stage;
use slip_compile::check::expectation::{Attack, Duel};
use slip_pack::{Name, Pack};
use std::collections::BTreeMap;

/// An answer, and how it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) value: Value,
    /// In a few words.
    pub(super) short: String,
    /// With all that is known of it.
    pub(super) long: String,
    /// Where it comes from.
    pub(super) reasons: Vec<String>,
}

impl Answer {
    /// A number that is known.
    pub(super) fn number(number: i64) -> Answer {
        Answer::told(Value::Number(Bounds::from(number)), number.to_string())
    }

    /// Yes or no.
    pub(super) fn truth(truth: bool) -> Answer {
        Answer::told(Value::Truth(Some(truth)), if truth { "yes" } else { "no" }.to_owned())
    }

    pub(super) fn told(value: Value, words: String) -> Answer {
        Answer { value, short: words.clone(), long: words, reasons: Vec::new() }
    }

    pub(super) fn because(mut self, reason: String) -> Answer {
        self.reasons.push(reason);
        self
    }
}

/// Answers questions about the things of one pack.
pub struct Desk<'a> {
    pub(super) pack: &'a Pack,
    pub(super) stage: Stage,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) attacks: Vec<(Attack, Result<Struck, String>)>,
    pub(super) duels: Vec<(Duel, Result<Ends, String>)>,
    /// Games that were played, by encounter and by the numbers of the first and of the one after the last.
    pub(super) games: BTreeMap<(Name, u64, u64), Tally>,
    pub(super) people: BTreeMap<Name, Vec<u64>>,
    /// Who is told how far it has come.
    pub(super) watch: &'a mut dyn FnMut(&Progress),
}

impl<'a> Desk<'a> {
    /// For a pack. Games are those of `seed`: game `k` is game `k` of `slipyard simulate` with it.
    pub fn new(pack: &'a Pack, seed: u64, threads: usize, watch: &'a mut dyn FnMut(&Progress)) -> Desk<'a> {
        Desk {
            pack,
            stage: Stage::new(pack),
            seed,
            threads,
            attacks: Vec::new(),
            duels: Vec::new(),
            games: BTreeMap::new(),
            people: BTreeMap::new(),
            watch,
        }
    }

    /// The seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }
}
