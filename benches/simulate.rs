//! How fast games are simulated: `cargo bench --bench simulate [GAMES]`.
//!
//! Three against three in a yard, by doctrine, on one core: games a second, what the same dice cost alone, side by side in one
//! run and several times over, memory asked for per game, and what a second core brings.

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

#[path = "../tests/scenes/mod.rs"]
mod scenes;

use slipyard::dice::{Dice, Kind};
use slipyard::play::Seats;
use slipyard::simulate::{Plan, Version, simulate};
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        BYTES.fetch_add(layout.size() as u64, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const THREE_EACH: &str = "encounter three_each : personal {
  map yard
  side ours   { actors gunner x3 at near }
  side theirs { actors gunner x3 at far }
}";

fn main() {
    let games: u64 = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(10_000);
    let pack = scenes::compiled(&format!("{}{THREE_EACH}\n", scenes::YARD));
    let version = Version { pack: &pack, encounter: &pack.encounters["own.three_each"], seats: &|_| Ok(Seats::standard()) };
    let plan =
        |games, threads| Plan { version, asked: &[], mirror: None, other: None, seed: 1, games, part: 0..games, within: None, threads };
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

    // The best of several turns each: whatever else the machine does can only slow one down.
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
            black_box(dice.roll(Kind::Fudge).unwrap());
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
    // What beginning costs falls out of the difference.
    let (some, more) = (asked(games), asked(2 * games));
    let (count, bytes) = (more.0 - some.0, more.1 - some.1);
    println!("in steady state: {:.2} allocations and {:.0} bytes a game", count as f64 / games as f64, bytes as f64 / games as f64);

    let (mut one, mut two) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        one = one.min(timed(2 * games, 1).0);
        two = two.min(timed(2 * games, 2).0);
    }
    println!("two cores: {:.2} times one", one / two);
}
