//! No effect is silent: each form is refused with the words to write, or a game differs by it.
//!
//! The test goes through operations, rolls, quantities, subjects, moments, counts and conditions in every conflict. The checker refuses some
//! of these forms. For each of the others, the test plays the games of the stages of its conflict with and without the effect, until the
//! events of one game differ. The test fails if no game differs.

pub(crate) mod forms;
pub(crate) mod proof;
pub(crate) mod stages;

use proof::{Prover, Verdict};
use slip_pack::effect::Play;

/// Kinds of play with an engine.
const CONFLICTS: [Play; 5] = [Play::Personal, Play::Space, Play::Social, Play::Platoon, Play::Stakes];

/// Number of games of each scene with a form.
const GAMES: u64 = 16;

/// Forms whose effect shows only in the scenes made for them. A change of the players or of these scenes could make them silent.
const RARE: &[(Play, &[&str])] = &[
    (Play::Personal, &["after hit +2 to zones_per_turn"]),
    (
        Play::Platoon,
        &[
            "+1 to cover per carried",
            "after hit +2 to spin of attack",
            "after area_attack +4 to attack",
            "after hit +2 to invoke of \"Grey paint\"",
            "after area_attack loses aspect \"Grey paint\"",
            "after area_attack free_tag \"Grey paint\" by allies",
            "compel \"Grey paint\"",
            "compel \"Grey paint\" by allies",
        ],
    ),
];

#[test]
fn every_sixth_form_changes_a_game_or_is_refused_with_the_words_to_write() {
    prove(6);
}

#[test]
fn rare_forms_change_a_game() {
    for (play, forms) in RARE {
        let mut prover = Prover::new(*play);
        let forms: Vec<String> = forms.iter().map(|form| format!("{form} in {play}")).collect();
        let verdicts = forms.iter().zip(prover.verdicts(&forms, GAMES));
        let silent: Vec<&String> = verdicts.filter(|(_, verdict)| !matches!(verdict, Verdict::Read)).map(|(form, _)| form).collect();
        assert_eq!(silent, Vec::<&String>::new(), "no game differs");
    }
}

/// Tries all forms, which takes two minutes. To run it: `cargo test -p slip-session-tests silent_effects -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn every_form_changes_a_game_or_is_refused_with_the_words_to_write() {
    let tried = prove(1);
    assert!(tried > 4_000, "{tried}");
}

/// Tries every form whose position is a multiple of `step`. Returns the number of forms that were tried.
#[expect(clippy::print_stdout, reason = "the numbers of forms are shown with --nocapture")]
fn prove(step: usize) -> usize {
    let mut all = 0;
    let (mut silent, mut failing) = (Vec::new(), Vec::new());
    for play in CONFLICTS {
        let mut prover = Prover::new(play);
        let forms: Vec<String> = prover.forms().into_iter().step_by(step).collect();
        let (mut refused, mut read) = (0, 0);
        for (form, verdict) in forms.iter().zip(prover.verdicts(&forms, GAMES)) {
            match verdict {
                Verdict::Refused(why, help) => {
                    refused += 1;
                    assert!(!why.starts_with("effect-never-applies") || !help.is_empty(), "{form}: {why}: no help");
                }
                Verdict::Read => read += 1,
                Verdict::Silent => silent.push(form.clone()),
                Verdict::Fails(error) => failing.push(format!("{form}: {error}")),
            }
        }
        println!("{play}: {} effects tried, {read} read, {refused} refused", forms.len());
        all += forms.len();
    }
    assert_eq!(failing, Vec::<String>::new(), "a game with the effect cannot be played to its end");
    assert_eq!(silent, Vec::<String>::new(), "accepted, and no game differs");
    all
}
