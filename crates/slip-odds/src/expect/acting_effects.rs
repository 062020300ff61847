//! Answers test questions of the form "does this stunt act in the games of this encounter?".

use super::answer_cache::{ActingEffects, AnswerCache, WordedAnswer};
use crate::simulate::{Version, effect_lines};
use slip_compile::check::expectation::Acts;
use slip_pack::Name;
use slip_session::Seats;
use slip_session::effect_watch::{EffectCount, add_counts};
use slip_suggest::counted;

impl AnswerCache<'_> {
    /// Plays an encounter until a stunt acts, and returns the answer: "yes" after the first game in which it acts, "no" after all allowed
    /// games. The games are kept for other expectations with the same seed.
    pub(super) fn acts(&mut self, acts: &Acts) -> Result<WordedAnswer, String> {
        let (runs, mut games) = (self.runs.max(1), 1);
        loop {
            games = games.min(runs);
            let seen = self.acting(&acts.encounter, games)?;
            let played = seen.games;
            let lines: Vec<&EffectCount> = seen.counts.values().filter(|count| count.stunt == acts.stunt).collect();
            let steps: u64 = lines.iter().map(|count| count.acted).sum();
            let built = lines.iter().any(|count| count.built_in > 0);
            if steps > 0 || built {
                let how = if steps > 0 {
                    format!("in {} of {}", counted(steps, "step"), counted(played, "game"))
                } else {
                    "in the ranks of its bearers, when they are built".to_owned()
                };
                return Ok(told(true, how));
            }
            if lines.is_empty() {
                return Ok(told(false, "no actor of the encounter has an effect of the stunt".to_owned()));
            }
            if games >= runs {
                let offered: u64 = lines.iter().map(|count| count.offered).sum();
                let looked: u64 = lines.iter().map(|count| count.looked_at).sum();
                let how = match (offered, looked) {
                    (0, 0) => format!("the rules never checked it in {}", counted(played, "game")),
                    (0, _) => format!("it changed nothing in {}", counted(played, "game")),
                    _ => format!("it was offered and never chosen in {}", counted(played, "game")),
                };
                return Ok(told(false, how));
            }
            games = games.saturating_mul(4);
        }
    }

    /// Finds the effects that act in the first games of an encounter. Plays at least `games` games.
    ///
    /// # Errors
    ///
    /// A message if the encounter cannot be played.
    pub fn acting(&mut self, encounter: &Name, games: u64) -> Result<&ActingEffects, String> {
        let from = self.acting.get(encounter).map_or(0, |seen| seen.games);
        if from < games {
            let found = self.pack.encounters.get(encounter).ok_or_else(|| format!("there is no encounter `{encounter}`"))?;
            let seats = |_: u64| Ok(Seats::standard());
            let version = Version { pack: self.pack, encounter: found, seats: &seats };
            let counts = effect_lines(version, self.seed, from..games, self.threads, &|_| true).map_err(|trouble| trouble.to_string())?;
            let seen = self.acting.entry(encounter.clone()).or_default();
            add_counts(&mut seen.counts, &counts);
            seen.games = games;
        }
        self.acting.get(encounter).ok_or_else(|| "the result of the games is missing".to_owned())
    }
}

fn told(truth: bool, how: String) -> WordedAnswer {
    let long = format!("{}, {how}", if truth { "yes" } else { "no" });
    WordedAnswer { long, ..WordedAnswer::truth(truth) }
}
