//! Plays the games of a simulation in batches on several threads.
//!
//! Each batch is counted separately, and the counts are added in the order of the batches. After each addition the precision of the sum is
//! checked. Batches that other threads have played beyond the stopping point are discarded. The result therefore does not depend on the
//! number or speed of the threads. A limit on how far a thread may be ahead bounds the memory for waiting batches.

use super::comparison::{ComparedCounts, GameValues};
use super::game_runner::{GameRunner, Version};
use super::participants::{ComparedVersion, SimulatedEncounter, SimulationDescription};
use super::precision::Precision;
use super::side_swap::SwappedSideCounts;
use super::statistics::{half_width, wilson};
use super::total_counts::{SimulationCounts, Tally};
use slip_play::conflict::Outcome;
use slip_session::RunError;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Number of games in a batch, between two checks of the precision.
pub const BATCH: u64 = 250;

/// Greatest number of finished batches per thread that may wait to be added.
const AHEAD: u64 = 4;

/// Interval between two calls of the progress callback.
const TICK: Duration = Duration::from_millis(100);

/// Simulation to be run: encounter, players, seed and number of games.
pub struct SimulationPlan<'a> {
    /// Encounter to simulate, with its players.
    pub version: Version<'a>,
    /// Requested players as `SIDE=WHO`, for the report only.
    pub asked: &'a [String],
    /// Encounter with the two sides exchanged ([`super::side_swap::exchanged`]), if it is played too.
    pub mirror: Option<Version<'a>>,
    /// Version of the encounter to compare with. The text is its path or name as the user wrote it.
    pub other: Option<(&'a str, Version<'a>)>,
    /// Seed of the simulation.
    pub seed: u64,
    /// Number of games in the whole simulation.
    pub games: u64,
    /// Range of the games to play here. A simulation can be divided into several such parts.
    pub part: Range<u64>,
    /// Precision at which the simulation stops early; `None` if all games are played.
    pub within: Option<Precision>,
    /// Number of threads that play. With 0, all games are played on the thread of the caller, for systems without threads; the progress is
    /// then only reported at the end.
    pub threads: usize,
}

/// Result of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationResult {
    /// Description of the simulation that was run.
    pub head: SimulationDescription,
    /// Counts of the games.
    pub counts: SimulationCounts,
}

/// Progress of a running simulation.
#[derive(Clone, Copy, Debug)]
pub struct SimulationProgress {
    /// Number of games played and added.
    pub played: u64,
    /// Number of games to be played, unless the simulation stops early.
    pub of: u64,
    /// Half the width of the widest interval of a share so far.
    pub widest: f64,
}

/// Reason why a simulation has no result.
#[derive(Clone, Debug, PartialEq)]
pub enum SimulationError {
    /// The encounter cannot begin.
    Begin(RunError),
    /// A side could not be given a player.
    Seats(String),
    /// The version to compare with has other sides.
    OtherSides,
    /// A game failed.
    Game {
        /// Number of the game.
        game: u64,
        /// Seed of the game.
        seed: u64,
        /// Error of the game.
        error: RunError,
    },
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulationError::Begin(error) => error.fmt(f),
            SimulationError::Seats(reason) => f.write_str(reason),
            SimulationError::OtherSides => f.write_str("the two versions cannot be compared: their sides are different"),
            SimulationError::Game { game, seed, error } => {
                write!(f, "game {game} could not be played: {error}\nto see it, use `slipyard run` with --seed {seed}")
            }
        }
    }
}

impl std::error::Error for SimulationError {}

/// Game runners of one thread: for the encounter, its mirror image and the version to compare with.
struct ThreadRunners<'a> {
    seed: u64,
    main: GameRunner<'a>,
    mirror: Option<GameRunner<'a>>,
    other: Option<GameRunner<'a>>,
    one: GameValues,
    another: GameValues,
}

impl<'a> ThreadRunners<'a> {
    fn new(plan: &SimulationPlan<'a>) -> Result<ThreadRunners<'a>, SimulationError> {
        Ok(ThreadRunners {
            seed: plan.seed,
            main: GameRunner::new(plan.version)?,
            mirror: plan.mirror.map(GameRunner::new).transpose()?,
            other: plan.other.map(|(_, version)| GameRunner::new(version)).transpose()?,
            one: GameValues::default(),
            another: GameValues::default(),
        })
    }

    fn head(&self, plan: &SimulationPlan<'a>) -> Result<SimulationDescription, SimulationError> {
        let cast = self.main.cast();
        let other =
            plan.other.zip(self.other.as_ref()).map(|((asked, _), stage)| ComparedVersion { asked: asked.to_owned(), cast: stage.cast() });
        if other.as_ref().is_some_and(|other: &ComparedVersion| !SimulatedEncounter::has_sides_of(&cast, &other.cast)) {
            return Err(SimulationError::OtherSides);
        }
        Ok(SimulationDescription {
            slipyard: env!("CARGO_PKG_VERSION").to_owned(),
            cast,
            seats: plan.asked.to_vec(),
            other,
            mirror: plan.mirror.is_some(),
            seed: plan.seed,
            games: plan.games,
            within: plan.within.map(|within| within.to_string()),
        })
    }

    fn blank(&self) -> SimulationCounts {
        let tally = self.main.blank();
        let sides = tally.sides.len();
        SimulationCounts {
            mirror: self.mirror.as_ref().map(|_| SwappedSideCounts::of(sides)),
            other: self.other.as_ref().map(|other| ComparedCounts::of(other.blank())),
            tally,
        }
    }

    /// Plays games one after another and counts them.
    fn play(&mut self, games: Range<u64>, counts: &mut SimulationCounts) -> Result<(), SimulationError> {
        let ThreadRunners { seed, main, mirror, other, one, another } = self;
        for game in games {
            let outcome = main.play(*seed, game)?;
            main.count(game, outcome, &mut counts.tally);
            if let (Some(mirror), Some(counts)) = (mirror.as_mut(), counts.mirror.as_mut()) {
                let reflected = mirror.play(*seed, game)?;
                counts.note(winner(outcome), winner(reflected));
            }
            if let (Some(other), Some(counts)) = (other.as_mut(), counts.other.as_mut()) {
                let else_outcome = other.play(*seed, game)?;
                other.count(game, else_outcome, &mut counts.tally);
                seen(main, outcome, &counts.tally, one);
                seen(other, else_outcome, &counts.tally, another);
                counts.note(one, another);
            }
        }
        Ok(())
    }
}

fn winner(outcome: Outcome) -> Option<u64> {
    outcome.winner.map(|seat| u64::from(seat.0))
}

fn seen(stage: &GameRunner<'_>, outcome: Outcome, tally: &Tally, seen: &mut GameValues) {
    seen.winner = winner(outcome);
    seen.rounds = outcome.rounds;
    seen.out.clear();
    seen.out.extend((0..tally.sides.len()).map(|side| stage.watch.out(side)));
}

/// State of a simulation that is shared between the threads.
struct Board {
    /// Number of the next batch to be played.
    next: u64,
    /// Number of batches that were added to the counts.
    added: u64,
    /// True if no more batches are needed.
    over: bool,
    total: SimulationCounts,
    /// Finished batches that wait for earlier ones.
    waiting: BTreeMap<u64, Result<SimulationCounts, SimulationError>>,
    /// Emptied counts that can be reused.
    spare: Vec<SimulationCounts>,
    trouble: Option<SimulationError>,
    /// Number of threads that still work.
    at_work: usize,
}

struct SharedBatches {
    board: Mutex<Board>,
    changed: Condvar,
    batches: u64,
    ahead: u64,
    part: Range<u64>,
    within: Option<Precision>,
}

impl SharedBatches {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'b>(&self, board: MutexGuard<'b, Board>) -> MutexGuard<'b, Board> {
        self.changed.wait_timeout(board, TICK).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Returns the number of the next batch. Also returns emptied counts for reuse, if there are any.
    fn take(&self) -> Option<(u64, Option<SimulationCounts>)> {
        let mut board = self.board();
        loop {
            if board.over || board.next >= self.batches {
                return None;
            }
            if board.next < board.added + self.ahead {
                let batch = board.next;
                board.next += 1;
                return Some((batch, board.spare.pop()));
            }
            board = self.wait(board);
        }
    }

    fn games(&self, batch: u64) -> Range<u64> {
        let from = self.part.start + batch * BATCH;
        from..self.part.end.min(from + BATCH)
    }

    /// Accepts the counts of a finished batch; they are added once all earlier batches are.
    fn give(&self, batch: u64, played: Result<SimulationCounts, SimulationError>) {
        let mut guard = self.board();
        let board = &mut *guard;
        board.waiting.insert(batch, played);
        while !board.over
            && let Some(played) = board.waiting.remove(&board.added)
        {
            match played {
                Ok(mut counts) => {
                    board.total.add(&counts);
                    counts.clear();
                    board.spare.push(counts);
                    board.added += 1;
                    board.over = self.within.is_some_and(|within| widest(&board.total.tally) <= within.share());
                }
                Err(trouble) => {
                    board.trouble = Some(trouble);
                    board.over = true;
                }
            }
        }
        drop(guard);
        self.changed.notify_all();
    }

    fn work(&self, plan: &SimulationPlan<'_>) {
        let _at_work = AtWork(self);
        let mut stages = ThreadRunners::new(plan);
        while let Some((batch, room)) = self.take() {
            let played = match &mut stages {
                Ok(stages) => {
                    let mut counts = room.unwrap_or_else(|| stages.blank());
                    stages.play(self.games(batch), &mut counts).map(|()| counts)
                }
                Err(trouble) => Err(trouble.clone()),
            };
            self.give(batch, played);
        }
    }
}

/// Guard of a worker thread. When the guard is dropped, even by a panic, the other threads stop waiting for this thread and its batches.
struct AtWork<'s>(&'s SharedBatches);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        let mut board = self.0.board();
        board.at_work -= 1;
        board.over |= std::thread::panicking();
        drop(board);
        self.0.changed.notify_all();
    }
}

/// Returns half the width of the widest interval, among those for the share of wins of each side and for the share of draws.
pub(super) fn widest(tally: &Tally) -> f64 {
    let counts = tally.sides.iter().map(|side| side.wins).chain([tally.draws]);
    counts.map(|count| half_width(wilson(count, tally.games))).fold(0.0, f64::max)
}

/// Plays the games of a plan and counts them; `progress` is called a few times a second.
///
/// # Errors
/// [`SimulationError`] if the encounter cannot begin, or for the failed game with the lowest number.
pub fn simulate(plan: &SimulationPlan<'_>, progress: &mut dyn FnMut(&SimulationProgress)) -> Result<SimulationResult, SimulationError> {
    let stages = ThreadRunners::new(plan)?;
    let head = stages.head(plan)?;
    let games = plan.part.end.saturating_sub(plan.part.start);
    let batches = games.div_ceil(BATCH);
    let here = plan.threads == 0;
    let threads = plan.threads.clamp(1, usize::try_from(batches).unwrap_or(usize::MAX).max(1));
    let board = Board {
        next: 0,
        added: 0,
        over: false,
        total: stages.blank(),
        waiting: BTreeMap::new(),
        spare: Vec::new(),
        trouble: None,
        at_work: threads,
    };
    let shared = SharedBatches {
        board: Mutex::new(board),
        changed: Condvar::new(),
        batches,
        ahead: u64::try_from(threads).unwrap_or(1) * AHEAD,
        part: plan.part.clone(),
        within: plan.within,
    };
    drop(stages);
    if here {
        shared.work(plan);
        let tally = &shared.board().total.tally;
        progress(&SimulationProgress { played: tally.games, of: games, widest: widest(tally) });
    } else {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| shared.work(plan));
            }
            let mut board = shared.board();
            while board.at_work > 0 {
                let told = SimulationProgress { played: board.total.tally.games, of: games, widest: widest(&board.total.tally) };
                drop(board);
                progress(&told);
                board = shared.wait(shared.board());
            }
        });
    }
    let Board { mut total, trouble, .. } = shared.board.into_inner().unwrap_or_else(PoisonError::into_inner);
    match trouble {
        Some(trouble) => Err(trouble),
        None => {
            total.tidy();
            Ok(SimulationResult { head, counts: total })
        }
    }
}
