//! Exact binomial tests of counts against chances.

use std::collections::BTreeMap;

/// Result of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Agree,
    Disagree(String),
}

/// Chance of each outcome, by name.
pub type Exact = BTreeMap<String, f64>;
/// Number of times each outcome occurred.
pub type Counts = BTreeMap<String, u64>;

/// Tests each outcome separately; `alpha` is the chance that any of them disagrees by accident.
pub fn compare(exact: &Exact, counted: &Counts, alpha: f64) -> Verdict {
    let trials: u64 = counted.values().sum();
    let logs = logs_of_factorials(trials);
    if let Some(never) = counted.keys().find(|outcome| !exact.contains_key(*outcome)) {
        return Verdict::Disagree(format!("`{never}` came about and has no chance"));
    }
    for (outcome, &chance) in exact {
        let count = counted.get(outcome).copied().unwrap_or(0);
        let likely = two_sided(&logs, trials, count, chance);
        if likely < alpha / exact.len() as f64 {
            return Verdict::Disagree(format!("`{outcome}` {count} of {trials}, and its chance is {chance:.5}: {likely:.1e}"));
        }
    }
    Verdict::Agree
}

/// Returns the chances with an error: this much is moved from the likeliest outcome to the next likeliest.
pub fn off_by(exact: &Exact, error: f64) -> Exact {
    let mut wrong = exact.clone();
    let mut order: Vec<&String> = exact.keys().collect();
    order.sort_by(|one, other| exact[*other].total_cmp(&exact[*one]));
    if let [first, second, ..] = order.as_slice() {
        *wrong.get_mut(*first).unwrap() -= error;
        *wrong.get_mut(*second).unwrap() += error;
    }
    wrong
}

fn logs_of_factorials(most: u64) -> Vec<f64> {
    let mut logs = vec![0.0];
    for n in 1..=most {
        logs.push(logs.last().unwrap() + (n as f64).ln());
    }
    logs
}

/// Returns twice the smaller tail of the binomial distribution.
fn two_sided(logs: &[f64], trials: u64, count: u64, chance: f64) -> f64 {
    if chance <= 0.0 || chance >= 1.0 {
        let certain = if chance <= 0.0 { 0 } else { trials };
        return if count == certain { 1.0 } else { 0.0 };
    }
    let mass = |k: u64| {
        let choose = logs[index(trials)] - logs[index(k)] - logs[index(trials - k)];
        (choose + k as f64 * chance.ln() + (trials - k) as f64 * (1.0 - chance).ln()).exp()
    };
    let mean = trials as f64 * chance;
    let tail: f64 = if (count as f64) < mean { (0..=count).map(mass).sum() } else { (count..=trials).map(mass).sum() };
    (2.0 * tail).min(1.0)
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap()
}
