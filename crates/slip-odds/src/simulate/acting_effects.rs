//! Counts the effects that act in the games of a simulation.
//!
//! The games of the simulation are played once more. Each is compared with the same game without one effect
//! ([`slip_session::effect_watch`]). The counts can be added in any order, so the number of threads changes nothing.

use super::batches::SimulationError;
use super::game_runner::{GameRunner, Version};
use slip_pack::effect::Effect;
use slip_session::RunError;
use slip_session::effect_watch::{EffectCounts, EffectWatch, add_counts};
use std::ops::Range;

/// Function that selects the effects to count.
pub type EffectFilter<'a> = &'a (dyn Fn(&Effect) -> bool + Sync);

/// Plays games of an encounter and counts the effects that act in them.
///
/// # Errors
/// [`SimulationError`] if the encounter cannot begin, or for a game that failed.
pub fn effect_lines(
    version: Version<'_>,
    seed: u64,
    games: Range<u64>,
    threads: usize,
    wanted: EffectFilter<'_>,
) -> Result<EffectCounts, SimulationError> {
    let count = games.end.saturating_sub(games.start);
    let threads = u64::try_from(threads).unwrap_or(1).clamp(1, count.max(1));
    let each = count.div_ceil(threads);
    let shares = (0..threads).map(|share| {
        let from = games.start.saturating_add(share.saturating_mul(each));
        from..from.saturating_add(each).min(games.end)
    });
    let counted: Vec<Result<EffectCounts, SimulationError>> = std::thread::scope(|scope| {
        let workers: Vec<_> = shares.map(|share| scope.spawn(move || counted(version, seed, share, wanted))).collect();
        // A panic of a worker continues in this thread.
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let mut total = EffectCounts::new();
    for counts in counted {
        add_counts(&mut total, &counts?);
    }
    Ok(total)
}

fn counted(version: Version<'_>, seed: u64, games: Range<u64>, wanted: EffectFilter<'_>) -> Result<EffectCounts, SimulationError> {
    let mut stage = GameRunner::new(version)?;
    let watch = EffectWatch::new(version.pack, version.encounter, wanted);
    let mut watch = watch.map_err(|error| SimulationError::Begin(RunError::Begin(error)))?;
    for game in games {
        stage.play_with(&mut watch, seed, game)?;
    }
    Ok(watch.take())
}
