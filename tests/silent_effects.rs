//! No effect is silent: each form is refused with the words to write, or a game differs by it.
//!
//! The test goes through operations, rolls, quantities, subjects, moments, counts and conditions in every conflict. The checker refuses some
//! of these forms. For each of the others, the test plays the games of the stages of its conflict with and without the effect, until the
//! events of one game differ. The forms by which no game differs yet are listed in `silent_effects/still_silent.txt`. That list only becomes
//! shorter: the test fails if a form of the list acts, or if a form that is not in the list is silent.

pub(crate) mod forms;
pub(crate) mod proof;
pub(crate) mod stages;

use proof::{Prover, Verdict};
use slip_pack::effect::Play;
use std::collections::BTreeSet;

/// Kinds of play with an engine.
const CONFLICTS: [Play; 5] = [Play::Personal, Play::Space, Play::Social, Play::Platoon, Play::Stakes];

/// Forms that the checker accepts and by which no game differs, one per line. Lines that begin with `#` name their class.
const STILL_SILENT: &str = include_str!("silent_effects/still_silent.txt");

/// Number of games of each scene with a form that is expected to act.
const GAMES: u64 = 16;

/// Number of games of each scene with a form of the list.
const GAMES_OF_THE_LIST: u64 = 1;

#[test]
fn every_eighth_form_changes_a_game_or_is_refused_with_the_words_to_write() {
    prove(8);
}

/// All forms take two minutes: `cargo test --test main silent_effects -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn every_form_changes_a_game_or_is_refused_with_the_words_to_write() {
    let tried = prove(1);
    assert!(tried > 4_000, "{tried}");
}

/// Tries the first of each `step` forms, and returns their number.
#[expect(clippy::print_stdout, reason = "the numbers of forms are shown with --nocapture")]
fn prove(step: usize) -> usize {
    let listed: BTreeSet<&str> = STILL_SILENT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let mut all = 0;
    let (mut unlisted, mut acting, mut failing) = (Vec::new(), Vec::new(), Vec::new());
    for play in CONFLICTS {
        let mut prover = Prover::new(play);
        let forms: Vec<String> = prover.forms().into_iter().step_by(step).collect();
        let games = |form: &str| if listed.contains(form) { GAMES_OF_THE_LIST } else { GAMES };
        let (mut refused, mut read, mut silent) = (0, 0, 0);
        for (form, verdict) in forms.iter().zip(prover.verdicts(&forms, games)) {
            match verdict {
                Verdict::Refused(why, help) => {
                    refused += 1;
                    assert!(!why.starts_with("effect-never-applies") || !help.is_empty(), "{form}: {why}: no help");
                }
                Verdict::Fails(_) if listed.contains(form.as_str()) => silent += 1,
                Verdict::Fails(error) => failing.push(format!("{form}: {error}")),
                Verdict::Read => {
                    read += 1;
                    if listed.contains(form.as_str()) {
                        acting.push(form.clone());
                    }
                }
                Verdict::Silent => {
                    silent += 1;
                    if !listed.contains(form.as_str()) {
                        unlisted.push(form.clone());
                    }
                }
            }
        }
        println!("{play}: {} effects tried, {read} read, {refused} refused, {silent} silent", forms.len());
        all += forms.len();
    }
    assert_eq!(failing, Vec::<String>::new(), "a game with the effect cannot be played to its end");
    assert_eq!(unlisted, Vec::<String>::new(), "accepted, and no game differs");
    assert_eq!(acting, Vec::<String>::new(), "acts now: take it out of the list");
    all
}
