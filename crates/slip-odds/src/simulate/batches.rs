//! The games of a simulation, in batches, on several threads.
//!
//! Batches are counted apart and added up in their order, whichever thread they come from. Whether enough is known is asked
//! after each batch in that order, of what was added up so far; what other threads have played meanwhile is thrown away.
//! So the result does not depend on how many threads there are, nor on how fast they are. No thread may be far ahead, so
//! that what waits to be added up never grows.

use super::cast::{Cast, Head, Other};
use super::compared::{Compared, Seen};
use super::mirror::Mirrored;
use super::precision::Precision;
use super::stage::{Stage, Version};
use super::statistics::{half_width, wilson};
use super::tally::{Counts, Tally};
use slip_play::conflict::Outcome;
use slip_session::RunError;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Games between one look at the precision and the next.
pub const BATCH: u64 = 250;

/// How many batches for each thread may wait to be added up.
const AHEAD: u64 = 4;

/// How often whoever waits for the result is told how far it has come.
const TICK: Duration = Duration::from_millis(100);

/// What is to be simulated.
pub struct Plan<'a> {
    /// What is played.
    pub version: Version<'a>,
    /// Who was asked for instead of whom the encounter has, `SIDE=WHO`: what is said of it, not what is done.
    pub asked: &'a [String],
    /// The same with sides in each other's places ([`super::mirror::exchanged`]).
    pub mirror: Option<Version<'a>>,
    /// What it is compared with, as it was asked for and as it is.
    pub other: Option<(&'a str, Version<'a>)>,
    /// The seed.
    pub seed: u64,
    /// How many games in all.
    pub games: u64,
    /// Those of them that are played here.
    pub part: Range<u64>,
    /// When to stop before that.
    pub within: Option<Precision>,
    /// How many threads play.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// What was simulated.
    pub head: Head,
    /// The counts.
    pub counts: Counts,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Games played and added up.
    pub played: u64,
    /// Games to be played, unless it stops before.
    pub of: u64,
    /// Half of the widest interval of a share so far.
    pub widest: f64,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// The encounter cannot begin.
    Begin(RunError),
    /// Somebody cannot be seated.
    Seats(String),
    /// What it is compared with has other sides.
    OtherSides,
    /// A game came to nothing.
    Game {
        /// Its number.
        game: u64,
        /// Its own seed.
        seed: u64,
        /// Why.
        error: RunError,
    },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Begin(error) => error.fmt(f),
            Trouble::Seats(reason) => f.write_str(reason),
            Trouble::OtherSides => f.write_str("the two cannot be compared: their sides are not the same"),
            Trouble::Game { game, seed, error } => {
                write!(f, "game {game} came to nothing: {error}\n`slipyard run` plays it with --seed {seed}")
            }
        }
    }
}

impl std::error::Error for Trouble {}

/// Everything that plays a game of a simulation.
struct Stages<'a> {
    seed: u64,
    main: Stage<'a>,
    mirror: Option<Stage<'a>>,
    other: Option<Stage<'a>>,
    one: Seen,
    another: Seen,
}

impl<'a> Stages<'a> {
    fn new(plan: &Plan<'a>) -> Result<Stages<'a>, Trouble> {
        Ok(Stages {
            seed: plan.seed,
            main: Stage::new(plan.version)?,
            mirror: plan.mirror.map(Stage::new).transpose()?,
            other: plan.other.map(|(_, version)| Stage::new(version)).transpose()?,
            one: Seen::default(),
            another: Seen::default(),
        })
    }

    fn head(&self, plan: &Plan<'a>) -> Result<Head, Trouble> {
        let cast = self.main.cast();
        let other = plan.other.zip(self.other.as_ref()).map(|((asked, _), stage)| Other { asked: asked.to_owned(), cast: stage.cast() });
        if other.as_ref().is_some_and(|other: &Other| !Cast::has_sides_of(&cast, &other.cast)) {
            return Err(Trouble::OtherSides);
        }
        Ok(Head {
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

    fn blank(&self) -> Counts {
        let tally = self.main.blank();
        let sides = tally.sides.len();
        Counts {
            mirror: self.mirror.as_ref().map(|_| Mirrored::of(sides)),
            other: self.other.as_ref().map(|other| Compared::of(other.blank())),
            tally,
        }
    }

    /// Plays games one after another.
    fn play(&mut self, games: Range<u64>, counts: &mut Counts) -> Result<(), Trouble> {
        let Stages { seed, main, mirror, other, one, another } = self;
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

fn seen(stage: &Stage<'_>, outcome: Outcome, tally: &Tally, seen: &mut Seen) {
    seen.winner = winner(outcome);
    seen.rounds = outcome.rounds;
    seen.out.clear();
    seen.out.extend((0..tally.sides.len()).map(|side| stage.watch.out(side)));
}

/// What threads share.
struct Board {
    /// The next batch to be played.
    next: u64,
    /// The batches that are added up.
    added: u64,
    /// True if no more are wanted.
    over: bool,
    total: Counts,
    /// Batches that are played and wait for those before them.
    waiting: BTreeMap<u64, Result<Counts, Trouble>>,
    /// Room to be used again.
    spare: Vec<Counts>,
    trouble: Option<Trouble>,
    /// Threads that still play.
    at_work: usize,
}

struct Shared {
    board: Mutex<Board>,
    changed: Condvar,
    batches: u64,
    ahead: u64,
    part: Range<u64>,
    within: Option<Precision>,
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'b>(&self, board: MutexGuard<'b, Board>) -> MutexGuard<'b, Board> {
        self.changed.wait_timeout(board, TICK).unwrap_or_else(PoisonError::into_inner).0
    }

    /// The next batch, and room to count it in.
    fn take(&self) -> Option<(u64, Option<Counts>)> {
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

    /// A batch that was played: it is added up when all before it are.
    fn give(&self, batch: u64, played: Result<Counts, Trouble>) {
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

    fn work(&self, plan: &Plan<'_>) {
        let _at_work = AtWork(self);
        let mut stages = Stages::new(plan);
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

/// A thread that plays. However it ends, nobody waits for it any longer, nor for batches that it took.
struct AtWork<'s>(&'s Shared);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        let mut board = self.0.board();
        board.at_work -= 1;
        board.over |= std::thread::panicking();
        drop(board);
        self.0.changed.notify_all();
    }
}

/// Half of the widest interval of a share: of every side's wins, and of draws.
pub(super) fn widest(tally: &Tally) -> f64 {
    let counts = tally.sides.iter().map(|side| side.wins).chain([tally.draws]);
    counts.map(|count| half_width(wilson(count, tally.games))).fold(0.0, f64::max)
}

/// Plays the games of a plan and counts them. `progress` is told a few times a second how far it has come.
///
/// # Errors
/// [`Trouble`]: it cannot begin, or the first game, by number, that came to nothing.
pub fn simulate(plan: &Plan<'_>, progress: &mut dyn FnMut(&Progress)) -> Result<Done, Trouble> {
    let stages = Stages::new(plan)?;
    let head = stages.head(plan)?;
    let games = plan.part.end.saturating_sub(plan.part.start);
    let batches = games.div_ceil(BATCH);
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
    let shared = Shared {
        board: Mutex::new(board),
        changed: Condvar::new(),
        batches,
        ahead: u64::try_from(threads).unwrap_or(1) * AHEAD,
        part: plan.part.clone(),
        within: plan.within,
    };
    drop(stages);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| shared.work(plan));
        }
        let mut board = shared.board();
        while board.at_work > 0 {
            let told = Progress { played: board.total.tally.games, of: games, widest: widest(&board.total.tally) };
            drop(board);
            progress(&told);
            board = shared.wait(shared.board());
        }
    });
    let Board { mut total, trouble, .. } = shared.board.into_inner().unwrap_or_else(PoisonError::into_inner);
    match trouble {
        Some(trouble) => Err(trouble),
        None => {
            total.tidy();
            Ok(Done { head, counts: total })
        }
    }
}
