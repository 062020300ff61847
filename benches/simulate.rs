//! Benchmark of simulated games: `cargo bench --bench simulate [GAMES]`.
//!
//! Three against three in a yard, by doctrine, on one core: games per second, the cost of the same dice alone (measured several times in
//! the same run), memory allocated per game, and the speed-up of a second core. To separate rules from decisions, the same games are played
//! with known answers. Then the same for one encounter of each of the five kinds of conflict.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    unsafe_code,
    missing_docs,
    reason = "a benchmark, on fixed input; counting allocations takes an allocator"
)]

use slip_dice::{Dice, DiceKind};
use slip_odds::simulate::{SimulationPlan, Version, simulate};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::choice::{Answer, Options};
use slip_play::event::Event;
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{Seat, TableKey};
use slip_play::question::{Ask, Points};
use slip_policy::Policy;
use slip_session::run::{GameBuffers, play_in, run_with};
use slip_session::{Player, Seats};
use slip_test_support::{shared_fights, shipped_packages};
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is passed unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        BYTES.fetch_add(layout.size() as u64, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        BYTES.fetch_add(size.saturating_sub(layout.size()) as u64, Relaxed);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const THREE_EACH: &str = "encounter three_each : personal {
  map yard
  side ours   { actors gunner x3 at near }
  side theirs { actors gunner x3 at far }
}";

/// One encounter of each kind, from the shipped packages.
const KINDS: [(&str, &str); 5] = [
    ("wreck_coast", "night_on_the_candle"),
    ("thin_lanes", "duel"),
    ("nine_sluices", "garden_supper"),
    ("glass_shore", "payroll"),
    ("quiet_docket", "sealed_hold"),
];

fn main() {
    let games: u64 = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(10_000);
    let pack = shared_fights::compiled(&format!("{}{THREE_EACH}\n", shared_fights::YARD));
    let version = Version { pack: &pack, encounter: &pack.encounters["own.three_each"], seats: &|_| Ok(Seats::standard()) };
    let plan = |games, threads| SimulationPlan {
        version,
        asked: &[],
        mirror: None,
        other: None,
        seed: 1,
        games,
        part: 0..games,
        within: None,
        threads,
    };
    let timed = |games, threads| {
        let started = Instant::now();
        let done = simulate(&plan(games, threads), &mut |_| ()).unwrap();
        (started.elapsed().as_secs_f64(), done.counts.tally)
    };

    let (_, tally) = timed(games, 1);
    let rolls: u64 = tally.actors.iter().map(|actor| actor.rolls).sum();
    let each = rolls as f64 / games as f64;
    println!(
        "{games} games of three against three by doctrine: {:.2} rounds and {each:.1} rolls of 4dF each",
        tally.length.sum as f64 / games as f64
    );

    // The best of several runs each, since other work of the machine can only slow them down.
    let (mut best, mut drawn, mut table) = (f64::MAX, f64::MAX, f64::MAX);
    for turn in 0..5 {
        best = best.min(timed(games, 1).0 / games as f64);
        let mut dice = Dice::seeded(turn, 0);
        let started = Instant::now();
        for _ in 0..4 * rolls {
            black_box(dice.die(3).unwrap());
        }
        drawn = drawn.min(started.elapsed().as_secs_f64() / games as f64);
        let started = Instant::now();
        for _ in 0..rolls {
            black_box(dice.roll(DiceKind::Fudge).unwrap());
        }
        table = table.min(started.elapsed().as_secs_f64() / games as f64);
    }
    println!("one core: {:.0} games a second, {:.1} microseconds each", 1.0 / best, best * 1e6);
    println!("the same dice alone, die by die: {:.1} ns a game, ratio {:.0}", drawn * 1e9, best / drawn);
    println!("the same dice alone, as the engine rolls them: {:.1} ns a game, ratio {:.0}", table * 1e9, best / table);

    let asked = |games| {
        let before = (ALLOCATIONS.load(Relaxed), BYTES.load(Relaxed));
        timed(games, 1);
        (ALLOCATIONS.load(Relaxed) - before.0, BYTES.load(Relaxed) - before.1)
    };
    // The difference between the two runs contains no cost of the start.
    let (some, more) = (asked(games), asked(2 * games));
    let (count, bytes) = (more.0 - some.0, more.1 - some.1);
    println!("in steady state: {:.2} allocations and {:.0} bytes a game", count as f64 / games as f64, bytes as f64 / games as f64);

    let (mut one, mut two) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        one = one.min(timed(2 * games, 1).0);
        two = two.min(timed(2 * games, 2).0);
    }
    println!("two cores: {:.2} times one", one / two);
    rules_alone(&pack, &pack.encounters["own.three_each"], games.min(200));
    for (package, name) in KINDS {
        kind(&shipped_packages::pack(package), &format!("{package}.{name}"), (games / 20).max(10));
    }
}

/// Player with known answers.
struct Known {
    games: Vec<Vec<Answer>>,
    game: usize,
    next: usize,
    asks: Points,
}

impl Policy<Fight> for Known {
    fn choose(&mut self, _: &Fight, _: &Ask, _: &Options) -> Answer {
        self.next += 1;
        self.games[self.game][self.next - 1].clone()
    }

    fn asks(&self) -> Points {
        self.asks
    }

    fn word(&self) -> &'static str {
        "known"
    }

    /// Prepares for a new game. The seed is the number of the game.
    fn anew(&mut self, seed: u64, _: u64) -> bool {
        (self.game, self.next) = (usize::try_from(seed).unwrap(), 0);
        true
    }
}

/// Measures games without decisions: doctrines play them once, and then their answers are repeated.
fn rules_alone(pack: &Pack, encounter: &Encounter, games: u64) {
    let mut start = Fight::begin(pack, encounter).unwrap();
    let mut players: Vec<Player> = Vec::new();
    for (seat, _) in encounter.sides.iter().enumerate() {
        let mut known = Known { games: Vec::new(), game: 0, next: 0, asks: Points::NONE };
        for seed in 0..games {
            let run = run_with(pack, encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap();
            let own = run.events.iter().filter_map(|event| match event {
                Event::Answer { seat: by, pick, say, .. } if by.place() == seat => Some(Answer { choice: *pick, say: say.clone() }),
                _ => None,
            });
            known.games.push(own.collect());
            known.asks = run.header.seats[seat].asks;
        }
        *start.asks_mut().row_mut(Seat::of(seat)).unwrap() = known.asks;
        players.push(Box::new(known));
    }
    let (mut fight, mut room, mut dice) = (start.clone(), GameBuffers::default(), Dice::seeded(0, 0));
    let (mut best, mut events, mut asked) = (f64::MAX, 0_u64, 0);
    for _ in 0..6 {
        let before = ALLOCATIONS.load(Relaxed);
        let started = Instant::now();
        events = 0;
        for seed in 0..games {
            players.iter_mut().for_each(|player| assert!(player.anew(seed, 0)));
            fight.clone_from(&start);
            dice.reseed(seed, 0);
            play_in(&mut room, &mut fight, &mut dice, &mut players, false, &mut |_| events += 1).unwrap();
        }
        best = best.min(started.elapsed().as_secs_f64());
        asked = ALLOCATIONS.load(Relaxed) - before;
    }
    let each = games as f64;
    println!(
        "  with the answers known: {:.1} microseconds a game of {:.0} events, {:.2} allocations",
        best * 1e6 / each,
        events as f64 / each,
        asked as f64 / each
    );
}

/// Measures games per second and allocations per game of one encounter on one core, and the share of the rules alone.
fn kind(pack: &Pack, name: &str, games: u64) {
    let encounter = &pack.encounters[name];
    let version = Version { pack, encounter, seats: &|_| Ok(Seats::standard()) };
    let measured = |games: u64| {
        let before = ALLOCATIONS.load(Relaxed);
        let started = Instant::now();
        let plan =
            SimulationPlan { version, asked: &[], mirror: None, other: None, seed: 1, games, part: 0..games, within: None, threads: 1 };
        let rounds = simulate(&plan, &mut |_| ()).unwrap().counts.tally.length.sum;
        (started.elapsed().as_secs_f64(), ALLOCATIONS.load(Relaxed) - before, rounds)
    };
    // The best of several runs; the difference cancels the cost of the start.
    let best = |games: u64| (0..3).map(|_| measured(games)).min_by(|one, other| one.0.total_cmp(&other.0)).unwrap();
    let (some, more) = (best(games), best(3 * games));
    let each = 2.0 * games as f64;
    println!(
        "{name}: {:.0} games a second, {:.1} allocations and {:.2} rounds a game",
        each / (more.0 - some.0),
        (more.1 - some.1) as f64 / each,
        some.2 as f64 / games as f64
    );
    rules_alone(pack, encounter, games.min(50));
}
