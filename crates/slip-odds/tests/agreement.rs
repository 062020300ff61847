//! Compares exact odds with played games: every case is solved by `odds` and played by the engine with seeded dice.
//!
//! There is one test over all cases. Each outcome of each case is an exact binomial test; together they wrongly disagree once in a
//! thousand sets of seeds (Bonferroni). The seeds are fixed, so every run gives the same result.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name; what is measured has error bars"
)]

mod fights;

mod play;

use slip_test_support::packages_from_text;

mod statistics;

mod table;

use play::Case;
use statistics::{Verdict, compare};

/// Probability that some case disagrees although everything is right.
const ALPHA: f64 = 1.0 / 1_000.0;

fn all() -> Vec<Case> {
    let mut cases = table::rolls();
    cases.extend(table::pools());
    cases.extend(fights::between_people());
    cases.extend(fights::with_words());
    cases.extend(fights::between_ships());
    cases.extend(fights::between_units());
    cases.extend(fights::with_points());
    cases.extend(fights::to_the_end());
    cases
}

/// Played outcomes agree with the exact chances in every case, and an exact chance that is off by three in a hundred would be
/// detected in nearly all cases.
#[test]
fn played_outcomes_agree_with_exact_chances_and_would_not_with_wrong_ones() {
    let cases = all();
    let mut names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), cases.len(), "each case is another");
    assert!(cases.len() >= 200, "{} cases", cases.len());
    let counts = play::all(&cases);
    let share = ALPHA / cases.len() as f64;
    let mut wrong = Vec::new();
    for (case, counted) in cases.iter().zip(&counts) {
        if let Verdict::Disagree(why) = compare(&case.exact, counted, share) {
            wrong.push(format!("{}: {why}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases disagree:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    let mut unnoticed = Vec::new();
    for (case, counted) in cases.iter().zip(&counts) {
        if compare(&statistics::off_by(&case.exact, 0.03), counted, share) == Verdict::Agree {
            unnoticed.push(case.name.as_str());
        }
    }
    assert!(unnoticed.len() * 50 <= cases.len(), "an error of 0.03 passes in {} of {}: {unnoticed:?}", unnoticed.len(), cases.len());
}
